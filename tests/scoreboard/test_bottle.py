"""The system draws a pea that nobody holds, and tells it to its owner alone."""

from __future__ import annotations

from collections.abc import Callable

from desk import Client, Desk

from callshot.tracker.bottle import Bottle


def question(player: str, candidates: list[int]) -> dict[str, object]:
    return {"type": "question", "about": "pea_value", "player": player, "candidates": candidates}


def said(player: str, value: int) -> dict[str, object]:
    return {"type": "input", "kind": "answer", "about": "pea_value", "player": player, "value": value}


def test_no_two_hold_the_same_and_the_bottle_may_be_empty() -> None:
    bottle = Bottle()
    for player in ("Ann", "Bo", "Cy"):
        bottle.take(question(player, [1, 2]))
    bottle.take(said("Ann", 1))
    assert {bottle.draw("Bo") for _ in range(30)} == {2}
    bottle.take(said("Bo", 2))
    assert bottle.draw("Cy") is None
    bottle.take(question("Ann", [1, 2]))  # a maroon whammy: Ann puts hers back
    assert bottle.draw("Cy") == 1


def test_every_pea_is_drawn_in_time() -> None:
    bottle = Bottle()
    bottle.take(question("Ann", list(range(1, 16))))
    assert {bottle.draw("Ann") for _ in range(2000)} == set(range(1, 16))


def test_a_phone_that_lets_the_system_draw_learns_its_number_and_nobody_else_does(
    desk: Desk, client: Callable[..., Client]
) -> None:
    desk.begin("congestion", ("Ann", "Bo"))
    phone, viewer = client(), client()
    phone.ask("join", code=desk.server.service.access.codes()["Ann"])
    answer = phone.ask("input", kind="answer", values={"about": "pea_value", "value": "system"})
    assert answer == {"op": "done", "id": 7}
    desk.wait_for("input", 1)
    phone.settle()
    viewer.settle()
    (mine,) = [r for r in phone.records if r and r["type"] == "input"]
    assert mine["value"] in range(1, 16) and mine["private_to"] == "Ann"
    assert [r for r in viewer.records if r and r["type"] == "input"] == []
    open_for_ann = [r for r in desk.hub.records() if r["type"] == "notice"]
    assert open_for_ann == []  # the rules took it
