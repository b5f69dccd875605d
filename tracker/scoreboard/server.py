"""The page's own thread: start it beside the live loop, stop it at the end."""

from __future__ import annotations

import socket
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn

from callshot.tracker.hub import RecordHub
from callshot.tracker.scoreboard.access import Access, new_pin
from callshot.tracker.scoreboard.app import make_app
from callshot.tracker.scoreboard.messages import MAX_BYTES
from callshot.tracker.scoreboard.patience import PromptHttp
from callshot.tracker.scoreboard.service import MOST_VIEWERS, Service, own_address

START_LIMIT_S: Final = 15.0


class ServeError(Exception):
    """The page can't be served: one line, what is wrong and what to do."""


@dataclass(slots=True)
class PageServer:
    """A running server. pin: for the referee, to be shown to whoever started the program, and nowhere else."""

    port: int
    pin: str
    service: Service
    _server: uvicorn.Server
    _thread: threading.Thread

    @property
    def url(self) -> str:
        """Where people in the local network find it."""
        return f"http://{own_address() or 'localhost'}:{self.port}/"

    def stop(self) -> None:
        """Close every connection and end the thread."""
        self._server.should_exit = True
        self._thread.join(10.0)


def serve(
    hub: RecordHub,
    *,
    host: str = "0.0.0.0",
    port: int = 8000,
    pin: str | None = None,
    open_view: bool = True,
    clips: Path | None = None,
    games: Path | None = None,
) -> PageServer:
    """Serve the page from a thread of its own. port 0: any free one. pin: drawn where none is given.

    clips, games: the folders of the short films and of the records of every game, where there are any.

    Raises ServeError where the port can't be had.
    """
    listener = _listen(host, port)
    actual = int(listener.getsockname()[1])
    pin = pin or new_pin()
    service = Service(hub, Access(pin, open_view=open_view), actual)
    config = uvicorn.Config(
        make_app(service, clips, games), log_level="warning", access_log=False, http=PromptHttp, ws="websockets-sansio",
        ws_max_size=MAX_BYTES, ws_ping_interval=20.0, ws_ping_timeout=20.0, ws_per_message_deflate=False,
        lifespan="on", server_header=False, date_header=False, proxy_headers=False, timeout_graceful_shutdown=1,
        backlog=256, limit_concurrency=2 * MOST_VIEWERS, h11_max_incomplete_event_size=16 * 1024,
    )  # fmt: skip
    server = uvicorn.Server(config)
    ended = threading.Event()

    def body() -> None:
        try:
            server.run(sockets=[listener])
        finally:
            ended.set()

    thread = threading.Thread(target=body, name="page", daemon=True)
    thread.start()
    waited = 0.0
    while not server.started:
        if ended.wait(0.02) or waited > START_LIMIT_S:
            raise ServeError("the page could not be started; see the lines above")
        waited += 0.02
    return PageServer(actual, pin, service, server, thread)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as why:
        listener.close()
        reason = why.strerror or str(why)
        raise ServeError(f"port {port} can't be served on {host}: {reason}; choose another with --port") from None
    listener.listen(256)
    return listener
