"""How live mode would fare alone on one core, measured on a busy machine: the box of one in simulated time, in which
every frame costs the processor time that it took. Run: python -m tests.live.alone VIDEO CALIBRATION BALLS [GAME]
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from callshot.calibration.table import load_table
from callshot.hardware.recording import Recording
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.live_sessions import WARM_UP
from callshot.tracker.pipeline import Pipeline, Play, bed_of
from callshot.tracker.seeing import open_eyes
from callshot.tracker.session import Record, session_record


def main(video: str, calibration: str, balls_name: str, game: str = "none") -> None:
    table, balls = load_table(Path(calibration)), BALL_SETS[balls_name]
    eyes = open_eyes(table, balls)
    play = Play(game, ("Ann", "Bo") if game != "none" else (), {}, ("en",))
    pipeline = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, play, eyes)
    pipeline.begin(
        session_record(
            source=video, game=game, players=play.players, options={}, table_name=table.name,
            length_mm=table.length_mm, width_mm=table.width_mm, ball_set=balls.name, ball_diameter_mm=balls.diameter_mm,
        )
    )  # fmt: skip
    free_at_s = 0.0
    costs: dict[str, list[float]] = {"rest": [], "moving": []}
    dropped = {"rest": 0, "moving": 0}
    delays: list[float] = []
    waiting = None
    start_s = time.thread_time()
    last_t = 0.0

    def take(frame: object) -> None:
        nonlocal free_at_s
        begin = max(free_at_s, frame.t_s)  # type: ignore[attr-defined]
        before = time.thread_time()
        records: list[Record] = pipeline.update(frame)  # type: ignore[arg-type]
        cost = time.thread_time() - before
        free_at_s = begin + cost
        costs["moving" if pipeline.moving else "rest"].append(cost)
        for record in records:
            if record["type"] == "stroke" and record["t_end"] is not None:
                delays.append(free_at_s - record["t_end"])
                print(f"stroke {record['number']} at {record['t_end']:.2f} s, told {delays[-1] * 1000:.0f} ms later")
            elif record["type"] in ("ruling", "question", "layout", "disturbance"):
                print("   ", str(record)[:110])

    warm_up = WARM_UP
    for frame in Recording(Path(video)):
        last_t = frame.t_s
        if warm_up and free_at_s <= frame.t_s:
            warm_up -= 1
            before = time.thread_time()
            pipeline.see(frame)
            free_at_s = frame.t_s + time.thread_time() - before
            print(f"warming up at {frame.t_s:.2f} s took {free_at_s - frame.t_s:.3f} s")
            continue
        if warm_up:
            continue
        if waiting is not None:
            if free_at_s <= frame.t_s:
                take(waiting)
                waiting = None
            else:
                dropped["moving" if pipeline.moving else "rest"] += 1
        waiting = frame
        if free_at_s <= frame.t_s:
            take(frame)
            waiting = None
    total = time.thread_time() - start_s
    for phase, seconds in costs.items():
        if seconds:
            share = dropped[phase] / (len(seconds) + dropped[phase])
            print(
                f"{phase}: {len(seconds)} frames, {dropped[phase]} dropped ({share:.1%}), mean "
                f"{statistics.fmean(seconds) * 1000:.1f} ms, worst {max(seconds) * 1000:.0f} ms, "
                f"one core {statistics.fmean(seconds) * 60:.0%} at 60 frames/s"
            )
    print(f"{total:.1f} s of processor for {last_t:.1f} s of play (decoding included)")


if __name__ == "__main__":
    main(*sys.argv[1:])
