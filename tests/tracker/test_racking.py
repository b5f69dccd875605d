"""Balls that are racked: which rack, whether it is whole, which ball is wrong and which lies loose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from callshot.rules.game import Setting
from callshot.rules.racks import RACKS, drawn
from callshot.rules.vocabulary import Ball, Disturbance, Layout
from callshot.tracker.racking import RackWatch
from callshot.tracker.strokes.bed import Bed

BED = Bed(2540.0, 1270.0, 57.15)
SETTING = Setting(("Ann", "Bo"))
NINE = ("1", "2", "3", "4", "9", "5", "6", "7", "8")
EIGHT = ("1", "9", "2", "10", "8", "3", "11", "4", "12", "5", "13", "6", "14", "7", "15")
CUE = Ball("cue", "cue", 0.0, -700.0)
LOOSE = [Ball(str(n), str(n), -400.0 + 90.0 * n, 200.0) for n in range(1, 10)]


def racked(name: str, labels: Sequence[str], shift: tuple[float, float] = (0.0, 0.0), seed: int = 1) -> list[Ball]:
    """The rack as a camera sees it: a whole shifted a little, each ball off by a millimetre."""
    off = np.random.default_rng(seed).normal(0, 0.8, (20, 2)) + shift
    places = RACKS[name](SETTING).places
    return [
        Ball(b, b, p.x_mm + off[i, 0], p.y_mm + off[i, 1], 0.97)
        for i, (p, b) in enumerate(zip(places, labels, strict=True))
    ]


def told(game: str, *layouts: Sequence[Ball]) -> list[Disturbance]:
    watch = RackWatch(game, BED)
    return [d for k, balls in enumerate(layouts) for d in watch.update(Layout(float(k), (CUE, *balls)))]


@pytest.mark.parametrize("game", ["9ball-fi", "none"])
def test_a_rack_is_told_when_it_stands_though_the_whole_is_a_little_off(game: str) -> None:
    (one,) = told(game, LOOSE, racked("9-ball", NINE, shift=(3.0, -6.0)))
    assert (one.t_s, one.kind) == (1.0, "racked")
    assert one.details == {"rack": "9-ball", "complete": True, "wrong": []}


def test_a_triangle_is_no_diamond_and_a_rerack_no_full_rack() -> None:
    full = racked("14.1", EIGHT)
    assert [d.details["rack"] for d in told("none", LOOSE, full)] == ["14.1"]
    assert [d.details["rack"] for d in told("141-fi", LOOSE, full[1:])] == ["14.1 rerack"]


def test_the_wrong_ball_and_the_loose_one_are_named_and_the_right_rack_is_told_again() -> None:
    bad = racked("9-ball", ("1", "2", "3", "4", "8", "5", "6", "7", "9"))
    bad[6] = replace(bad[6], x_mm=bad[6].x_mm - 14.0)
    first, second = told("9ball-fi", LOOSE, bad, bad, racked("9-ball", NINE))
    wrong: Any = first.details["wrong"]
    assert {(w["kind"], w.get("ball")) for w in wrong} >= {("wrong", "8"), ("loose", "6")}
    assert all(w["kind"] != "loose" or w["ball"] == "6" for w in wrong)
    assert second.t_s == 3.0 and second.details["wrong"] == []


def test_what_a_camera_errs_inside_a_tight_rack_is_no_loose_ball() -> None:
    rack = racked("8-ball", (*EIGHT[:13], "15", "7"))
    rack[7] = replace(rack[7], x_mm=rack[7].x_mm + 5.0, y_mm=rack[7].y_mm - 4.0)
    (one,) = told("8ball-fi", LOOSE, rack)
    assert one.details["wrong"] == []


def test_a_ball_that_is_walled_in_and_was_not_seen_is_not_said_to_be_missing() -> None:
    """A black 8 among others is overlooked where the light is bad; nobody is told that a whole rack is not whole."""
    rack = racked("8-ball", (*EIGHT[:13], "15", "7"))
    (one,) = told("8ball-fi", LOOSE, rack[:4] + rack[5:])
    assert (one.details["complete"], one.details["wrong"]) == (None, [])
    (other,) = told("8ball-fi", LOOSE, rack[:4] + rack[5:-1])
    assert other.details["complete"] is False
    wrong: Any = other.details["wrong"]
    assert [w["place"] for w in wrong] == ["place 15"]


def test_a_ball_of_doubtful_name_is_never_called_wrong() -> None:
    rack = [replace(b, confidence=0.6) for b in racked("9-ball", NINE[::-1])]
    (one,) = told("9ball-fi", LOOSE, rack)
    assert one.details["wrong"] == []


def test_a_rack_without_its_last_ball_is_not_whole() -> None:
    (one,) = told("8ball-fi", LOOSE, racked("8-ball", EIGHT)[:-1])
    assert one.details["complete"] is False


def test_nothing_is_told_of_balls_in_play_or_of_a_rack_that_stood_there_all_along() -> None:
    rack = racked("9-ball", NINE)
    assert told("9ball-fi", LOOSE, LOOSE[:-1], rack[:4]) == []
    assert told("9ball-fi", rack, rack) == []


def test_no_stroke_racks_balls_but_the_hands_that_put_the_last_one_right_after_it_do() -> None:
    watch = RackWatch("none", BED)
    assert watch.update(Layout(0.0, (CUE, *LOOSE))) == []
    rack = racked("9-ball", NINE)
    assert watch.update(Layout(1.0, (CUE, *rack[:-1])), rolled=True) == []
    (one,) = watch.update(Layout(2.0, (CUE, *rack)))
    assert one.details == {"rack": "9-ball", "complete": True, "wrong": []}


def test_congestion_s_three_racks_are_told_each() -> None:
    watch = RackWatch("congestion", BED)
    balls = drawn(SETTING)
    assert watch.update(Layout(0.0, balls[:2])) == []
    found = watch.update(Layout(1.0, balls))
    assert {d.details["rack"] for d in found} == {"congestion foot", "congestion centre", "congestion head"}
    assert all(d.details["complete"] and d.details["wrong"] == [] for d in found)
