"""A ball taken for another one, and strokes taken back and played again: on the tablet, with two touches each."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from desk import Desk
from page_games import opening, stroke
from test_pages import serious

from callshot.rules.game import Setting
from callshot.rules.games import GAMES

BALLS = ["cue", *(str(n) for n in range(1, 16))]


def facts(desk: Desk) -> list[Any]:
    return [record["value"] for record in desk.wait_for("input", 1) if record["kind"] == "fact"]


def test_this_ball_is_the_12(desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]) -> None:
    """The eyes go on writing 3; everybody sees and says 12 from then on, and the 3 is where the 12 was."""
    desk.begin("8ball-fi", ("Ann", "Bő"))
    board, tablet = page_of("/table"), referee_of(height=1000)
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    tablet.wait_for_selector("text=Stroke 1: legal")
    where = {n: board.locator(f'[data-ball="{n}"]').get_attribute("transform") for n in ("3", "12")}
    tablet.click('[data-key="ball-3"]', force=True)
    tablet.click('.rename [data-key="is-12"]')
    desk.wait_for("input", 1)
    assert facts(desk) == [{"3": "12"}]
    board.wait_for_selector(f'[data-ball="12"][transform="{where["3"]}"]')
    board.wait_for_selector(f'[data-ball="3"][transform="{where["12"]}"]')
    tablet.click('[data-key="ball-12"]', force=True)
    tablet.click('[data-key="pocket-side-left"]', force=True)
    tablet.wait_for_selector("text=Called: 12, left side pocket")
    left = [ball for ball in BALLS if ball != "9"]
    desk.tell(stroke(2, "3", left, [("3", "side-left")]))
    board.wait_for_selector(".steps >> text=12 → left side pocket")
    tablet.wait_for_selector("text=Stroke 2: legal")
    tablet.click("#tab-undo")
    tablet.click('[data-key="undo-0"]')
    board.wait_for_selector('[data-ball="3"][transform]')
    assert not [record for record in desk.hub.records() if record.get("code") == "refused"]


def test_which_ball_it_is_is_asked_with_its_place_marked(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    tablet = referee_of()
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    nine = ["cue", *(str(n) for n in range(1, 10) if n != 7)]
    doubt = [{"fact": "ball_identity", "candidates": [{"1": "1"}, {"1": "2"}], "confidence": 0.5}]
    desk.tell(stroke(2, "1", nine, [], ["4"], doubt))
    tablet.wait_for_selector(".question >> text=which ball is this?")
    assert tablet.locator('[data-ball="1"] text').last.text_content() == "?"
    tablet.click(".question .ball-button:has-text('2')")
    tablet.click('.question button:text-is("no")')  # it was the wrong ball then, unless it was a push-out
    tablet.wait_for_selector("text=Stroke 2: foul")
    assert [r["value"] for r in desk.wait_for("input", 2)] == [{"1": "2"}, False]


def test_what_was_taken_back_is_played_again(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    board, tablet = page_of("/"), referee_of()
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    left = ["cue", *(str(n) for n in range(1, 10) if n != 7)]
    for number, ball in ((2, "1"), (3, "2"), (4, "3")):
        desk.tell(stroke(number, ball, left, [(ball, "foot-left")]))
        left.remove(ball)
    board.wait_for_selector("text=Stroke 4: legal")
    tablet.click("#tab-undo")
    assert tablet.locator(".redo").count() == 0
    tablet.click('[data-key="undo-1"]')
    board.wait_for_selector("text=Stroke 1: legal")
    board.wait_for_selector('[data-ball="3"]')
    tablet.click("#tab-undo")
    tablet.wait_for_selector(".redo")
    rows = tablet.locator(".redo h3")
    assert [rows.nth(k).inner_text() for k in range(rows.count())] == [f"After stroke {n}" for n in (2, 3, 4)]
    assert tablet.locator('.redo [data-key="to-3"] [data-ball="3"]').count() == 1
    assert tablet.locator('.redo [data-key="to-4"] [data-ball="3"]').count() == 0
    tablet.click('[data-key="redo-3"]')
    board.wait_for_selector("text=Stroke 3: legal")
    tablet.click("#tab-undo")
    tablet.wait_for_selector('.redo [data-key="redo-4"]')
    tablet.click('[data-key="redo-4"]')
    board.wait_for_selector("text=Stroke 4: legal")
    board.wait_for_selector('[data-ball="3"]', state="detached")
    desk.tell(stroke(5, "4", left, [("4", "foot-left")]))
    board.wait_for_selector("text=Stroke 5: legal")
    assert not [record for record in desk.hub.records() if record.get("code") == "refused"]
    tablet.reload()  # from the records alone it is the same
    tablet.click("#tab-undo")
    tablet.wait_for_selector("text=After stroke 4")
    assert tablet.locator(".redo").count() == 0


def test_an_objection_is_written_down_until_the_next_stroke(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-hu", ("Ann", "Bő"))
    board, tablet, past = page_of("/"), referee_of(), page_of("/history")
    desk.tell(opening("9ball-hu", "1", [("7", "foot-left")], ["2", "3"]))
    tablet.click("#tab-correct")
    assert serious(tablet) == []
    tablet.click('[data-key="protest-Bő"]')
    board.wait_for_selector("text=objection: Bő")
    past.wait_for_selector(".row:has-text('⚑')")
    (said,) = desk.wait_for("input", 1)
    assert {name: said[name] for name in ("kind", "player", "of")} == {"kind": "protest", "player": "Bő", "of": 1}
    tablet.click("#tab-undo")
    tablet.click('[data-key="undo-said"]')  # nothing is irreversible
    board.wait_for_selector("text=objection: Bő", state="detached")
    assert not [record for record in desk.hub.records() if record.get("code") == "refused"]


def test_a_ball_that_went_down_is_another_one_with_two_touches(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    tablet = referee_of()
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    tablet.click('[data-key="down-7"]')
    tablet.click('.rename [data-key="is-6"]')
    desk.wait_for("input", 1)
    assert facts(desk) == [[["6", "foot-left"]]]
    assert not [record for record in desk.hub.records() if record.get("code") == "refused"]


def test_a_pot_that_nobody_saw_and_one_that_was_none_are_two_touches(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    board, past, tablet = page_of("/table"), page_of("/history"), referee_of(height=1000)
    nine = ["cue", *(str(n) for n in range(1, 10))]
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    seen = stroke(2, "1", [ball for ball in nine if ball != "7"], [("2", "side-right")], ["4"])
    seen["after"] = [ball for ball in seen["after"] if ball["id"] != "1"]  # it is gone, and nobody saw where to
    desk.tell(seen)
    tablet.wait_for_selector("text=Not seen any more:")
    tablet.click('[data-key="lost-1"]')
    tablet.click('[data-key="pot-foot-right"]')
    board.wait_for_selector(".steps >> text=1 → right corner pocket at the foot")
    assert tablet.locator('[data-key="lost-1"]').count() == 0
    tablet.click('[data-key="down-2"]')
    tablet.click('[data-key="pot-not"]')
    board.wait_for_selector(".steps >> text=2 → right side pocket", state="detached")
    tablet.click('[data-key="ball-5"]', force=True)
    tablet.click('[data-key="pot-off"]')
    board.wait_for_selector(".steps >> text=5 off the table")
    tablet.click('[data-key="ball-cue"]', force=True)
    tablet.click('[data-key="pot-head-left"]')
    tablet.wait_for_selector("text=Stroke 2: foul")
    past.wait_for_selector("text=Strokes 2, with a ball made 2, with a foul 1")
    assert facts(desk) == [
        [["2", "side-right"], ["1", "foot-right"]],
        [["1", "foot-right"]],
        ["5"],
        [["1", "foot-right"], ["cue", "head-left"]],
    ]
    tablet.click("#tab-undo")
    tablet.click('[data-key="undo-said"]')  # back to what the camera saw
    tablet.wait_for_selector("text=Stroke 2: legal")
    board.wait_for_selector(".steps >> text=2 → right side pocket")
    tablet.wait_for_selector('[data-key="lost-1"]')
    assert not [record for record in desk.hub.records() if record.get("code") == "refused"]


def test_in_a_game_with_calls_a_pot_is_told_apart_from_a_call(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    tablet = referee_of(height=1200)
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    left = [ball for ball in BALLS if ball != "9"]
    call = {"kind": "call", "ball": "1", "pocket": "side-left"}
    desk.tell({"type": "input", "t": 30.0, "by": "referee", "player": "Ann", **call})
    desk.tell(stroke(2, "1", left, [], ["4"]))
    tablet.wait_for_selector(".next:has-text('Bő')")
    tablet.click('[data-key="ball-1"]', force=True)
    tablet.click('[data-key="pot-side-left"]')
    tablet.wait_for_selector(".next:has-text('Ann')")
    assert [record["kind"] for record in desk.wait_for("input", 2)] == ["call", "fact"]


def test_what_was_said_before_the_first_stroke_is_taken_back_too(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    board, tablet = page_of("/"), referee_of()
    tablet.click("#tab-undo")
    assert tablet.locator(".undo button").count() == 0
    tablet.click("#tab-players")
    tablet.click('[data-key="leave-Ann"], [data-key="concede-Ann"]')
    board.wait_for_selector("text=Bő wins")
    tablet.click("#tab-undo")
    tablet.click('[data-key="undo-0"]')
    board.wait_for_selector("text=Bő wins", state="detached")
    board.wait_for_selector(".player.up:has-text('Ann')")
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    board.wait_for_selector("text=Stroke 1: legal")


def test_a_congestion_game_is_entered_with_its_debts_and_a_game_that_is_played_is_not_lost_by_one_touch(
    desk: Desk, referee_of: Callable[..., Any]
) -> None:
    desk.begin("congestion", ("Ann", "Bő", "Cy"), option_1="yes", option_2="yes")
    debt = [["Cy", "TABLE", "table"]]
    held = {"Ann": {"stash": ["9"]}, "Bő": {"stash": ["4"]}, "Cy": {}}
    desk.tell({"type": "state", "t": 0.0, "phase": "play", "shooter": "Ann", "players": held, "debts": debt})
    for name, pea in (("Ann", 4), ("Bő", 11), ("Cy", 7)):
        said = {"kind": "answer", "about": "pea_value", "value": pea, "private_to": name}
        desk.tell({"type": "input", "t": 0.0, "by": "player", "player": name, **said})
    tablet = referee_of()
    balls = ["cue", "crazy-cue", "5a", "5b", "6a", "13", "yellow", "blue", "brown", "1a", "12b"]
    desk.tell(stroke(1, "5a", balls, [("6a", "side-right")], ["5a", "cue"]))
    tablet.wait_for_selector("text=stroke 2 of 3 at most")
    assert tablet.locator('[data-key="warned"], [data-key="placement"]').count() == 0
    tablet.click("#tab-state")
    assert tablet.input_value("#st-stroke") == "2" and tablet.input_value("#st-debtor-0") == "Cy"
    tablet.click('[data-key="debt-add"]')
    tablet.select_option("#st-debtor-1", "Cy")
    tablet.select_option("#st-creditor-1", "Bő")
    tablet.select_option("#st-hand-crazy-cue", "kitchen")
    tablet.click(".entry button[type=submit]")
    tablet.wait_for_selector(".entry [role=alert]")
    assert desk.commands == []
    assert serious(tablet) == []
    tablet.click(".entry button[type=submit]")
    tablet.wait_for_selector("#tab-now[aria-selected=true]")
    (begun,) = desk.commands
    state = begun.values["state"]
    assert [debt[:2] for debt in state["debts"]] == [["Cy", "TABLE"], ["Cy", "Bő"]]
    assert (state["stroke_no"], state["in_hand"]) == (2, {"crazy-cue": "kitchen"})
    on_table = ["cue", "crazy-cue", "5", "5", "13", "yellow", "blue", "brown", "1", "12"]  # one 5 beside another
    assert sorted(state["on_table"]) == sorted(on_table)
    assert GAMES["congestion"].enter(Setting(("Ann", "Bő", "Cy")), state).refused is None


def test_who_is_next_is_put_right_with_two_touches_and_taken_back_with_two(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    board, tablet = page_of("/"), referee_of()
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    board.wait_for_selector(".player.up:has-text('Ann')")
    tablet.click("#tab-correct")
    tablet.click('[data-key="next-in-hand-Bő"]')
    board.wait_for_selector(".player.up:has-text('Bő')")
    board.wait_for_selector(".next >> text=Ball in hand.")
    tablet.click("#tab-undo")
    tablet.click('[data-key="undo-said"]')
    board.wait_for_selector(".player.up:has-text('Ann')")
    assert not [record for record in desk.hub.records() if record.get("code") == "refused"]


@pytest.mark.parametrize("game", ["8ball-hu", "9ball-fi", "141-hu", "congestion"])
def test_no_button_on_the_tablet_is_refused_or_does_nothing(
    desk: Desk, referee_of: Callable[..., Any], game: str
) -> None:
    """What a game does not know is not offered."""
    desk.begin(game, ("Ann", "Bő"))
    tablet = referee_of()
    if game == "congestion":
        desk.tell(stroke(1, "1a", ["cue", "crazy-cue", "1a", "2a"], [("1a", "foot-left")], ["1a", "2a"]))
    else:
        desk.tell(opening(game, "1" if game[0] == "9" else "10", [], ["2", "3", "4", "5"]))
    tablet.wait_for_selector("text=Stroke 1")
    assert tablet.locator('[data-key="warned"]').count() == 0, "nobody has two fouls"
    tablet.click("#tab-fouls")
    tablet.wait_for_selector('[data-key="fact-double_hit"]')
    keys = tablet.locator(".panel button").evaluate_all("all => all.map((each) => each.dataset.key)")
    assert "fact-miscue" not in keys, "nothing jumped"
    for key in keys:
        said = len(desk.hub)
        tablet.click("#tab-fouls")
        tablet.click(f'[data-key="{key}"]')
        until = time.monotonic() + 10
        while len(after := [record["type"] for record in desk.hub.records()[said:]]) < 2 and time.monotonic() < until:
            tablet.wait_for_timeout(20)
        assert after[:2] == ["input", "ruling"], key
        tablet.wait_for_selector("#tab-now[aria-selected=true]")
        desk.tell({"type": "input", "t": 90.0, "by": "referee", "kind": "undo", "to": 1})
