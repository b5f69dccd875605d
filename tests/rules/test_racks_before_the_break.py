"""The rack that a layout shows before the break, the marks of a table, and what the start of a game gives."""

from __future__ import annotations

from math import hypot, sqrt
from typing import Any

import pytest

from callshot.rules.equipment import BALL_DIAMETER_TOLERANCE_MM, BALL_SETS, POOL_DIAMETER_MM, TABLES, marks, table_size
from callshot.rules.game import Setting
from callshot.rules.rack_check import check
from callshot.rules.racks import GAME_RACKS, RACKS, Rack
from callshot.rules.vocabulary import Ball, Layout

SETTING = Setting(("X", "Y"))
POOL = ["8ball-fi", "8ball-hu", "9ball-fi", "9ball-hu", "141-fi", "141-hu"]
GOOD_EIGHT = ["1", "9", "2", "10", "8", "11", "4", "3", "12", "5", "13", "6", "14", "15", "7"]


def rack_of(game: str) -> Rack:
    return RACKS[GAME_RACKS[game][0]](SETTING)


def stood(rack: Rack, labels: list[str]) -> tuple[Ball, ...]:
    return tuple(Ball(b, b, p.x_mm, p.y_mm) for b, p in zip(labels, rack.places, strict=True))


def refusal(table: Any, game: str, labels: list[str], **options: str) -> str | None:
    t = table(game, **options)
    t.feed(Layout(0.0, stood(rack_of(game), labels)))
    return t.said.refused


@pytest.mark.scenario("8H-01")
@pytest.mark.clause("HU-II.2.1.b")
def test_side_of_one_group_is_refused_in_the_hungarian_form(table: Any) -> None:
    # left outer row from the apex: 9, 12, 10, 15, 13
    labels = ["9", "12", "1", "10", "8", "2", "15", "3", "11", "4", "13", "5", "14", "6", "7"]
    reason = refusal(table, "8ball-hu", labels)
    assert reason is not None and "HU-II.2.1.b" in reason
    assert refusal(table, "8ball-fi", labels) is None
    assert refusal(table, "8ball-hu", labels, hu__eight_rack_side="corners-only") is None


@pytest.mark.clause("FI-8.1.d", "FI-8.1.g", "HU-II.1.c")
@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
def test_good_eight_ball_rack_is_accepted(table: Any, game: str) -> None:
    assert refusal(table, game, GOOD_EIGHT) is None


@pytest.mark.clause("FI-8.1.e", "HU-II.2.1.a")
@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
def test_eight_belongs_in_the_middle(table: Any, game: str) -> None:
    labels = [{"8": "9", "9": "8"}.get(b, b) for b in GOOD_EIGHT]
    reason = refusal(table, game, labels)
    assert reason is not None and "8" in reason


@pytest.mark.clause("FI-8.1.e", "HU-II.2.1.a")
@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
@pytest.mark.parametrize(("confidence", "refused"), [(0.95, True), (0.9, True), (0.89, False), (0.6, False)])
def test_a_badly_seen_face_refuses_no_rack(table: Any, game: str, confidence: float, refused: bool) -> None:
    labels = [{"8": "9", "9": "8"}.get(b, b) for b in GOOD_EIGHT]
    balls = tuple(Ball(b.id, b.label, b.x_mm, b.y_mm, confidence) for b in stood(rack_of(game), labels))
    t = table(game)
    t.feed(Layout(0.0, balls))
    assert bool(t.said.refused) is refused


@pytest.mark.clause("FI-8.1.e", "HU-II.2.1.a")
@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
@pytest.mark.parametrize(("gaps", "refused"), [(0, True), (1, True), (2, True), (4, False), (9, False)])
def test_a_rack_is_refused_as_soon_as_it_stands(table: Any, game: str, gaps: int, refused: bool) -> None:
    """The 8 and the 9 have changed places; up to a fifth of the balls may be missing, or nobody has seen them yet."""
    labels = [{"8": "9", "9": "8"}.get(b, b) for b in GOOD_EIGHT]
    balls = [b for b in stood(rack_of(game), labels) if b.label not in ("8", "9")]
    both = [b for b in stood(rack_of(game), labels) if b.label in ("8", "9")]
    t = table(game)
    t.feed(Layout(0.0, (*both, *balls[gaps:])))
    assert bool(t.said.refused) is refused


@pytest.mark.clause("FI-8.1.f", "HU-II.2.1.c")
@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
def test_base_corners_differ(table: Any, game: str) -> None:
    labels = [{"7": "9", "9": "7"}.get(b, b) for b in GOOD_EIGHT]
    reason = refusal(table, game, labels)
    assert reason is not None and "corners" in reason


@pytest.mark.clause("FI-9.1.f", "FI-9.1.g", "HU-III.1.b", "HU-III.2.1.a", "HU-III.2.1.b")
@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu"])
def test_nine_ball_diamond(table: Any, game: str) -> None:
    assert refusal(table, game, ["1", "8", "2", "7", "9", "3", "4", "5", "6"]) is None
    assert refusal(table, game, ["1", "2", "8", "3", "9", "7", "6", "5", "4"]) is None
    assert refusal(table, game, ["2", "8", "1", "7", "9", "3", "4", "5", "6"])
    assert refusal(table, game, ["1", "9", "2", "7", "8", "3", "4", "5", "6"])


@pytest.mark.clause("FI-10.1.b", "FI-10.1.c", "HU-I.24.1.e")
@pytest.mark.parametrize("game", ["141-fi", "141-hu"])
def test_straight_pool_rack_in_any_order(table: Any, game: str) -> None:
    assert refusal(table, game, [str(n) for n in range(1, 16)]) is None


@pytest.mark.clause("HU-I.2.b", "FI-1.1.b")
@pytest.mark.parametrize("game", POOL)
def test_front_ball_on_the_foot_spot_and_all_touching(game: str) -> None:
    places = rack_of(game).places
    assert (places[0].x_mm, places[0].y_mm) == (0.0, 635.0)
    assert sum(p.x_mm for p in places) == pytest.approx(0.0)
    for p in places:
        nearest = min(hypot(p.x_mm - q.x_mm, p.y_mm - q.y_mm) for q in places if q is not p)
        assert nearest == pytest.approx(57.15)
    labels = [str(n) for n in range(1, len(places) + 1)]
    gap = (*stood(rack_of(game), labels)[:-1], Ball(labels[-1], labels[-1], places[-1].x_mm + 12, places[-1].y_mm))
    assert any(f.kind == "off" and f.off_mm == 12.0 for f in check(rack_of(game), gap, SETTING))


def test_balls_not_racked_yet_are_no_wrong_rack(table: Any) -> None:
    t = table("8ball-hu")
    t.feed(Layout(0.0, (Ball("9", "9", 0.0, 635.0), Ball("12", "12", -28.6, 684.5))))
    assert t.said.refused is None


@pytest.mark.clause("HU-I.5.a", "HU-II.2.2.1", "HU-III.2.2.1")
@pytest.mark.parametrize("game", POOL)
def test_break_is_from_the_kitchen(table: Any, game: str) -> None:
    t = table(game)
    assert t.referee.show()["in_hand"] == {"cue": "kitchen"}
    t.feed(Layout(0.0, (Ball("cue", "cue", 0.0, -600.0),)))
    assert t.log == "WARN(X,kitchen)"


@pytest.mark.clause("HU-I.5.b")
@pytest.mark.parametrize("crossed", [False, True])
def test_break_that_never_crossed_the_string_is_asked_about(table: Any, crossed: bool) -> None:
    t = table("8ball-hu").play("cue>- ~cue:0,-900 =cue:0,-700")
    assert (t.question.about, t.question.clause) == ("cue_ball_crossed_head_string_before_contact", "HU-I.5.b")
    t.answer("cue_ball_crossed_head_string_before_contact", crossed)
    if crossed:
        assert [f.code for f in t.latest.fouls] == ["no_object_ball", "kitchen_not_crossed"][:1]
    else:
        assert t.latest.fouls == ()
        assert t.next == ("X", "in-hand-behind-head-string")
        assert t.score("X")["fouls"] == 0
    t = table("8ball-hu", hu__break_not_crossing="foul").play("cue>- ~cue:0,-900 =cue:0,-700")
    assert t.fouls == [("no_object_ball", "HU-I.18.a")]


@pytest.mark.clause("HU-III.1.a", "FI-9.1.a")
@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu"])
def test_nine_balls(table: Any, game: str) -> None:
    assert table(game).referee.show()["on_table"] == [str(n) for n in range(1, 10)]
    assert BALL_SETS["pool9"].object_balls == tuple(str(n) for n in range(1, 10))


@pytest.mark.clause("HU-I.1.b", "FI-1.a")
def test_marks_of_a_table() -> None:
    m = marks(2540.0, 1270.0)
    assert m["head_spot"] == ((0.0, -635.0),)
    assert m["foot_spot"] == ((0.0, 635.0),)
    assert m["centre_spot"] == ((0.0, 0.0),)
    assert m["head_string"] == ((-635.0, -635.0), (635.0, -635.0))
    assert m["long_string"][0] == (0.0, 635.0)
    apex, left, right = m["triangle"]
    side = hypot(apex[0] - left[0], apex[1] - left[1])
    assert side == pytest.approx(hypot(left[0] - right[0], left[1] - right[1]))
    assert side == pytest.approx(POOL_DIAMETER_MM * (4 + sqrt(3)))


@pytest.mark.clause("HU-I.1.a", "HU-IV.2.c")
def test_sizes() -> None:
    assert POOL_DIAMETER_MM == 57.15
    assert pytest.approx(0.127) == BALL_DIAMETER_TOLERANCE_MM
    for size in TABLES.values():
        assert size.length_mm == pytest.approx(2 * size.width_mm, rel=0.005)
    assert table_size("9ft") == TABLES["9ft"]
    odd = table_size("2500x1250")
    assert odd is not None and (odd.length_mm, odd.width_mm) == (2500.0, 1250.0)
    for text in ("1000x500", "4000x2500", "3000x1500"):
        assert table_size(text) is not None
    for text in ("999x500", "1000x499", "4001x2000", "4000x2501", "1000x1000"):
        assert table_size(text) is None
    for text in ("", "9", "ax b", "10x20", "1270x2540", "nanxnan", "1e9x5e8"):
        assert table_size(text) is None


def test_sets_hold_what_they_say() -> None:
    assert {name: sum(s.labels.values()) for name, s in BALL_SETS.items()} == {
        "pool15": 16, "pool9": 10, "baseball21": 22, "congestion": 57, "snooker22": 22, "english": 16, "carom3": 3,
        "any": 1,
    }  # fmt: skip
    assert sum(int(b) for b in BALL_SETS["congestion"].object_balls if b.isdecimal()) == 445 - 24
