"""From a frame to balls in millimetres and the things that hide them. One verb: `Detector.update(frame)`."""
