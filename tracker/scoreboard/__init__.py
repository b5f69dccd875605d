"""The web page: server and static files."""
