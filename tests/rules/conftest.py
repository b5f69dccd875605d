"""What the rules tests share: a table where strokes are played from the text notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from callshot.rules.game import Event, Setting
from callshot.rules.games import GAMES
from callshot.rules.notation import parse_state, parse_stroke
from callshot.rules.ruling import Question, Ruling
from callshot.rules.vocabulary import Input
from callshot.tracker.referee import Referee, Said, begin
from tests.rules.closed import check_said


class Table:
    """A session: `play` strokes, `say` inputs, look at the latest ruling."""

    def __init__(self, game: str, options: Mapping[str, str], players: tuple[str, ...] = ("X", "Y")) -> None:
        referee, said = begin(GAMES[game], Setting(players, options))
        assert referee is not None, said.refused
        self.referee: Referee = referee
        self.said: Said = said
        self.ruling: Ruling | None = None

    def _heard(self, said: Said) -> Said:
        self.said = said
        check_said(said.rulings, said.questions, self.referee.game.name)
        if said.rulings:
            self.ruling = said.rulings[-1]
        return said

    def enter(self, text: str) -> Table:
        """A game in progress, from the text notation."""
        self.referee, said = self.referee.enter(parse_state(text))
        assert self._heard(said).refused is None, said.refused
        return self

    def feed(self, event: Event) -> Table:
        """Any event; it may be refused."""
        self.referee, said = self.referee.feed(event)
        self._heard(said)
        return self

    def play(self, *strokes: str) -> Table:
        """Strokes, numbered on; `cue>3 3|foot`. None may be refused."""
        for text in strokes:
            last = self.referee.state.worlds[0].state.last_stroke
            self.feed(parse_stroke(f"#{last + 1} {text}"))
            assert self.said.refused is None, self.said.refused
        return self

    def say(self, kind: str, player: str | None = None, by: str = "player", **values: Any) -> Table:
        """An input that makes sense."""
        self.feed(Input(0.0, by, kind, player, values))  # type: ignore[arg-type]
        assert self.said.refused is None, self.said.refused
        return self

    def refused(self, kind: str, player: str | None = None, by: str = "player", **values: Any) -> str:
        """An input that makes no sense now: why."""
        before = self.referee
        self.feed(Input(0.0, by, kind, player, values))  # type: ignore[arg-type]
        assert self.said.refused is not None, "it was taken"
        assert self.referee == before
        return self.said.refused

    def fact(self, fact: str, value: Any) -> Table:
        """The referee says a fact."""
        return self.say("fact", by="referee", fact=fact, value=value)

    def call(self, ball: str, pocket: str) -> Table:
        """The player at the table calls."""
        return self.say("call", ball=ball, pocket=pocket)

    def answer(self, about: str, value: Any, player: str | None = None) -> Table:
        """An answer to the open question."""
        return self.say("answer", player, by="referee" if player is None else "player", about=about, value=value)

    @property
    def question(self) -> Question:
        """The one question that is open."""
        assert len(self.referee.open_questions) == 1, self.referee.open_questions
        return self.referee.open_questions[0]

    @property
    def latest(self) -> Ruling:
        """The ruling said last."""
        assert self.ruling is not None
        return self.ruling

    @property
    def log(self) -> str:
        """The log of the latest ruling in one line."""
        return " ".join(self.latest.log)

    @property
    def fouls(self) -> list[tuple[str, str]]:
        """(code, clause) of the latest ruling."""
        return [(f.code, f.clause) for f in self.latest.fouls]

    @property
    def spots(self) -> list[str]:
        """Balls that the latest ruling spots."""
        return [s.ball for s in self.latest.spot]

    @property
    def next(self) -> tuple[str, str]:
        """Who is next, and the cue ball."""
        assert self.latest.next is not None, (self.latest, self.said.questions)
        return self.latest.next.player, str(self.latest.next.cue_ball)

    def score(self, player: str) -> dict[str, Any]:
        """A player's score after the latest ruling."""
        value = self.latest.score[player]
        assert isinstance(value, dict)
        return value


@pytest.fixture
def table() -> Any:
    """table("9ball-fi", "shooter=X phase=play ...", key="value") -> a Table; options by keyword, `.` as `__`."""

    def lay(game: str, state: str = "", **options: str) -> Table:
        laid = Table(game, {k.replace("__", "."): v for k, v in options.items()})
        return laid.enter(state) if state else laid

    return lay
