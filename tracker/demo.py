"""`callshot demo`: the bundled recording through the whole system, from finding the table to the last ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import click
import cv2

from callshot.calibration.table import TableGeometry
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.adapters import Adapters
from callshot.tracker.annotate import Annotator
from callshot.tracker.announce import Context
from callshot.tracker.announce.places import Table
from callshot.tracker.calibrating import calibrate_source
from callshot.tracker.choices import parse_languages
from callshot.tracker.diagram import draw_stroke
from callshot.tracker.pipeline import Play
from callshot.tracker.printed import Printed
from callshot.tracker.record_file import RecordFile
from callshot.tracker.replay import Footage, replay_frames, write_film
from callshot.tracker.session import Record
from callshot.tracker.trouble import Trouble

RECORDING = "demo.mp4"
"""A 9-ball passage on a 9 ft table, drawn by the project's own table; the head end is at the left."""
PLAYERS = ("Ann", "Bo")
GAME = "9ball-fi"


class Telling:
    """Prints the rulings as they fall and keeps what the pictures need."""

    def __init__(self, play: Play) -> None:
        self._context = Context(game=play.game, players=tuple(play.players))
        self._langs = tuple(play.langs[:1]) or ("en",)
        self._printed = Printed(play.game, play.players, play.langs, click.echo)
        self.strokes: dict[int, Record] = {}
        self.paths: dict[int, Mapping[str, Any]] = {}
        self.rulings: dict[int, Record] = {}

    def take(self, records: list[Record]) -> None:
        """The records as they come."""
        for record in records:
            kind = record["type"]
            if kind == "stroke":
                self.strokes[record["number"]] = record
            elif kind == "paths":
                self.paths[record["of"]] = record["balls"]
            elif kind == "ruling" and record["of"] is not None:
                self.rulings[record["of"]] = record
        self._printed.take(records)

    def draw(self, folder: Path, table: TableGeometry, ball_diameter_mm: float) -> int:
        """One picture a stroke; returns how many."""
        context = replace(self._context, table=Table(table.length_mm, table.width_mm, ball_diameter_mm))
        for number, stroke in self.strokes.items():
            picture = draw_stroke(stroke, self.rulings.get(number), table, self.paths.get(number), context=context,
                                  language=self._langs[0], ball_diameter_mm=ball_diameter_mm)  # fmt: skip
            path = folder / f"stroke-{number:02d}.png"
            if not cv2.imwrite(str(path), picture):
                raise Trouble(f"{path}: can't be written; is the disk full?")
        return len(self.strokes)


def run_demo(adapters: Adapters, output: Path, lang: str, *, serve: bool, port: int) -> None:
    """Replays the bundled recording into `output`. Raises Trouble."""
    play = Play(GAME, PLAYERS, {}, parse_languages(lang))
    balls = BALL_SETS["pool9"]
    with resources.as_file(resources.files("callshot.models") / "data" / RECORDING) as recording:
        if serve:
            from callshot.tracker.running import serve_demo

            serve_demo(adapters, recording, play, output, port)
            return
        try:
            output.mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise Trouble(f"{output}: can't be made ({why.strerror}); choose another folder with -o") from why
        click.echo("finding the table ...", err=True)
        table = calibrate_source(adapters, str(recording), "9ft", "left")
        (output / "table.toml").write_text(table.to_toml(), encoding="utf-8")
        click.echo(f"found: {table.error_mm:.1f} mm off its own lines", err=True)
        film = Annotator(output / "annotated.mp4", table, balls.diameter_mm)
        telling = Telling(play)
        with RecordFile(output / "records.jsonl") as out:

            def take(records: list[Record]) -> None:
                out.write(records)
                telling.take(records)
                film.note(records)

            replay_frames(adapters, Footage(str(recording), table, balls, play), take)
        drawn = telling.draw(output, table, balls.diameter_mm)
        write_film(adapters, film, str(recording), 25.0)
    if not drawn:
        raise Trouble("demo: no stroke was found in the bundled recording; this installation is broken")
    click.echo(f"{output}/: records.jsonl, annotated.mp4, {drawn} pictures of strokes, table.toml")
