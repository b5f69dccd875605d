"""Takes the pictures of docs/pictures: `python tests/browser/take_pictures.py [FOLDER]`. Run by hand after a change."""

from __future__ import annotations

import base64
import shutil
import sys
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "scoreboard")]

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from desk import PIN, Desk  # noqa: E402
from page_games import lying, opening, racked, stroke  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
BALL_5, UNDO_AND_LOOK = '[data-key="ball-5"]', ("#tab-undo", '[data-key="undo-2"]', "#tab-undo")
EIGHT = ["cue", *(str(n) for n in range(1, 16))]


def eight_ball(desk: Desk) -> None:
    """A few strokes with a call, a foul, and a fact that the camera could not settle."""
    desk.begin("8ball-fi", ("Ann", "Bő"))
    desk.tell({"type": "layout", "t": 0.0, "balls": racked("8ball-fi")})
    desk.tell(opening("8ball-fi", "10", [("9", "foot-right")], ["2", "3", "4", "5"]))
    on_table = [ball for ball in EIGHT if ball != "9"]
    for number, ball in enumerate(("1", "2"), start=2):
        call = {"kind": "call", "ball": ball, "pocket": "side-left"}
        desk.tell({"type": "input", "t": 20.0 * number, "by": "referee", "player": "Ann", **call})
        desk.tell(stroke(number, ball, on_table, [(ball, "side-left")], ["cue"]))
        on_table.remove(ball)
    call = {"kind": "call", "ball": "3", "pocket": "foot-left"}
    desk.tell({"type": "input", "t": 80.0, "by": "referee", "player": "Ann", **call})
    doubt = [{"fact": "first_contact", "candidates": ["3", "11"], "confidence": 0.6}]
    desk.tell(stroke(4, "3", on_table, [], ["3", "cue"], doubt))


def nine_ball(desk: Desk) -> None:
    desk.begin("9ball-hu", ("Zoltán", "Ági"))
    nine = ["cue", *(str(n) for n in range(1, 10))]
    desk.tell(opening("9ball-hu", "1", [("6", "head-right")], ["2", "3", "4", "5"]))
    on_table = [ball for ball in nine if ball != "6"]
    desk.tell(stroke(2, "1", on_table, [("9", "foot-left"), ("cue", "side-right")], ["1"]))
    balls = [
        {**ball, "x": 23.0, "y": 640.0} if ball["id"] == "9" else ball
        for ball in lying(on_table)
        if ball["id"] != "cue"
    ]
    desk.hub.show("balls", balls)


def two_fouls(desk: Desk) -> None:
    """A player who has fouled twice comes to the table."""
    desk.begin("9ball-fi", ("Ann", "Bő"), race="5")
    nine = ["cue", *(str(n) for n in range(1, 10))]
    desk.tell(opening("9ball-fi", "1", [], ["1", "2", "3", "4"]))
    for number, first in enumerate(("1", "1", "2", "1", "2", "1"), 2):
        desk.tell(stroke(number, first, nine, [], ["4"]))


def match_over(desk: Desk) -> None:
    """A race to two racks, won."""
    desk.begin("9ball-fi", ("Ann", "Bő"), race="2")
    won = opening("9ball-fi", "1", [("9", "foot-left")], ["2", "3", "4", "5"])
    desk.tell(won)
    desk.tell({**won, "number": 2, "t": 60.0, "t_start": 55.0, "t_end": 60.0})


def congestion(desk: Desk) -> None:
    names = ("Ann", "Bő", "Cy", "Dora")
    desk.begin("congestion", names)
    held = {
        "Ann": ["21", "17", "15", "14", "12", "9", "8"],
        "Bő": ["20", "16", "11", "4", "2"],
        "Cy": [],
        "Dora": ["19", "18", "10", "7", "7", "3"],
    }  # fmt: skip
    players = {
        name: {"stash": balls, "whammies": k, "foul_innings": k // 2} for k, (name, balls) in enumerate(held.items())
    }
    desk.tell({"type": "state", "t": 0.0, "phase": "play", "shooter": "Bő", "players": players})
    for name, pea in zip(names, (4, 11, 7, 13), strict=True):
        said = {"kind": "pea", "value": pea, "private_to": name}
        desk.tell({"type": "input", "t": 0.0, "by": "player", "player": name, **said})
    balls = ["cue", "crazy-cue", "5a", "5b", "6a", "13", "yellow", "blue", "brown", "1a", "12b"]
    desk.tell(stroke(1, "5a", balls, [("6a", "side-right"), ("blue", "foot-left")], ["5a", "cue"]))


def colours() -> dict[str, Any]:
    """As the program shows a set that it has learnt; the balls of the picture are drawn."""
    seen = {"cue": (228, 236, 240), "1": (36, 170, 226), "2": (120, 52, 22), "3": (36, 34, 190), "4": (104, 38, 66),
            "5": (40, 92, 222), "6": (60, 92, 30), "7": (42, 28, 96), "8": (26, 28, 30)}  # fmt: skip
    balls = []
    for label, (blue, green, red) in seen.items():
        crop = np.full((64, 64, 3), (112, 108, 34), np.uint8)
        cv2.circle(crop, (32, 32), 27, (blue, green, red), -1, cv2.LINE_AA)
        cv2.circle(crop, (26, 24), 7, (250, 250, 250), -1, cv2.LINE_AA)
        data = base64.b64encode(cv2.imencode(".jpg", crop)[1].tobytes()).decode()
        colour = f"#{red:02x}{green:02x}{blue:02x}"
        balls.append({"label": label, "colour": colour, "looks": 40, "picture": f"data:image/jpeg;base64,{data}"})
    return {"said": "learnt", "balls": balls, "missing": ["9"]}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)

        def take(desk: Desk, name: str, path: str, size: tuple[int, int], *, language: str = "en", role: str = "",
                 taps: tuple[str, ...] = (), whole: bool = False, part: str = "") -> None:  # fmt: skip
            context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
            page: Any = context.new_page()
            page.goto(desk.url + path)
            page.wait_for_timeout(600)
            if role == "referee":
                page.fill("#pin", PIN)
                page.click("main button[type=submit]")
            elif role:
                page.fill("#code", desk.server.service.access.new_code(role))
                page.click("main button[type=submit]")
            page.wait_for_timeout(800)
            for tap in taps:
                page.click(tap, force=True)
                page.wait_for_timeout(300)
            if part:
                data = page.locator(part).screenshot()
            else:
                data = page.screenshot(full_page=whole, omit_background=path == "/overlay")
            context.close()
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            small = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)).quantize(224, dither=Image.Dither.NONE)
            small.save(folder / f"{name}.png", optimize=True)

        for play, shots in (
            (eight_ball, (
                ("scoreboard-1920", "/", (1920, 1080), {}),
                ("scoreboard-360", "/", (360, 740), {"language": "fi", "whole": True}),
                ("referee-1024", "/referee", (1024, 768), {"role": "referee", "whole": True}),
                ("undo-1024", "/referee", (1024, 768), {"role": "referee", "taps": ("#tab-undo",)}),
                ("rename-1024", "/referee", (1024, 768), {"role": "referee", "taps": (BALL_5,), "whole": True}),
                ("people-1024", "/referee", (1024, 768), {"role": "referee", "taps": ("#tab-players",)}),
                ("history-1024", "/history", (1024, 768), {"whole": True}),
                ("redo-1024", "/referee", (1024, 768), {"role": "referee", "taps": UNDO_AND_LOOK}),
            )),
            (nine_ball, (
                ("table-1920", "/table", (1920, 1080), {"language": "hu"}),
                ("table-360", "/table", (360, 740), {"language": "hu", "whole": True}),
                ("setup-1024", "/setup", (1024, 768), {"role": "referee", "language": "hu", "whole": True}),
                ("colours-1024", "/setup", (1024, 768), {"role": "referee", "part": '[data-key="colours-card"]'}),
                ("overlay-1920", "/overlay", (1920, 1080), {}),
                ("options-1024", "/setup", (1024, 768), {
                    "role": "referee", "taps": ("summary",), "part": '[data-key="options"]', "language": "fi"}),
            )),
            (two_fouls, (("warned-1920", "/", (1920, 1080), {}),)),
            (match_over, (("over-1024", "/referee", (1024, 768), {"role": "referee"}),)),
            (congestion, (
                ("congestion-1920", "/", (1920, 1080), {}),
                ("congestion-1024", "/", (1024, 768), {"language": "fi", "whole": True}),
                ("phone-360", "/player", (360, 740), {"role": "Bő", "whole": True}),
            )),
        ):  # fmt: skip
            desk = Desk()
            play(desk)
            if play is nine_ball:
                desk.hub.show("colours", colours())
                desk.hub.show(
                    "picture", cv2.imencode(".jpg", np.full((540, 960, 3), (70, 100, 60), np.uint8))[1].tobytes()
                )
            time.sleep(0.3)
            for name, path, size, how in shots:
                take(desk, name, path, size, **how)  # type: ignore[arg-type]
            desk.stop()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "pictures")
