"""What a page asks of a program that runs: refused as a whole, or done as a whole; heard after the recording's end."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from blind_camera import Blind, adapters, request

from callshot.calibration.colours import SetProfile
from callshot.calibration.table import TableGeometry, load_table
from callshot.hardware.journal import read_journal
from callshot.rules.equipment import BALL_SETS, BallSet
from callshot.tracker import live_sessions, live_size
from callshot.tracker.ball_size import SizeDoubt
from callshot.tracker.hub import Command, RecordHub, Topic
from callshot.tracker.live_choosing import chosen, why_not
from callshot.tracker.live_store import Choices, LiveStore
from callshot.tracker.running import run_command

LIMIT_S = 20.0


def until(holds: Callable[[], object], what: str) -> None:
    end = time.monotonic() + LIMIT_S
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def run_beside(act: Callable[[], None], run: Callable[[], object]) -> None:
    """Runs the program while a person acts; what goes wrong with the person goes wrong with the test."""
    failed: list[BaseException] = []

    def person() -> None:
        try:
            act()
        except BaseException as why:
            failed.append(why)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=person)
    thread.start()
    run()
    thread.join()
    if failed:
        raise failed[0]


def shown(hub: RecordHub, topic: Topic) -> Any:
    found = hub.shown(topic)
    return None if found is None else found.value


def setup_says(hub: RecordHub) -> str:
    value = shown(hub, "setup")
    return str(value["said"]) if isinstance(value, dict) else ""


def kinds(path: Path) -> list[str]:
    return [str(r.get("kind", r["type"])) for r in read_journal(path.read_bytes()).records]


GOOD: Mapping[str, Any] = {"game": "9ball-hu", "players": ["Ann", "Cy"], "balls": "pool9"}
WRONG: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({**GOOD, "balls": "nope"}, "no such ball set"),
    ({**GOOD, "balls": "/etc/passwd"}, "no such ball set"),
    ({**GOOD, "balls": "snooker22"}, "it has no 1, and 9ball-hu is played with pool9"),
    ({**GOOD, "game": "xx"}, "no such game"),
    ({**GOOD, "players": ["Ann"]}, "players, not 1"),
    ({**GOOD, "players": ["Ann", " Ann "]}, "two players are called"),
    ({**GOOD, "options": {"race": "many"}}, "race"),
    ({**GOOD, "state": {"shooter": "Nobody"}}, "Nobody"),
    ({**GOOD, "state": {"score": [1]}}, "score"),
)


def test_a_session_that_can_not_begin_leaves_the_one_that_is_on(
    tmp_path: Path, table: TableGeometry, hubs: list[RecordHub]
) -> None:
    store = LiveStore(tmp_path / "home")

    def person() -> None:
        until(lambda: hubs and hubs[0].records(), "the session begins")
        hub = hubs[0]
        epoch = hub.epoch
        for values, why in WRONG:
            hub.submit_command(Command("session", values))
            until(lambda why=why: why in setup_says(hub), why)  # type: ignore[misc]
            assert hub.epoch == epoch
        hub.submit_input({"type": "input", "t": 0.0, "by": "referee", "player": "Ann", "kind": "safety"})
        until(lambda: any(r.get("kind") == "safety" for r in hub.records()), "the game goes on")
        assert [p.name for p in store.folder.glob("*.jsonl")] == ["session-000001.jsonl"]
        told = [r["text"] for r in hub.records() if r["type"] == "notice"]
        for values, why in WRONG:
            assert sum(why in text for text in told) == sum(why == other for _, other in WRONG), values
        state = {"shooter": "Cy", "phase": "play", "on_table": ["5", "9"], "score": {"Ann": 0, "Cy": 0}}
        hub.submit_command(Command("session", {**GOOD, "state": state}))
        until(lambda: hub.epoch > epoch and any(r["type"] == "state" for r in hub.records()), "the new game begins")
        until(lambda: setup_says(hub) == "", "the trouble is over")

    run_beside(person, lambda: run_command(adapters(table, None, live=True), request(tmp_path), store))
    first, second = sorted(store.folder.glob("*.jsonl"))
    assert "safety" in kinds(first) and kinds(second)[0] == "session" and "state" in kinds(second)
    assert store.choices().file == str(second)


def test_after_the_recording_people_correct_and_take_back(
    tmp_path: Path, table: TableGeometry, hubs: list[RecordHub]
) -> None:
    store = LiveStore(tmp_path / "home")

    def person() -> None:
        until(lambda: hubs and shown(hubs[0], "on"), "the session begins")
        hub = hubs[0]
        time.sleep(1.0)  # thirty frames are long over
        hub.submit_input({"type": "input", "t": 0.0, "by": "referee", "player": "Ann", "kind": "concede"})
        until(lambda: any(r["type"] == "ruling" and r.get("over") for r in hub.records()), "it is ruled")
        epoch = hub.epoch
        for command in (Command("session", GOOD), Command("calibrate"), Command("lens"), Command("colours")):
            hub.submit_command(Command("mute", {"on": True}))
            hub.show("setup", {"said": ""})
            hub.submit_command(command)
            until(lambda: "the recording has ended" in setup_says(hub), command.name)
        assert hub.epoch == epoch
        until(lambda: sum("has ended" in str(r.get("text")) for r in hub.records()) == 4, "each is told")
        assert shown(hub, "sound") == {"percent": 100, "muted": True, "langs": ["en"]}
        hub.submit_command(Command("volume", {"percent": 35}))
        until(lambda: shown(hub, "sound")["percent"] == 35, "the page knows how loud it is")
        hub.submit_command(Command("end"))
        until(lambda: shown(hub, "on") is False, "no game is on")

    wanted = request(tmp_path, serve=True, port=0)
    run_beside(person, lambda: run_command(adapters(table, 30, live=False), wanted, store))
    kept = kinds(store.folder / "session-000001.jsonl")
    assert "concede" in kept and "ruling" in kept[kept.index("concede") :]


def test_corners_that_fit_no_table_write_none_and_bar_nothing(
    tmp_path: Path, table: TableGeometry, hubs: list[RecordHub], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_sessions, "LOOKS", 2)
    store = LiveStore(tmp_path / "home")
    good = [[60.0, 40.0], [60.0, 200.0], [380.0, 200.0], [380.0, 40.0]]
    bad = {
        "crossed": [good[0], good[2], good[1], good[3]],
        "one point": [[100.0, 100.0]] * 4,
        "mirrored": [good[1], good[0], good[3], good[2]],
        "a line": [[10.0, 100.0], [100.0, 100.0], [200.0, 100.0], [300.0, 100.0]],
        "far away": [[-20000.0, -20000.0], [20000.0, -20000.0], [20000.0, 20000.0], [-20000.0, 20000.0]],
    }

    def person() -> None:
        until(lambda: hubs and hubs[0].records(), "the session begins")
        hub = hubs[0]

        def ask(values: Mapping[str, Any]) -> str:
            hub.show("setup", {"said": "asked"})
            hub.submit_command(Command("calibrate", values))
            until(lambda: setup_says(hub) not in ("asked", "looking", ""), str(values))
            return setup_says(hub)

        for name, corners in bad.items():
            assert ask({"corners": corners, "head": "left", "table": "9ft"}) != "found", name
            assert not store.table.exists(), name
        assert ask({"corners": good, "head": "right", "table": "9ft"}) != "found"
        assert "no such table" in ask({"corners": good, "table": "1x1"})
        assert ask({}) != "found", "blank pictures show no table"
        broken = live_sessions.find_table

        def unsolvable(*_: object) -> Any:
            raise np.linalg.LinAlgError("SVD did not converge")

        monkeypatch.setattr(live_sessions, "find_table", unsolvable)
        assert "could not be found" in ask({"corners": good})
        monkeypatch.setattr(live_sessions, "find_table", broken)
        assert not store.table.exists()
        assert ask({"corners": good, "head": "left", "table": "9ft"}) == "found"

    run_beside(person, lambda: run_command(adapters(table, None, live=True), request(tmp_path), store))
    found = load_table(store.table)
    assert found.made_by == "the set-up page" and found.error_mm < 10


def test_balls_that_measure_otherwise_than_their_set_are_looked_for_as_they_are(
    tmp_path: Path, table: TableGeometry, hubs: list[RecordHub], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def doubt(images: object, table: TableGeometry, balls: BallSet) -> SizeDoubt | None:
        asked.append(balls.diameter_mm)
        return None if balls.diameter_mm == 57.15 else SizeDoubt(False, "they measure 57 mm", 57.15)

    opened: list[float] = []

    def eyes(_: object, balls: BallSet, __: object) -> Blind:
        opened.append(balls.diameter_mm)
        return Blind()

    monkeypatch.setattr(live_size, "size_doubt", doubt)
    monkeypatch.setattr(live_sessions, "open_eyes", eyes)
    store = LiveStore(tmp_path / "home")

    def person() -> None:
        until(lambda: hubs and any("in the size" in str(r.get("text")) for r in hubs[0].records()), "it is told")

    wanted = request(tmp_path, game="none", players=(), balls="snooker22")
    run_beside(person, lambda: run_command(adapters(table, None, live=True), wanted, store))
    records = read_journal((store.folder / "session-000001.jsonl").read_bytes()).records
    assert opened == [BALL_SETS["snooker22"].diameter_mm, 57.15]
    told = [r["text"] for r in records if r["type"] == "notice"]
    assert told.count("they measure 57 mm") == 1 and asked == [BALL_SETS["snooker22"].diameter_mm]


def test_the_profile_in_use_stays_in_use(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(SetProfile("pool9", {"1": np.array([75.0, 8.0, 70.0])}, {"1": 40}).to_toml(), encoding="utf-8")
    now = Choices(game="9ball-fi", players=("Ann", "Bo"), balls=str(path))
    same = chosen({"game": "9ball-hu", "players": ["Ann", "Cy  Dee"], "balls": "pool9"}, now)
    assert (same.balls, same.players) == (str(path), ("Ann", "Cy Dee"))
    assert why_not(same, now) is None
    assert chosen({"game": "8ball-hu", "players": ["Ann", "Cy"], "balls": "pool15"}, now).balls == "pool15"
    path.unlink()
    assert "no such ball set" in str(why_not(same, now))
