"""Log tokens are read back whatever the players are called."""

from __future__ import annotations

import pytest

from callshot.tracker.announce.tokens import TOKENS, parse_log, parse_token, split_names

ODD = ("Ann, the (1st)", "B->o", "🎱", "TABLE 2", "Ann", "x" * 200, "S;T")


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("SCORE(Ann, the (1st),5)", {"p": "Ann, the (1st)", "ball": "5"}),
        ("OWES(B->o->TABLE)", {"p": "B->o", "q": "TABLE"}),
        ("OWES(TABLE 2->B->o)", {"p": "TABLE 2", "q": "B->o"}),
        ("PAID(🎱->B->o,crazy-8)", {"p": "🎱", "q": "B->o", "ball": "crazy-8"}),
        ("TAKE(Ann<-🎱,16)", {"p": "Ann", "q": "🎱", "ball": "16"}),
        ("SWAP(Ann:6<->B->o:3)", {"p": "Ann", "ball": "6", "q": "B->o", "other": "3"}),
        ("RETURN(Ann,2+3+5)", {"p": "Ann", "balls": "2+3+5"}),
        ("REPOSITION(Ann,blue)", {"p": "Ann", "ball": "blue"}),
        ("REPOSITION(Ann,blue,dead)", {"p": "Ann", "ball": "blue", "how": "dead"}),
        ("WHAMMY(maroon,Ann, the (1st),4)", {"ball": "maroon", "p": "Ann, the (1st)", "n": "4"}),
        ("POINTS(Ann,-16)", {"p": "Ann", "n": "-16"}),
        ("OPTIONS(Ann,accept|rerack-i-break)", {"p": "Ann", "options": "accept|rerack-i-break"}),
        ("IN_HAND(Ann,kitchen,plain+crazy)", {"p": "Ann", "where": "kitchen", "balls": "plain+crazy"}),
        ("STICK", {}),
    ],
)
def test_tokens(text: str, fields: dict[str, str]) -> None:
    token = parse_token(text, ODD)
    assert token is not None
    assert (token.name, dict(token.fields)) == (text.split("(")[0], fields)


def test_names_that_nobody_announced_are_still_read() -> None:
    token = parse_token("GIVE(Cy->Di,9)", ())
    assert token is not None
    assert dict(token.fields) == {"p": "Cy", "q": "Di", "ball": "9"}


@pytest.mark.parametrize("text", ["", "SCORE", "SCORE(", "SCORE(Ann)", "HELLO(Ann)", "STICK(x)", "NEXT(Ann,one)"])
def test_what_is_no_token_is_none(text: str) -> None:
    assert parse_token(text, ("Ann",)) is None


def test_a_line_may_hold_two() -> None:
    assert [t.name for t in parse_log(["END_OF_BALLS; WIN(S;T)", "nonsense"], ODD)] == ["END_OF_BALLS", "WIN"]


def test_every_token_of_the_contract_is_known() -> None:
    contract = [
        "FOUL",
        "SCORE",
        "PILE",
        "PENALTY",
        "SPOT",
        "OWES",
        "PAID",
        "STICK",
        "UNSTICK",
        "WHAMMY",
        "GIVE",
        "TAKE",
        "SWAP",
        "NO_SWAP",
        "NOTHING",
        "REDRAW",
        "RETURN",
        "REPOSITION",
        "REPLACE_PRE_BREAK",
        "OUT",
        "BUST",
        "DISQUALIFIED",
        "CLAIM_REJECTED",
        "WIN",
        "PREDICTION",
        "PREDICTION_MET",
        "PREDICTION_MISSED",
        "REMOVE",
        "IN_HAND",
        "NEXT",
        "COIN_FLIP",
        "END_OF_BALLS",
        "STROKE_WHILE_STUCK",
        "POINTS",
        "GROUPS",
        "CALL",
        "CALL_MADE",
        "CALL_MISSED",
        "SAFETY",
        "PUSH_OUT",
        "FOUL_RUN",
        "WARN",
        "OPTIONS",
        "CHOICE",
        "RERACK",
        "PLACE",
        "LAG",
        "REPLAY_LAG",
        "DRAW",
        "LOSS",
        "RACK",
    ]
    assert set(contract) == set(TOKENS)


def test_names_in_a_list() -> None:
    assert split_names("Ann, the (1st),🎱", ODD) == ("Ann, the (1st)", "🎱")
    assert split_names("Cy,Di", ()) == ("Cy", "Di")
