"""`callshot run` from start to stop, with eyes that see an empty table."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from blind_camera import Blind, Camera, adapters, grown, missed, request

from callshot.calibration.colours import SetProfile
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.announcer import Announcer, Silent
from callshot.hardware.clip_ring import ClipRing
from callshot.hardware.clips import ClipStore
from callshot.hardware.frame import Frame, FrameSource, Notice, NoticeHandler, SourceError
from callshot.hardware.journal import read_journal
from callshot.rules.equipment import BallSet
from callshot.tracker import live_learning, live_sessions, running
from callshot.tracker.adapters import Adapters
from callshot.tracker.hub import Command, RecordHub
from callshot.tracker.live_store import LiveStore
from callshot.tracker.pipeline import Play
from callshot.tracker.running import RunRequest, run_command
from callshot.tracker.trouble import Trouble


def types(path: Path) -> list[str]:
    return [r["type"] for r in read_journal(path.read_bytes()).records]


def test_a_recording_runs_to_its_end_and_the_next_run_begins_anew(tmp_path: Path, table: TableGeometry) -> None:
    store = LiveStore(tmp_path / "home")
    assert run_command(adapters(table, 90, live=False), request(tmp_path), store) == 0
    assert types(store.folder / "session-000001.jsonl")[:2] == ["session", "layout"]
    assert store.choices().ended
    run_command(adapters(table, 30, live=False), request(tmp_path), store)
    assert (store.folder / "session-000002.jsonl").exists()


def test_stopped_by_a_signal_it_goes_on_with_the_same_file(tmp_path: Path, table: TableGeometry) -> None:
    store = LiveStore(tmp_path / "home")
    path = store.folder / "session-000001.jsonl"
    for _ in range(2):
        stop = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM))
        stop.start()
        assert run_command(adapters(table, None, live=True), request(tmp_path), store) == 0
        stop.join()
    records = read_journal(path.read_bytes()).records
    assert [r["type"] for r in records].count("session") == 1
    assert [r["code"] for r in records if r["type"] == "notice"] == ["resumed"]
    assert signal.getsignal(signal.SIGTERM) is missed


def test_a_date_that_jumps_by_a_year_changes_nothing(
    tmp_path: Path, table: TableGeometry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def records(home: str) -> list[dict[str, Any]]:
        store = LiveStore(tmp_path / home)
        assert run_command(adapters(table, 90, live=False), request(tmp_path, pace=1.0, keep_all=True), store) == 0
        return list(read_journal((store.folder / "session-000001.jsonl").read_bytes()).records)

    steady = records("steady")
    year_s, looks = 365 * 86400.0, iter(range(10**9))
    monkeypatch.setattr(time, "time", lambda: 1.8e9 + year_s * (-1) ** next(looks))
    monkeypatch.setattr(time, "time_ns", lambda: round(time.time() * 1e9))
    assert records("jumping") == steady and len(steady) >= 2


def test_a_recording_that_was_stopped_is_read_on_from_the_last_record(tmp_path: Path, table: TableGeometry) -> None:
    store = LiveStore(tmp_path / "home")
    store.folder.mkdir()
    opened: list[float] = []
    first = request(tmp_path, output=tmp_path / "evening.jsonl")
    assert run_command(adapters(table, 60, live=False, opened=opened), first, store) == 0
    with (tmp_path / "evening.jsonl").open("a") as file:
        file.write(json.dumps({"type": "layout", "t": 0.75, "balls": []}) + "\n")
    assert run_command(adapters(table, 60, live=False, opened=opened), first, store) == 0
    assert opened == [0.0, 0.75]


def test_the_page_outlives_the_recording(
    tmp_path: Path, table: TableGeometry, capsys: pytest.CaptureFixture[str]
) -> None:
    stop = threading.Timer(3.0, os.kill, (os.getpid(), signal.SIGTERM))
    stop.start()
    begun = time.monotonic()
    wanted = request(tmp_path, serve=True, port=0)
    assert run_command(adapters(table, 30, live=False), wanted, LiveStore(tmp_path / "home")) == 0
    assert time.monotonic() - begun > 2.0
    said = capsys.readouterr().err
    assert "PIN" in said and "the page stays" in said


def test_a_served_demo_leaves_the_demos_files_alone(
    tmp_path: Path, table: TableGeometry, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[RunRequest] = []
    monkeypatch.setattr(running, "calibrate_source", lambda *_: table)
    monkeypatch.setattr(running, "run_command", lambda parts, wanted, store: asked.append(wanted))
    for name in ("records.jsonl", "table.toml"):
        (tmp_path / name).write_text("kept")
    running.serve_demo(adapters(table, 5, live=False), Path("demo.mp4"), Play("9ball-fi", ("Ann", "Bo")), tmp_path, 0)
    assert [(tmp_path / name).read_text() for name in ("records.jsonl", "table.toml")] == ["kept", "kept"]
    assert asked[0].output is not None and asked[0].output.parent == tmp_path / "served"


def test_a_camera_that_is_lost_for_good_is_an_error(
    tmp_path: Path, table: TableGeometry, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(adapters(table, 20, live=True), request(tmp_path), LiveStore(tmp_path / "home")) == 1
    assert "gives no more pictures" in capsys.readouterr().err


def test_a_camera_that_stumbles_is_told_in_the_records(tmp_path: Path, table: TableGeometry) -> None:
    class Stumbling(Camera):
        def __init__(self, on_notice: NoticeHandler) -> None:
            width, height = table.camera.image_size
            super().__init__((int(width), int(height)), 20, live=False)
            self._on_notice = on_notice

        def __iter__(self) -> Iterator[Frame]:
            for n, frame in enumerate(super().__iter__()):
                if n == 10:
                    self._on_notice(Notice("error", "camera-lost", "the cable is loose"))
                yield frame

    def open_source(
        text: str, on_notice: NoticeHandler, *, frame_rate_hz: float = 25.0, start_s: float = 0.0
    ) -> FrameSource:
        return Stumbling(on_notice)

    store = LiveStore(tmp_path / "home")
    assert run_command(Adapters(open_source, lambda: ""), request(tmp_path), store) == 0
    records = read_journal((store.folder / "session-000001.jsonl").read_bytes()).records
    assert [r["code"] for r in records if r["type"] == "notice"] == ["camera-lost"]


def test_what_is_missing_or_does_not_fit_is_told(tmp_path: Path, table: TableGeometry) -> None:
    store = LiveStore(tmp_path / "home")
    with pytest.raises(Trouble, match="no calibration"):
        run_command(adapters(table, 5, live=False), request(tmp_path, calibration=None), store)
    small = Adapters(lambda *a, **k: Camera((64, 48), 5, live=False), lambda: "")
    with pytest.raises(CalibrationError, match="its pictures are 64x48"):
        run_command(small, request(tmp_path), store)


def test_a_game_is_chosen_on_the_page(tmp_path: Path, table: TableGeometry, hubs: list[RecordHub]) -> None:
    """Nothing is named on the command line: the program waits; the page's choice begins a session and is remembered."""
    store = LiveStore(tmp_path / "home")
    wanted = request(tmp_path, game="none", players=(), serve=True, port=0, pace=1.0)
    codes: list[int] = []

    def choose() -> None:
        while not hubs or hubs[0].shown("setup") is None:
            time.sleep(0.02)
        time.sleep(0.3)
        assert hubs[0].records() == []
        hubs[0].submit_command(Command("session", {"game": "9ball-hu", "players": ["Ann", "Cy"], "balls": "pool9"}))
        if not grown(hubs[0], 0):
            codes.append(-1)
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGTERM)

    chooser = threading.Thread(target=choose)
    chooser.start()
    codes.append(run_command(adapters(table, None, live=True), wanted, store))
    chooser.join()
    assert codes == [0]
    record = read_journal((store.folder / "session-000001.jsonl").read_bytes()).records[0]
    assert (record["game"], record["players"]) == ("9ball-hu", ["Ann", "Cy"])
    assert store.choices().players == ("Ann", "Cy") and not store.choices().ended


def test_a_camera_that_can_not_be_opened_leaves_nothing_behind(tmp_path: Path, table: TableGeometry) -> None:
    def open_source(
        text: str, on_notice: NoticeHandler, *, frame_rate_hz: float = 25.0, start_s: float = 0.0
    ) -> FrameSource:
        raise SourceError("camera:0 can't be opened: there is no /dev/video0")

    small = Adapters(lambda *a, **k: Camera((64, 48), 5, live=False), lambda: "")
    store = LiveStore(tmp_path / "home")
    for output in (None, tmp_path / "evening" / "evening.jsonl"):
        wanted = request(tmp_path, output=output)
        with pytest.raises(SourceError, match="can't be opened"):
            run_command(Adapters(open_source, lambda: ""), wanted, store)
        with pytest.raises(CalibrationError, match="its pictures are"):
            run_command(small, wanted, store)
        assert [p.name for p in tmp_path.iterdir()] == ["table.toml"]


def test_clips_and_further_sessions_go_beside_the_records(
    tmp_path: Path, table: TableGeometry, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[Path] = []

    class Watched(ClipStore):
        def __init__(self, folder: Path, *values: Any, **more: Any) -> None:
            super().__init__(folder, *values, **more)
            folders.append(folder)

    monkeypatch.setattr(live_sessions, "ClipStore", Watched)
    monkeypatch.chdir(tmp_path)
    store = LiveStore(tmp_path / "home")
    stop = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM))
    stop.start()
    run_command(adapters(table, None, live=True), request(tmp_path, output=Path("evening/records.jsonl")), store)
    stop.join()
    assert store.choices().file == str(tmp_path / "evening" / "records.jsonl")
    run_command(adapters(table, 30, live=False), request(tmp_path), store)  # goes on there, from wherever it is called
    assert types(tmp_path / "evening" / "records.jsonl").count("session") == 1
    run_command(adapters(table, 30, live=False), request(tmp_path), store)
    assert folders == [tmp_path / "evening" / "clips"] * 2 + [tmp_path / "home" / "clips"]


@pytest.mark.parametrize("no_clips", [False, True])
def test_films_can_be_switched_off(
    tmp_path: Path, table: TableGeometry, monkeypatch: pytest.MonkeyPatch, no_clips: bool
) -> None:
    rings: list[ClipRing] = []

    class Watched(ClipRing):
        def __init__(self, *values: Any, **more: Any) -> None:
            super().__init__(*values, **more)
            rings.append(self)

    monkeypatch.setattr(live_sessions, "ClipRing", Watched)
    run_command(adapters(table, 90, live=False), request(tmp_path, no_clips=no_clips), LiveStore(tmp_path / "home"))
    assert [ring.between(0, 9) == () for ring in rings] == [no_clips]


@pytest.mark.parametrize(("mute", "langs", "opened"), [(True, ("en",), 0), (False, (), 0), (False, ("en",), 1)])
def test_no_speaker_is_looked_for_where_nothing_is_to_be_said(
    tmp_path: Path, table: TableGeometry, mute: bool, langs: tuple[str, ...], opened: int
) -> None:
    asked: list[Sequence[str]] = []

    def open_announcer(languages: Sequence[str], on_notice: NoticeHandler, voices: Path) -> Announcer:
        asked.append(languages)
        return Silent()

    parts = replace(adapters(table, 10, live=False), open_announcer=open_announcer)
    run_command(parts, request(tmp_path, mute=mute, langs=langs), LiveStore(tmp_path / "home"))
    assert len(asked) == opened


def test_colours_that_are_confirmed_on_the_page_are_used_at_once_and_next_time(
    tmp_path: Path, table: TableGeometry, monkeypatch: pytest.MonkeyPatch, hubs: list[RecordHub]
) -> None:
    learnt = SetProfile("pool9", {"1": np.array([75.0, 8.0, 70.0])}, {"1": 40})
    used: list[SetProfile | None] = []

    def eyes(table: TableGeometry, balls: BallSet, profile: SetProfile | None) -> Blind:
        used.append(profile)
        return Blind()

    monkeypatch.setattr(live_sessions, "open_eyes", eyes)
    monkeypatch.setattr(live_learning, "open_eyes", lambda *a: None)
    monkeypatch.setattr(live_learning, "learn_set", lambda *a: (learnt, {}))
    monkeypatch.setattr(live_learning, "COLOUR_LOOKS", 3)

    def said(word: str) -> None:
        until = time.monotonic() + 10
        while time.monotonic() < until:
            shown = hubs[0].shown("colours") if hubs else None
            if shown is not None and isinstance(shown.value, dict) and shown.value["said"] == word:
                return
            time.sleep(0.02)

    def confirm() -> None:
        while not hubs or not hubs[0].records():
            time.sleep(0.02)
        hubs[0].submit_command(Command("colours", {"balls": "pool9"}))
        said("learnt")
        hubs[0].submit_command(Command("colours", {"balls": "pool9", "confirm": ["1"]}))
        said("kept")
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGTERM)

    person = threading.Thread(target=confirm)
    person.start()
    store = LiveStore(tmp_path / "home")
    run_command(adapters(table, None, live=True), request(tmp_path), store)
    person.join()
    assert [profile and list(profile.colours) for profile in used] == [None, ["1"]]
    records = read_journal(Path(store.choices().file).read_bytes()).records
    assert any(record.get("code") == "colours" for record in records)
    run_command(adapters(table, 20, live=False), request(tmp_path), store)
    assert list(used[-1].colours if used[-1] else ()) == ["1"]


def test_the_picture_for_the_page_is_made_beside_the_loop(
    tmp_path: Path, table: TableGeometry, hubs: list[RecordHub], monkeypatch: pytest.MonkeyPatch
) -> None:
    painters: list[str] = []

    def painted(frame: Frame) -> bytes:
        painters.append(threading.current_thread().name)
        return b"jpeg"

    monkeypatch.setattr("callshot.tracker.live_loop.jpeg_of", painted)
    stop = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGTERM))
    stop.start()
    wanted = request(tmp_path, serve=True, port=0, pace=1.0)
    assert run_command(adapters(table, None, live=True), wanted, LiveStore(tmp_path / "home")) == 0
    stop.join()
    shown = hubs[0].shown("picture")
    assert shown is not None and shown.value == b"jpeg"
    assert painters and all(name.startswith("picture") for name in painters)
