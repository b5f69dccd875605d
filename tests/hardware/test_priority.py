"""Threads that are in no hurry step back, and no other with them."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from callshot.hardware.priority import STEP_BACK, stand_back


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="niceness is a thread's own on Linux only")
def test_a_thread_steps_back_alone() -> None:
    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    seen: list[int] = []

    def work() -> None:
        stand_back()
        seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(20)
    assert seen == [min(19, before + STEP_BACK)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
