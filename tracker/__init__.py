"""The program, in the order of the data: detect, identify, track, strokes, referee, announce."""
