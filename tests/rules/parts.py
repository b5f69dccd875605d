"""Parts of the rules on seeded cases, and what they make of them: `python -m tests.rules.parts` writes the file.

Racks with things wrong in them, strokes with all sorts of events and words of a person, lags, balls to spot, places of
whammies, balls that go by another name, words that are no notation. The file is a guard, not a proof: a change in it
has to be explained by a clause before it is committed.
"""

# ruff: noqa: E501 (one row a case)

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from types import NoneType
from typing import Any

from callshot import rules
from callshot.rules.congestion.deeds import deeds_of, nonsense
from callshot.rules.congestion.options import House, read_house
from callshot.rules.congestion.placing import behind_string, refuse_place, warn_in_hand
from callshot.rules.congestion.racking import rack_faults, wrong_rack
from callshot.rules.facts import facts_of
from callshot.rules.game import Setting
from callshot.rules.lag_judging import is_lag, judge
from callshot.rules.naming import name_balls, named_stroke
from callshot.rules.notation import NotationError, format_stroke, parse_state, parse_stroke
from callshot.rules.profile import FI, HU
from callshot.rules.rack_check import check
from callshot.rules.racks import RACKS, drawn, near_rack_place
from callshot.rules.spotting import Line, spot
from callshot.rules.variants import variants
from callshot.rules.vocabulary import CUSHIONS, POCKETS, Ball
from tests.rules.guards import write_sections

GOLDEN = Path(__file__).parent / "golden_parts.txt"
TEN_FT = Setting(("Ann", "Bo"), {}, 2844.8, 1422.4, 57.15)
WRONG_LABELS = ("8", "1", "9", "15", "solid", "stripe", "ball", "cue", "crazy-8", "yellow", "black", "13", "21")
SAID: tuple[tuple[str, Any], ...] = (
    ("first_contact", None), ("first_contact", ["3", "5"]), ("pocketed", ["3"]), ("pocketed", []), ("off_table", ["9"]),
    ("cue_ball_pocketed", True), ("cue_ball_pocketed", "crazy"), ("cue_ball_off_table", True), ("returned_to_table", "lamp"),
    ("returned_to_table", "object"), ("rebounded_from_pocket", ["3"]), ("rails_after_contact", False),
    ("rails_after_contact", [["3", "foot"]]), ("object_balls_to_rail", 4), ("touched_by_hand", True),
    ("touched_by_hand", False), ("ball_displaced", ["5"]), ("external_interference", True),
    ("external_interference", False), ("jumped_over", ["5"]), ("jumped_over", []), ("cue_ball_struck", "crazy"),
    ("cue_ball_crossed_head_string_before_contact", False), ("frozen_ball_moved", True), ("rail_frozen_at_start", ["3"]),
    ("balls_frozen_at_start", [["cue", "3"]]),
)  # fmt: skip


def _racks(name: str) -> Iterator[str]:
    """The rack as it should stand, and with one or two things wrong."""
    rng, rack = Random(name), RACKS[name](TEN_FT)
    left = dict(rack.contents)
    right: list[Ball] = []
    for place in sorted(rack.places, key=lambda p: len(p.labels)):
        label = next((b for b in sorted(place.labels) if left.get(b)), next(iter(sorted(place.labels))))
        left[label] = left.get(label, 0) - 1
        right.append(Ball(f"{label}{len(right)}", label, place.x_mm, place.y_mm))
    for case in range(16):
        balls = list(right)
        for _ in range(case % 4):
            k, what = rng.randrange(len(balls)), rng.randrange(6)
            if what == 0:
                del balls[k]
            elif what == 1:
                balls[k] = replace(balls[k], label=rng.choice(WRONG_LABELS))
            elif what == 2:
                far = rng.choice([1.0, 2.9, 3.1, 20.0, 80.0])
                balls[k] = replace(balls[k], x_mm=balls[k].x_mm + far)
            elif what == 3:
                balls.append(
                    replace(balls[k], id=f"extra{k}", x_mm=balls[k].x_mm + 30.0, label=rng.choice(WRONG_LABELS))
                )
            elif what == 4:
                other = rng.randrange(len(balls))
                one, two = balls[k].label, balls[other].label
                balls[k], balls[other] = replace(balls[k], label=two), replace(balls[other], label=one)
            else:
                balls = [replace(b, y_mm=b.y_mm - 40.0) for b in balls]
        for f in check(rack, balls, TEN_FT):
            numbers = [None if v is None else round(v, 1) for v in (f.x_mm, f.y_mm, f.off_mm)]
            yield f"{case}: {f.kind} {f.clause} {f.text} {f.ball} {f.place} {numbers}"
    whammies = [w for w in ("yellow", "green", "brown", "blue", "pink", "black") if w in rack.contents]
    for label in whammies:
        found = near_rack_place(label, right, TEN_FT)
        yield f"{label} back: {None if found is None else (round(found.x_mm, 1), round(found.y_mm, 1))}"


def _racks_seen() -> Iterator[str]:
    """Congestion's three racks as they are drawn, with balls missing, changed for another, or badly seen."""
    rng = Random("racks seen")
    right = drawn(TEN_FT)
    for case in range(24):
        balls = list(right)
        for _ in range(case // 4):
            del balls[rng.randrange(len(balls))]
        for _ in range(case % 4):
            one, two = rng.sample(range(len(balls)), 2)
            labels = balls[one].label, balls[two].label
            sure = rng.choice([1.0, 0.9, 0.5])
            balls[one] = replace(balls[one], label=labels[1], confidence=sure)
            balls[two] = replace(balls[two], label=labels[0], confidence=sure)
        if case % 6 == 5:
            balls = [b for b in balls if b.y_mm > -500 or rng.random() < rng.choice([0.1, 0.85])]
        yield f"{case}: {wrong_rack(tuple(balls), TEN_FT)}"
        for f in rack_faults(tuple(balls), TEN_FT):
            yield f"  {f.kind} {f.clause} {f.text} {f.ball} {f.place}"


def _told(value: Any) -> str:
    """The fields of a dataclass that say anything."""
    rows = [(f.name, getattr(value, f.name)) for f in fields(value)]
    return " ".join(f"{name}={v!r}" for name, v in rows if v not in (None, (), False, 0) and name != "said")


def _stroke(rng: Random, congestion: bool) -> str:
    """The text of a stroke."""
    cues = ["cue", "crazy-cue"] if congestion else ["cue"]
    balls = ["3", "5", "7", "9", *(["black", "green", "5b", "crazy-8"] if congestion else ["8", "solid"])]
    struck, first = rng.choice(cues), rng.choice([*balls, *balls, "-", *cues[1:]])
    words = [f"#1 {struck}>{first}"]
    for _ in range(rng.randrange(7)):
        ball = rng.choice([*balls, *cues])
        words.append(
            rng.choice(
                [
                    f"{ball}|{rng.choice(CUSHIONS)}",
                    f"{ball}@{rng.choice(POCKETS)}",
                    f"{struck}/{rng.choice(['out', 'in'])}",
                    f"{struck}*{rng.choice(balls)}",
                    f"{rng.choice(balls[:2])}*{rng.choice(balls[2:])}",
                    f"{ball}!",
                    f"{ball}<{rng.choice(['lamp', 'itself', 'object', 'person', '?'])}",
                    f"{struck}^{rng.choice(balls)}",
                    f"{ball}%{rng.choice(['hand', 'cue', 'other'])}",
                ]
            )
        )
    if rng.random() < 0.5:
        for ball in (struck, *balls[:3]):
            words.append(f"~{ball}:{rng.randrange(-600, 600)},{rng.choice([-900, -712, -700, -640, 0, 900])}")
    if rng.random() < 0.3:
        words.append(f"={struck}:0,{rng.choice([-900, -600, 100])}")
    for fact, value in rng.sample(SAID, rng.choice([0, 0, 1, 1, 2])):
        words.append(f"!{fact}={json.dumps(value, separators=(',', ':'))}")
    return " ".join(words)


def _strokes(congestion: bool) -> Iterator[str]:
    """Strokes, and what they come to."""
    rng = Random(f"strokes {congestion}")
    houses = [read_house(replace(TEN_FT, options=o)) for o in (
        {}, {"cp.either_cue_ball_contact": "no"}, {"cp.general_rules_source": "fi"},
        {"cp.general_rules_source": "wpa", "cp.pocketed_counts_as_rail_on_break": "no"},
    )]  # fmt: skip
    for k in range(110):
        stroke = parse_stroke(_stroke(rng, congestion))
        yield format_stroke(stroke)
        if congestion:
            house = houses[k % len(houses)]
            assert isinstance(house, House)
            yield f"  {_told(deeds_of(stroke, TEN_FT, house))} nonsense={nonsense(stroke, ('3', '5', '5', '7', 'crazy-8'))}"
        else:
            yield f"  {_told(facts_of(stroke, TEN_FT.length_mm, TEN_FT.ball_diameter_mm))}"
        names = name_balls({}, {"3": rng.choice(["5", "12", "3"])}, ("3", "5", "9", "12"), ("3", "5", "9", "12"))
        if k % 5 == 0:
            yield f"  {names} {format_stroke(named_stroke(stroke, names)) if not isinstance(names, str) else ''}"


def _variants() -> Iterator[str]:
    """Strokes of which something is uncertain, and every settling that is ruled."""
    rng = Random("variants")
    doubts = (
        '?first_contact=["3","5",null]', '?first_contact=["3",["3","5"]]', "?events[0]=[null]",
        '?events[1]=[null,{"ball":"7"},{"pocket":"head-left"}]', '?events[0]=[{"kind":"cushion","cushion":"head"}]',
        "?object_balls_to_rail=[3,4,5]", "?cue_ball_pocketed=[false,true]", '?struck=["cue","crazy-cue"]',
        "?double_hit=[false,true]", '?events[9]=[null]', '?ball_identity=[{"3":"3"},{"3":"12"}]', '?pocketed=[["3"],[]]',
    )  # fmt: skip
    for k in range(36):
        told = rng.sample(doubts, 1 + k % 4)
        said = '!first_contact="5"' if k % 7 == 0 else ""
        text = f"#1 cue>3 3@foot-left 5|foot cue|head {said} {' '.join(told)}".replace("  ", " ")
        most = (2, 5, 12, 60)[k % 4]
        yield f"{text} at most {most}"
        for v in variants(parse_stroke(text), most):
            taken = [(a.fact, a.value, a.stated) for a in v.taken]
            yield f"  {taken} {format_stroke(v.stroke)}"


def _lags() -> Iterator[str]:
    """Lags of both forms."""
    rng = Random("lags")
    for _ in range(60):
        words = ["#1 cuea>-"]
        for ball in ("cuea", "cueb"):
            words += [f"{ball}|foot"] * (rng.random() < 0.85)
            words += [f"{ball}|{rng.choice(['left-head', 'right-foot', 'head'])}"] * (rng.random() < 0.25)
            words += [f"{ball}{rng.choice(['@head-left', '!'])}"] * (rng.random() < 0.1)
            side = -1 if ball == "cuea" else 1
            y = rng.choice([-1395, -1390, -1393, -1300, -1200, -1420])
            words.append(f"={ball}:{side * rng.choice([300, 690, 660, -40])},{y}")
        for fact, value in (
            ("lag_crossed_long_string", ["cueb"]), ("lag_foot_rail_contacts", {"cuea": 1, "cueb": 2}),
            ("lag_side_rail_contact", []), ("lag_rest_distance", "Ann"), ("lag_rest_distance", {"Ann": 3, "Bo": 2}),
        ):  # fmt: skip
            words += [f"!{fact}={json.dumps(value, separators=(',', ':'))}"] * (rng.random() < 0.06)
        stroke = parse_stroke(" ".join(words))
        yield format_stroke(stroke)
        for profile in (FI, HU):
            result = judge(stroke, TEN_FT, profile, {})
            fouls = [(f.code, f.clause, f.ball) for f in result.fouls]
            yield f"  {profile.name} {is_lag(stroke)} {fouls} {result.winner} {result.undecided}"


def _spots() -> Iterator[str]:
    """Balls to spot among others near the lines; places of whammies and cue balls."""
    rng = Random("spots")
    for k in range(40):
        line = Line(2844.8, 1422.4, 57.15, front_limit_y_mm=rng.choice([None, 0.0]), foot_string=k % 2 == 0,
                    right_first=k % 3 == 0, object_gap_mm=rng.choice([0.0, 1.0]))  # fmt: skip
        dense = rng.choice([30.0, 57.15, 90.0])
        column = [Ball(f"c{n}", rng.choice(["5", "cue"]), rng.uniform(-9, 9), -1390 + dense * n) for n in range(95)]
        crowd = [b for b in column if b.y_mm < 1394 and rng.random() < rng.choice([0.2, 1.0])]
        crowd += [Ball(f"r{n}", "9", 57.0 * n, 711.2 + rng.uniform(-5, 5)) for n in rng.sample(range(-11, 12), 12)]
        done = spot(["9", "crazy-8", "3", "black"], crowd, line)
        yield f"{k}: {[(s.ball, round(s.x_mm, 1), round(s.y_mm, 1)) for s in done.spots]} {done.unplaced}"
    others = [Ball("5", "5", 0.0, 0.0), Ball("cue", "cue", 200.0, 0.0), Ball("green", "green", 0.0, 300.0)]
    for x in (0.0, 40.0, 58.0, 160.0, 500.0, 660.0, 682.5, 684.0, 712.0):
        for y in (0.0, -711.2, -720.0, 260.0, 1300.0, 1393.5, 1396.0):
            said = refuse_place("black", (x, y), others, TEN_FT), warn_in_hand((x, y), TEN_FT)
            near = [b.id for b in behind_string([Ball("a", "9", x, y), others[1], Ball("b", "3", 0.0, -900.0)], TEN_FT)]
            yield f"{x},{y}: {said} {near}"


def _words() -> Iterator[str]:
    """Texts that are no stroke or no state."""
    words = (
        "", "#", "#x", "#1", "#1 cue", "#1 cue>", "#1 cue>3 3|north", "#1 cue>3 3@middle", "#1 cue>3 3*", "#1 cue>3 cue/up",
        "#1 cue>3 3%", "#1 cue>3 zz", "#1 cue>3 ~3:1", "#1 cue>3 ~3:a,b", "#1 cue>3 =3:1,2,3", "#1 cue>3 ?first_contact",
        "#1 cue>3 ?first_contact=3", "#1 cue>3 ?first_contact=[", "#1 cue>3 !feet=", "#1 cue>3 !feet={", "#-1 cue>3",
        "#1 cue>3 3<", "#1 cue>3 3<?", "#1 cue>3 cue^", "#1 cue>3 cue^6+", "#1 cue>3 #2", "#1 ?>-", "cue>3 #1", "#1 cue>3 3!!",
        "#1 cue>3 ~3:1,2 ~3:4,5", "#1  cue>3", "#1 cue>3,5",
    )  # fmt: skip
    states = (
        "", "shooter", "shooter=", "=Ann", "shooter=Ann shooter=Bo", "on_table=1,2,9", "on_table=1,", "fouls=Ann:2,Bo:0",
        'fouls={"Ann":1}', "fouls={", "phase=play stroke_no=2", "push_out=true", "warned=null", 'shooter="A\\u0020B"',
        "target=1.5", "x=[1,2]", "shooter=Ann-Lee", "shooter=3a", "a b",
    )  # fmt: skip
    for text, read in [*((w, parse_stroke) for w in words), *((w, parse_state) for w in states)]:
        try:
            made: Any = read(text)
            said = f". {format_stroke(made) if read is parse_stroke else json.dumps(made)}"
        except NotationError as why:
            said = str(why)
        yield f"{text!r} -> {said}"


def _plain(value: object) -> str:
    """A constant as text, in one order everywhere; of functions and classes the names."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_plain(k)}: {_plain(v)}" for k, v in value.items()) + "}"
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(map(_plain, value))) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(_plain, value)) + ")"
    if isinstance(value, str | int | float | bool | NoneType):
        return repr(value)
    if isinstance(value, re.Pattern):
        return repr(value.pattern)
    if is_dataclass(value) and not isinstance(value, type):
        return type(value).__name__ + _plain(tuple(getattr(value, f.name) for f in fields(value)))
    return getattr(value, "__name__", type(value).__name__)


def _constants() -> Iterator[str]:
    """The data that the documents and the rules give: equipment, thresholds, words, clauses."""
    for found in sorted(walk_packages(rules.__path__, "callshot.rules."), key=lambda m: m.name):
        module = import_module(found.name)
        for node in ast.parse(inspect.getsource(module)).body:
            target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
            if isinstance(target, ast.Name) and target.id.isupper():
                yield f"{found.name.removeprefix('callshot.')}.{target.id} = {_plain(getattr(module, target.id))}"


SECTIONS: dict[str, Callable[[], Iterator[str]]] = {
    **{f"rack {name}": partial(_racks, name) for name in RACKS},
    "strokes of pool": partial(_strokes, False),
    "strokes of congestion": partial(_strokes, True),
    "racks of congestion as seen": _racks_seen,
    "variants": _variants,
    "lags": _lags,
    "spots and places": _spots,
    "notation": _words,
    "constants": _constants,
}


if __name__ == "__main__":
    write_sections(GOLDEN, SECTIONS)
