"""The rulebook as pure functions: no camera, no clock, no chance, no disk."""
