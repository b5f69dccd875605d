"""The edge of the program: cameras and recordings, clock, speaker, storage, health."""
