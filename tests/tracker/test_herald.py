"""What is said of a ruling in the course of a game: who fouled, what is a correction, what is new."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.tracker.herald import Herald
from callshot.tracker.rule_command import RuleSession

Record = dict[str, Any]
NOTHING = [{"kind": "contact", "balls": ["cue", "3"]}, {"kind": "cushion", "ball": "3", "cushion": "foot"}]


class Heard:
    """A game of Ann and Bo; `take` gives what is said in English of what one record led to."""

    def __init__(self, game: str = "9ball-fi", **options: str) -> None:
        self.out: list[Record] = []
        self._lines = 0
        self._rules = RuleSession(self.out.append, game, ("Ann", "Bo"), options, ("en",), announcing=Herald)

    def take(self, what: str, **fields: Any) -> list[str]:
        at = len(self.out)
        self._lines += 1
        self._rules.take({"type": what, **fields}, self._lines)
        return [s["text"] for r in self.out[at:] if r["type"] == "ruling" for s in r["say"]]

    def state(self, **fields: Any) -> None:
        self.take("state", **{"shooter": "Ann", "phase": "play", **fields})

    def stroke(self, number: int, *events: Record, **fields: Any) -> list[str]:
        return self.take("stroke", number=number, struck="cue", events=list(events or NOTHING), **fields)

    def referee(self, kind: str, **values: Any) -> list[str]:
        return self.take("input", by="referee", kind=kind, **values)


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a")
def test_foul_said_later_is_that_of_the_player_who_shot() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    assert heard.stroke(1) == ["Bo to play. On the 3."]
    (text,) = heard.referee("fact", fact="feet", value=0)
    assert text.startswith("Correction. Foul by Ann: no foot on the floor. Bo to play.")
    (text,) = heard.referee("override", legal=True)
    assert text.startswith("Correction. Bo to play.")
    (text,) = heard.referee("override", fouls=[{"code": "double_hit"}])
    assert text.startswith("Correction. Foul by Ann: double hit.")


def test_after_an_undo_the_new_stroke_is_no_correction() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    heard.stroke(1)
    heard.stroke(2)
    assert heard.referee("undo", to=1) == ["Bo to play. On the 3."]
    (text,) = heard.stroke(2, NOTHING[0])
    assert text.startswith("Foul by Bo: no cushion after contact.")
    heard.referee("undo", to=1)
    assert heard.referee("undo", to=0) == ["Ann to play. On the 3."]


def test_answer_to_a_choice_takes_nothing_back_and_says_only_what_is_new() -> None:
    heard = Heard("8ball-fi")
    (text,) = heard.stroke(1, {"kind": "contact", "balls": ["cue", "1"]})
    assert text.startswith("Foul by Ann:")
    (text,) = heard.take("input", by="player", player="Bo", kind="answer", about="incoming_option", value="kitchen")
    assert text.startswith("Bo chooses:") and "Foul" not in text and "Correction" not in text


def test_open_ruling_that_is_settled_corrects_nothing() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    doubt = [{"fact": "first_contact", "candidates": ["3", "5"]}]
    assert heard.stroke(1, first_contact="3", uncertain=doubt) == ["Decision open."]
    (text,) = heard.referee("answer", about="first_contact", value="5")
    assert text.startswith("Foul by Ann: wrong ball first.")


def test_strokes_settled_late_name_the_players_who_made_them() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    heard.stroke(1, first_contact="3", uncertain=[{"fact": "first_contact", "candidates": ["3", "5"]}])
    (text,) = heard.stroke(2, NOTHING[0])
    assert text == "Foul by Bo: no cushion after contact."
    first, second = heard.referee("answer", about="first_contact", value="3")
    assert first == "Bo to play. On the 3."
    assert second == "Ann to play. Ball in hand. On the 3."


def test_penalty_chosen_is_told_once() -> None:
    heard = Heard("congestion")
    people = {p: {"pea": 8, "stash": ["9", "7"]} for p in ("Ann", "Bo")}
    heard.state(players=people, stroke_no=1)
    (text,) = heard.stroke(1, {"kind": "contact", "balls": ["cue", "3a"]}, first_contact="3a")
    assert text.startswith("Foul by Ann")
    (text,) = heard.take("input", by="player", player="Ann", kind="answer", about="chosen_ball", value="9")
    assert "pays the 9" in text and "Foul" not in text and "Correction" not in text
