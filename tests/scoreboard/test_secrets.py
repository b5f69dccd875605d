"""A player's secrets reach no other page: everything that every page was sent in a whole game is searched.

Peas are small numbers, so finding none proves little. Hence the game is played twice, with another pea for Bo: what
everybody else was sent must be the same to the letter.
"""

from __future__ import annotations

import json
import time
from typing import Any

from desk import PIN, Client, Desk

PLAYERS = ("Ann", "Bo", "Cy")
FOOT_RACK = ("1a", "2a", "3a", "4a")


Balls = tuple[str, ...]


def stroke(number: int, first: str, pocketed: Balls = (), cushions: Balls = ("5a",)) -> dict[str, Any]:
    t = 10.0 * number
    events: list[dict[str, Any]] = [{"t": t + 0.1, "kind": "contact", "balls": ["cue", first], "confidence": 1.0}]
    events += [
        {"t": t + 0.3, "kind": "cushion", "ball": ball, "cushion": "foot", "x": 0.0, "y": 1241.0, "confidence": 1.0}
        for ball in cushions
    ]
    events += [
        {"t": t + 0.5, "kind": "pocket", "ball": ball, "pocket": "foot-left", "confidence": 1.0} for ball in pocketed
    ]
    return {"type": "stroke", "t": t + 1, "number": number, "t_start": t, "t_end": t + 1, "struck": "cue",
            "first_contact": first, "events": events}  # fmt: skip


STROKES = (
    stroke(1, "1a", ("1a",), FOOT_RACK),
    stroke(2, "5a", ("brown",)),
    stroke(3, "6a", ("6a",)),
    stroke(4, "7a", ("blue",)),
    stroke(5, "9a", ("10a",)),
    stroke(6, "9a", ("black",)),
)


def play(bos_pea: int, bos_new_pea: int) -> tuple[dict[str, Client], list[Any]]:
    """The pages with all that they were sent, and all records."""
    desk = Desk()
    try:
        desk.begin("congestion", PLAYERS)
        pages = {"viewer": Client(desk), "referee": Client(desk)}
        pages["referee"].ask("login", pin=PIN)
        for player, code in desk.server.service.access.codes().items():
            pages[player] = Client(desk)
            pages[player].ask("join", code=code)
        peas = {"Ann": 3, "Bo": bos_pea, "Cy": 14}
        new_peas = {"Ann": 4, "Bo": bos_new_pea, "Cy": 2}
        settle_questions(desk, pages, peas)
        for each in STROKES:
            desk.tell(each)
            settle_questions(desk, pages, new_peas)
        for page in pages.values():
            page.settle()
            page.close()
        return pages, desk.hub.records()
    finally:
        desk.stop()


def settle_questions(desk: Desk, pages: dict[str, Client], peas: dict[str, int]) -> None:
    """Every player answers on his own phone what he alone is asked, the referee the rest."""
    answered: set[str] = getattr(desk, "answered", set())
    desk.answered = answered  # type: ignore[attr-defined]
    for _ in range(60):
        open_now = [r for r in desk.hub.records() if r["type"] == "question" and r["id"] not in answered]
        if not open_now:
            return
        question = open_now[0]
        answered.add(question["id"])
        about, value = question["about"], answer_to(question, peas)
        who = question["player"] if question["asks"] == "player" else "referee"
        before = len(desk.hub)
        assert pages[who].ask("input", kind="answer", values={"about": about, "value": value})["op"] == "done"
        desk.wait_for("input", sum(r["type"] == "input" for r in desk.hub.records()[:before]) + 1)
        _quiet(desk)
    raise AssertionError("the questions never end")


def answer_to(question: dict[str, Any], peas: dict[str, int]) -> Any:
    if question["about"] == "pea_value":
        return peas[question["player"]]
    if question["about"] == "reposition_choice":
        return {}
    return [] if question.get("purpose") == "return" else question["candidates"][0]


def _quiet(desk: Desk) -> None:
    """Until the rules have said all they have to say of the last input."""
    length = -1
    while length != len(desk.hub):
        length = len(desk.hub)
        time.sleep(0.03)


def without_time(records: list[Any]) -> list[Any]:
    return [None if r is None else {k: v for k, v in r.items() if k != "t"} for r in records]


def test_no_page_is_sent_what_is_private_to_somebody_else() -> None:
    pages, records = play(9, 7)
    private = [r for r in records if r.get("private_to")]
    assert {r["type"] for r in private} >= {"question", "input"}
    assert {r["private_to"] for r in private} == set(PLAYERS)
    assert sum(r["type"] == "stroke" for r in records) == len(STROKES)
    assert {r["about"] for r in private if r["type"] == "question"} >= {"pea_value", "chosen_ball"}
    for name, page in pages.items():
        text = "\n".join(page.traffic)
        for other in PLAYERS:
            assert (f'"private_to":"{other}"' in text) == (other == name), (name, other)
        assert len(page.records) == len(records)
        own = [r for r in records if r.get("private_to") in (None, name)]
        assert [{k: v for k, v in r.items() if k != "page"} for r in page.records if r is not None] == [
            json.loads(json.dumps(r)) for r in own
        ]


def test_another_secret_of_bo_changes_nothing_for_anybody_else() -> None:
    first, _ = play(9, 7)
    second, _ = play(12, 6)
    for name in ("viewer", "referee", "Ann", "Cy"):
        assert without_time(first[name].records) == without_time(second[name].records), name
    assert without_time(first["Bo"].records) != without_time(second["Bo"].records)
