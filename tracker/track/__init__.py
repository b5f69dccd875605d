"""Following the balls: one path for each, through blur, gaps and hands."""
