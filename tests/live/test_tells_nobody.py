"""Nothing leaves the machine: no library of ours keeps an identifier of the user or tells anybody what it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import socket

class Refused(socket.socket):
    def connect(self, *_):
        raise SystemExit("a connection was tried")

socket.socket = Refused
import numpy as np
from callshot.models.classifier import Classifier
import callshot.tracker.running, callshot.tracker.demo, callshot.hardware.recording

Classifier().look(np.full((200, 300, 3), 90, np.uint8), [[60.0, 60.0]], [14.0])
"""


def test_seeing_a_ball_writes_nothing_into_the_users_folder(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY" and not k.startswith("XDG_")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment | {"HOME": str(tmp_path)}, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "telemetry" not in done.stderr.lower()
    assert [str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*")] == []
