"""One live session: what is kept, shown, said and filmed, and what a failing disk does to it."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from callshot.hardware.announcer import Announcement
from callshot.hardware.clip_ring import ClipRing, Window
from callshot.hardware.clips import ClipStore
from callshot.hardware.frame import Frame, Notice
from callshot.hardware.journal import Journal, read_journal
from callshot.tracker.films import Films
from callshot.tracker.hub import RecordHub
from callshot.tracker.live import LiveSession
from callshot.tracker.trouble import Trouble

Record = dict[str, Any]
IMAGE = np.full((90, 160, 3), 90, np.uint8)
HEAD: Record = {"type": "session", "t": 0.0}


class Heard:
    """An announcer that remembers."""

    def __init__(self) -> None:
        self.said: list[Announcement] = []

    def announce(self, announcement: Announcement) -> None:
        self.said.append(announcement)

    def set_volume(self, volume: float) -> None: ...

    def set_muted(self, muted: bool) -> None: ...

    def close(self) -> None: ...


class Pipe:
    """Says at the moment of a frame what the test put there."""

    def __init__(self, by_second: dict[int, list[Record]]) -> None:
        self.by_second = by_second
        self.moving = True
        self.moved_mm = 0.0
        self.t_s = 0.0
        self.resumed: list[Record] = []

    def begin(self, session: Record) -> list[Record]:
        return [session]

    def resume(self, records: Sequence[Record]) -> list[Record]:
        self.resumed = list(records)
        return [{"type": "ruling", "t": 5.0, "of": 1, "fouls": []}]

    def see(self, frame: Frame) -> None:
        self.looked = frame.sequence

    def update(self, frame: Frame) -> list[Record]:
        self.t_s = frame.t_s
        return self.by_second.pop(round(frame.t_s), [])

    def input(self, record: Record) -> list[Record]:
        if record.get("kind") == "nonsense":
            raise Trouble("line 3: field 'kind' is not known")
        return [record, {"type": "ruling", "t": record["t"], "of": 1, "fouls": []}]

    def finish(self) -> list[Record]:
        return [{"type": "layout", "t": self.t_s, "balls": []}]


def frame(second: int) -> Frame:
    return Frame(IMAGE, second * 1_000_000_000, second)


FOUL: list[Record] = [
    {"type": "stroke", "t": 3.0, "number": 1, "t_start": 1.0},
    {"type": "ruling", "t": 3.0, "of": 1, "fouls": [{"code": "x"}],
     "say": [{"lang": "en", "text": "Foul."}, {"lang": "fi", "text": "Virhe."}]},
    {"type": "question", "t": 3.0, "about": "first_contact", "asks": "referee"},
    {"type": "question", "t": 3.0, "about": "pea_value", "asks": "player", "private_to": "Ann"},
]  # fmt: skip


def lines(path: Path) -> list[Record]:
    return list(read_journal(path.read_bytes()).records)


def test_records_are_kept_shown_said_and_filmed(tmp_path: Path) -> None:
    outline = np.array([[10.0, 10.0], [150.0, 10.0], [150.0, 80.0], [10.0, 80.0]])
    store = ClipStore(tmp_path / "clips")
    hub, heard = RecordHub(), Heard()
    journal = Journal(tmp_path / "r.jsonl")
    session = LiveSession(Pipe({3: FOUL}), journal, hub, heard, Films(ClipRing(Window(outline, 160, 90)), store))
    session.begin(HEAD, source_goes_on=False)
    for second in range(5):
        session.frame(frame(second))
    session.finish()
    journal.close()
    assert store.wait(30)
    store.close()
    kept = lines(tmp_path / "r.jsonl")
    assert [r["type"] for r in kept] == ["session", "stroke", "ruling", "question", "question", "layout"]
    assert hub.records() == kept
    assert kept[3]["clip"] == "clip-000001-stroke1.mp4" and "clip" not in kept[4]
    assert [p.name for p in (tmp_path / "clips").iterdir()] == ["clip-000001-stroke1.mp4"]
    assert heard.said[0] == Announcement((("en", "Foul."), ("fi", "Virhe.")), about=1)
    assert heard.said[1].chime and heard.said[1].after and heard.said[1].about == 1
    assert len(heard.said) == 2, "a private question is nobody else's business"


def test_a_session_goes_on_in_its_own_time(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with Journal(path) as journal:
        journal.append([HEAD, *FOUL[:1], {"type": "layout", "t": 40.0}])
    for source_goes_on, expected_s in ((False, 42.0), (True, 2.0)):
        pipe = Pipe({})
        with Journal(path) as journal:
            session = LiveSession(pipe, journal, RecordHub(), Heard())
            session.begin(HEAD, source_goes_on=source_goes_on)
            assert [r["type"] for r in pipe.resumed][:3] == ["session", "stroke", "layout"]
            session.frame(frame(2))
        assert pipe.t_s == pytest.approx(expected_s)
    kept = lines(path)
    assert [r["code"] for r in kept if r["type"] == "notice"] == ["resumed", "resumed"]


def test_a_new_session_on_a_running_camera_begins_at_zero(tmp_path: Path) -> None:
    pipe = Pipe({})
    with Journal(tmp_path / "r.jsonl") as journal:
        session = LiveSession(pipe, journal, RecordHub(), Heard())
        session.begin(HEAD, source_goes_on=False, source_now_ns=3_600_000_000_000)
        session.frame(frame(3601))
    assert pipe.t_s == pytest.approx(1.0) and session.t_s == pytest.approx(1.0)


def test_what_a_person_said_is_kept_with_its_ruling_and_nonsense_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "r.jsonl") as journal:
        session = LiveSession(Pipe({}), journal, RecordHub(), Heard())
        session.begin(HEAD, source_goes_on=False)
        session.frame(frame(7))
        session.input({"type": "input", "t": 0.0, "kind": "safety"})
        session.input({"type": "input", "t": 0.0, "kind": "nonsense"})
        session.frame(frame(8))
    kept = lines(tmp_path / "r.jsonl")
    assert [(r["type"], r["t"]) for r in kept[1:3]] == [("input", 7.0), ("ruling", 7.0)]
    assert kept[3]["code"] == "refused" and "nonsense" not in str(kept[1:3])


def test_a_full_disk_does_not_stop_the_game_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notices: list[Notice] = []
    hub = RecordHub()
    journal = Journal(tmp_path / "r.jsonl", notices.append)
    session = LiveSession(Pipe({3: list(FOUL)}), journal, hub, Heard())
    journal._on_notice = session.notice
    session.begin(HEAD, source_goes_on=False)
    real_write = os.write

    def refuse(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "write", refuse)
    for second in range(6):
        session.frame(frame(second))
    shown = [r["type"] for r in hub.records()]
    assert shown == ["session", "stroke", "ruling", "question", "question", "notice"]
    assert hub.records()[-1]["code"] == "disk-full"
    assert [r["type"] for r in lines(tmp_path / "r.jsonl")] == ["session"]
    monkeypatch.setattr(os, "write", real_write)
    session.flush()
    session.frame(frame(7))
    journal.close()
    assert [r.get("code", r["type"]) for r in lines(tmp_path / "r.jsonl")] == [*shown[:5], "disk-full", "disk-back"]


def test_a_lost_camera_is_told_while_no_frame_comes(tmp_path: Path) -> None:
    with Journal(tmp_path / "r.jsonl") as journal:
        session = LiveSession(Pipe({}), journal, RecordHub(), Heard())
        session.begin(HEAD, source_goes_on=False)
        session.notice(Notice("error", "camera-lost", "the cable is loose"))
        session.flush()
        assert lines(tmp_path / "r.jsonl")[-1]["code"] == "camera-lost"


def test_the_first_looks_follow_nothing(tmp_path: Path) -> None:
    pipe = Pipe({0: FOUL[:1], 1: FOUL[:1], 2: FOUL[:1]})
    with Journal(tmp_path / "r.jsonl") as journal:
        session = LiveSession(pipe, journal, RecordHub(), Heard(), warm_up=2)
        session.begin(HEAD, source_goes_on=False)
        for second in range(3):
            session.frame(frame(second))
    assert pipe.looked == 1 and pipe.t_s == 2.0
    assert [r["type"] for r in lines(tmp_path / "r.jsonl")] == ["session", "stroke"]
