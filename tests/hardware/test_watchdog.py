"""Word to systemd."""

from __future__ import annotations

import socket
from pathlib import Path

from callshot.hardware.watchdog import Watchdog


def test_systemd_hears_that_it_is_up_alive_and_stopping(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(5)
        watchdog = Watchdog(str(tmp_path / "notify"))
        watchdog.ready()
        watchdog.alive("7 frames")
        watchdog.stopping()
        heard = [listener.recv(1000) for _ in range(3)]
    assert heard == [b"READY=1", b"WATCHDOG=1\nSTATUS=7 frames", b"STOPPING=1"]


def test_without_systemd_nothing_happens(tmp_path: Path) -> None:
    Watchdog("").alive()
    Watchdog(str(tmp_path / "nobody")).ready()
