"""Whatever comes in, in whatever order: no game raises, changes what it was given, or breaks a promise."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from callshot.rules.congestion.balls import NUMBERED, WHAMMIES, number
from callshot.rules.congestion.game import GAME
from callshot.rules.congestion.options import OPTIONS
from callshot.rules.game import Setting
from callshot.rules.vocabulary import Ball, Disturbance, Input, Layout, Moved, Stroke, StrokeEvent

NAMES = ("A", "B", "C")
OWNED = Counter(number(b) for b in NUMBERED)

names = st.sampled_from([*NAMES, "D", "TABLE", ""])
idents = st.sampled_from(
    [*(f"{b}{x}" for b in ("1", "2", "5", "9", "crazy-8", "21") for x in "ab"), *WHAMMIES, "cue", "crazy-cue", "13",
     "ball", "stripe", "red", "22", "x"]
)  # fmt: skip
WORDS = st.sampled_from(["points", "balls", "winner", "player"])
numbers = st.one_of(st.integers(-3, 30), st.floats(-2000, 2000), st.none(), st.booleans())
values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(numbers, names, idents, st.sampled_from(["win", "bust", "system", "accept"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(idents, names, st.sampled_from(["points", "balls", "winner", "player"])), inner, max_size=3
        ),
    ),
    max_leaves=6,
)
events = st.builds(
    StrokeEvent,
    t_s=st.just(0.0),
    kind=st.sampled_from(["cushion", "pocket", "off-table", "head-string", "touch", "return", "strike"]),
    ball=idents,
    direction=st.sampled_from(["out", "in"]),
    by=st.sampled_from(["hand", "cue", "other", None]),
    via=st.sampled_from(["itself", "lamp", "object", None]),
    pocket=st.just("foot-left"),
)
contacts = st.builds(StrokeEvent, t_s=st.just(0.0), kind=st.just("contact"), balls=st.tuples(idents, idents))
facts = st.dictionaries(
    st.sampled_from(
        ["first_contact", "pocketed", "off_table", "cue_ball_pocketed", "rails_after_contact", "object_balls_to_rail",
         "touched_by_hand", "feet", "struck_with", "ruled_fouls", "cue_ball_struck", "rebounded_from_pocket"]
    ),
    values,
    max_size=2,
)  # fmt: skip
placed = st.builds(
    Ball, id=idents, label=idents, x_mm=st.floats(-800, 800), y_mm=st.floats(-1500, 1500), confidence=st.just(1.0)
)
strokes = st.builds(
    Stroke,
    number=st.integers(-1, 12),
    t_start_s=st.just(0.0),
    t_end_s=st.just(1.0),
    struck=st.sampled_from(["cue", "crazy-cue", None, "5a"]),
    first_contact=st.one_of(st.none(), idents),
    events=st.lists(st.one_of(events, events, contacts), max_size=8).map(tuple),
    after=st.one_of(st.none(), st.lists(placed, max_size=5).map(tuple)),
    before=st.one_of(st.none(), st.lists(placed, max_size=5).map(tuple)),
    said=facts,
)
KINDS = ["answer", "declare", "pea", "predict", "fact", "place", "unsporting", "override", "undo", "join", "leave",
         "concede", "call", "safety", "push-out", "nonsense"]  # fmt: skip
ABOUT = ["chosen_ball", "pea_value", "draw_new_pea", "reposition_choice", "prediction", "win_confirmed", "coin_flip",
         "incoming_option", "spot_nearest_choice", "bust_declared", "win_declared", "x"]  # fmt: skip
inputs = st.builds(
    Input,
    t_s=st.just(0.0),
    by=st.sampled_from(["player", "referee", "system"]),
    kind=st.sampled_from(KINDS),
    player=st.one_of(st.none(), names),
    values=st.fixed_dictionaries(
        {},
        optional={
            "about": st.sampled_from(ABOUT),
            "value": values,
            "fact": st.sampled_from(["pea_drawn", "turn_order", "touched_by_hand", "feet", "x"]),
            "points": numbers,
            "balls": numbers,
            "ball": idents,
            "x": numbers,
            "y": numbers,
            "next": values,
            "score": values,
            "over": values,
            "to": numbers,
            "purpose": st.sampled_from(["penalty", "return", None]),
        },
    ),
)
moves = st.builds(
    Moved,
    id=idents,
    label=idents,
    from_mm=st.one_of(st.none(), st.tuples(st.floats(-700, 700), st.floats(-1400, 1400))),
    to_mm=st.one_of(st.none(), st.tuples(st.floats(-700, 700), st.floats(-1400, 1400))),
)
disturbances = st.builds(
    Disturbance,
    t_s=st.just(0.0),
    kind=st.sampled_from(["placed", "moved", "removed", "touched", "racked", "stick-on", "stick-off", "lighting"]),
    balls=st.lists(moves, max_size=3).map(tuple),
)
layouts = st.builds(Layout, t_s=st.just(0.0), balls=st.lists(placed, max_size=6).map(tuple))
sequences = st.lists(st.one_of(strokes, strokes, inputs, inputs, disturbances, layouts), min_size=1, max_size=25)
options = st.fixed_dictionaries(
    {},
    optional={o.key: st.sampled_from(o.values) for o in OPTIONS if o.key.startswith(("cp.", "option_1", "option_3"))},
)
SLOW = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def hold(state: Any) -> None:
    """The promises of a position."""
    position = state.position
    there = Counter(number(b) for p in position.players for b in p.stash)
    there += Counter(number(b) for b in (*position.on_table, *position.pile))
    assert there == OWNED
    for debt in position.debts:
        assert debt.debtor in position.active
        assert not position.player(debt.debtor).stash
    for player in position.players:
        assert player.out is None or not player.stash
    peas = [p.pea for p in position.players if p.out is None and p.pea is not None]
    assert len(peas) == len(set(peas))


@SLOW
@given(chosen=options, sequence=sequences)
def test_no_sequence_of_events_raises(chosen: dict[str, str], sequence: list[Any]) -> None:
    step = GAME.start(Setting(NAMES, chosen))
    state = step.state
    for event in sequence:
        before = repr(state)
        step = GAME.step(state, event)
        assert repr(state) == before
        if step.refused is not None:
            assert "\n" not in step.refused.reason
            assert step.refused.reason
        state = step.state
        hold(state)
        for ruling in step.rulings:
            assert "pea" not in str(ruling.score)
            assert ruling.next is None or ruling.next.player in state.position.names
        assert "pea" not in str(GAME.show(state))


FIELDS = [
    "order", "shooter", "stroke_no", "prior", "inning_foul", "pile", "forecast", "over", "players", "debts",
    "positioned", "target", "on_table", "phase", "in_hand", "bonus", "bust_window",
]  # fmt: skip
PLAYER = st.sampled_from(["pea", "stash", "whammies", "foul_innings", "out"])
people = st.dictionaries(names, st.dictionaries(PLAYER, values, max_size=3), max_size=3)


@SLOW
@given(fields=st.dictionaries(st.sampled_from(FIELDS), st.one_of(values, people), max_size=5))
def test_no_state_record_raises_and_none_breaks_a_promise(fields: dict[str, Any]) -> None:
    step = GAME.enter(Setting(NAMES), fields)
    if step.refused is None:
        shown = GAME.show(step.state)
        for debt in step.state.position.debts:
            assert not step.state.position.player(debt.debtor).stash
        again = GAME.enter(Setting(NAMES), shown)
        assert again.refused is None
        assert GAME.show(again.state) == shown
    else:
        assert step.refused.reason.startswith("state: ")
        assert "\n" not in step.refused.reason


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 120))
def test_any_moment_of_a_game_can_be_entered_again(seed: int, at: int) -> None:
    """What `show` tells is a whole `state` record (but for the peas): entered, it shows and rules the same."""
    from tests.rules.congestion.simulator import random_game

    sim = random_game(seed, changed=0.0, calm=True, late=0.0)
    sim.options["race"] = "1"
    sim.peas = False
    sim.setting = Setting(sim.setting.players, sim.options)
    sim.state = GAME.start(sim.setting).state
    while sim.state.position.phase != "finished" and sim.strokes < at:
        for event in sim.moves():
            sim.feed(event)
    if sim.state.position.phase == "finished" or sim.state.current is not None:
        return
    fields: dict[str, Any] = dict(GAME.show(sim.state))
    peas = {p.name: {**fields["players"][p.name], "pea": p.pea} for p in sim.state.position.players}
    entered = GAME.enter(sim.setting, {**fields, "players": peas})
    assert entered.refused is None, entered.refused
    assert GAME.show(entered.state) == GAME.show(sim.state)
    stroke = sim.stroke()
    one, two = GAME.step(sim.state, stroke), GAME.step(entered.state, stroke)
    assert one.rulings == two.rulings
