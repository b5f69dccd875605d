"""A whole rack of 8-ball with calls: tablet and display as people use them, everything told by the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desk import Desk
from page_games import opening, racked, stroke

BALLS = ["cue", *(str(n) for n in range(1, 16))]


def touch(page: Any, key: str) -> None:
    page.locator(f'[data-key="{key}"]').first.click(force=True)


def test_eight_ball_from_break_to_win(desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    board = page_of("/", width=1920, height=1080)
    tablet = referee_of()
    on_table = list(BALLS)
    desk.tell({"type": "layout", "t": 0.0, "balls": racked("8ball-fi")})
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    on_table.remove("9")
    board.wait_for_selector("text=Stroke 1: legal")
    number = 1
    for ball in ("1", "2", "3"):
        number += 1
        touch(tablet, f"ball-{ball}")
        touch(tablet, "pocket-side-left")
        tablet.wait_for_selector(f"text=Called: {ball}, left side pocket")
        desk.tell(stroke(number, ball, on_table, [(ball, "side-left")]))
        on_table.remove(ball)
        board.wait_for_selector(f"text=Stroke {number}: legal")
        tablet.wait_for_selector(f"text=Stroke {number}: legal")
    board.wait_for_selector(".player:first-child >> text=solids")
    assert "▶" in board.inner_text(".player.up .name")
    assert "Ann" in board.inner_text(".player.up .name")

    # A wrong ball first is a foul; the referee saw it better, and says so with two touches.
    number += 1
    touch(tablet, "ball-4")
    touch(tablet, "pocket-foot-left")
    desk.tell(stroke(number, "10", on_table, [("4", "foot-left")]))
    board.wait_for_selector(f"text=Stroke {number}: foul")
    board.wait_for_selector("text=Foul by Ann: wrong ball first")
    tablet.click("#tab-correct")
    tablet.click("text=Not a foul: wrong ball first")
    board.wait_for_selector(f"text=Stroke {number}: legal")

    # It was a foul after all: the stroke is taken back and played again.
    rulings = len(desk.wait_for("ruling", 1))
    tablet.click("#tab-undo")
    tablet.wait_for_selector(f"text=After stroke {number - 1}")
    assert "Ann 0" in tablet.inner_text(".preview:first-child")
    touch(tablet, f"undo-{number - 1}")
    desk.wait_for("ruling", rulings + 1)
    board.wait_for_selector(f"text=Stroke {number - 1}: legal")
    for ball in ("4", "5", "6", "7", "8"):
        touch(tablet, f"ball-{ball}")
        touch(tablet, "pocket-foot-left")
        tablet.wait_for_selector(f"text=Called: {ball}, left corner pocket at the foot")
        desk.tell(stroke(number, ball, on_table, [(ball, "foot-left")]))
        on_table.remove(ball)
        board.wait_for_selector(f"text=Stroke {number}: legal")
        tablet.wait_for_selector(f"text=Stroke {number}: legal")
        number += 1
    over = desk.wait_for("ruling", 1)[-1]["over"]
    assert (over["winner"], over["what"]) == ("Ann", "match")
    board.wait_for_selector("text=Ann wins the match")
    assert board.inner_text(".player:first-child .score").startswith("1")


def test_the_clause_is_one_touch_away_and_the_languages_another(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    board = page_of("/")
    desk.tell(opening("8ball-fi", None))
    board.click(".clauses button:has-text('FI-4.1.1')")
    board.wait_for_selector(".clause-text:not([hidden])")
    assert len(board.inner_text(".clause-text")) > 20
    board.click("text=FI >> nth=0")
    board.wait_for_selector("text=kivi ei osunut kohdepalloon")
    board.click("text=HU >> nth=0")
    board.wait_for_selector("text=a fehér nem talált célgolyót")
    assert board.evaluate("document.documentElement.lang") == "hu"


def test_what_stays_uncertain_looks_so_and_is_asked_with_its_candidates(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    nine = ["cue", *(str(n) for n in range(1, 10))]
    board, tablet = page_of("/table"), referee_of()
    doubt = [{"fact": "first_contact", "candidates": ["1", "2"], "confidence": 0.6}]
    desk.tell(stroke(1, "1", nine, (), ["3", "4", "5", "6"], doubt))
    board.wait_for_selector("text=Not settled")
    tablet.wait_for_selector("text=Referee: which ball was hit first?")
    tablet.click(".question >> text=the 2")
    tablet.wait_for_selector("text=Stroke 1: foul")
    assert [r["value"] for r in desk.wait_for("input", 1)] == ["2"]


def test_balls_to_spot_say_how_far_off_they_are_until_they_are_right(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    nine = ["cue", *(str(n) for n in range(1, 10))]
    table = page_of("/table")
    desk.tell(stroke(1, "1", nine, [("9", "foot-left"), ("cue", "foot-right")], ["3", "4", "5", "6"]))
    table.wait_for_selector("text=not on the table yet")
    for x, text in ((30.0, "30 mm off"), (12.0, "12 mm off"), (1.0, "✓ right")):
        desk.hub.show("balls", [{"id": "9", "label": "9", "x": x, "y": 635.0, "confidence": 1.0}])
        table.wait_for_selector(f"text={text}")


def test_balls_that_were_moved_are_shown_where_they_were(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    table = page_of("/table")
    desk.tell(stroke(1, "1", ["cue", "1", "2"], (), ["1"]))
    moved = {"id": "2", "label": "2", "from": {"x": 300.0, "y": -300.0}, "to": {"x": 340.0, "y": -300.0}}
    desk.tell({"type": "disturbance", "t": 30.0, "kind": "moved", "balls": [moved]})
    desk.hub.show("balls", [{"id": "2", "label": "2", "x": 340.0, "y": -300.0, "confidence": 1.0}])
    table.wait_for_selector("text=Put them back")
    table.wait_for_selector("text=40 mm off")
    desk.hub.show("balls", [{"id": "2", "label": "2", "x": 301.0, "y": -300.0, "confidence": 1.0}])
    table.wait_for_selector("text=Put them back", state="detached")


def test_a_cue_ball_in_hand_is_not_put_back(desk: Desk, page_of: Callable[..., Any]) -> None:
    """The player lays it where he likes; only the 2, which somebody pushed, goes back."""
    desk.begin("9ball-fi", ("Ann", "Bő"))
    table = page_of("/table")
    desk.tell(stroke(1, "1", ["cue", "1", "2"], [("cue", "foot-right")], ["1"]))
    cue = {"id": "cue", "label": "cue", "from": {"x": 0.0, "y": -600.0}, "to": {"x": 200.0, "y": 500.0}}
    two = {"id": "2", "label": "2", "from": {"x": 300.0, "y": -300.0}, "to": {"x": 340.0, "y": -300.0}}
    desk.tell({"type": "disturbance", "t": 30.0, "kind": "moved", "balls": [cue]})
    desk.tell({"type": "disturbance", "t": 31.0, "kind": "moved", "balls": [cue, two]})
    desk.hub.show("balls", [
        {"id": "cue", "label": "cue", "x": 200.0, "y": 500.0, "confidence": 1.0},
        {"id": "2", "label": "2", "x": 340.0, "y": -300.0, "confidence": 1.0},
    ])  # fmt: skip
    table.wait_for_selector("text=40 mm off")
    assert "mm off" not in table.inner_text("body").replace("40 mm off", "", 1)


def test_the_referee_says_that_another_ball_went_down(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    board, tablet = page_of("/"), referee_of()
    desk.tell(opening("9ball-fi", "1", [("6", "foot-left")], ["2", "3"]))
    board.wait_for_selector("text=Stroke 1: legal")
    tablet.click("#tab-correct")
    touch(tablet, "this-6")
    touch(tablet, "is-9")
    board.wait_for_selector("text=Ann wins")
    over = next(r["over"] for r in reversed(desk.wait_for("ruling", 2)) if r["over"])
    assert over["reason"] == "nine_made"
