"""What all connections share: the feed, who may do what, and the waking of those who wait."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import TYPE_CHECKING, Any, Final

import segno

from callshot.tracker.hub import RecordHub
from callshot.tracker.scoreboard.access import Access
from callshot.tracker.scoreboard.feed import Feed

if TYPE_CHECKING:
    from callshot.tracker.scoreboard.viewer import Viewer

MOST_VIEWERS: Final = 200
"""More pages than a league night has people; a Pi 5 serves them, and no more are let in."""
_LIVE_WAKE_S: Final = 0.05


class Service:
    """One per server. All but `poke` belongs to the server's event loop."""

    def __init__(self, hub: RecordHub, access: Access, port: int) -> None:
        self.access = access
        self.port = port
        self.viewers: set[Viewer] = set()
        self.stalled = 0
        """Pages that were let go because they took nothing."""
        self.access_version = 0
        self.feed = Feed(hub, self._session_began)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._poked = False
        self._live_due = False

    def start(self) -> None:
        """Called in the event loop before the first page comes."""
        self._loop = asyncio.get_running_loop()
        self._stop = self.feed.hub.on_change(self.poke)
        self.feed.ingest()

    def stop(self) -> None:
        """No more waking."""
        self._stop()

    def poke(self) -> None:
        """Something changed: called from the live loop's thread, returns at once."""
        if not self._poked and self._loop is not None and not self._loop.is_closed():
            self._poked = True
            self._loop.call_soon_threadsafe(self._look)

    def _look(self) -> None:
        self._poked = False
        if self.feed.ingest():
            self._wake()
        elif not self._live_due and self._loop is not None:  # balls move at every frame: waking is bunched
            self._live_due = True
            self._loop.call_later(_LIVE_WAKE_S, self._wake_live)

    def _wake_live(self) -> None:
        self._live_due = False
        self._wake()

    def _wake(self) -> None:
        for viewer in self.viewers:
            viewer.changed.set()

    def _session_began(self, players: tuple[str, ...]) -> None:
        self.access.set_players(players)
        self.access_changed()

    def access_changed(self) -> None:
        """Codes or switches changed: tell the referees."""
        self.access_version += 1
        self._wake()

    def set_open_view(self, on: bool) -> None:
        """Let everybody look, or only those with a role."""
        self.access.open_view = on
        self.access_changed()

    def access_record(self, host: str) -> dict[str, Any]:
        """For a referee: the codes still to be used, as addresses and as QR pictures."""
        base = f"http://{_reachable(host, self.port)}"
        codes = []
        for player, code in self.access.codes().items():
            url = f"{base}/player#{code}"
            picture = segno.make(url, error="m", micro=False).svg_data_uri(scale=4, border=3, dark="#000", light="#fff")
            codes.append({"player": player, "code": code, "url": url, "qr": picture})
        return {"codes": codes, "open": self.access.open_view, "base": base}


def _reachable(host: str, port: int) -> str:
    """The address that a phone can reach: the page's own host unless that is this very machine."""
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if name.strip("[]") not in ("localhost", "127.0.0.1", "::1"):
        return host
    own = own_address()
    return f"{own}:{port}" if own else host


def own_address() -> str | None:
    """This machine's address in the local network, None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(address).is_loopback else address
