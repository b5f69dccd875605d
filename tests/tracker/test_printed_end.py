"""A stroke that ends a rack without a foul may have lost it: the terminal doesn't call it legal."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.tracker.printed import Printed

OVER = {"what": "match", "winner": "Bo", "reason": "eight_early", "clause": "HU-II.3.5.a"}
NEXT = {"player": "Ann", "stroke_no": 2, "cue_ball": "in-position", "ball_on": [], "options": []}


def lines(**more: Any) -> list[str]:
    said: list[str] = []
    ruling = {"type": "ruling", "t": 3.0, "of": 2, "legal": True, "fouls": [], "next": None, "over": None, "say": []}
    Printed("8ball-hu", ("Ann", "Bo"), ("en",), said.append).take([{**ruling, **more}])
    return said


def test_a_lost_rack_is_not_called_legal() -> None:
    assert lines(over=OVER) == []
    assert lines(over=OVER, say=[{"lang": "en", "text": "Ann loses."}]) == ["   3.00 s  stroke 2: Ann loses."]


@pytest.mark.parametrize(("following", "word"), [(NEXT, "legal"), (None, "legal; who is next waits for an answer")])
def test_another_one_still_is(following: object, word: str) -> None:
    assert lines(next=following) == [f"   3.00 s  stroke 2: {word}"]
