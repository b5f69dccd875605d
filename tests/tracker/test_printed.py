"""What a terminal is told of a replay, in the language that was asked for."""

from __future__ import annotations

import io
import sys

import pytest

from callshot.tracker.announce.english import in_words_of
from callshot.tracker.live import _goes_on
from callshot.tracker.midgame import entered
from callshot.tracker.printed import Printed
from callshot.tracker.ruling_loop import rule_command

BALLS = [{"id": b, "label": b, "x": 0.0, "y": 100.0 * k} for k, b in enumerate(("cue", "2", "9"))]
RULING = {"type": "ruling", "t": 2.0, "of": 1, "legal": True, "fouls": [], "next": None, "over": None, "say": []}
QUESTION = {"type": "question", "t": 2.0, "id": "first_contact@1", "asks": "referee", "player": None,
            "about": "first_contact", "candidates": [], "clause": "FI-6.1", "of": 1}  # fmt: skip
ENGLISH = ("the recording", "stroke ", "legal", "waits", "ruled", "foul", "Add it", "answer", "break is past")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fi", ("tallenne alkaa kesken erän", "lyönti 1: sallittu", "1 lyönti tuomittu, 0 virhettä; peli odottaa")),
        ("hu", ("a felvétel egy játék közepén", "1. lökés: szabályos", "1 lökés elbírálva, 0 hiba; a játék válaszra")),
    ],
)
def test_no_line_of_the_terminal_stays_english(lang: str, lines: tuple[str, ...]) -> None:
    said: list[str] = []
    printed = Printed("9ball-fi", ("Ann", "Bo"), (lang,), said.append)
    notice = entered("9ball-fi", {"type": "layout", "t": 0.0, "balls": BALLS})[1]
    printed.take([notice, RULING, QUESTION])
    printed.end()
    for line in said:
        assert not [word for word in ENGLISH if word in line], line
    assert lines[0] in said[0] and lines[1] in said[1] and lines[2] in said[-1]
    assert "docs/RECORDS.md" in said[-1]


def test_hidden_key_ball_is_told_in_words() -> None:
    text = entered("9ball-fi", {"type": "layout", "t": 0.0, "balls": BALLS[:2]})[1]["text"]
    assert in_words_of("fi", text) != text and "9" in in_words_of("fi", text)
    assert in_words_of("en", text) == text
    assert in_words_of("hu", "line 4: nobody wrote this") == "line 4: nobody wrote this"


@pytest.mark.parametrize(("strokes", "words"), [(1, "after 1 stroke"), (2, "after 2 strokes"), (0, "after 0 strokes")])
def test_one_stroke_is_one(strokes: int, words: str) -> None:
    assert _goes_on(strokes).endswith(words)
    assert in_words_of("fi", _goes_on(strokes)) != _goes_on(strokes)


def test_rule_without_a_game_and_without_records_says_what_it_waits_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    assert rule_command(None, (), {}, (), False) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "nothing came on standard input" in line and "`session`" in line and "--game" in line
