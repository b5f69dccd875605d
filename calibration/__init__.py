"""From pixels to millimetres: lens, pose of the table, colours of cloth and balls."""
