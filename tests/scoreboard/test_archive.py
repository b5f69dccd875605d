"""Games that were kept: listed, read without anybody's secrets, and taken home one by one or all together."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from desk import Desk, session

from callshot.tracker.rule_command import RuleSession
from callshot.tracker.scoreboard.aside import Aside
from callshot.tracker.scoreboard.exports import strokes_csv

NINE = ["cue", *(str(n) for n in range(1, 10))]
Record = dict[str, Any]


def stroke(number: int, first: str, down: Sequence[str] = (), uncertain: Sequence[Record] = ()) -> Record:
    t = 20.0 * number
    events: list[Record] = [{"t": t, "kind": "strike", "ball": "cue", "confidence": 1.0}]
    events.append({"t": t + 0.2, "kind": "contact", "balls": ["cue", first], "confidence": 1.0})
    events += [
        {"t": t + 1, "kind": "pocket", "ball": ball, "pocket": "foot-left", "confidence": 1.0} for ball in down
    ]  # fmt: skip
    events += [
        {"t": t + 2, "kind": "cushion", "ball": ball, "cushion": "foot", "x": 9.0 * k, "y": 1241.0, "confidence": 1.0}
        for k, ball in enumerate(["3", "4", "5", "6"])
    ]
    return {
        "type": "stroke", "t": t + 3, "number": number, "t_start": t, "t_end": t + 3, "struck": "cue",
        "events": events, "first_contact": first, "uncertain": list(uncertain),
    }  # fmt: skip


def played(strokes: Sequence[Record], players: Sequence[str] = ("Ann", "Bő")) -> list[Record]:
    """A nine-ball session as the program writes it."""
    out: list[Record] = []
    rules = RuleSession(lambda record: out.append(dict(record)), "9ball-fi", tuple(players), {"race": "1"}, ())
    for number, record in enumerate([dict(session("9ball-fi", players, {"race": "1"})), *strokes], start=1):
        rules.take(record, number)
    return out


def write(path: Path, records: Sequence[Record], more: str = "") -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records) + more, encoding="utf-8")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folder = tmp_path / "home"
    folder.mkdir()
    write(folder / "session-000001.jsonl", played([stroke(1, "1"), stroke(2, "1", ["9"])]))
    secret = {"type": "input", "t": 1.0, "by": "player", "player": "Cy", "kind": "pea", "value": 7, "private_to": "Cy"}
    write(folder / "session-000002.jsonl", [*played([stroke(1, "1", ["2"])], ("Cy", "Di")), secret], '{"torn')
    write(folder / "session-000003.jsonl", played([]))
    write(folder / "session-000004.jsonl", played([stroke(1, "1")], ("Ei", "Ro")))
    write(tmp_path / "outside.jsonl", played([stroke(1, "1")]))
    (folder / "choices.json").write_text("{}")
    (folder / "notes.jsonl").write_text("no records\n")
    made = Desk(games=folder)
    made.hub.show("file", "session-000004.jsonl")
    yield made
    made.stop()


def get(desk: Desk, address: str) -> str:
    with urllib.request.urlopen(desk.url + address) as answer:
        return str(answer.read().decode("utf-8-sig"))


def test_every_kept_game_is_listed_but_the_one_that_is_on(desk: Desk) -> None:
    listed = json.loads(get(desk, "/past.json"))
    assert [(g["name"], g["players"], g["strokes"], g["winner"]) for g in listed] == [
        ("session-000002", ["Cy", "Di"], 1, None),
        ("session-000001", ["Ann", "Bő"], 2, "Bő"),
    ]


def test_a_kept_game_is_read_with_its_words_and_without_secrets(desk: Desk) -> None:
    text = get(desk, "/past/session-000002.jsonl")
    records = [json.loads(line) for line in text.splitlines()]
    assert [r["type"] for r in records].count("stroke") == 1
    assert all(r["page"]["fi"] for r in records if r["type"] == "ruling" and r["of"] == 1)
    assert "pea" not in text and "private_to" not in text


@pytest.mark.parametrize("name", ["session-000009", "..%2Foutside", "choices", "%2e%2e/outside", "x" * 300])
def test_what_is_no_game_of_the_folder_is_not_given(desk: Desk, name: str) -> None:
    for address in (f"/past/{name}.jsonl", f"/export/strokes.csv?game={name}"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            get(desk, address)


def test_strokes_of_all_games_are_taken_home_together(desk: Desk) -> None:
    desk.begin("9ball-fi", ("Ei", "Ro"), race="1")
    desk.tell(stroke(1, "1"))
    rows = list(csv.DictReader(io.StringIO(get(desk, "/export/strokes.csv?game=*"))))
    assert [(row["file"], row["stroke"], row["player"], row["winner"]) for row in rows] == [
        ("session-000001", "1", "Ann", ""), ("session-000001", "2", "Bő", "Bő"), ("session-000002", "1", "Cy", ""),
        ("", "1", "Ei", ""),
    ]  # fmt: skip
    (one,) = csv.DictReader(io.StringIO(get(desk, "/export/strokes.csv?game=session-000002&lang=fi")))
    assert (one["player"], one["game"], one["pocketed"]) == ("Cy", "9ball-fi", "2>foot-left")
    lines = get(desk, "/export/records.jsonl?game=*").splitlines()
    assert sum(json.loads(line)["type"] == "session" for line in lines) >= 3


def test_looking_back_leaves_half_of_the_time_to_the_live_loop() -> None:
    """However often it is asked for: one piece of work at a time, and a rest as long as the work."""

    async def asked_for() -> float:
        aside = Aside()
        began_s = time.monotonic()
        await asyncio.gather(*(aside.do(lambda: time.sleep(0.1)) for _ in range(4)))
        return time.monotonic() - began_s

    with ThreadPoolExecutor(1) as thread:  # this one may have a loop already, from a browser's tests
        assert thread.submit(lambda: asyncio.run(asked_for())).result() >= 0.1 + 3 * 0.2 - 0.02


def test_a_view_that_is_closed_closes_kept_games_too(desk: Desk) -> None:
    desk.server.service.access.open_view = False
    for address in ("/past.json", "/past/session-000001.jsonl", "/export/strokes.csv?game=*"):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            get(desk, address)


def test_who_won_and_who_played_after_an_open_ruling() -> None:
    """While a ruling is open nobody knows whose turn it is; the answer tells, and the winner with it."""
    doubt = [{"fact": "first_contact", "candidates": ["1", "2"], "confidence": 0.5}]
    answer = {"type": "input", "t": 99.0, "by": "referee", "player": None, "kind": "answer", "about": "first_contact"}
    records = played([stroke(1, "1"), stroke(2, "1", ["9"], doubt), {**answer, "value": "1"}])
    rows = list(csv.DictReader(io.StringIO(strokes_csv(records, "en"))))
    assert [(row["player"], row["legal"], row["winner"]) for row in rows] == [("Ann", "yes", ""), ("Bő", "yes", "Bő")]
    open_still = played([stroke(1, "1"), stroke(2, "1", ["5"], doubt), stroke(3, "1", ["1"])])
    rows = list(csv.DictReader(io.StringIO(strokes_csv(open_still, "en"))))
    assert (rows[1]["legal"], rows[2]["player"]) == ("open", "")


def test_strokes_taken_back_and_played_again_count_again() -> None:
    back = {"type": "input", "t": 99.0, "by": "referee", "player": None}
    game = [stroke(1, "1", ["2"]), stroke(2, "1", ["3"]), stroke(3, "1", ["4"]), {**back, "kind": "undo", "to": 1}]
    undone = [row["undone"] for row in csv.DictReader(io.StringIO(strokes_csv(played(game), "en")))]
    assert undone == ["", "yes", "yes"]
    game.append({**back, "kind": "redo", "to": 2})
    undone = [row["undone"] for row in csv.DictReader(io.StringIO(strokes_csv(played(game), "en")))]
    assert undone == ["", "", "yes"]
