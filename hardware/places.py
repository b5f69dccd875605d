"""Where the program keeps what it remembers."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """CALLSHOT_HOME, else systemd's STATE_DIRECTORY, else ~/.local/state/callshot."""
    env = os.environ if environment is None else environment
    if env.get("CALLSHOT_HOME"):
        return Path(env["CALLSHOT_HOME"])
    if env.get("STATE_DIRECTORY"):
        return Path(env["STATE_DIRECTORY"].split(":")[0])
    base = Path(env["XDG_STATE_HOME"]) if env.get("XDG_STATE_HOME") else Path.home() / ".local" / "state"
    return base / "callshot"
