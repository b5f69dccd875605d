"""What was used once is given back."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from callshot.hardware.health import look
from callshot.hardware.memory import give_back
from callshot.hardware.places import data_folder


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc only")
def test_holes_among_what_is_kept_are_given_back() -> None:
    def used() -> int:
        return look(data_folder().parent).memory_bytes or 0

    small = 60_000  # below the size that the system is asked for anew, so that it comes from the heap
    held = [np.ones(small, np.uint8) for _ in range(2000)]
    full = used()
    kept = held[::50]
    del held
    assert used() > full - 30_000_000, "the heap has no holes: nothing is shown"
    assert give_back()
    assert used() < full - 60_000_000
    assert len(kept) == 40
