"""The later stages of a replay alone: from what was seen, or from the strokes that were told."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import click

from callshot.calibration.table import TableGeometry, load_table, table_from_toml
from callshot.hardware.frame import Notice
from callshot.rules.equipment import BALL_SETS, BallSet
from callshot.tracker.ball_size import LEAST_MM, MOST_MM
from callshot.tracker.balls import ball_set_of, check_fits
from callshot.tracker.herald import Herald
from callshot.tracker.observations_file import ObservationsError, read_observations
from callshot.tracker.pipeline import Pipeline, bed_of
from callshot.tracker.progress import Progress
from callshot.tracker.record_file import RecordFile
from callshot.tracker.replay_request import ReplayRequest, hold_doubts, session_of
from callshot.tracker.replay_told import RulingsTold
from callshot.tracker.rule_command import Unreadable, run_rules
from callshot.tracker.ruling_loop import MAX_LINE_BYTES
from callshot.tracker.session import Record, notice_records
from callshot.tracker.trouble import Trouble


def from_observations(request: ReplayRequest) -> None:
    """Follows again what was seen. Raises Trouble, CalibrationError, click.UsageError."""
    notices: list[Notice] = []
    try:
        head, frames = read_observations(request.source, notices.append)
        table = table_from_toml(str(head.get("table", "")), request.source)
        balls = _set_of(head, request.source)
        _check_same(request, table, balls)
        check_fits(request.game, balls)
        pipeline = Pipeline(bed_of(table, balls.diameter_mm), dict(balls.labels), request.play)
        with RecordFile(request.output) as out, RulingsTold(request) as told, Progress("replay", None) as progress:

            def take(records: list[Record]) -> None:
                out.write(records)
                told.take(records)

            take(pipeline.begin(session_of(request.play, str(head.get("source")), table, balls, _models(head))))
            take(hold_doubts(pipeline, table))
            for count, seen in enumerate(frames, 1):
                take(pipeline.observe(seen))
                progress.at(count)
            take(pipeline.finish() + notice_records(notices, pipeline.t_s))
    except ObservationsError as why:
        raise Trouble(str(why)) from why


def _set_of(head: Mapping[str, object], path: str) -> BallSet:
    """The set that the observations were made with. Raises Trouble."""
    name = head.get("balls")
    if not isinstance(name, str) or name not in BALL_SETS:
        raise Trouble(f"{path}: it says no set of balls that is known ({str(name)[:40]}); make the file again")
    diameter = head.get("ball_diameter_mm", BALL_SETS[name].diameter_mm)
    if isinstance(diameter, bool) or not isinstance(diameter, int | float) or not LEAST_MM < diameter < MOST_MM:
        raise Trouble(f"{path}: it says balls of {str(diameter)[:40]} mm, as none are; make the file again")
    return replace(BALL_SETS[name], diameter_mm=float(diameter))


def _models(head: Mapping[str, object]) -> list[Record]:
    models = head.get("models")
    return [m for m in models if isinstance(m, dict)] if isinstance(models, list) else []


def _check_same(request: ReplayRequest, table: TableGeometry, balls: BallSet) -> None:
    """What was said of table and balls is what was seen; other ones need another look. Raises click.UsageError."""
    again = "it takes the recording to look again (without --from observations)"
    if request.balls != "any" and ball_set_of(request.balls).name != balls.name:
        raise click.UsageError(f"--balls {request.balls}: the observations were made with {balls.name}; {again}")
    if request.calibration is not None:
        given = load_table(request.calibration)
        same = replace(given, made_by=table.made_by, made_at=table.made_at).to_toml() == table.to_toml()
        if not same:
            raise click.UsageError(
                f"--calibration {request.calibration}: the observations were made with another; {again}"
            )


def from_strokes(request: ReplayRequest) -> None:
    """Rules the records of an earlier run again; its session record gives way to what is asked for now."""
    game = request.game if request.game_named else None
    with RecordFile(request.output) as out, RulingsTold(request) as told:

        def write(line: str) -> None:
            out.write_line(line)
            told.take([json.loads(line)])

        try:
            run_rules(
                _lines_of(Path(request.source)), write, game, request.players, request.options, request.langs,
                announcing=Herald,
            )  # fmt: skip
        except Unreadable as why:
            raise Trouble(f"{request.source}: {why}") from why


def _lines_of(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as lines:
            first = lines.readline(MAX_LINE_BYTES)
            if not first:
                raise Trouble(f"{path}: holds no records; give those of an earlier run")
            yield first
            while line := lines.readline(MAX_LINE_BYTES):
                yield line
    except OSError as why:
        raise Trouble(f"{path}: can't be read ({why.strerror}); give the records of an earlier run") from why
