"""A page server with a game behind it: what the live program is to the page, without a camera."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from callshot.tracker.hub import Command, RecordHub
from callshot.tracker.rule_command import RuleSession
from callshot.tracker.scoreboard import PageServer, serve

PIN = "271828"
Record = Mapping[str, Any]


class Desk:
    """Takes what the pages say to the rules, and publishes what these answer."""

    def __init__(self, *, open_view: bool = True, clips: Path | None = None, games: Path | None = None) -> None:
        self.hub = RecordHub()
        self.server: PageServer = serve(
            self.hub, host="127.0.0.1", port=0, pin=PIN, open_view=open_view, clips=clips, games=games
        )
        self.commands: list[Command] = []
        self.rules: RuleSession | None = None
        self._lines = 0
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._loop, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def begin(self, game: str, players: Sequence[str], **options: str) -> None:
        """A session with the rules behind it."""
        self.rules = RuleSession(self.hub.publish, game, tuple(players), options, ("en", "fi", "hu"))
        self.tell(session(game, players, options))

    def tell(self, record: Record) -> None:
        """A record from the camera's side (or from a person's)."""
        with self._lock:
            self._lines += 1
            assert self.rules is not None
            self.rules.take(dict(record), self._lines)

    def wait_for(self, what: str, count: int, limit_s: float = 5.0) -> list[Record]:
        """Until so many records of a type are there."""
        until = time.monotonic() + limit_s
        while True:
            found = [record for record in self.hub.records() if record["type"] == what]
            if len(found) >= count:
                return found
            assert time.monotonic() < until, f"only {len(found)} {what} records: {self.hub.records()[-3:]}"
            time.sleep(0.01)

    def catch_up(self, limit_s: float = 5.0) -> None:
        """Until all that was handed in so far has gone through the rules: what is not there now never came."""
        mark = Command("caught-up", {"mark": threading.Event()})
        assert self.hub.submit_command(mark)
        assert mark.values["mark"].wait(limit_s), "the desk is stuck"  # type: ignore[attr-defined]

    def stop(self) -> None:
        self._done.set()
        self._thread.join(5.0)
        self.server.stop()

    def _loop(self) -> None:
        while not self._done.wait(0.01):
            for item in self.hub.take():
                if isinstance(item, Command) and item.name == "caught-up":
                    item.values["mark"].set()  # type: ignore[attr-defined]
                elif isinstance(item, Command):
                    self.commands.append(item)
                else:
                    self.tell(item)


def session(game: str, players: Sequence[str], options: Mapping[str, str] | None = None) -> Record:
    return {
        "type": "session", "t": 0.0, "schema": 1, "source": "test", "game": game, "options": dict(options or {}),
        "players": list(players), "table": {"name": "9ft", "length_mm": 2540.0, "width_mm": 1270.0},
        "ball_set": "pool15", "ball_diameter_mm": 57.15, "software": "test", "models": [],
    }  # fmt: skip


class Client:
    """A page without a browser: speaks the socket's language and keeps everything it was sent."""

    def __init__(self, desk: Desk, *, origin: str | None = None, hello: bool = True, **hello_values: Any) -> None:
        address = f"ws://127.0.0.1:{desk.server.port}/socket"
        self.socket: ClientConnection = connect(address, origin=origin or desk.url, compression=None)  # type: ignore[arg-type]
        self.traffic: list[str] = []
        self.records: list[Any] = []
        if hello:
            self.ask("hello", **({"from": 0} | hello_values))

    def send(self, text: str) -> None:
        self.socket.send(text)

    def read(self, timeout_s: float = 3.0) -> dict[str, Any]:
        text = self.socket.recv(timeout=timeout_s)
        assert isinstance(text, str)
        self.traffic.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["op"] == "records":
            self.records[message["first"] :] = message["records"]
        return message

    def ask(self, op: str, **values: Any) -> dict[str, Any]:
        """Send and wait for the answer, keeping what else comes."""
        self.send(json.dumps({"op": op, "id": 7, **values}))
        while True:
            message = self.read()
            if message.get("id") == 7 or message["op"] == "refused":
                return message

    def settle(self, quiet_s: float = 0.3) -> None:
        """Read until nothing comes any more."""
        while True:
            try:
                self.read(quiet_s)
            except TimeoutError:
                return

    def close(self) -> None:
        self.socket.close()
