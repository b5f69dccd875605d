"""`callshot rule`: records in, the same records out with rulings, questions and notices added, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from callshot.hardware.json_lines import JsonError, read_value
from callshot.rules.equipment import BALL_SETS
from callshot.rules.game import Event, Setting
from callshot.rules.games import GAMES
from callshot.rules.records import (
    RecordError,
    question_record,
    read_disturbance,
    read_input,
    read_layout,
    read_stroke,
    ruling_record,
)
from callshot.rules.ruling import Ruling
from callshot.tracker.answered import LATE, is_late, named_by_id, why_refused, without_id
from callshot.tracker.bottle import Bottle, is_pea
from callshot.tracker.referee import Occasion, Referee, Said, begin
from callshot.tracker.session import Record, line_of
from callshot.tracker.session_fields import check_state, read_session
from callshot.tracker.trouble import Trouble

Announce = Callable[[Ruling, Sequence[str], Occasion], Sequence[Mapping[str, str]]]
Announcing = Callable[[str, Setting], Announce]
"""Makes what announces, once the game and its setting are known."""
READERS: Mapping[str, Callable[[Mapping[str, Any]], Event]] = {
    "stroke": read_stroke,
    "layout": read_layout,
    "disturbance": read_disturbance,
    "input": read_input,
}
MADE_HERE = ("ruling", "question")
"""Records that this command writes itself: read back from an earlier run they are dropped and made anew."""


def _nothing(ruling: Ruling, langs: Sequence[str], on: Occasion) -> Sequence[Mapping[str, str]]:
    return ()


def silent(game: str, setting: Setting) -> Announce:
    """Nothing is announced."""
    return _nothing


def read_line(line: str | bytes, number: int) -> Record | None:
    """One line as a record; None for an empty one. Raises Unreadable."""
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        if number == 1:
            text = text.removeprefix("\ufeff")  # the byte order mark that some editors put before the first line
        if not text.strip():
            return None
        record = read_value(text)
    except UnicodeDecodeError:
        raise Unreadable(f"line {number}: not UTF-8 text; records are JSON Lines in UTF-8") from None
    except JsonError as why:
        raise Unreadable(
            f"line {number}: not a JSON object{_why(why)}: {_short(line)}; write one record a line"
        ) from None
    if not isinstance(record, dict):
        raise Unreadable(f"line {number}: not a JSON object: {_short(line)}; write one record a line")
    if not isinstance(record.get("type"), str):
        raise Unreadable(f"line {number}: field 'type' is missing; say which record it is")
    return record


def _why(error: JsonError) -> str:
    return "" if str(error) == "not JSON" else f" ({error})"


def _short(line: str | bytes) -> str:
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    text = repr(" ".join(text[:200].split()))
    return text if len(text) <= 62 else text[:58] + "...'"


class Unreadable(Trouble):
    """A line of the stream can't be read; all before it is ruled."""


class RuleSession:
    """What `callshot rule` keeps from line to line."""

    def __init__(
        self,
        put: Callable[[Record], None],
        game: str | None,
        players: Sequence[str],
        options: Mapping[str, str],
        langs: Sequence[str] = (),
        show_state: bool = False,
        announcing: Announcing = silent,
    ) -> None:
        self._put = put
        self._game = game
        self._players = tuple(players)
        self._options = dict(options)
        self._langs = tuple(langs)
        self._show_state = show_state
        self._announcing = announcing
        self._announce: Announce = _nothing
        self._bottle = Bottle()
        self._referee: Referee | None = None
        self._began = False

    def take(self, record: Record, number: int | None = None) -> None:
        """One record: echoed, then what follows from it. Raises Trouble where it can't be read.

        number: of its line, where it stands in a file or comes from another program; what is told then names it.
        """
        kind = record["type"]
        if kind in MADE_HERE or (kind == "notice" and record.get("code") == "refused"):
            return
        t_s = record.get("t", 0.0)
        t_s = float(t_s) if isinstance(t_s, int | float) and not isinstance(t_s, bool) else 0.0
        asked = () if self._referee is None else self._referee.open_questions
        record = self._kept_secret(named_by_id(record, asked))
        try:
            if kind == "session":
                self._session(record, number, t_s)
                return
            if kind == "state":
                check_state(record)
            event = READERS[kind](without_id(record, asked)) if kind in READERS else None
        except RecordError as why:
            raise Unreadable(f"{_at(number)}{why}") from None
        if not self._began:
            self._begin({}, number, t_s)
        self._bottle.take(record)
        self._put(record)
        if kind == "state":
            self._state(record, number, t_s)
        elif event is not None:
            self._event(event, number, t_s, record)

    def _kept_secret(self, record: Record) -> Record:
        """A private answer is echoed to its player alone; a pea that the system is to draw is drawn here.

        The drawn number stands in the echo, so that the stream, replayed, draws nothing again.
        """
        player = record.get("player")
        if record["type"] != "input" or not isinstance(player, str):
            return record
        private = is_pea(record)
        if record.get("kind") == "answer" and self._referee is not None:
            private |= any(
                q.about == record.get("about") and q.player == player and q.private_to is not None
                for q in self._referee.open_questions
            )
        if is_pea(record) and record.get("value") == "system":
            drawn = self._bottle.draw(player)
            record = record if drawn is None else {**record, "value": drawn}
        return {**record, "private_to": player} if private else record

    # ------------------------------------------------------------------------------------------ beginning

    def _session(self, record: Record, number: int | None, t_s: float) -> None:
        fields = read_session(record)
        if self._began:
            self._put(record)
            self._refuse("session: the session has begun", number, t_s)
            return
        self._begin(fields, number, t_s, record)

    def _begin(self, fields: Mapping[str, Any], number: int | None, t_s: float, record: Record | None = None) -> None:
        """The game of the command line, else that of the session record."""
        name = self._game or fields.get("game")
        if name is None:
            raise Unreadable(f"{_at(number)}no game; give --game, or begin with a session record that names one")
        if name not in GAMES:
            raise Unreadable(f"{_at(number)}unknown game {name!r}; `callshot games` lists them")
        options = {**fields.get("options", {}), **self._options}
        table = fields.get("table", {})
        setting = Setting(
            players=self._players or tuple(fields.get("players", ())),
            options=options,
            length_mm=table.get("length_mm", 2540.0),
            width_mm=table.get("width_mm", 1270.0),
            ball_diameter_mm=fields.get("ball_diameter_mm", BALL_SETS["pool15"].diameter_mm),
        )
        self._began = True
        self._announce = self._announcing(name, setting)
        if record is not None:
            self._put(record)
        self._referee, said = begin(GAMES[name], setting)
        if self._referee is None and (self._players or self._options):
            raise unplayable(name, said)
        self._say(said, number, t_s)

    def _state(self, record: Record, number: int | None, t_s: float) -> None:
        if self._referee is None:
            self._refuse("state: no game has begun", number, t_s)
            return
        fields = {k: v for k, v in record.items() if k not in ("type", "t")}
        self._referee, said = self._referee.enter(fields)
        self._say(said, number, t_s)

    def _event(self, event: Event, number: int | None, t_s: float, record: Record) -> None:
        if self._referee is None:
            self._refuse("no game has begun", number, t_s)
            return
        before = self._referee
        if is_late(record, before.open_questions):
            self._refuse(LATE, number, t_s)
            return
        self._referee, said = before.feed(event)
        if said.refused is not None:
            said = replace(said, refused=why_refused(said.refused, record, before.open_questions))
        self._say(said, number, t_s, before)

    # ------------------------------------------------------------------------------------------ saying

    def _say(self, said: Said, number: int | None, t_s: float, before: Referee | None = None) -> None:
        if said.refused is not None:
            self._refuse(said.refused, number, t_s)
        for ruling in said.rulings:
            occasion = Occasion() if self._referee is None else self._referee.occasion(ruling, before)
            self._put(ruling_record(ruling, t_s, self._announce(ruling, self._langs, occasion)))
            if self._show_state and self._referee is not None:
                self._put({"type": "state", "t": t_s, **self._referee.show()})
        for question in said.questions:
            asked = question_record(question, t_s)
            self._bottle.take(asked)
            self._put(asked)
        for dropped in said.dropped:
            self._refuse(dropped, number, t_s)

    def _refuse(self, reason: str, number: int | None, t_s: float) -> None:
        notice = {"type": "notice", "t": t_s, "level": "warning", "code": "refused"}
        where = {} if number is None else {"line": number}
        self._put({**notice, **where, "text": f"{_at(number)}{reason}"})


def _at(number: int | None) -> str:
    return "" if number is None else f"line {number}: "


def check_usage(game: str | None, players: Sequence[str], options: Mapping[str, str]) -> None:
    """What the command line asks for can be played. Raises click.UsageError."""
    if game is None or game not in GAMES:
        return
    if players or options:
        sample = tuple(players) or (("A", "B") if game != "none" else ())
        _, said = begin(GAMES[game], Setting(sample, dict(options)))
        if said.refused is not None:
            raise unplayable(game, said)


def unplayable(game: str, said: Said) -> click.UsageError:
    """The command line asks for what the game does not have."""
    return click.UsageError(f"{game}: {said.refused}; `callshot games {game}` lists its options")


def run_rules(
    lines_in: Iterable[str | bytes],
    write: Callable[[str], None],
    game: str | None,
    players: Sequence[str],
    options: Mapping[str, str],
    langs: Sequence[str] = (),
    show_state: bool = False,
    announcing: Announcing = silent,
) -> None:
    """Rules a stream of records. `write` gets one whole line at a time and flushes it.

    Raises Trouble, with the line's number, at the first line that can't be read; all before it is ruled.
    Raises click.UsageError where the command line asks for what can't be played.
    """
    check_usage(game, players, options)
    session = RuleSession(lambda record: write(line_of(record)), game, players, options, langs, show_state, announcing)
    for number, line in enumerate(lines_in, 1):
        record = read_line(line, number)
        if record is not None:
            session.take(record, number)
