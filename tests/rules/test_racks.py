"""Every rack in mm, and what a seen layout is told about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import cos, hypot, pi, sin, sqrt
from random import Random
from typing import Any

import pytest

from callshot.rules.equipment import BALL_SETS
from callshot.rules.game import Setting
from callshot.rules.rack_check import check
from callshot.rules.racks import (
    GAME_RACKS,
    RACKS,
    crazy_cue_ball,
    drawn,
    near_rack_place,
    nearest_free,
    pre_break_place,
)
from callshot.rules.vocabulary import Ball

TEN_FT = Setting((), {}, 2844.8, 1422.4, 57.15)
R = 57.15 / 2


def balls(name: str, *labels: str, setting: Setting = TEN_FT, dy: float = 0.0) -> list[Ball]:
    """A seen rack: the labels in the places' order; too few: the rest in any order that the places allow."""
    rack = RACKS[name](setting)
    left = [b for b, n in rack.contents.items() for _ in range(n)]
    out = []
    chosen = dict(enumerate(labels))
    for label in chosen.values():
        if label in left:
            left.remove(label)
    for k, place in sorted(enumerate(rack.places), key=lambda kp: len(kp[1].labels)):
        label = chosen.get(k) or next(b for b in left if b in place.labels)
        if k not in chosen:
            left.remove(label)
        out.append((k, Ball(f"{label}#{k}", label, place.x_mm, place.y_mm + dy)))
    return [b for _, b in sorted(out, key=lambda kb: kb[0])]


def faults(name: str, seen: list[Ball], setting: Setting = TEN_FT) -> list[tuple[str, str | None]]:
    """(kind, ball or place) of each fault."""
    return [(f.kind, f.ball or f.place) for f in check(RACKS[name](setting), seen, setting)]


# ------------------------------------------------------------------------------------------------ where balls stand


@pytest.mark.parametrize("name", [n for n in RACKS if n != "lag"])
def test_balls_of_a_rack_touch_and_never_overlap(name: str) -> None:
    places = RACKS[name](TEN_FT).places
    nearest = [min(hypot(p.x_mm - q.x_mm, p.y_mm - q.y_mm) for q in places if q is not p) for p in places]
    assert nearest == pytest.approx([57.15] * len(places))
    assert len(places) == sum(RACKS[name](TEN_FT).contents.values()) - (name == "14.1 rerack")


@pytest.mark.parametrize("name", ["8-ball", "8-ball, mixed sides", "9-ball", "14.1", "congestion foot"])
def test_apex_on_the_foot_spot_and_base_towards_the_foot(name: str) -> None:
    places = RACKS[name](TEN_FT).places
    assert (places[0].x_mm, places[0].y_mm) == (0.0, 711.2)
    assert places[1].y_mm == pytest.approx(711.2 + R * sqrt(3))
    assert places[1].x_mm == pytest.approx(-R)


@pytest.mark.clause("CP-4.1.a", "CP-4.1.b", "CP-4.1.c")
def test_foot_rack() -> None:
    rack = RACKS["congestion foot"](TEN_FT)
    assert rack.contents == {"1": 3, "2": 3, "3": 3, "4": 3, "yellow": 1, "black": 1, "green": 1}
    third = rack.places[3:6]
    assert [p.y_mm for p in third] == pytest.approx([711.2 + 2 * R * sqrt(3)] * 3)
    assert third[1].labels == {"black"}
    assert third[0].labels == third[2].labels == {"yellow", "green"}
    fixed = RACKS["congestion foot"](replace(TEN_FT, options={"cp.rack_sides": "fixed"}))
    assert [p.labels for p in fixed.places[3:6]] == [{"yellow"}, {"black"}, {"green"}]


@pytest.mark.parametrize("side", [-1, 1])
def test_room_along_an_end_cushion_may_be_nearer_than_any_inward(side: int) -> None:
    home = (0.0, side * (1422.4 - R))
    at = nearest_free(home, [Ball("5", "5", 1.0, side * (1422.4 - R - 20.0))], TEN_FT)
    assert at is not None
    assert at == (pytest.approx(1.0 - sqrt(57.15**2 - 20.0**2)), pytest.approx(home[1]))


@pytest.mark.parametrize("side", [-1, 1])
def test_room_along_a_long_cushion_may_be_nearer_than_any_inward(side: int) -> None:
    home = (side * (711.2 - R), 100.0)
    at = nearest_free(home, [Ball("5", "5", side * (711.2 - R - 20.0), 101.0)], TEN_FT)
    assert at is not None
    assert at == (pytest.approx(home[0]), pytest.approx(101.0 - sqrt(57.15**2 - 20.0**2)))


@pytest.mark.clause("CP-4.1.d", "CP-3.1.a", "CP-3.1.b")
def test_crazy_cue_ball_touches_the_apex_ball() -> None:
    place = crazy_cue_ball(TEN_FT)
    assert (place.x_mm, place.y_mm) == (0.0, pytest.approx(711.2 - 57.15))
    assert (place.labels, place.name) == ({"crazy-cue"}, "in front of the foot rack")
    cues = {b.label: b for b in drawn(TEN_FT) if b.label in ("cue", "crazy-cue")}
    assert cues["cue"].y_mm < -711.2
    assert {b.id for b in cues.values()} == {"cue", "crazy-cue"}


@pytest.mark.clause("CP-4.2.a", "CP-4.2.b", "CP-4.2.c", "CP-4.2.d", "CP-3.3")
def test_centre_rack() -> None:
    rack = RACKS["congestion centre"](TEN_FT)
    assert len(rack.places) == 25
    xs = [p.x_mm for p in rack.places]
    assert max(xs) - min(xs) == pytest.approx(396, abs=0.5)
    middle = [p for p in rack.places if abs(p.x_mm) < 1e-9]
    assert max(p.y_mm for p in middle) - min(p.y_mm for p in middle) == pytest.approx(229, abs=0.5)
    (whammy,) = [p for p in rack.places if "pink" in p.labels]
    assert (whammy.x_mm, whammy.y_mm) == (pytest.approx(0), pytest.approx(0))
    assert rack.contents["crazy-8"] == 3
    plain = RACKS["congestion centre"](replace(TEN_FT, options={"cp.eights_used": "one-plain"}))
    assert (plain.contents["crazy-8"], plain.contents["8"]) == (2, 1)


@pytest.mark.clause("CP-4.3.a", "CP-4.3.b", "CP-4.3.c", "CP-4.3.d")
def test_head_rack() -> None:
    rack = RACKS["congestion head"](TEN_FT)
    assert (rack.places[0].x_mm, rack.places[0].y_mm) == (0.0, -711.2)
    assert rack.contents == {"13": 1, "14": 3, "15": 3} | {str(n): 1 for n in range(16, 22)} | {"blue": 1, "brown": 1}
    assert rack.places[4].labels == {"13"}
    assert rack.places[3].labels == {"blue", "brown"}
    assert sum(p.y_mm < -711.2 for p in rack.places) == 14
    base = RACKS["congestion head"](replace(TEN_FT, options={"cp.head_rack_pose": "base-head-string"}))
    assert {round(p.y_mm, 6) for p in base.places[10:]} == {-711.2}


@pytest.mark.clause("CP-3.2", "CP-3.3", "CP-3.4", "CP-3.5", "CP-3.0")
def test_racks_hold_the_equipment() -> None:
    """OQ-CP-03: 49 numbered balls of 445 points and 6 whammies; one 8 and two 13s stay off the table."""
    told: Counter[str] = Counter()
    for name in GAME_RACKS["congestion"]:
        told.update(RACKS[name](TEN_FT).contents)
    owned = {k: n for k, n in BALL_SETS["congestion"].labels.items() if k not in ("cue", "crazy-cue")}
    assert told == owned
    numbers = {b: n for b, n in told.items() if b.removeprefix("crazy-").isdecimal()}
    assert (sum(numbers.values()), sum(told.values())) == (49, 55)
    assert sum(int(b.removeprefix("crazy-")) * n for b, n in numbers.items()) == 445
    assert BALL_SETS["congestion"].diameter_mm == 57.15


@pytest.mark.parametrize("size", [(2844.8, 1422.4), (2540.0, 1270.0), (1981.2, 990.6)])
def test_drawn_balls_lie_clear_of_each_other_and_inside_the_cushions(size: tuple[float, float]) -> None:
    setting = replace(TEN_FT, length_mm=size[0], width_mm=size[1])
    lying = drawn(setting)
    assert len(lying) == 57
    assert len({b.id for b in lying}) == 57
    for one, other in combinations(lying, 2):
        assert hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) > 57.149, (one, other)
    assert all(abs(b.x_mm) <= size[1] / 2 - R and abs(b.y_mm) <= size[0] / 2 - R for b in lying)


@pytest.mark.clause("CP-4.0", "CP-4.4")
def test_racks_scale_with_the_table_and_pockets_are_part_of_it() -> None:
    nine = replace(TEN_FT, length_mm=2540.0, width_mm=1270.0)
    assert RACKS["congestion foot"](nine).places[0].y_mm == 635.0
    assert RACKS["congestion head"](nine).places[0].y_mm == -635.0


def test_nine_ball_diamond_and_the_open_front_of_the_rerack() -> None:
    rack = RACKS["9-ball"](TEN_FT)
    assert rack.places[0].labels == {"1"}
    assert rack.places[4].labels == {"9"}
    assert rack.places[4].y_mm == pytest.approx(711.2 + 2 * R * sqrt(3))
    again = RACKS["14.1 rerack"](TEN_FT)
    assert len(again.places) == 14
    assert all(p.y_mm > 712 for p in again.places)


# ------------------------------------------------------------------------------------------------ what is told


@pytest.mark.parametrize("name", [n for n in RACKS if n != "lag"])
def test_a_right_rack_has_no_fault(name: str) -> None:
    if name.startswith("8-ball"):
        seen = balls(name, "1", "9", "2", "3", "8", "10", "11", "4", "12", "5", "13", "6", "14", "15", "7")
    else:
        seen = balls(name)
    assert faults(name, seen) == []


def test_missing_wrong_and_off() -> None:
    seen = balls("congestion foot")
    lost = seen.pop(7)
    assert faults("congestion foot", seen) == [("missing", "place 8")]
    seen.append(replace(lost, label="9", id="9#"))
    assert faults("congestion foot", seen) == [("wrong", "9#")]
    seen[-1] = replace(lost, x_mm=lost.x_mm + 12.0)
    (fault,) = check(RACKS["congestion foot"](TEN_FT), seen, TEN_FT)
    assert (fault.kind, fault.off_mm) == ("off", 12.0)
    assert "12 mm off" in fault.text


@pytest.mark.parametrize(("dx", "off"), [(9.9, False), (10.1, True), (-10.1, True)])
def test_off_begins_where_a_camera_no_longer_errs(dx: float, off: bool) -> None:
    seen = balls("9-ball")
    seen[3] = replace(seen[3], x_mm=seen[3].x_mm + dx)
    assert bool(faults("9-ball", seen)) is off


def test_whammies_in_wrong_places() -> None:
    seen = balls("congestion foot", "1", "1", "1", "yellow", "green", "black")
    assert {k for k, _ in faults("congestion foot", seen)} == {"wrong"}
    assert len(faults("congestion foot", seen)) == 2
    assert faults("congestion foot", balls("congestion foot", "1", "1", "1", "green", "black", "yellow")) == []
    fixed = replace(TEN_FT, options={"cp.rack_sides": "fixed"})
    swapped = balls("congestion foot", "1", "1", "1", "green", "black", "yellow", setting=fixed)
    assert len(faults("congestion foot", swapped, fixed)) == 2


def test_one_number_too_often() -> None:
    seen = balls("congestion foot", "1", "1", "1", "yellow", "black", "green", "1")
    assert faults("congestion foot", seen) == [("extra", "1")]


def test_a_ball_too_many_among_the_places() -> None:
    seen = balls("9-ball")
    extra = Ball("7x", "7", seen[4].x_mm + 28, seen[4].y_mm + 1)
    assert ("extra", "7x") in faults("9-ball", [*seen, extra])


@pytest.mark.parametrize("label", ["ball", "solid"])
def test_faces_that_were_not_read_are_not_called_wrong(label: str) -> None:
    seen = balls("congestion foot")
    seen[0] = replace(seen[0], label=label)
    assert faults("congestion foot", seen) == []
    assert faults("congestion foot", [replace(seen[0], label="stripe"), *seen[1:]]) == [("wrong", seen[0].id)]


def test_a_crazy_eight_that_reads_as_an_eight() -> None:
    seen = [replace(b, label="8") if b.label == "crazy-8" else b for b in balls("congestion centre")]
    assert faults("congestion centre", seen) == []


def test_the_third_row_holds_one_whammy_of_each_colour() -> None:
    for rack, (one, other) in {"congestion foot": ("yellow", "green"), "congestion head": ("blue", "brown")}.items():
        for twice, lost in ((one, other), (other, one)):
            seen = [replace(b, label=twice) if b.label == lost else b for b in balls(rack)]
            found = check(RACKS[rack](TEN_FT), seen, TEN_FT)
            (order,) = [f for f in found if f.kind == "order"]
            assert (order.text, order.ball) == (f"two {twice} whammies in the third row", twice)
            assert order.clause == {"congestion foot": "CP-4.1.a", "congestion head": "CP-4.3.a"}[rack]


@pytest.mark.parametrize(
    ("side", "places"), [("left", (0, 1, 3, 6, 10)), ("right", (0, 2, 5, 9, 14)), ("base", (10, 11, 12, 13, 14))]
)
def test_a_side_is_wrong_where_all_its_balls_are_of_one_group(side: str, places: tuple[int, ...]) -> None:
    """One ball of the other group anywhere on it, the corners included, and it is right."""
    rack = RACKS["8-ball, mixed sides"](TEN_FT)

    def found(stripes: set[int]) -> list[str]:
        solids, striped = iter("1234567"), iter(["9", "10", "11", "12", "13", "14", "15"])
        labels = ["8" if k == 4 else next(striped if k in stripes else solids) for k in range(15)]
        seen = [Ball(b, b, p.x_mm, p.y_mm) for b, p in zip(labels, rack.places, strict=True)]
        return [f.text for f in check(rack, seen, TEN_FT)]

    rest = [k for k in range(15) if k not in (*places, 4)]
    alone = set(rest[:7])
    assert f"the {side} side of the triangle holds only solids" in found(alone)
    for other in places:
        mixed = {other, *rest[:6]}
        assert f"the {side} side of the triangle holds only solids" not in found(mixed)


def test_a_gap_is_told_by_its_place_to_a_hundredth_of_a_millimetre() -> None:
    rack = RACKS["8-ball"](TEN_FT)
    seen = balls("8-ball", "1", "9", "2", "3", "8", "10", "11", "4", "12", "5", "13", "6", "14", "15", "7")
    place = rack.places[3]
    (fault,) = [f for f in check(rack, [*seen[:3], *seen[4:]], TEN_FT) if f.kind == "missing"]
    assert (fault.x_mm, fault.y_mm) == (round(place.x_mm, 2), round(place.y_mm, 2)) != (place.x_mm, place.y_mm)


def test_the_faults_of_a_lag_in_words() -> None:
    rack = RACKS["lag"](TEN_FT)
    assert rack.contents == {"cuea": 1, "cueb": 1}
    left, right = Ball("cuea", "cue", -300.0, -900.0), Ball("cueb", "cue", 300.0, -900.0)
    for seen, text in (
        ([right], "no ball on the left side"),
        ([left], "no ball on the right side"),
        ([left, replace(left, id="3"), right], "more than one ball on the left side"),
        ([left, right, replace(right, id="3")], "more than one ball on the right side"),
        ([replace(left, y_mm=-711.2), right], "the left ball is not behind the head string"),
        ([left, replace(right, y_mm=-700.0)], "the right ball is not behind the head string"),
        ([replace(left, y_mm=-711.3), right], None),
    ):
        assert [f.text for f in check(rack, seen, TEN_FT)] == ([] if text is None else [text])


def test_only_whammies_have_a_place_before_the_break() -> None:
    assert near_rack_place("5", [], TEN_FT) is None
    assert near_rack_place("crazy-cue", [], TEN_FT) is None


def test_eight_ball_corners_and_sides() -> None:
    same = balls("8-ball", "1", "9", "2", "3", "8", "10", "11", "4", "12", "5", "13", "6", "14", "7", "15")
    assert [f.clause for f in check(RACKS["8-ball"](TEN_FT), same, TEN_FT)] == ["FI-8.1.f"]
    side = balls("8-ball", "9", "12", "1", "10", "8", "2", "15", "3", "4", "11", "13", "5", "14", "6", "7")
    assert check(RACKS["8-ball"](TEN_FT), side, TEN_FT) == ()
    mixed = RACKS["8-ball, mixed sides"](TEN_FT)
    assert [f.clause for f in check(mixed, side, TEN_FT)] == ["HU-II.2.1.b"]
    lenient = replace(TEN_FT, options={"hu.eight_rack_side": "corners-only"})
    assert check(mixed, side, lenient) == ()
    wrong = balls("8-ball", "8", "9", "2", "3", "1", "10", "11", "4", "12", "5", "13", "6", "14", "15", "7")
    assert [f.kind for f in check(RACKS["8-ball"](TEN_FT), wrong, TEN_FT)] == ["wrong", "wrong"]


@pytest.mark.clause("CP-4.3.c")
def test_head_rack_may_stand_elsewhere_in_the_kitchen() -> None:
    assert faults("congestion head", balls("congestion head", dy=-40.0)) == []
    assert faults("congestion head", balls("congestion head", dy=600.0)) != []
    moved = balls("congestion head", dy=-40.0)
    moved[9] = replace(moved[9], x_mm=moved[9].x_mm + 12.0)
    assert faults("congestion head", moved) == [("off", moved[9].id)]
    at_the_string = replace(TEN_FT, options={"cp.head_rack_pose": "base-head-string"})
    assert faults("congestion head", balls("congestion head", setting=at_the_string), at_the_string) == []
    assert faults("congestion head", balls("congestion head", setting=at_the_string, dy=-40.0), at_the_string) != []


@pytest.mark.clause("HU-I.4.c", "FI-2.b")
def test_lag_start() -> None:
    places = [(p.name, p.x_mm, p.y_mm) for p in RACKS["lag"](TEN_FT).places]
    assert places == [("cuea", -355.6, pytest.approx(-889.0)), ("cueb", 355.6, pytest.approx(-889.0))]
    start = [Ball("cuea", "cue", -300.0, -900.0), Ball("cueb", "cue", 300.0, -900.0)]
    assert faults("lag", start) == []
    assert faults("lag", start[:1]) == [("missing", "cueb")]
    assert faults("lag", [start[0], replace(start[1], y_mm=-700.0)]) == [("off", "cueb")]
    assert faults("lag", [start[0], replace(start[1], x_mm=-100.0)]) == [("extra", "cueb"), ("missing", "cueb")]


# ------------------------------------------------------------------------------------------------ back to the rack


def test_pre_break_places() -> None:
    assert pre_break_place("pink", TEN_FT) == (pytest.approx(0), pytest.approx(0))
    assert pre_break_place("black", TEN_FT) == (0.0, pytest.approx(711.2 + 2 * R * sqrt(3)))
    assert pre_break_place("5", TEN_FT) is None


def test_nearest_free_place() -> None:
    assert near_rack_place("pink", [], TEN_FT).x_mm == pytest.approx(0)  # type: ignore[union-attr]
    one = [Ball("5a", "5", 20.0, 0.0)]
    at = nearest_free((0.0, 0.0), one, TEN_FT)
    assert at == (pytest.approx(20 - 57.15), pytest.approx(0))
    spot = near_rack_place("pink", [*one, Ball("pink", "pink", 400.0, 300.0)], TEN_FT)
    assert spot is not None
    assert (spot.ball, spot.x_mm, spot.y_mm) == ("pink", pytest.approx(20 - 57.15), pytest.approx(0))
    alone = near_rack_place("pink", [Ball("pink", "pink", 20.0, 0.0)], TEN_FT)
    assert alone is not None
    assert (alone.x_mm, alone.y_mm) == (pytest.approx(0), pytest.approx(0)), "it is not in its own way"
    cue = nearest_free((0.0, 0.0), [Ball("cue", "cue", 20.0, 0.0)], TEN_FT)
    assert cue == (pytest.approx(20 - 57.65), pytest.approx(0))


def test_nearest_free_is_the_best_of_a_fine_grid() -> None:
    crowd = [Ball(str(k), "5", x, y) for k, (x, y) in enumerate([(10, 5), (-60, 30), (40, -55), (30, 70), (-30, -40)])]
    at = nearest_free((0.0, 0.0), crowd, TEN_FT)
    assert at is not None
    assert all(hypot(at[0] - b.x_mm, at[1] - b.y_mm) >= 57.15 - 1e-6 for b in crowd)
    free: list[Any] = [
        hypot(x, y)
        for x in range(-120, 121, 2)
        for y in range(-120, 121, 2)
        if all(hypot(x - b.x_mm, y - b.y_mm) >= 57.15 for b in crowd)
    ]
    assert hypot(*at) <= min(free) + 1e-6


@pytest.mark.parametrize("x_side", [-1, 1])
@pytest.mark.parametrize("y_side", [-1, 1])
def test_no_room_at_a_cushion_is_found_along_it(x_side: int, y_side: int) -> None:
    corner = (x_side * (711.2 - R), y_side * (1422.4 - R))
    at = nearest_free(corner, [Ball("5", "5", *corner)], TEN_FT)
    assert at is not None
    assert hypot(at[0] - corner[0], at[1] - corner[1]) == pytest.approx(57.15)
    assert abs(at[0]) <= 711.2 - R + 1e-6
    assert abs(at[1]) <= 1422.4 - R + 1e-6


@pytest.mark.clause("HU-I.24.1.e", "HU-II.2.1.b")
def test_a_ball_read_twice_in_a_rack_that_holds_it_once() -> None:
    """Two balls that look like the 8: one of them is read wrong, or does not belong there."""
    setting = Setting(("X", "Y"))
    rack = RACKS[GAME_RACKS["8ball-fi"][0]](setting)
    labels = ["1", "9", "2", "10", "8", "3", "11", "4", "12", "5", "6", "13", "7", "8", "14"]
    balls = [Ball(f"b{k}", b, p.x_mm, p.y_mm) for k, (b, p) in enumerate(zip(labels, rack.places, strict=True))]
    faults = [f for f in check(rack, balls, setting) if f.kind == "extra"]
    assert [f.text for f in faults] == ["8 stands 2 times in a rack that holds 1"]
    once = [replace(b, label="15") if k == 13 else b for k, b in enumerate(balls)]
    assert [f for f in check(rack, once, setting) if f.kind == "extra"] == []


@pytest.mark.clause("CP-8.2.opt3.sub.b")
@pytest.mark.parametrize("seed", range(12))
def test_nearest_free_place_among_random_crowds(seed: int) -> None:
    """It is free, and on rings about the home no free point lies nearer; the crowd is close, cue balls among it."""
    rng = Random(seed)
    home = (rng.choice([0.0, 300.0, TEN_FT.width_mm / 2 - R]), rng.choice([0.0, -400.0, TEN_FT.length_mm / 2 - R]))
    labels = ["5", "9", "cue", "12", "crazy-cue"]
    crowd = [
        Ball(str(k), rng.choice(labels), home[0] + rng.uniform(-80, 80), home[1] + rng.uniform(-80, 80))
        for k in range(6)
    ]

    def free(x: float, y: float, slack: float) -> bool:
        inside = abs(x) <= TEN_FT.width_mm / 2 - R + slack and abs(y) <= TEN_FT.length_mm / 2 - R + slack
        reach = [57.65 if "cue" in b.label else 57.15 for b in crowd]
        return inside and all(hypot(x - b.x_mm, y - b.y_mm) >= d - slack for b, d in zip(crowd, reach, strict=True))

    at = nearest_free(home, crowd, TEN_FT)
    assert at is not None and free(*at, 0.01)
    far = hypot(at[0] - home[0], at[1] - home[1])
    for ring in range(1, 40):
        radius = (far - 0.5) * ring / 40
        for step in range(360):
            x, y = home[0] + radius * cos(step * pi / 180), home[1] + radius * sin(step * pi / 180)
            assert radius <= 0 or not free(x, y, 0.0), (at, x, y)
