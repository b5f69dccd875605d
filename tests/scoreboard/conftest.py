"""The desk, started and stopped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from desk import Client, Desk


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.stop()


@pytest.fixture
def client(desk: Desk) -> Iterator[Callable[..., Client]]:
    """Makes clients of the desk, all closed at the end."""
    made: list[Client] = []

    def make(**values: Any) -> Client:
        made.append(Client(desk, **values))
        return made[-1]

    yield make
    for each in made:
        each.close()
