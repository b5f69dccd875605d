"""The page says what it is about: which stroke, whose game would end, what is waited for, what a break is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desk import Desk
from page_games import opening, stroke

BALLS = ["cue", *(str(n) for n in range(1, 10))]
DOUBT = [{"fact": "first_contact", "candidates": ["2", "3"], "confidence": 0.5}]
MIDDLE = {"type": "state", "t": 0.0, "phase": "play", "shooter": "Ann", "on_table": BALLS[2:]}


def middle(desk: Desk, *strokes: dict[str, Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bo"))
    desk.tell(MIDDLE)
    for each in strokes:
        desk.tell(each)


def test_question_about_an_earlier_stroke_shows_that_stroke(desk: Desk, referee_of: Callable[..., Any]) -> None:
    left = ["cue", *BALLS[2:]]
    middle(desk, stroke(1, "2", left, [], ["4"], DOUBT))
    tablet = referee_of()
    tablet.wait_for_selector(".question >> text=which ball was hit first?")
    assert tablet.locator(".question figure").count() == 0
    desk.tell(stroke(2, "2", left, [], ["4"]))
    tablet.wait_for_selector('.question figure[data-stroke="1"] >> text=About stroke 1')
    assert tablet.locator('.question figure[data-stroke="1"] svg').count() == 1


def test_running_game_fills_the_set_up_and_is_asked_about_before_it_ends(
    desk: Desk, referee_of: Callable[..., Any]
) -> None:
    page = referee_of("/setup", height=1400)
    page.wait_for_selector("#game")
    desk.begin("8ball-fi", ("Ann", "Bo"))
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    page.wait_for_selector('#game option[value="8ball-fi"]:checked', state="attached")
    assert (page.input_value("#name-0"), page.input_value("#name-1")) == ("Ann", "Bo")
    page.fill("#name-1", "Cy")
    page.click('[data-key="begin"]')
    page.wait_for_selector("text=Ann – Bo are playing: their game would end here.")
    assert desk.commands == [] and page.input_value("#name-1") == "Cy"
    page.click('[data-key="end"]')
    page.wait_for_selector('[data-key="end"] >> text=Yes, end the game')
    assert desk.commands == []
    page.click('[data-key="begin"]')
    page.click('[data-key="begin"] >> text=End it and begin the new one')
    page.wait_for_selector("text=Sent to the program.")
    (began,) = desk.commands
    assert began.name == "session" and began.values["players"] == ["Ann", "Cy"]


def test_phone_says_what_is_waited_for(desk: Desk, phone_of: Callable[..., Any]) -> None:
    middle(desk, stroke(1, "2", ["cue", *BALLS[2:]], [], ["4"], DOUBT))
    phone = phone_of("Bo")
    phone.wait_for_selector(".asked >> text=Waiting for an answer – Referee: which ball was hit first?")


def test_recording_that_begins_in_the_middle_of_a_rack_has_no_break(desk: Desk, page_of: Callable[..., Any]) -> None:
    left = ["cue", *BALLS[2:]]
    middle(desk, stroke(1, "2", left, [], ["4"]), stroke(2, "2", left, [], ["4"]))
    page = page_of("/history")
    page.wait_for_selector("text=Strokes: 2")
    assert page.locator("text=/^Breaks /").count() == 0


def test_each_film_says_what_it_shows(desk: Desk, page_of: Callable[..., Any]) -> None:
    doubts = [{**DOUBT[0], "candidates": ["2"], "clip": "a.mp4"}]
    middle(desk, stroke(1, "2", ["cue", *BALLS[2:]], [], ["4"], doubts))
    page = page_of("/history")
    page.click('[data-key^="s-1-0"]')
    page.wait_for_selector("button:has-text('Film: which ball was hit first?')")


def test_the_film_of_a_foul_and_a_film_that_was_kept_are_found_again(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    middle(desk, stroke(1, "2", ["cue", *BALLS[2:]], [], ["4"]))
    (ruling,) = (r for r in desk.hub.records() if r["type"] == "ruling" and r["of"] == 1)
    desk.hub.publish({**ruling, "clip": "clip-000001-stroke1.mp4"})
    kept = {"level": "info", "code": "clip", "text": "clip clip-000002-stroke1-drawn.mp4 is kept"}
    desk.hub.publish({"type": "notice", "t": 30.0, **kept})
    for page in (page_of("/history"), referee_of()):
        page.wait_for_selector("button:has-text('Film of stroke 1')")
        page.wait_for_selector("button:has-text('Kept film of stroke 1')")
