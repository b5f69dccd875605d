"""Films of what is in doubt: two seconds at most, around the moment, named by the record; drawn ones on request."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import SIZE, table

from callshot.hardware.clip_ring import ClipRing
from callshot.hardware.clips import ClipStore
from callshot.hardware.frame import Frame
from callshot.tracker.films import Films, on_clip, window_of
from callshot.tracker.moments import LONGEST_S, MOST, moments_of

STROKE: dict[str, Any] = {
    "type": "stroke", "t": 9.0, "number": 3, "t_start": 2.0, "t_end": 9.0, "struck": "cue", "first_contact": "4",
    "before": [{"id": "cue", "label": "cue", "x": 0.0, "y": -300.0}],
    "events": [
        {"t": 2.0, "kind": "strike", "ball": "cue", "confidence": 1.0},
        {"t": 2.4, "kind": "contact", "balls": ["cue", "4"], "confidence": 0.7},
        {"t": 6.0, "kind": "cushion", "ball": "4", "cushion": "foot", "x": 0.0, "y": 900.0, "confidence": 0.6},
    ],
    "uncertain": [
        {"fact": "first_contact", "candidates": ["4", "5"], "confidence": 0.6},
        {"fact": "events[2]", "candidates": [None], "confidence": 0.6},
        {"fact": "events[1]", "candidates": [None], "confidence": 0.7},
    ],
}  # fmt: skip
PATHS = {"type": "paths", "t": 9.0, "of": 3, "balls": {"cue": [[2.0, 0.0, -300.0], [2.4, 0.0, 100.0]]}}


def test_what_is_in_doubt_at_one_time_shares_one_span() -> None:
    first, second = moments_of(STROKE)
    assert set(first.facts) == {"first_contact", "events[1]"} and second.facts == ("events[2]",)
    assert first.start_s < 2.4 < first.end_s and second.start_s < 6.0 < second.end_s
    assert all(m.end_s - m.start_s <= LONGEST_S for m in (first, second))


def test_a_break_of_many_doubts_has_few_films_and_every_film_is_short() -> None:
    events = [{"t": 2.0 + k * 0.35, "kind": "contact", "balls": ["1", "2"]} for k in range(60)]
    doubts = [{"fact": f"events[{k}]", "candidates": [None], "confidence": 0.5} for k in range(60)]
    moments = moments_of({**STROKE, "events": events, "uncertain": doubts})
    assert len(moments) == MOST
    assert all(m.end_s - m.start_s <= LONGEST_S for m in moments)


@pytest.mark.parametrize("fact", ["struck", "object_balls_to_rail", "events[99]", "ball_identity"])
def test_a_doubt_without_a_time_of_its_own_is_shown_where_the_stroke_begins(fact: str) -> None:
    (moment,) = moments_of({**STROKE, "uncertain": [{"fact": fact, "candidates": []}]})
    assert moment.start_s < 2.0 < moment.end_s


def filmed(folder: Path, until_s: float = 9.0) -> tuple[Films, ClipStore]:
    store = ClipStore(folder)
    films = Films(ClipRing(window_of(table())), store, table())
    for k in range(round(until_s * 30)):
        films.add(Frame(np.full((SIZE[1], SIZE[0], 3), 60, np.uint8), round(k / 30 * 1e9), k), moving=True)
    return films, store


def pictures(path: Path) -> list[np.ndarray]:
    with av.open(str(path)) as film:
        return [f.to_ndarray(format="bgr24") for f in film.decode(film.streams.video[0])]


def test_each_doubt_and_the_question_about_it_name_a_film_of_its_moment(tmp_path: Path) -> None:
    films, store = filmed(tmp_path)
    stroke = {**STROKE}
    question = {"type": "question", "t": 9.0, "of": 3, "about": "first_contact"}
    other = {"type": "question", "t": 9.0, "of": 3, "about": "miscue"}
    secret = {"type": "question", "t": 9.0, "about": "pea_value", "private_to": "Ann"}
    ruling = {"type": "ruling", "t": 9.0, "of": 3, "fouls": [{"code": "x"}]}
    for record in (stroke, question, other, secret, ruling):
        films.remember(record)
        films.mark(record, 9.0)
    store.close()
    clips = {u["fact"]: u["clip"] for u in stroke["uncertain"]}
    assert clips["first_contact"] == clips["events[1]"] == question["clip"] != clips["events[2]"]
    assert other["clip"] == ruling["clip"] and other["clip"] not in clips.values()
    assert "clip" not in secret
    assert "clip" not in STROKE["uncertain"][0], "the record that the rules have read stays as it was"
    assert {p.name for p in tmp_path.iterdir()} == {*clips.values(), other["clip"]}
    assert 1.4 * 30 < len(pictures(tmp_path / clips["first_contact"])) <= LONGEST_S * 30 + 1


def test_a_film_on_request_has_the_path_drawn_where_the_ball_ran(tmp_path: Path) -> None:
    films, store = filmed(tmp_path)
    for record in (STROKE, PATHS):
        films.remember(record)
    drawn, plain = films.whole(now_s=9.0, drawn=True), films.whole(now_s=9.0)
    store.close()
    assert drawn is not None and plain is not None
    late, bare = pictures(tmp_path / drawn)[120], pictures(tmp_path / plain)[120]
    ring = ClipRing(window_of(table()))
    x, y = np.rint(on_clip(table(), ring).camera.image_from_table([[0.0, -100.0]], 28.575)[0]).astype(int)
    assert np.abs(late[y, x].astype(int) - bare[y, x]).max() > 60
    assert np.abs(bare[y, x].astype(int) - 60).max() < 10


def test_without_pictures_no_film_is_named(tmp_path: Path) -> None:
    store = ClipStore(tmp_path)
    films = Films(ClipRing(window_of(table()), enabled=False), store, table())
    stroke = {**STROKE}
    films.remember(stroke)
    films.mark(stroke, 9.0)
    store.close()
    assert not any("clip" in u for u in stroke["uncertain"])
    assert films.whole(now_s=9.0, drawn=True) is None
