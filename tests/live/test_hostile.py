"""Pages that send anything at all to the program that runs: it refuses, goes on, and gives nothing away.

`CALLSHOT_HOSTILE=5000 pytest tests/live/test_hostile.py` sends more than the few hundred that a test run has time
for.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import socket
import string
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from blind_camera import adapters, grown, request
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from callshot.calibration.table import TableGeometry
from callshot.hardware.health import look
from callshot.tracker import running
from callshot.tracker.hub import RecordHub
from callshot.tracker.live_store import LiveStore
from callshot.tracker.running import run_command
from callshot.tracker.scoreboard import PageServer, serve
from callshot.tracker.scoreboard.messages import COMMANDS, INPUTS, OPS

PIN = "314159"
MESSAGES = int(os.environ.get("CALLSHOT_HOSTILE", "120"))
PEA = 13
LETTERS = string.printable + "äőű🎱\u200d\u202e\x00\ud83c"
LEFT_ALONE = {"end", "session"}
"""Commands that a referee may rightly use to end the game that is being watched here."""


def anything(rng: random.Random, depth: int = 3) -> Any:
    """A JSON value that nobody asked for."""
    kinds: list[Callable[[], Any]] = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.choice([0, -1, 1, 2**31, 2**63, -(2**63), 10**30, rng.randint(-(10**6), 10**6)]),
        lambda: rng.choice([0.0, -0.0, 1e308, 1e-308, float("nan"), float("inf"), rng.uniform(-1e6, 1e6)]),
        lambda: "".join(rng.choice(LETTERS) for _ in range(rng.choice([0, 1, 5, 40, 300]))),
        lambda: rng.choice(["Ann", "cue", "5", "first_contact", "system", "win", "../x", "__proto__", "{}", "null"]),
    ]
    if depth:
        kinds += [
            lambda: [anything(rng, depth - 1) for _ in range(rng.choice([0, 1, 3, 9]))],
            lambda: {str(anything(rng, 0)): anything(rng, depth - 1) for _ in range(rng.choice([0, 1, 3]))},
        ]
    return rng.choice(kinds)()


def message(rng: random.Random) -> str:
    """Half of it as agreed, half not; now and then no JSON at all."""
    style = rng.random()
    if style < 0.1:
        return "".join(rng.choice(LETTERS) for _ in range(rng.choice([0, 3, 50, 20000]))).replace("\ud83c", "?")
    if style < 0.15:
        return rng.choice(["[" * 9000, '{"op":' * 3000, '{"op":"input","op":"login"}', "1e999", '"\\ud800"', "\x00"])
    op = rng.choice([*OPS, "", "fly", 7, None])
    sent: dict[str, Any] = {"op": op, "id": rng.choice([None, 1, 7, -1, 2**40, "x"])}
    if op in ("input", "command"):
        shapes = INPUTS if op == "input" else COMMANDS
        name = rng.choice([n for n in shapes if n not in LEFT_ALONE])
        sent["kind" if op == "input" else "name"] = name if rng.random() < 0.9 else anything(rng, 0)
        fields = shapes[name].fields if rng.random() < 0.9 else {"x": None}
        sent["values"] = {field: anything(rng) for field in fields if rng.random() < 0.9}
        if rng.random() < 0.3:
            sent["player"] = rng.choice(["Ann", "Bo", anything(rng, 1)])
    elif op in OPS and op != "logout":
        sent |= {field: anything(rng, 1) for field in OPS[op].fields}
    return json.dumps(sent)


@pytest.fixture
def program(
    tmp_path: Path, table: TableGeometry, hubs: list[RecordHub], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[PageServer, RecordHub]]:
    """The real program over blank pictures, with its page."""
    pages: list[PageServer] = []

    def served(*values: Any, **more: Any) -> PageServer:
        pages.append(serve(*values, **{**more, "host": "127.0.0.1", "pin": PIN}))
        return pages[-1]

    monkeypatch.setattr(running, "serve", served)
    parts = adapters(table, None, live=True)
    cameras: list[Any] = []

    def open_source(*values: Any, **more: Any) -> Any:
        cameras.append(parts.open_source(*values, **more))
        return cameras[-1]

    wanted = request(tmp_path, game="congestion", balls="congestion", serve=True, port=0, pace=1.0)
    store = LiveStore(tmp_path / "home")
    thread = threading.Thread(target=run_command, args=(type(parts)(open_source, parts.now_iso), wanted, store))
    thread.start()
    until = time.monotonic() + 20
    while not pages or not hubs or not hubs[0].records():
        assert time.monotonic() < until and thread.is_alive()
        time.sleep(0.02)
    yield pages[0], hubs[0]
    cameras[0].close()
    thread.join(20)
    assert not thread.is_alive()


class Page:
    """A connection that comes back when it is thrown out."""

    def __init__(self, port: int, first: dict[str, Any]) -> None:
        self._port, self._first = port, first
        self.closed = 0
        self.heard: list[str] = []
        self._open()

    def send(self, text: str) -> None:
        try:
            self._socket.send(text)
            self._drain(0.0)
        except ConnectionClosed:
            self.closed += 1
            self._open()

    def settle(self) -> None:
        """Read what is left, for a second: moving balls and health never end."""
        with contextlib.suppress(ConnectionClosed):
            self._drain(0.2, until_s=time.monotonic() + 1.0)
        self._socket.close()

    def _open(self) -> None:
        self._socket: ClientConnection = connect(
            f"ws://127.0.0.1:{self._port}/socket", origin=f"http://127.0.0.1:{self._port}", compression=None
        )  # type: ignore[arg-type]
        for sent in ({"op": "hello", "from": 0}, self._first):
            self._socket.send(json.dumps(sent))

    def _drain(self, wait_s: float, until_s: float = float("inf")) -> None:
        with contextlib.suppress(TimeoutError):
            while time.monotonic() < until_s:
                text = self._socket.recv(timeout=wait_s)
                self.heard.append(text if isinstance(text, str) else "bytes")


def asked(port: int, **values: Any) -> dict[str, Any]:
    """One message with its answer, from a page of its own."""
    origin: Any = f"http://127.0.0.1:{port}"
    with connect(f"ws://127.0.0.1:{port}/socket", origin=origin, compression=None) as page:
        page.send(json.dumps({"id": 5, **values}))
        while True:
            answer: dict[str, Any] = json.loads(page.recv(timeout=10))
            if answer.get("id") == 5:
                return answer


def test_nothing_that_a_page_sends_stops_it_or_tells_a_secret(program: tuple[PageServer, RecordHub]) -> None:
    server, hub = program
    hub.submit_input(
        {"type": "input", "t": 0.0, "by": "player", "player": "Ann", "kind": "pea", "value": PEA, "private_to": "Ann"}
    )
    token = asked(server.port, op="login", pin=PIN)["token"]
    code = server.service.access.codes()["Bo"]
    rng = random.Random(7)
    viewer = Page(server.port, {"op": "logout"})
    player = Page(server.port, {"op": "join", "code": code})
    referee = Page(server.port, {"op": "hello", "token": token})
    before = look(Path("/")).memory_bytes
    for _ in range(MESSAGES):
        for page in (viewer, player, referee):
            page.send(message(rng))
        time.sleep(0.02)
    for page in (viewer, player, referee):
        page.settle()
    began = time.monotonic()
    assert asked(server.port, op="hello")["op"] == "welcome"
    assert time.monotonic() - began < 5
    for page in (viewer, player):
        text = "\n".join(page.heard)
        assert '"private_to":"Ann"' not in text and f'"value":{PEA},"private_to"' not in text
    assert "Traceback" not in "\n".join(viewer.heard + player.heard + referee.heard)
    number = len(hub.records())
    assert hub.submit_input({"type": "input", "t": 0.0, "by": "referee", "player": "Ann", "kind": "nothing"})
    assert grown(hub, number), "the game goes on"
    more = (look(Path("/")).memory_bytes or 0) - (before or 0)
    assert more < 100e6
    until = time.monotonic() + 10
    while server.service.viewers:
        assert time.monotonic() < until, "pages that went are forgotten"
        time.sleep(0.05)


ODD_PATHS = (
    "/stroke/" + "9" * 5000 + ".png", "/stroke/-1.png", "/stroke/%00.png", "/static/../app.py", "/static/%2e%2e/app.py",
    "/clips/%2e%2e%2fchoices.json", "/past/..%2f..%2fetc%2fpasswd.jsonl", "/past/" + "a" * 3000 + ".jsonl",
    "/words/%ff.json", "/words/en.json?lang=" + "x" * 4000, "/games.json?lang=%00", "/export/strokes.csv?game=../../x",
    "/export/records.jsonl?game=" + "%f0%9f%8e%b1" * 300, "//evil.example/", "/%", "/\\..\\..", "/socket",
    "/live/picture.jpg", "/" + "a/" * 2000, "/board.pdf?paper=" + "z" * 2000,
)  # fmt: skip


HEADERS: tuple[dict[str, str], ...] = (
    {"Host": "evil.example"}, {"Host": ""}, {"Origin": "http://evil.example"}, {"Authorization": "Bearer " + "x" * 900},
    {"Range": "bytes=0-" + "9" * 30}, {"Content-Length": "-5"}, {"X": "y" * 9000}, {},
)  # fmt: skip


def test_no_address_and_no_header_brings_it_down(program: tuple[PageServer, RecordHub]) -> None:
    server, _ = program
    rng = random.Random(8)
    seen: dict[int, int] = {}
    tries = [
        (method, path, {}) for path in ODD_PATHS for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "X")
    ]
    for _ in range(MESSAGES // 4):
        path = "/" + "".join(
            rng.choice(string.ascii_letters + string.digits + "/.%?&=-_~") for _ in range(rng.randint(0, 80))
        )
        headers = rng.choice(HEADERS)
        tries.append((rng.choice(["GET", "POST"]), path, headers))
    for method, path, headers in tries:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        with contextlib.suppress(http.client.HTTPException, ConnectionError):
            connection.putrequest(method, path, skip_host="Host" in headers)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            body = answer.read()
            seen[answer.status] = seen.get(answer.status, 0) + 1
            assert answer.status < 500, (method, path[:60], headers)
            assert b"Traceback" not in body and b"root:" not in body
        connection.close()
    assert seen.get(404, 0) > 10
    for rubbish in (b"\x00" * 4000, b"GET / HTTP/9.9\r\n\r\n", b"\xff\xfe\r\n\r\n", b"GET " + b"/" * 70000):
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as raw, contextlib.suppress(OSError):
            raw.sendall(rubbish)
            raw.recv(100)
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        connect(f"ws://127.0.0.1:{server.port}/socket", origin="http://evil.example")  # type: ignore[arg-type]
    assert asked(server.port, op="hello")["op"] == "welcome"
