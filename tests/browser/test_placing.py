"""Whammies are put back: the camera sees it, or the table on the phone is touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from desk import Desk
from page_games import stroke

BALLS = ["cue", "crazy-cue", "5a", "yellow"]


@pytest.mark.parametrize("by_touch", [False, True])
def test_a_sunk_whammy_is_placed(desk: Desk, phone_of: Callable[..., Any], by_touch: bool) -> None:
    desk.begin("congestion", ("Ann", "Bő"))
    phone = phone_of("Ann")
    holders = {"Ann": {"stash": ["14"]}, "Bő": {"stash": ["9"]}}
    desk.tell(
        {"type": "state", "t": 0.0, "phase": "play", "shooter": "Ann", "players": holders, "on_table": ["5", "yellow"]}
    )
    desk.tell(stroke(1, "5a", BALLS, [("yellow", "foot-left")], ["5a"]))
    phone.wait_for_selector(".question >> text=where do the whammies go?")
    if by_touch:
        phone.click(".question summary")
        phone.locator(".question svg.table").evaluate("table => table.scrollIntoView({block: 'center'})")
        box = phone.locator(".question svg.table").bounding_box()
        phone.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.click('.question button:has-text("Send")')
    else:
        phone.click('.question button:has-text("The camera sees")')
    phone.wait_for_selector(".question >> text=where do the whammies go?", state="detached")
    said = next(r for r in desk.wait_for("input", 1) if r.get("about") == "reposition_choice")
    if by_touch:
        assert said["value"]["yellow"] == pytest.approx([0, 0], abs=8)
    else:
        assert said["value"] == {}
