"""Seeded evenings of every pool game and what is said of them: `python -m tests.rules.evenings` writes the golden file.

The file is a guard, not a proof: a change in it has to be explained by a clause or an option before it is committed.
"""

# ruff: noqa: E501 (one row an event)
from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from callshot.rules.game import Setting
from callshot.rules.games import GAMES
from callshot.rules.notation import format_stroke, parse_stroke
from callshot.rules.records import question_record, ruling_record
from callshot.rules.vocabulary import CUSHIONS, POCKETS, Disturbance, Input, Layout, Moved, Stroke
from callshot.tracker.referee import Referee, begin

GOLDEN = Path(__file__).parent / "golden_evenings.txt"
PLAYERS = ("Ann", "Bo")
EVENINGS: tuple[tuple[str, dict[str, str], int], ...] = (
    ("8ball-fi", {"race": "2"}, 45),
    ("8ball-hu", {"race": "2", "next_breaker": "alternate"}, 45),
    ("8ball-hu", {"race": "1", "sets": "3", "calls": "evident", "next_breaker": "loser"}, 45),
    ("9ball-fi", {"race": "3"}, 45),
    ("9ball-hu", {"race": "3", "next_breaker": "alternate"}, 45),
    ("141-fi", {"target": "12"}, 45),
    ("141-hu", {"target": "9", "race": "2"}, 45),
    ("lag-fi", {}, 12),
    ("lag-hu", {"coin_toss": "yes"}, 12),
    ("lag-hu", {}, 12),
)
FACTS: tuple[tuple[str, Any], ...] = (
    ("touched_by_clothing", True), ("feet", 0), ("double_hit", True), ("struck_with", "butt"), ("miscue", True),
    ("balls_in_motion_at_strike", True), ("rebounded_from_pocket", ["3", "5"]), ("cue_ball_pocketed", True),
    ("first_contact", None), ("object_balls_to_rail", 5), ("break_spread_intent", False), ("marks_drawn", True),
    ("two_foul_warning", True), ("placement_warning", True), ("rail_frozen_at_start", ["2"]), ("call_obvious", True),
    ("balls_frozen_at_start", ["1"]), ("intent_ruling", "tactical"), ("returned_to_table", "object"),
)  # fmt: skip


class Evening:
    """One session, its lines of input and what was said."""

    def __init__(self, game: str, options: dict[str, str], seed: int) -> None:
        self.dice = random.Random(seed)
        referee, said = begin(GAMES[game], Setting(PLAYERS, options))
        assert referee is not None
        self.referee: Referee = referee
        self.number = 0
        self.lines = [f"== {game} {json.dumps(options)}"]
        self._tell("start", said)

    def _tell(self, what: str, said: Any) -> None:
        if said.refused is not None:
            self.lines.append(f"{what}  ->  refused: {said.refused}")
            return
        for r in said.rulings:
            record = ruling_record(r, 0.0)
            following = record["next"] or {}
            place = [f"{s['ball']}@{s['x']:.0f},{s['y']:.0f}" for s in record["spot"]]
            self.lines.append(
                f"{what}  ->  of={r.of} legal={r.legal} fouls={[(f.code, f.clause, f.ball) for f in r.fouls]} spot={place} "
                f"score={json.dumps(record['score'])} next={list(following.values())} over={record['over']} log={' '.join(r.log)}"
            )  # fmt: skip
        for q in said.questions:
            record = question_record(q, 0.0)
            self.lines.append(f"{what}  ->  asks {[v for k, v in record.items() if k not in ('type', 't')]}")

    def feed(self, what: str, event: Any) -> None:
        """One event."""
        self.referee, said = self.referee.feed(event)
        self._tell(what, said)

    def on_table(self) -> list[str]:
        """Object balls, as the likeliest world has them."""
        return [str(b) for b in self.referee.show().get("on_table", [])] or ["1"]  # type: ignore[attr-defined]

    def stroke(self) -> Stroke:
        """A plausible stroke: often lawful, sometimes not, now and then uncertain."""
        d, table = self.dice, self.on_table()
        call = getattr(self.referee.state.worlds[0].state, "call", None)
        if call is not None and d.random() < 0.7:
            return parse_stroke(f"#{self.number} cue>{call.ball} {call.ball}@{call.pocket}")
        first = d.choice([table[0], table[0], table[0], d.choice(table), "-"])
        words = [f"cue>{first}"]
        if d.random() < 0.3:
            words.append("cue/out")
        if first != "-" and d.random() < 0.5:
            words.append(f"cue*{first}")
        for ball in d.sample(table, min(len(table), d.choice([0, 1, 1, 2, 4]))):
            words.append(f"{ball}|{d.choice(CUSHIONS)}")
        for ball in d.sample(table, min(len(table), d.choice([0, 0, 1, 1, 2]))):
            words.append(f"{ball}@{d.choice(POCKETS)}")
        if d.random() < 0.3:
            words.append(f"cue|{d.choice(CUSHIONS)}")
        rare = d.random()
        if rare < 0.08:
            words.append(f"cue@{d.choice(POCKETS)}")
        elif rare < 0.13:
            words.append(f"{d.choice(table)}!" if not any("@" in w for w in words) else "cue!")
        elif rare < 0.17:
            words.append(f"cue^{d.choice(table)}")
        elif rare < 0.2:
            words.append(f"{d.choice(table)}%{d.choice(['hand', 'other'])}")
        elif rare < 0.23:
            words += ["cue!", f"cue<{d.choice(['lamp', 'object', '?'])}"]
        if d.random() < 0.5:
            left = [b for b in table if not any(w.startswith((f"{b}@", f"{b}!")) for w in words)]
            words += [f"={b}:{d.randint(-600, 600)},{d.randint(-1200, 1200)}" for b in ["cue", *left]]
        if d.random() < 0.12 and first != "-":
            words.append(f'?first_contact=["{first}","{d.choice(table)}",null]')
        if d.random() < 0.08 and "|" in " ".join(words):
            place = next(k for k, w in enumerate(words[1:]) if "|" in w)
            words.append(f"?events[{place}]=[null]")
        return parse_stroke(f"#{self.number} " + " ".join(words))

    def lag(self) -> Stroke:
        """A lag."""
        d = self.dice
        words = ["cuea>-"]
        for ball in ("cuea", "cueb"):
            if d.random() < 0.9:
                words.append(f"{ball}|foot")
            if d.random() < 0.4:
                words.append(f"{ball}|{d.choice(['left-head', 'right-foot', 'head'])}")
            if d.random() < 0.1:
                words.append(f"{ball}@head-left")
        near = d.randint(-1260, -1000)
        words += [f"=cuea:-300,{near}", f"=cueb:300,{near + d.choice([-90, 1, 70])}"]
        return parse_stroke(f"#{self.number} " + " ".join(words))

    def turn(self) -> None:
        """Whatever happens next."""
        d = self.dice
        asked = self.referee.open_questions
        player = d.choice(PLAYERS)
        if asked and d.random() < 0.85:
            q = asked[0]
            value = d.choice(q.candidates)
            self.feed(
                f"answer {q.about} {value}",
                Input(0.0, "referee", "answer", q.player, {"about": q.about, "value": value}),
            )
        elif d.random() < 0.2:
            fact, value = d.choice(FACTS)
            self.feed(f"fact {fact} {value}", Input(0.0, "referee", "fact", None, {"fact": fact, "value": value}))
        elif d.random() < 0.35:
            kind = d.choice(
                [
                    "call",
                    "call",
                    "call",
                    "call",
                    "call",
                    "safety",
                    "push-out",
                    "unsporting",
                    "undo",
                    "concede",
                    "override",
                    "place",
                ]
            )
            values: dict[str, Any] = {
                "call": {"ball": d.choice(self.on_table()), "pocket": d.choice(POCKETS)},
                "override": d.choice([{"legal": True}, {"next": {"player": player, "cue_ball": "in-hand"}}]),
                "place": {"ball": "cue", "x": 0, "y": d.randint(-900, 0)},
            }.get(kind, {})
            by = "player" if kind in ("call", "safety", "push-out") else "referee"
            who = player if kind in ("unsporting", "concede") and d.random() < 0.3 else None
            if kind in ("unsporting", "concede") and who is None:
                return
            self.feed(f"{kind} {values}", Input(0.0, by, kind, who, values))  # type: ignore[arg-type]
        elif d.random() < 0.1:
            ball = d.choice(self.on_table())
            self.feed(f"moved {ball}", Disturbance(0.0, "moved", (Moved(ball, ball, (1.0, 2.0), (30.0, 2.0)),)))
        elif d.random() < 0.05:
            self.feed("layout", Layout(0.0, ()))
        else:
            self.number += 1
            made = (
                self.lag()
                if self.referee.show().get("phase") == "lag" or "winner" in self.referee.show()
                else self.stroke()
            )
            self.feed(format_stroke(made), made)


def evenings() -> str:
    """The golden file's text."""
    lines: list[str] = []
    for k, (game, options, turns) in enumerate(EVENINGS):
        evening = Evening(game, options, 100 + k)
        for _ in range(2 * turns):
            evening.turn()
        lines += evening.lines
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(evenings(), encoding="utf-8")
