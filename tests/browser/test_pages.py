"""Every page at every size: nothing runs out of it, nothing on the console, nothing that axe-core finds serious."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from desk import PIN, Desk
from page_games import opening, stroke

SIZES = ((360, 740), (1024, 768), (1920, 1080))
EIGHT = ["cue", *(str(n) for n in range(1, 16))]
ODD = "Æ<b>ő</b>&\"'" + "x" * 60


REACH = """Math.max(...[...document.querySelectorAll("main select, main button, main input")]
    .map((control) => control.getBoundingClientRect().right))"""
"""How far to the right the controls of a page reach, px."""


def play(desk: Desk) -> None:
    """A few strokes with a foul, a question that is open, and a name that is odd."""
    desk.begin("8ball-fi", ("Ann", ODD))
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    desk.tell(
        {
            "type": "input",
            "t": 30.0,
            "by": "referee",
            "player": "Ann",
            "kind": "call",
            "ball": "1",
            "pocket": "side-left",
        }
    )
    left = [ball for ball in EIGHT if ball != "9"]
    doubt = [{"fact": "first_contact", "candidates": ["1", "8"], "confidence": 0.6}]
    desk.tell(stroke(2, "1", left, [("1", "side-left")], ["4"], doubt))


def axe_source() -> str:
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("the accessibility tests need axe-playwright-python")
    return Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")


def serious(page: Any) -> list[str]:
    page.evaluate(axe_source())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]} ({each['nodes'][0].get('failureSummary', '')[:200]})"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("size", "language"), [*zip(SIZES, ("hu", "en", "fi"), strict=True)], ids=lambda v: str(v))
def test_pages_fit_and_are_accessible(
    desk: Desk, referee_of: Callable[..., Any], size: tuple[int, int], language: str
) -> None:
    play(desk)
    page = referee_of("/referee", width=size[0], height=size[1], language=language)
    for path in ("/", "/table", "/player", "/history", "/setup", "/overlay", "/referee"):
        page.goto(desk.url + path)
        page.wait_for_selector(".card, .overlay .strip, .board")
        page.wait_for_timeout(150)
        if path == "/setup":
            page.click("summary")  # the house options, as wide as their words are
            page.wait_for_selector(".option select")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        assert page.evaluate(REACH) <= size[0] + 1, path
        if size is not SIZES[1]:  # the same elements stand on the tablet as on the wall
            assert serious(page) == [], path
    for tab in ("fouls", "correct", "undo", "players", "state"):
        page.click(f"#tab-{tab}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, tab
        if size is SIZES[1]:
            assert serious(page) == [], tab


def test_a_name_is_text_whatever_it_holds(desk: Desk, page_of: Callable[..., Any]) -> None:
    play(desk)
    for path in ("/", "/history", "/overlay"):
        page = page_of(path)
        page.wait_for_selector(f"text={ODD[:10]}") if path != "/history" else page.wait_for_selector("text=Strokes: 2")
        assert page.locator("b", has_text="ő").count() == 0


def test_everything_can_be_done_with_the_keyboard(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    tablet = referee_of()
    ball = tablet.locator('[data-key="ball-3"]')
    ball.focus()
    tablet.keyboard.press("Enter")
    tablet.wait_for_selector("text=Pocket for 3: touch it")
    tablet.locator('[data-key="pocket-head-left"]').focus()
    tablet.keyboard.press("Space")
    tablet.wait_for_selector("text=Called: 3, left corner pocket at the head")
    assert desk.wait_for("input", 1)[0]["pocket"] == "head-left"


def test_rulings_are_told_to_screen_readers(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    board = page_of("/", language="fi")
    board.wait_for_selector("text=Kasipeli, suomalaiset säännöt")
    desk.tell(opening("8ball-fi", None))
    board.locator("#said", has_text="kivi ei osunut kohdepalloon").wait_for(state="attached")
    assert board.get_attribute("#said", "aria-live") == "polite"


def test_the_set_up_begins_a_game_and_takes_corners(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.hub.show("picture", cv2.imencode(".jpg", np.full((360, 640, 3), 90, np.uint8))[1].tobytes())
    desk.hub.show("sound", {"percent": 35, "muted": True, "langs": ["fi", "en"]})
    page = referee_of("/setup", height=1400)
    page.wait_for_selector('[data-key="mute"][aria-pressed="true"]')
    assert page.input_value("#volume") == "35" and page.is_checked("#l-fi")
    page.uncheck("#l-fi")
    page.select_option("#game", "congestion")
    assert page.input_value("#set") == "congestion"
    page.select_option("#game", "9ball-hu")
    assert page.input_value("#set") == "pool9"
    page.fill("#name-0", "Zoltán 🎱")
    page.fill("#name-1", "Ági")
    page.click("summary")
    page.select_option('[id="o-race"]', "5")
    page.check("#l-hu")
    page.click('[data-key="begin"]')
    page.wait_for_selector("text=Sent to the program.")
    (began,) = desk.commands
    assert began.name == "session"
    assert began.values["players"] == ["Zoltán 🎱", "Ági"]
    assert (began.values["game"], began.values["options"]["race"]) == ("9ball-hu", "5")
    assert set(began.values["langs"]) == {"en", "hu"}
    page.click('[data-key="look"]')
    page.wait_for_selector(".corners")
    page.evaluate("window.scrollTo(0, document.querySelector('.corners').getBoundingClientRect().top + scrollY - 100)")
    box = page.locator('[data-key="corner-0"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 20, steps=4)
    page.mouse.up()
    page.locator('[data-key="corner-1"]').focus()
    page.keyboard.press("Shift+ArrowRight")
    page.click('[data-key="use-corners"]')
    page.wait_for_selector(".done")
    sent = json.loads(json.dumps(desk.commands[-1].values))
    scale = page.locator(".corners").bounding_box()["width"] / 640
    assert sent["corners"][0] == pytest.approx([64 + 40 / scale, 43.2 + 20 / scale], abs=2)
    assert sent["corners"][1] == pytest.approx([74, 316.8], abs=0.2)
    assert sent["head"] == "left"


def test_what_can_not_be_is_told_where_it_was_asked_for(desk: Desk, referee_of: Callable[..., Any]) -> None:
    page = referee_of("/setup", language="fi", height=1400)
    page.click('[data-key="begin"]')
    page.wait_for_selector(".done")
    assert page.locator(".doubts").count() == 0
    desk.hub.show("setup", {"said": "the table has to be found first: use the set-up page"})
    page.wait_for_selector("form.card .doubts[lang=fi]:has-text('pöytä on ensin etsittävä')")
    page.click('[data-key="find"]')
    desk.hub.show("setup", {"said": "looking"})
    page.wait_for_selector("section.card >> text=Etsitään pöytää")
    head = "head-left, head-right, foot-right, foot-left, left and right as seen by who breaks"
    desk.hub.show("setup", {"said": f"--corners show the table mirrored; give them in this order: {head}"})
    page.wait_for_selector("section.card .doubts[lang=fi]:has-text('peilikuvana')")
    assert page.locator("form .doubts").count() == 0
    assert [command.name for command in desk.commands] == ["session", "calibrate"]


def test_refusals_options_and_clauses_speak_the_language_of_the_page(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    desk.tell(opening("8ball-fi", None))
    page = page_of("/referee", language="hu")
    page.fill("#pin", "000000")
    page.click("main button[type=submit]")
    page.wait_for_selector("[lang=hu][role=alert]:has-text('rossz PIN')")
    page.goto(desk.url + "/?lang=fi")
    page.click(".clauses button:has-text('FI-4.1.1')")
    page.wait_for_selector(".clause-text[lang=fi]:has-text('Kivi ei osu')")
    page.click("text=HU >> nth=0")
    page.wait_for_selector(".clause-text[lang=en]")  # a Finnish clause has no Hungarian text: it says so
    tablet = referee_of("/setup", language="fi")
    tablet.click("summary")
    tablet.wait_for_selector(".option [lang=fi]:has-text('kuka aloittaa seuraavan erän')")
    tablet.click("text=HU >> nth=0")
    tablet.wait_for_selector(".option [lang=hu]:has-text('ki kezdi a következő játékot')")
    desk.tell({"type": "input", "t": 30.0, "by": "referee", "player": "Cy", "kind": "concede"})
    tablet.wait_for_selector(".notices [lang=hu]:has-text('Cy nem játszik')")
    desk.tell({"type": "input", "t": 30.0, "by": "referee", "kind": "undo", "to": 99})
    tablet.wait_for_selector(".notices [lang=hu]:has-text('⚠ visszavonás: nincs 99. lökés')")


def test_the_colours_of_the_set_are_confirmed_by_eye(desk: Desk, referee_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    page = referee_of("/setup", language="hu")
    page.click('[data-key="colours"]')
    page.wait_for_selector(".done")
    desk.hub.show("colours", {"said": "looking", "share": 0.25})
    page.wait_for_selector("text=A golyók nézése: 25 %")
    row = {"colour": "#f4be22", "looks": 40, "picture": "data:image/png;base64,iVBORw0KGgo="}
    shown = {"said": "learnt", "balls": [{"label": n, **row} for n in ("1", "2", "3")], "missing": ["9"]}
    desk.hub.show("colours", shown)
    page.click('[data-key="colour-2"]')
    page.wait_for_selector('[data-key="colour-2"][aria-pressed="false"]')
    page.click("text=A megjelölt 2 jó")
    desk.hub.show("colours", {"said": "kept", "n": 2})
    page.wait_for_selector("text=2 szín megmarad")
    page.click('[data-key="lens"]')
    desk.hub.show("lens", {"said": "2 different views of the board"})
    page.wait_for_selector("text=2 different views of the board")
    assert [(c.name, c.values) for c in desk.commands] == [
        ("colours", {"balls": "pool15"}),
        ("colours", {"confirm": ["1", "3"], "balls": "pool15"}),
        ("lens", {}),
    ]
    board = page.request.get(desk.url + "/board.pdf")
    assert board.body()[:5] == b"%PDF-" and board.headers["content-type"] == "application/pdf"


def test_looking_back_filters_counts_and_saves(desk: Desk, page_of: Callable[..., Any], tmp_path: Path) -> None:
    play(desk)
    page = page_of("/history", accept_downloads=True)
    page.wait_for_selector("text=Strokes: 2")
    page.select_option("#f-what", "questions")
    page.wait_for_selector("text=Strokes: 1")
    page.select_option("#f-what", "all")
    page.wait_for_selector("text=Strokes 2, with a ball made 2")
    with page.expect_download() as saved:
        page.click('[data-key="csv"]')
    saved.value.save_as(tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_text(encoding="utf-8-sig").startswith("stroke,t,player")
    with page.expect_download() as saved:
        page.click('[data-key="share"]')
    saved.value.save_as(tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes()[:4] == b"\x89PNG"


def test_looking_back_over_every_kept_game(desk: Desk, page_of: Callable[..., Any], tmp_path: Path) -> None:
    play(desk)
    kept = "".join(json.dumps(record) + "\n" for record in desk.hub.records())
    (tmp_path / "session-000001.jsonl").write_text(kept, encoding="utf-8")
    desk.begin("9ball-fi", ("Ann", "Cy"))
    desk.tell(opening("9ball-fi", "1", [("9", "foot-left")], ["2", "3"]))
    won = desk.hub.records()[kept.count("\n") :]
    (tmp_path / "session-000002.jsonl").write_text("".join(json.dumps(r) + "\n" for r in won), encoding="utf-8")
    desk.hub.restart()
    page = page_of("/history", accept_downloads=True)
    page.select_option("#f-game", "session-000001")
    page.wait_for_selector("h2:has-text('Strokes: 2')")
    page.select_option("#f-player", "Ann")
    page.select_option("#f-game", "*")
    page.wait_for_selector("h2:has-text('Strokes: 3')")
    page.wait_for_selector("text=Games won")
    page.wait_for_selector("h3:has-text('session-000002')")
    page.select_option("#f-player", "Cy")
    page.wait_for_selector("text=Nothing yet >> nth=0")
    page.select_option("#f-player", "")
    page.click(".strokes button:has-text('Ann wins')")
    page.wait_for_selector(".detail >> text=session-000002")
    with page.expect_download() as saved:
        page.click('[data-key="csv"]')
    saved.value.save_as(tmp_path / "all.csv")
    assert (tmp_path / "all.csv").read_text(encoding="utf-8-sig").count("session-00000") == 3
    with page.expect_download() as saved:
        page.click('[data-key="share"]')
    saved.value.save_as(tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes()[:4] == b"\x89PNG"
    assert serious(page) == []


def test_a_page_that_lost_its_server_comes_back_and_misses_nothing(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    board = page_of("/")
    board.wait_for_selector("text=9-ball, Finnish rules")
    closed: list[Any] = []
    board.on("websocket", lambda socket: closed.append(socket))

    async def drop() -> None:
        for viewer in list(desk.server.service.viewers):
            await viewer._close(1012, "restart")

    loop = desk.server.service._loop
    assert loop is not None
    asyncio.run_coroutine_threadsafe(drop(), loop).result(5)
    desk.tell(opening("9ball-fi", None))
    board.wait_for_selector("text=Stroke 1: foul")
    assert closed  # a second socket was opened


def test_the_pin_is_asked_for_and_a_wrong_one_refused(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    page = page_of("/referee")
    page.fill("#pin", "000000")
    page.click("main button[type=submit]")
    page.wait_for_selector("text=wrong PIN")
    page.fill("#pin", PIN)
    page.click("main button[type=submit]")
    page.wait_for_selector("[role=tablist]")
    page.reload()
    page.wait_for_selector("[role=tablist]")


def test_a_tap_is_not_lost_while_balls_move(desk: Desk, referee_of: Callable[..., Any]) -> None:
    """The page is drawn anew ten times a second; a finger that stays on a button for half a second still presses it."""
    desk.begin("8ball-fi", ("Ann", "Bő"))
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    tablet = referee_of()
    box = tablet.locator('[data-key="safety"]').bounding_box()
    tablet.mouse.move(box["x"] + 20, box["y"] + 20)
    tablet.mouse.down()
    for k in range(10):
        desk.hub.show("balls", [{"id": "3", "label": "3", "x": 10.0 * k, "y": 0.0, "confidence": 1.0}])
        tablet.wait_for_timeout(50)
    tablet.mouse.up()
    tablet.wait_for_selector(".announced >> text=safety")
    assert "translate(0 90)" in tablet.locator('[data-ball="3"]').get_attribute("transform")


def test_a_question_has_its_film(desk: Desk, referee_of: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "clip-000001-first.mp4").write_bytes(b"a film")
    desk.begin("9ball-fi", ("Ann", "Bő"))
    tablet = referee_of()
    asked = {
        "type": "question",
        "t": 1.0,
        "id": "q",
        "asks": "referee",
        "about": "first_contact",
        "candidates": ["1", "2"],
    }
    desk.hub.publish({**asked, "clause": "FI-4.1.1", "clip": "clip-000001-first.mp4"})
    tablet.click(".question button:has-text('Film of what is asked')")
    assert tablet.get_attribute(".question video", "src").startswith("blob:")
