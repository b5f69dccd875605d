"""What systemd hears of a run: that it is up, that it lives, that it ends; and nothing while it hangs."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from blind_camera import Blind, adapters, request

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.tracker import live_sessions
from callshot.tracker.live_store import LiveStore
from callshot.tracker.observation import FrameObservation
from callshot.tracker.running import run_command


class Systemd:
    """The other end of NOTIFY_SOCKET: each message with the time when it came."""

    def __init__(self, path: Path) -> None:
        self.heard: list[tuple[float, str]] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(0.1)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                self.heard.append((time.monotonic(), self._socket.recv(4096).decode()))
            except TimeoutError:
                continue

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self._socket.close()

    def times(self, word: str) -> list[float]:
        return [t for t, message in self.heard if word in message.splitlines()]


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    listener = Systemd(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    yield listener
    listener.close()


def stop_after(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGTERM))
    timer.start()
    return timer


def test_up_alive_and_ending(tmp_path: Path, table: TableGeometry, systemd: Systemd) -> None:
    timer = stop_after(2.6)
    assert run_command(adapters(table, None, live=True), request(tmp_path), LiveStore(tmp_path / "home")) == 0
    timer.join()
    time.sleep(0.3)
    words = [m.splitlines()[0] for _, m in systemd.heard]
    assert words[0] == "READY=1" and words[-1] == "STOPPING=1"
    assert words.count("WATCHDOG=1") >= 2
    assert any("frames" in m and "STATUS=" in m for _, m in systemd.heard)


def test_a_page_that_stays_after_a_recording_is_alive_not_ending(
    tmp_path: Path, table: TableGeometry, systemd: Systemd
) -> None:
    timer = stop_after(4.0)
    wanted = request(tmp_path, serve=True, port=0)
    assert run_command(adapters(table, 10, live=False), wanted, LiveStore(tmp_path / "home")) == 0
    timer.join()
    time.sleep(0.3)
    assert len(systemd.times("STOPPING=1")) == 1 and len(systemd.times("STATUS=ended")) >= 1
    assert systemd.times("STOPPING=1")[0] > systemd.times("STATUS=ended")[-1]


def test_a_program_that_hangs_is_not_alive(
    tmp_path: Path, table: TableGeometry, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop itself says that it lives: no thread does it for it while a stage hangs."""
    hung: list[float] = []

    class Hanging(Blind):
        def update(self, frame: Frame) -> FrameObservation:
            if frame.sequence > 20 and not hung:
                hung.append(time.monotonic())
                time.sleep(3.0)
                hung.append(time.monotonic())
            return super().update(frame)

    monkeypatch.setattr(live_sessions, "open_eyes", lambda *_: Hanging())
    timer = stop_after(4.0)
    run_command(adapters(table, None, live=True), request(tmp_path), LiveStore(tmp_path / "home"))
    timer.join()
    assert len(hung) == 2 and systemd.times("READY=1")
    assert not [t for t in systemd.times("WATCHDOG=1") if hung[0] + 0.2 < t < hung[1] - 0.2]
