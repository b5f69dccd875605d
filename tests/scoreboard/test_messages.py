"""What a page sends is checked before anything looks at it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from callshot.tracker.scoreboard.access import VIEWER, Role
from callshot.tracker.scoreboard.messages import MAX_BYTES, MessageError, input_record, read_message

REFEREE, ANN = Role("referee"), Role("player", "Ann")


def said(role: Role, kind: str, player: str | None = None, **values: Any) -> str:
    return json.dumps({"op": "input", "kind": kind, "values": values, **({"player": player} if player else {})})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("[1]", "no JSON object"),
        ("nonsense", "no JSON"),
        ('{"op":"fly"}', "none that is known"),
        ('{"op":["input"]}', "none that is known"),
        ('{"op":"hello","from":NaN}', "no JSON"),
        ('{"op":"hello","from":-1}', "'from'"),
        ('{"op":"hello","from":true}', "'from'"),
        ('{"op":"hello","x":1}', "'x'"),
        ('{"op":"hello","id":"1"}', "`id`"),
        ("[" * 15000, "nested too deep|no JSON"),
        ('"' + "x" * MAX_BYTES + '"', "bytes"),
        ('{"op":"login"}', "'pin' is missing"),
        ('{"op":"login","pin":7}', "'pin'"),
        ('{"op":"login","pin":"\\u0000"}', "'pin'"),
        ('{"op":"input","kind":"undo","values":{"to":1.5}}', "'to'"),
        ('{"op":"input","kind":"hack"}', "no such input"),
        ('{"op":"input","kind":"safety","values":{"x":1}}', "'x' is not known"),
        ('{"op":"input","kind":"call"}', "'ball'"),
        ('{"op":"input","kind":"call","values":{"ball":"99","pocket":"foot-left"}}', "'ball'"),
        ('{"op":"input","kind":"answer","values":{"about":"x","value":' + "[" * 9 + "]" * 9 + "}}", "'value'"),
        ('{"op":"input","kind":"predict","values":{"points":1e9,"balls":1}}', "'points'"),
        ('{"op":"command","name":"rm","values":{}}', "no such command"),
        ('{"op":"command","name":"volume","values":{"percent":101}}', "'percent'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":[1]}}', "'players'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":["' + "y" * 201 + '"]}}', "'players'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":["Ann","  "]}}', "'players'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":["Ann","B\\u0007o"]}}', "'players'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":["Ann","B\\u202eo"]}}', "'players'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":["Ann","\\u200d"]}}', "'players'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":["Ann"," Ann"]}}', "'players'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":[],"state":{"type":"input"}}}', "'state'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":[],"state":{"t":9}}}', "'state'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":[],"state":{"private_to":"A"}}}', "'state'"),
        ('{"op":"command","name":"session","values":{"game":"x","players":[],"state":[]}}', "'state'"),
        ('{"op":"input","kind":"concede","player":" "}', "'player'"),
    ],
)
def test_what_is_not_as_agreed_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(MessageError, match=why) as refused:
        read_message(text, REFEREE)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_names_hold_whatever_people_can_see() -> None:
    names = ["Zoltán 🎱", "👨\u200d👩\u200d👧", "李 小龍", "O'Neill, Bo"]
    text = json.dumps({"op": "command", "name": "session", "values": {"game": "x", "players": names}})
    assert read_message(text, REFEREE).values["values"]["players"] == names


@pytest.mark.parametrize("kind", ["fact", "undo", "override", "unsporting", "place", "join", "leave"])
def test_what_is_the_referees_is_refused_to_players(kind: str) -> None:
    with pytest.raises(MessageError, match="referee only"):
        read_message(said(ANN, kind), ANN)


def test_a_viewer_may_only_look() -> None:
    assert read_message('{"op":"hello","from":0}', VIEWER).op == "hello"
    for text in (said(VIEWER, "safety"), '{"op":"command","name":"end"}'):
        with pytest.raises(MessageError):
            read_message(text, VIEWER)
    with pytest.raises(MessageError):
        read_message('{"op":"command","name":"end"}', ANN)


def test_a_player_speaks_for_himself_whoever_he_says_he_is() -> None:
    message = read_message(said(ANN, "declare", player="Bo", value="win"), ANN)
    record = input_record(message, ANN, 3.0, secret=False)
    assert record == {"type": "input", "t": 3.0, "by": "player", "player": "Ann", "kind": "declare", "value": "win"}


def test_peas_and_secret_answers_are_marked_as_his_alone() -> None:
    pea = input_record(read_message(said(ANN, "pea", value=7), ANN), ANN, 0.0, secret=False)
    assert pea["private_to"] == "Ann"
    answer = read_message(said(ANN, "answer", about="chosen_ball", value="5"), ANN)
    assert input_record(answer, ANN, 0.0, secret=True)["private_to"] == "Ann"
    assert "private_to" not in input_record(answer, ANN, 0.0, secret=False)


def test_values_can_not_overwrite_who_speaks() -> None:
    with pytest.raises(MessageError, match="not known"):
        read_message(said(ANN, "safety", by="referee"), ANN)
    with pytest.raises(MessageError, match="not known"):
        read_message(said(ANN, "declare", value="win", private_to="Bo"), ANN)


def test_the_answer_carries_the_number_of_the_tap() -> None:
    assert read_message('{"op":"hello","from":0,"id":12}', VIEWER).id == 12
