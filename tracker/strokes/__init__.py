"""Strokes: what happened between two rests, told from the breaks of the balls' paths."""
