"""Nobody takes all places: connections that ask for nothing, sockets without a hello, and too many from one address."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from desk import Client, Desk
from websockets.exceptions import ConnectionClosed

from callshot.tracker.scoreboard import patience, viewer


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.stop()


def plug(desk: Desk, said: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", desk.server.port), timeout=5.0)
    made.sendall(said)
    return made


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_who_asks_for_nothing_is_let_go(desk: Desk, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(patience, "ASK_WITHIN_S", 0.2)
    with plug(desk, said) as idle:
        assert idle.recv(100) == b""


def test_a_page_that_looks_on_is_not_let_go(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "ASK_WITHIN_S", 0.1)
    monkeypatch.setattr(viewer, "HELLO_WITHIN_S", 0.1)
    page = Client(desk)
    time.sleep(0.4)
    desk.begin("9ball-fi", ("Ann", "Bo"))
    page.settle()
    assert page.records[0]["type"] == "session"
    page.close()


def test_a_socket_without_a_hello_is_let_go(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewer, "HELLO_WITHIN_S", 0.2)
    silent = Client(desk, hello=False)
    with pytest.raises(ConnectionClosed, match="no hello"):
        silent.read(5.0)


def test_one_address_leaves_room_for_others(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "MOST_FROM_ONE", 3)
    held = [plug(desk) for _ in range(3)]
    time.sleep(0.1)
    with plug(desk) as one_more:
        assert one_more.recv(100) == b""
    for each in held:
        each.close()
    time.sleep(0.1)
    with urlopen(desk.url + "/games.json", timeout=5.0) as answer:
        assert answer.status == 200
