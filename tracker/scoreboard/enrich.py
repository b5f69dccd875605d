"""Records as the page gets them: a ruling or a question also carries its words in every language, a session what it is
played to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from callshot.tracker.announce import LANGUAGES, Context, Table, ask, explain
from callshot.tracker.scoreboard.aim import aims_of, strokes_of_inning

Record = Mapping[str, Any]


class Enricher:
    """Goes through a session's records in order and keeps what an announcement must know."""

    def __init__(self) -> None:
        self._context = Context()

    @property
    def players(self) -> tuple[str, ...]:
        """Players in order of turn."""
        return self._context.players

    def dress(self, record: Record) -> Record:
        """The record, with `page` added where it has words to show."""
        kind = record.get("type")
        if kind == "session":
            self._context = context_of(record)
            return {**record, "page": {"aims": aims_of(record), "inning": strokes_of_inning(record)}}
        if kind == "stroke":
            self._context = self._context.with_stroke(record)
        elif kind == "input" and record.get("kind") in ("join", "leave"):
            self._people(record)
        elif kind == "ruling":
            dressed = {
                **record,
                "page": {each["lang"]: each["lines"] for each in explain(record, self._context, LANGUAGES)},
            }
            if record.get("private_to") is None:
                self._after(record)
            return dressed
        elif kind == "question":
            told = ask(record, self._context, LANGUAGES, names_stroke=False)
            return {
                **record,
                "page": {each["lang"]: {"text": each["text"], "choices": each["choices"]} for each in told},
            }
        return record

    def _after(self, ruling: Record) -> None:
        coming = ruling.get("next")
        shooter = coming.get("player") if isinstance(coming, Mapping) else self._context.shooter
        score = ruling.get("score")
        self._context = replace(
            self._context,
            shooter=shooter,
            previous_score=score if isinstance(score, Mapping) and score else self._context.previous_score,
        )

    def _people(self, record: Record) -> None:
        player = record.get("player")
        if isinstance(player, str) and player not in self._context.players:
            self._context = replace(self._context, players=(*self._context.players, player))


def context_of(session: Record) -> Context:
    """What a `session` record says of the table and the people."""
    table = session.get("table")
    sizes = table if isinstance(table, Mapping) else {}
    players = tuple(str(player) for player in session.get("players") or ())
    options = session.get("options")
    target = options.get("target") if isinstance(options, Mapping) else None
    return Context(
        game=str(session.get("game", "none")),
        players=players,
        shooter=players[0] if players else None,
        table=Table(
            float(sizes.get("length_mm", 2540.0)),
            float(sizes.get("width_mm", 1270.0)),
            float(session.get("ball_diameter_mm", 57.15)),
        ),
        target=int(target) if isinstance(target, str | int) and str(target).isdecimal() else None,
    )
