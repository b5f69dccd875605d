"""A Congestion game played through `callshot rule`: records in, records out, questions answered as they come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from callshot.tracker.rule_command import RuleSession
from tests.rules.closed import check_records

Record = dict[str, Any]

BREAK_RAILS = ("1a", "2a", "3a", "4a", "5a")


class Play:
    """One session. `out` is the whole stream; `say` gives the records that one line led to."""

    def __init__(self, players: Sequence[str], options: Mapping[str, Any] | None = None, table: Any = None) -> None:
        self.out: list[Record] = []
        self.lines = 0
        self.strokes = 0
        self.players = tuple(players)
        choices = {k: ("yes" if v else "no") if isinstance(v, bool) else str(v) for k, v in (options or {}).items()}
        size = table or {"name": "10ft", "length_mm": 2844.8, "width_mm": 1422.4}
        self.rules = RuleSession(self.out.append, "congestion", (), {}, show_state=True)
        self.begun = self.say({"type": "session", "players": list(players), "options": choices, "table": size})

    def say(self, record: Record) -> list[Record]:
        """One record in; what came of it, the record's echo left out."""
        at = len(self.out)
        self.lines += 1
        self.rules.take(record, self.lines)
        check_records(self.out[at:])
        echo = {**record, "private_to": None}
        return [r for r in self.out[at:] if {**r, "private_to": None} != echo and r["type"] != "session"]

    def state(self, **fields: Any) -> list[Record]:
        """Enters a game in progress; players who are not named have pea 8 (as the worked scenarios have it)."""
        people = {p: {"pea": 8, **(fields.get("players") or {}).get(p, {})} for p in self.players}
        for row in people.values():
            row["stash"] = [str(b) for b in row.get("stash", [])]
        said = self.say({"type": "state", "phase": "play", **fields, "players": people})
        assert not [r for r in said if r["type"] == "notice"], said
        return said

    def input(self, kind: str, player: str | None = None, by: str = "player", **values: Any) -> list[Record]:
        """Something said."""
        record: Record = {"type": "input", "by": by, "kind": kind, **values}
        if player is not None:
            record["player"] = player
        return self.say(record)

    def answer(self, about: str, value: Any, player: str | None = None, **more: Any) -> list[Record]:
        """An answer."""
        return self.input("answer", player, "referee" if player is None else "player", about=about, value=value, **more)

    def fact(self, fact: str, value: Any) -> list[Record]:
        """A fact, from the referee."""
        return self.input("fact", by="referee", fact=fact, value=value)

    def stroke(self, **facts: Any) -> list[Record]:
        """A stroke from settled facts: `pocketed`, `whammies`, `jumped`, `cue_lost`, `fouls`, `struck`, `first`."""
        self.strokes += 1
        return self.say(stroke_record(self.strokes, self.shown, **facts))

    # ------------------------------------------------------------------ what there is

    @property
    def shown(self) -> Record:
        """The latest `state` record, in or out."""
        return next((r for r in reversed(self.out) if r["type"] == "state"), {})

    @property
    def ruling(self) -> Record:
        """The latest ruling."""
        return next(r for r in reversed(self.out) if r["type"] == "ruling" and "private_to" not in r)

    @property
    def open(self) -> list[Record]:
        """What the game waits for, as the referee keeps it."""
        assert self.rules._referee is not None
        ids = [q.id for q in self.rules._referee.open_questions]
        return [next(r for r in reversed(self.out) if r.get("id") == i) for i in ids]

    @property
    def asked(self) -> list[tuple[Any, ...]]:
        """(about, purpose, player, opponent) of the open questions."""
        return [(q["about"], q.get("purpose"), q["player"], q.get("opponent")) for q in self.open]

    def score(self, player: str) -> Record:
        """A player's public score."""
        return self.ruling["score"][player]

    def stash(self, player: str) -> list[int]:
        """Values he holds, highest first."""
        return [int(b.removeprefix("crazy-")) for b in self.score(player)["stash"]]

    @property
    def log(self) -> list[str]:
        """The log of the latest ruling."""
        return self.ruling["log"]

    @property
    def next(self) -> list[Any] | None:
        """[player, stroke] of the latest ruling."""
        following = self.ruling["next"]
        return None if following is None else [following["player"], following["stroke_no"]]

    @property
    def spotted(self) -> list[int]:
        """Values of the balls that the latest ruling spots."""
        return [int(s["ball"].removeprefix("crazy-")) for s in self.ruling["spot"] if s["ball"] not in WHAMMIES]

    @property
    def fouls(self) -> list[tuple[str, str]]:
        """(code, clause) of the latest ruling."""
        return [(f["code"], f["clause"]) for f in self.ruling["fouls"]]

    def debts(self) -> list[list[str]]:
        """[debtor, creditor], oldest first."""
        return [d[:2] for d in self.shown["debts"]]


WHAMMIES = ("yellow", "green", "brown", "blue", "pink", "black")
LABELS = {"maroon": "brown", "orange": "pink"}
CUES = {"plain": "cue", "crazy": "crazy-cue"}


def _ident(ball: Any) -> str:
    text = str(ball)
    return LABELS.get(text, text) if not text.isdecimal() else f"{text}a"


def stroke_record(number: int, state: Mapping[str, Any], **facts: Any) -> Record:
    """The stroke record that has exactly these facts, on the table of that state."""
    fouls = facts.get("fouls", [])
    on_break = state.get("phase", "break") == "break"
    struck = facts.get("struck") or next(iter(state.get("in_hand") or {}), "cue")
    table = [b for b in state.get("on_table") or ["1"] if b not in WHAMMIES]
    first = facts.get("first", f"{table[0]}a" if table else "black")
    events: list[Record] = [{"kind": "strike", "ball": struck}]
    if "no_object_ball" in fouls:
        first = None
    if "cue_ball_first_on_break" in fouls:
        first = "crazy-cue"
        events.append({"kind": "contact", "balls": [struck, "crazy-cue"]})
        events.append({"kind": "contact", "balls": ["crazy-cue", "1a"]})
    elif first is not None:
        if "kitchen_not_crossed" not in fouls:
            events.append({"kind": "head-string", "ball": struck, "direction": "out"})
        events.append({"kind": "contact", "balls": [struck, first]})
    if "no_cushion" not in fouls and first is not None:
        rails = BREAK_RAILS[: 2 if "not_open_break" in fouls else 5] if on_break else ("cue",)
        events += [{"kind": "cushion", "ball": b, "cushion": "foot"} for b in rails]
    down = [_ident(b) for b in (*facts.get("pocketed", []), *facts.get("whammies", []))]
    down += [CUES[c] for c in facts.get("cue_lost", [])]
    count: dict[str, int] = {}
    for ball in down:
        count[ball] = count.get(ball, 0) + 1
        ident = ball if count[ball] == 1 else ball[:-1] + "abc"[count[ball] - 1]
        events.append({"kind": "pocket", "ball": ident, "pocket": "foot-left"})
    for ball in facts.get("jumped", []):
        events.append({"kind": "off-table", "ball": _ident(ball), "x": 0, "y": 1500})
    for k, e in enumerate(events):
        e["t"] = number + k / 100
    return {
        "type": "stroke", "t": number + 0.9, "number": number, "t_start": float(number), "t_end": number + 0.9,
        "struck": struck, "first_contact": first, "events": events, "uncertain": [],
    }  # fmt: skip


@pytest.fixture
def play() -> Callable[..., Play]:
    """Begins a session; `play("A", "B", option_1=True)`."""

    def begin(*players: str, **options: Any) -> Play:
        return Play(players, options)

    return begin
