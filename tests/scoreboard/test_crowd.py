"""Fifty pages, five of them stuck: the rules don't notice, and those who read get everything."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from desk import Desk

READERS, STALLED, STROKES = 45, 5, 60


def ruled(desk: Desk, first: int) -> list[float]:
    """Seconds from a stroke to its ruling being published, stroke by stroke at a lively pace."""
    out = []
    for number in range(first, first + STROKES):
        record = {
            "type": "stroke", "t": float(number), "number": number, "t_start": number - 0.5, "t_end": float(number),
            "struck": "cue", "first_contact": None, "events": [], "sent": time.time(), "padding": "x" * 4000,
        }  # fmt: skip
        balls = [{"id": str(k), "label": str(k), "x": k * 30.0, "y": float(number)} for k in range(16)]
        desk.hub.show("balls", {"t": float(number), "balls": balls})
        before = time.perf_counter()
        desk.tell(record)
        out.append(time.perf_counter() - before)
        time.sleep(0.04)
    return out


def test_fifty_pages_of_which_five_are_stuck_do_not_slow_a_ruling() -> None:
    desk = Desk()
    try:
        desk.begin("none", ())
        ruled(desk, 1)  # warm
        alone = ruled(desk, 1 + STROKES)
        command = [
            sys.executable,
            str(Path(__file__).with_name("crowd.py")),
            str(desk.server.port),
            str(READERS),
            str(STALLED),
        ]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
            assert crowd.stdin is not None and crowd.stdout is not None
            assert crowd.stdout.readline() == "ready\n"
            assert len(desk.server.service.viewers) == READERS + STALLED
            crowded = ruled(desk, 1 + 2 * STROKES)
            time.sleep(0.5)
            crowd.stdin.close()
            told = json.loads(crowd.stdout.readline())
        records = len(desk.hub)
    finally:
        desk.stop()
    one, many = statistics.median(alone), statistics.median(crowded)
    print(f"median ruling {one * 1e6:.0f} us alone, {many * 1e6:.0f} us with {READERS}+{STALLED} pages")
    print(f"worst delay to a page {told['worst_ms']} ms")
    assert told["counts"] == [records] * READERS
    assert many < one * 1.1 + 200e-6  # a tenth, and what a busy machine's scheduler adds
