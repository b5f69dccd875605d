"""Random evenings of the pool games and the lag: nothing raises, and what is told hangs together."""

# ruff: noqa: E501 (one row a case)

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from callshot.rules.game import Event, Setting
from callshot.rules.games import GAMES
from callshot.rules.notation import format_state, format_stroke, parse_state, parse_stroke
from callshot.rules.records import (
    disturbance_record,
    input_record,
    question_record,
    read_disturbance,
    read_input,
    read_stroke,
    ruling_record,
    stroke_record,
)
from callshot.rules.ruling import Ruling
from callshot.rules.vocabulary import (
    CUSHIONS,
    POCKETS,
    Ball,
    Disturbance,
    Input,
    Layout,
    Moved,
    Stroke,
    StrokeEvent,
    Uncertain,
)
from callshot.tracker.referee import Referee, begin
from tests.rules.closed import check_said

POOL = ["8ball-fi", "8ball-hu", "9ball-fi", "9ball-hu", "141-fi", "141-hu"]
ALL = [*POOL, "lag-fi", "lag-hu", "none"]
PLAYERS = ("Ann", "Bo Ek")
QUICK = settings(
    max_examples=int(os.environ.get("CALLSHOT_EXAMPLES", "25")),
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
"""Seeded and without shrinking, so that the tests take the same short time everywhere."""


labels = st.sampled_from([*(str(n) for n in range(1, 16)), "cue", "ball", "solid", "stripe", "cuea", "cueb", "17"])
likely = st.sampled_from([str(n) for n in range(1, 10)])
place = st.floats(-1400, 1400, allow_nan=False).map(lambda v: round(v, 1))
event = st.one_of(
    st.builds(lambda b, c: StrokeEvent(0.0, "cushion", ball=b, cushion=c), labels, st.sampled_from(CUSHIONS)),
    st.builds(lambda b, p: StrokeEvent(0.0, "pocket", ball=b, pocket=p), labels, st.sampled_from(POCKETS)),
    st.builds(lambda b: StrokeEvent(0.0, "off-table", ball=b), labels),
    st.builds(
        lambda b, v: StrokeEvent(0.0, "return", ball=b, via=v), labels, st.sampled_from(["lamp", "object", None])
    ),
    st.builds(lambda d: StrokeEvent(0.0, "head-string", ball="cue", direction=d), st.sampled_from(["out", "in"])),
    st.builds(lambda b, y: StrokeEvent(0.0, "touch", ball=b, by=y), labels, st.sampled_from(["hand", "cue", "other"])),
    st.builds(lambda b: StrokeEvent(0.0, "jump", ball="cue", over=(b,)), likely),
    st.builds(lambda a: StrokeEvent(0.0, "contact", balls=("cue", a)), likely),
)
uncertain = st.one_of(
    st.builds(lambda a, b: Uncertain("first_contact", (a, b, (a, b))), likely, likely.filter(bool)),
    st.builds(lambda k: Uncertain(f"events[{k}]", (None,)), st.integers(0, 4)),
    st.just(Uncertain("object_balls_to_rail", (3, 4))),
    st.just(Uncertain("cue_ball_pocketed", (False, True))),
)
balls = st.lists(
    st.builds(lambda b, x, y: Ball(b, b, x, y), likely, place, place), max_size=4, unique_by=lambda b: b.id
)
stroke = st.builds(
    lambda step, first, events, doubts, after: (
        step,
        Stroke(0, 0.0, 1.0, "cue", first, tuple(events), None, after, tuple(doubts)),
    ),
    st.sampled_from([1, 1, 1, 1, 1, 2, 0, -1]),
    st.one_of(likely, labels, st.none()),
    st.lists(event, max_size=4),
    st.lists(uncertain, max_size=2, unique_by=lambda u: u.fact),
    st.one_of(st.none(), balls.map(tuple)),
)
value = st.one_of(
    st.sampled_from(["accept", "kitchen", "play", "give-back", "safety", "break", "rebreak", "spot-8", None, 3]),
    st.booleans(),
    likely,
)
said = st.builds(
    lambda by, kind, player, values: Input(0.0, by, kind, player, values),
    st.sampled_from(["player", "referee", "system"]),
    st.sampled_from(["call", "safety", "push-out", "answer", "fact", "place", "unsporting", "override", "undo", "concede", "join", "pea"]),
    st.sampled_from([None, *PLAYERS, "Nobody"]),
    st.fixed_dictionaries(
        {},
        optional={
            "ball": labels,
            "pocket": st.sampled_from([*POCKETS, "nowhere"]),
            "about": st.sampled_from(["incoming_option", "call_obvious", "first_contact", "push_out_called"]),
            "fact": st.sampled_from(["touched_by_hand", "two_foul_warning", "feet", "first_contact", "rail_frozen_at_start"]),
            "value": value,
            "x": place,
            "y": place,
            "to": st.integers(-1, 5),
            "legal": st.booleans(),
            "next": st.fixed_dictionaries({"player": st.sampled_from([*PLAYERS, "Nobody"])}),
        },
    ),
)  # fmt: skip
moved = st.builds(
    lambda kind, b, x, y, gone: Disturbance(0.0, kind, (Moved(b, b, (x, y), None if gone else (y, x)),)),
    st.sampled_from(["placed", "removed", "moved", "touched", "racked", "occluded"]), labels, place, place, st.booleans(),
)  # fmt: skip
layout = balls.map(lambda b: Layout(0.0, tuple(b)))
evening = st.lists(st.one_of(stroke, stroke, stroke, said, said, st.just("answer"), moved, layout), max_size=15)


def run(game: str, players: tuple[str, ...], plan: list[Any], told: list[Ruling] | None = None) -> Referee:
    """Feeds a plan: strokes numbered on, the open question answered with its first candidate where the plan says so."""
    referee, _ = begin(GAMES[game], Setting(players))
    assert referee is not None
    number = 0
    for item in plan:
        event: Event
        if item == "answer":
            if not referee.open_questions:
                continue
            q = referee.open_questions[0]
            event = Input(0.0, "referee", "answer", q.player, {"about": q.about, "value": q.candidates[0]})
        elif isinstance(item, tuple):
            step, made = item
            number = max(0, number + step)
            event = replace(made, number=number)
        else:
            event = item
        referee, heard = referee.feed(event)
        check_said(heard.rulings, heard.questions, game)
        for ruling in heard.rulings:
            check(ruling)
            json.dumps(ruling_record(ruling, 0.0))
        if heard.rulings and any(q.about != "external_interference" for q in heard.questions):
            assert heard.rulings[-1].next is None  # a ball moved later is asked about beside a ruling that stands
        for question in heard.questions:
            json.dumps(question_record(question, 0.0))
        if told is not None:
            told += heard.rulings
    return referee


def check(ruling: Ruling) -> None:
    """What holds for every ruling."""
    if ruling.over is not None and ruling.over.what == "match":
        assert ruling.next is None
    if ruling.fouls:
        assert ruling.legal is not True
    for foul in ruling.fouls:
        assert foul.clause


@QUICK
@given(st.sampled_from(ALL), evening)
def test_nothing_raises_and_replay_is_equal(game: str, plan: list[Any]) -> None:
    assert run(game, PLAYERS, plan) == run(game, PLAYERS, plan)


@pytest.mark.soak
@pytest.mark.timeout(3000)
@settings(QUICK, max_examples=5000)
@given(st.sampled_from(ALL), evening)
def test_nothing_raises_in_a_long_season(game: str, plan: list[Any]) -> None:
    run(game, PLAYERS, plan)


@QUICK
@given(st.sampled_from(ALL), evening)
def test_renaming_the_players_renames_the_rulings(game: str, plan: list[Any]) -> None:
    names = {"Ann": "Zoë 🎱", "Bo Ek": "W"}
    ours: list[Ruling] = []
    theirs: list[Ruling] = []
    run(game, PLAYERS, plan, ours)
    run(game, tuple(names[p] for p in PLAYERS), [renamed(item, names) for item in plan], theirs)
    words = [renamed_text(json.dumps(ruling_record(r, 0.0), ensure_ascii=False), names) for r in ours]
    assert words == [json.dumps(ruling_record(r, 0.0), ensure_ascii=False) for r in theirs]


def renamed_text(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def renamed(item: Any, names: dict[str, str]) -> Any:
    if isinstance(item, Input):
        values = {
            k: {"player": names.get(v["player"], v["player"])} if k == "next" else v for k, v in item.values.items()
        }
        return replace(item, player=names.get(item.player or "", item.player), values=values)
    return item


@QUICK
@given(st.sampled_from(POOL), evening, st.integers(1, 5))
def test_undo_then_redo_is_equal(game: str, plan: list[Any], back: int) -> None:
    referee = run(game, PLAYERS, plan)
    numbers = [e.event.number for e in referee.entries if isinstance(e.event, Stroke)]
    if len(numbers) < back:
        return
    to = numbers[-back]
    again, said = referee.feed(Input(0.0, "referee", "undo", None, {"to": to}))
    assert said.refused is None
    assert [r.of for r in said.rulings] in ([to], [None])
    redone, said = again.feed(Input(0.0, "referee", "redo", None, {}))
    assert (said.refused, said.dropped) == (None, ())
    assert redone == replace(referee, undone=())
    kept = len(again.entries)
    for entry in referee.entries[kept:]:
        again, _ = again.take(entry.event)
    assert again.state == referee.state


@QUICK
@given(st.sampled_from(POOL), evening, st.lists(st.integers(0, 4), min_size=1, max_size=3))
def test_redo_of_several_undos_is_equal(game: str, plan: list[Any], backs: list[int]) -> None:
    """Whatever was taken back, step by step, is there again after as many redos, or one to the last stroke."""
    whole = run(game, PLAYERS, plan)
    referee = whole
    undone = 0
    for back in backs:
        numbers = [0, *(e.event.number for e in referee.entries if isinstance(e.event, Stroke))]
        referee, said = referee.feed(
            Input(0.0, "referee", "undo", None, {"to": numbers[-1 - min(back, len(numbers) - 1)]})
        )
        undone += said.refused is None
    last = [e.event.number for e in whole.entries if isinstance(e.event, Stroke)][-1:]
    leap, _ = referee.feed(Input(0.0, "referee", "redo", None, {"to": last[0]})) if last and undone else (referee, None)
    for _ in range(undone):
        referee, said = referee.feed(Input(0.0, "referee", "redo", None, {}))
        assert said.refused is None
    assert referee.entries == whole.entries and referee.told == whole.told
    if leap.strokes == whole.strokes and leap.undone:
        leap, _ = leap.feed(Input(0.0, "referee", "redo", None, {}))
    assert leap.state == whole.state


def answered(referee: Referee) -> Referee:
    """Every open question answered with the first candidate that later strokes have not refuted."""
    while referee.open_questions:
        q = referee.open_questions[0]
        for candidate in q.candidates:
            values = {"about": q.about, "value": candidate}
            further, said = referee.feed(Input(0.0, "referee", "answer", q.player, values))
            if said.refused is None:
                break
        assert further != referee, q
        referee = further
    return referee


@QUICK
@given(st.sampled_from(POOL), st.lists(st.one_of(stroke, st.just("answer")), max_size=25))
def test_score_is_the_sum_of_the_log(game: str, plan: list[Any]) -> None:
    certain = [(s[0], replace(s[1], uncertain=())) if isinstance(s, tuple) else s for s in plan]
    referee = run(game, PLAYERS, certain)
    referee = answered(referee)
    log = [token for r in referee.told.values() for token in r.log]
    score = referee.show()["score"]
    assert isinstance(score, dict)
    for player in PLAYERS:
        racks = log.count(f"RACK({player})") + log.count(f"WIN({player})")
        assert score[player]["racks"] == racks
        if game.startswith("141"):
            points = sum(int(t.rpartition(",")[2][:-1]) for t in log if t.startswith(f"POINTS({player},"))
            assert score[player]["points"] == points or racks


@QUICK
@given(st.sampled_from(POOL), st.lists(stroke, max_size=20))
def test_shown_state_can_be_entered(game: str, plan: list[Any]) -> None:
    referee = run(game, PLAYERS, [(s[0], replace(s[1], uncertain=())) for s in plan])
    fields = dict(referee.show())
    if fields["phase"] not in ("break", "play") or referee.open_questions:
        return
    assert parse_state(format_state(fields)) == json.loads(json.dumps(fields))
    fresh, _ = begin(GAMES[game], Setting(PLAYERS))
    assert fresh is not None
    entered, said = fresh.enter(json.loads(json.dumps(fields)))
    assert said.refused is None
    assert dict(entered.show()) == fields


@QUICK
@given(stroke)
def test_stroke_notation_and_records_round_trip(item: tuple[int, Stroke]) -> None:
    made = replace(item[1], number=3)
    if made.after == ():
        made = replace(made, after=None)
    assert parse_stroke(format_stroke(made)) == replace(made, t_end_s=0.0)
    assert read_stroke(json.loads(json.dumps(stroke_record(made)))) == made


@QUICK
@given(said, moved)
def test_input_and_disturbance_records_round_trip(one: Input, two: Disturbance) -> None:
    # All that any kind needs, of its right type: what is left out or of a wrong type is refused, and tested elsewhere.
    whole = {
        "ball": "3",
        "pocket": "head-left",
        "about": "push_out_called",
        "fact": "feet",
        "value": 3,
        "x": 1.5,
        "y": 2.0,
    }
    one = replace(one, values={**one.values, **whole})
    assert read_input(json.loads(json.dumps(input_record(one)))) == one
    assert read_disturbance(json.loads(json.dumps(disturbance_record(two)))) == two


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cue>3",
        "#1",
        "#x cue>3",
        "#1 cue>3 3|moon",
        "#1 cue>3 5@nowhere",
        "#1 cue>3 ?a=1",
        "#1 cue>3 !a={",
        "#1 cue>3 x",
    ],
)
def test_stroke_notation_is_strict(text: str) -> None:
    from callshot.rules.notation import NotationError

    with pytest.raises(NotationError):
        parse_stroke(text)


@pytest.mark.parametrize("text", ["phase", "phase=play phase=play", "Phase=play", "fouls={", "a=b=c"])
def test_state_notation_is_strict(text: str) -> None:
    from callshot.rules.notation import NotationError

    with pytest.raises(NotationError):
        parse_state(text)
