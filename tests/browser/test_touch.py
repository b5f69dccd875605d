"""What a finger touches is what is meant, whatever is drawn there and whatever comes in at that moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desk import PIN, Desk
from page_games import opening, stroke


def middle(page: Any, key: str) -> tuple[float, float]:
    box = page.locator(f'[data-key="{key}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_pocket_is_touched_through_the_mark_of_the_last_stroke(desk: Desk, referee_of: Callable[..., Any]) -> None:
    """Ball and pocket in one moment, faster than the page is drawn anew without the last stroke's marks."""
    desk.begin("8ball-fi", ("Ann", "Bő"))
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    tablet = referee_of()
    tablet.wait_for_selector("text=Stroke 1: legal")
    assert tablet.locator(".marks circle").count() > 1
    (ball, pocket) = (middle(tablet, key) for key in ("ball-3", "pocket-foot-right"))
    touched = tablet.evaluate(
        """([ball, pocket]) => [ball, pocket].map(([x, y]) => {
            const target = document.elementFromPoint(x, y);
            for (const name of ["pointerdown", "pointerup", "click"])
                target.dispatchEvent(new PointerEvent(name, {bubbles: true, clientX: x, clientY: y, detail: 1}));
            return target.closest("[data-key]")?.dataset.key;
        })""",
        [ball, pocket],
    )
    assert touched == ["ball-3", "pocket-foot-right"]
    tablet.wait_for_selector("text=Called: 3, right corner pocket at the foot")


def test_of_two_balls_that_touch_the_nearer_is_meant(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    tablet = referee_of()
    pair = [{"id": ball, "label": ball, "x": 57.2 * k, "y": 0.0, "confidence": 1.0} for k, ball in enumerate("234")]
    desk.hub.show("balls", pair)
    tablet.wait_for_selector('[data-ball="5"]', state="detached")
    for ball in "234":
        at = middle(tablet, f"ball-{ball}")
        tablet.mouse.click(*at)
        tablet.wait_for_selector(f"text=Pocket for {ball}: touch it")


def test_a_finger_calls_as_a_mouse_does(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    tablet = referee_of(has_touch=True)
    tablet.touchscreen.tap(*middle(tablet, "ball-3"))
    tablet.wait_for_selector("text=Pocket for 3: touch it")
    tablet.touchscreen.tap(*middle(tablet, "pocket-side-left"))
    tablet.wait_for_selector("text=Called: 3, left side pocket")


def test_typing_goes_on_while_records_come(desk: Desk, page_of: Callable[..., Any]) -> None:
    """The page is drawn anew with every record; the field that is typed in keeps the focus and what stands in it."""
    desk.begin("9ball-fi", ("Ann", "Bő"))
    page = page_of("/referee")
    page.focus("#pin")
    for number, digit in enumerate(PIN, start=1):
        page.keyboard.press(digit)
        desk.tell(stroke(number, "1", ["cue", "1", "2"], (), ["1"]))
        page.wait_for_timeout(60)
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=tablist]")


def test_choosing_several_balls_is_not_undone_by_balls_that_move(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.begin("congestion", ("Ann", "Bő"))
    tablet = referee_of()
    asked = {"type": "question", "t": 1.0, "id": "q", "asks": "referee", "about": "chosen_ball", "purpose": "return"}
    desk.hub.publish({**asked, "candidates": ["3", "5", "7"], "clause": "C-1"})
    tablet.click('[data-key="q-ball-0"]')
    desk.hub.show("balls", [{"id": "3", "label": "3", "x": 10.0, "y": 0.0, "confidence": 1.0}])
    tablet.wait_for_selector('[data-ball="3"][transform="translate(0 10)"]')
    tablet.click('[data-key="q-ball-2"]')
    tablet.wait_for_selector('[data-key="q-ball-2"][aria-pressed="true"]')
    assert tablet.locator('.question [aria-pressed="true"]').count() == 2


CLICK = """(selector) => {
    const target = document.querySelector(selector);
    const {left, top} = document.querySelector("main").getBoundingClientRect();
    target.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: left + 50, clientY: top + 50, detail: 1}));
}"""


def test_a_finger_that_touches_twice_does_not_press_what_came_in_its_place(
    desk: Desk, referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    tablet = referee_of()
    tablet.click("#tab-correct")
    tablet.wait_for_selector('[data-key="this-3"]')
    tablet.evaluate(
        f"""async () => {{
        const click = {CLICK};
        click('[data-key="this-3"]');
        click('[data-key="is-4"]');
    }}"""
    )
    tablet.wait_for_selector('[data-key="is-4"]')
    tablet.wait_for_timeout(400)
    assert not [record for record in desk.hub.records() if record["type"] == "input"]
    tablet.evaluate(CLICK, '[data-key="is-4"]')
    assert desk.wait_for("input", 1)[0]["value"] == {"3": "4"}


def test_a_double_touch_says_a_thing_once(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    desk.tell(stroke(2, "1", ["cue", "1", "2", "3"], [], ["2"]))
    tablet = referee_of()
    tablet.click("#tab-fouls")
    tablet.dblclick('[data-key="fact-double_hit"]')
    tablet.wait_for_selector("text=Stroke 2: foul")
    tablet.wait_for_timeout(300)
    assert len([record for record in desk.hub.records() if record["type"] == "input"]) == 1


def test_two_tablets_that_answer_the_same_question_answer_it_once(desk: Desk, referee_of: Callable[..., Any]) -> None:
    """The second answer comes late, and the next question is about the same: it stays open."""
    doubt = [{"fact": "first_contact", "candidates": ["1", "3"], "confidence": 0.6}]
    left = ["cue", "1", "2", "3", "4"]
    desk.begin("9ball-fi", ("Ann", "Bő"))
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    desk.tell(stroke(2, "1", left, [], ["4"]))
    desk.tell(stroke(3, "1", left, [], ["4"], doubt))
    first, second = referee_of(), referee_of()
    for each in (first, second):
        each.wait_for_selector('[data-question="first_contact@3"]')
    # The second one is held as by a finger that rests on it, while the first one and the next stroke come in.
    button = second.locator('[data-question="first_contact@3"] .choices button').first
    box = button.bounding_box()
    second.mouse.move(box["x"] + 5, box["y"] + 5)
    second.mouse.down()
    first.locator('[data-question="first_contact@3"] .choices button').first.click()
    first.wait_for_selector('[data-question="first_contact@3"]', state="detached")
    desk.tell(stroke(4, "1", left, [], ["4"], doubt))
    first.wait_for_selector('[data-question="first_contact@4"]')
    second.mouse.up()
    second.wait_for_selector("text=that question is not open any more")
    second.wait_for_selector('[data-question="first_contact@4"]')
    first.wait_for_selector('[data-question="first_contact@4"]')
