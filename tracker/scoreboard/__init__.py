"""The web page: server and static files."""

from callshot.tracker.scoreboard.server import PageServer, ServeError, serve

__all__ = ["PageServer", "ServeError", "serve"]
