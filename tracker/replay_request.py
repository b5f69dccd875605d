"""What a replay is asked for, checked before anything is looked at; and the first record that it writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from callshot.calibration.table import TableGeometry
from callshot.rules.equipment import BallSet
from callshot.tracker.balls import ball_set_of, check_fits
from callshot.tracker.live_check import rough
from callshot.tracker.outputs import FILM_ENDINGS, check_ending, check_folders
from callshot.tracker.pipeline import Pipeline, Play, check_play
from callshot.tracker.session import Record, notice_record, session_record


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What was asked for on the command line. game_named: else records say themselves which game they are of."""

    source: str
    stage: str
    calibration: Path | None
    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    langs: tuple[str, ...]
    balls: str
    output: Path | None
    observations: Path | None
    annotated: Path | None
    fps: float
    clips: Path | None = None
    game_named: bool = True

    @property
    def play(self) -> Play:
        """The game part of it."""
        return Play(self.game, self.players, self.options, self.langs, in_progress=True)


def check_request(request: ReplayRequest) -> None:
    """Nothing is asked for that can't be had, and no file would be lost. Raises click.UsageError."""
    if request.stage != "strokes":
        check_play(request.play)
    if request.stage == "frames" and request.calibration is None:
        raise click.UsageError("--calibration is missing; make it with `callshot calibrate SOURCE --table 9ft ...`")
    wanted = {"--observations": request.observations, "--annotated": request.annotated, "--clips": request.clips}
    for option, path in wanted.items() if request.stage != "frames" else ():
        if path is not None:
            raise click.UsageError(f"{option} needs the recording itself: replay it without --from {request.stage}")
    check_folders({"-o": request.output, **wanted})
    if request.stage == "frames":
        check_fits(request.game, ball_set_of(request.balls))
    check_ending("--annotated", request.annotated, FILM_ENDINGS)


def session_of(play: Play, source: str, table: TableGeometry, balls: BallSet, models: list[Record]) -> Record:
    """The first record."""
    return session_record(
        source=source, game=play.game, players=play.players, options=play.options or {}, table_name=table.name,
        length_mm=table.length_mm, width_mm=table.width_mm, ball_set=balls.name, ball_diameter_mm=balls.diameter_mm,
        models=models,
    )  # fmt: skip


def hold_doubts(pipeline: Pipeline, table: TableGeometry) -> list[Record]:
    """Above a table that was calibrated roughly nothing is ruled that hangs on so little; what is told of it."""
    badly = rough(table)
    if badly is None:
        return []
    pipeline.moved_mm = table.error_mm
    return [notice_record(0.0, badly.level, badly.code, badly.text)]
