"""14.1 with its re-rack: fourteen called balls by touch, then the rack is set again and the score goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desk import Desk
from page_games import opening, racked, stroke

BALLS = ["cue", *(str(n) for n in range(1, 16))]


def touch(page: Any, key: str) -> None:
    page.locator(f'[data-key="{key}"]').first.click(force=True)


def test_straight_pool_through_its_re_rack(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("141-fi", ("Ann", "Bő"), target="20")
    board, tablet = page_of("/", width=1920, height=1080), referee_of()
    desk.tell({"type": "layout", "t": 0.0, "balls": racked("141-fi")})
    if tablet.locator(".question").count() or desk.hub.records()[-2]["type"] == "question":
        tablet.click(".question >> text=safety")
    desk.tell(opening("141-fi", "1", (), ["1", "2", "cue"]))
    board.wait_for_selector("text=Bő to play")
    on_table = list(BALLS)
    for number, ball in enumerate(on_table[1:15], start=2):
        touch(tablet, f"ball-{ball}")
        touch(tablet, "pocket-foot-right")
        tablet.wait_for_selector(f"text=Called: {ball}, right corner pocket at the foot")
        desk.tell(stroke(number, ball, on_table, [(ball, "foot-right")]))
        on_table.remove(ball)
        board.wait_for_selector(f"text=Stroke {number}: legal")
        tablet.wait_for_selector(f"text=Stroke {number}: legal")
    board.wait_for_selector("text=Rack 14 balls.")
    assert board.inner_text(".player.up .score").startswith("14")
    touch(tablet, "safety")
    tablet.wait_for_selector(".announced >> text=safety")
    desk.tell(stroke(16, "15", on_table, (), ["15"]))
    board.wait_for_selector("text=Ann to play")
    assert board.inner_text(".player:nth-child(2) .score").startswith("14")
