"""The system draws a pea that nobody holds, and tells it to its owner alone."""

from __future__ import annotations

from collections.abc import Callable

from desk import PIN, Client, Desk

from callshot.tracker.bottle import Bottle


def question(player: str, candidates: list[int]) -> dict[str, object]:
    return {"type": "question", "about": "pea_value", "player": player, "candidates": candidates}


def said(player: str, value: int, by: str = "player") -> dict[str, object]:
    return {"type": "input", "by": by, "kind": "answer", "about": "pea_value", "player": player, "value": value}


REFUSED = {"type": "notice", "code": "refused", "text": "pea: Ann has drawn one already"}


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


def test_what_the_rules_refuse_changes_nothing() -> None:
    bottle = Bottle()
    for record in (question("Ann", [1, 2]), said("Ann", 1), {"type": "ruling"}, said("Ann", 2), REFUSED):
        bottle.take(record)
    assert {bottle.draw("Bo") for _ in range(200)} == {*range(1, 16)} - {1}
    for record in (said("Bo", 2), REFUSED, REFUSED):
        bottle.take(record)
    assert bottle.draw("Ann") in (1, 2)
    assert {bottle.draw("Cy") for _ in range(200)} == {*range(1, 16)} - {1}


def test_who_names_a_number_that_another_holds_learns_that_one_and_no_more() -> None:
    bottle = Bottle()
    for record in (question("Ann", [*range(1, 16)]), said("Ann", 4), question("Bo", [*range(1, 16)]), said("Cy", 9)):
        bottle.take(record)
    assert bottle.refuses("Bo", 5) is None
    assert "not in the bottle" in str(bottle.refuses("Bo", 4))
    for number in range(1, 16):
        assert "the program draws it" in str(bottle.refuses("Bo", number))
    assert bottle.draw("Bo") not in (4, 9, None)
    assert bottle.refuses("Dee", 5) is None


def test_the_referee_or_a_new_draw_lets_him_name_one_again() -> None:
    for heals in (said("Ann", 6, by="referee"), {**question("Bo", [*range(1, 16)]), "id": "later"}):
        bottle = Bottle()
        first = {**question("Bo", [*range(1, 16)]), "id": "first"}
        for record in (said("Ann", 4), first):
            bottle.take(record)
        assert bottle.refuses("Bo", 4) is not None
        bottle.take(first)
        bottle.take(said("Ann", 6))
        assert bottle.refuses("Bo", 5) is not None, "the same question again changes nothing, nor does another player"
        bottle.take(heals)
        assert bottle.refuses("Bo", 5) is None


def test_a_phone_hears_of_one_taken_number_and_then_has_to_draw(desk: Desk, client: Callable[..., Client]) -> None:
    desk.begin("congestion", ("Ann", "Bo"))
    ann, bo, referee = client(), client(), client()
    ann.ask("join", code=desk.server.service.access.codes()["Ann"])
    bo.ask("join", code=desk.server.service.access.codes()["Bo"])
    referee.ask("login", pin=PIN)
    assert ann.ask("input", kind="pea", values={"value": 4})["op"] == "done"
    desk.wait_for("input", 1)
    texts = [bo.ask("input", kind="pea", values={"value": value}).get("text") for value in (4, 5, 6)]
    desk.catch_up()
    assert texts == ["pea: that one is not in the bottle", *["pea: the program draws it and says its number"] * 2]
    assert len([r for r in desk.hub.records() if r["type"] == "input"]) == 1
    assert referee.ask("input", kind="pea", player="Bo", values={"value": 5})["op"] == "done"
    desk.wait_for("input", 2)
    desk.catch_up()
    assert [r for r in desk.hub.records() if r["type"] == "notice"] == []


def test_a_phone_can_not_go_round_that_by_the_questions_id(desk: Desk, client: Callable[..., Client]) -> None:
    """The rules take an answer by its id too; a page has to say what it is about, by which a secret is known."""
    desk.begin("congestion", ("Ann", "Bo"))
    ann, bo = client(), client()
    ann.ask("join", code=desk.server.service.access.codes()["Ann"])
    bo.ask("join", code=desk.server.service.access.codes()["Bo"])
    assert ann.ask("input", kind="pea", values={"value": 4})["op"] == "done"
    mine = next(r for r in desk.wait_for("question", 2) if r["player"] == "Bo")
    for value in range(1, 16):
        told = bo.ask("input", kind="answer", values={"about": mine["id"], "value": value})
        assert told["op"] == "refused" and "'about' is not as agreed" in told["text"]
    desk.catch_up()
    assert len([r for r in desk.hub.records() if r["type"] == "input"]) == 1


def test_a_phone_that_lets_the_system_draw_learns_its_number_and_nobody_else_does(
    desk: Desk, client: Callable[..., Client]
) -> None:
    desk.begin("congestion", ("Ann", "Bo"))
    phone, viewer = client(), client()
    phone.ask("join", code=desk.server.service.access.codes()["Ann"])
    answer = phone.ask("input", kind="answer", values={"about": "pea_value", "value": "system"})
    assert answer == {"op": "done", "id": 7}
    desk.wait_for("input", 1)
    desk.catch_up()
    phone.settle()
    viewer.settle()
    (mine,) = [r for r in phone.records if r and r["type"] == "input"]
    assert mine["value"] in range(1, 16) and mine["private_to"] == "Ann"
    assert [r for r in viewer.records if r and r["type"] == "input"] == []
    open_for_ann = [r for r in desk.hub.records() if r["type"] == "notice"]
    assert open_for_ann == []  # the rules took it
