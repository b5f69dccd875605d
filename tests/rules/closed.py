"""The closed words of the stream, as every ruling and question of every test must keep to them.

Whatever a test looks at, all that was said on the way goes through here: a word that is none, a clause that no document
has, a purpose that no page knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from callshot.rules.ruling import FOUL_CODES, Foul, Next, Over, Question, Ruling
from tests.rules.table import clauses

CLAUSES: Final = frozenset(c.id for c in clauses())
TOKENS: Final = frozenset(
    {
        "FOUL", "SCORE", "PILE", "PENALTY", "SPOT", "OWES", "PAID", "STICK", "UNSTICK", "WHAMMY", "GIVE",
        "TAKE", "SWAP", "NO_SWAP", "NOTHING", "REDRAW", "RETURN", "REPOSITION", "REPLACE_PRE_BREAK", "OUT",
        "BUST", "DISQUALIFIED", "CLAIM_REJECTED", "WIN", "PREDICTION", "PREDICTION_MET", "PREDICTION_MISSED",
        "REMOVE", "IN_HAND", "NEXT", "COIN_FLIP", "END_OF_BALLS", "STROKE_WHILE_STUCK", "POINTS", "GROUPS",
        "CALL", "CALL_MADE", "CALL_MISSED", "SAFETY", "PUSH_OUT", "FOUL_RUN", "WARN", "OPTIONS", "CHOICE",
        "RERACK", "PLACE", "LAG", "REPLAY_LAG", "DRAW", "LOSS", "RACK",
    }
)  # fmt: skip
BARE: Final = frozenset(
    {"STICK", "UNSTICK", "CALL_MADE", "CALL_MISSED", "REPLAY_LAG", "END_OF_BALLS", "STROKE_WHILE_STUCK"}
)
"""Tokens that say all by their name."""
REASONS: Final = frozenset(
    {
        "coin", "conceded", "eight_early", "eight_made", "eight_not_called", "eight_off_table", "eight_on_foul",
        "eight_on_safety", "eight_with_last_ball", "eight_wrong_pocket", "end_of_balls", "excluded",
        "final_score", "last_player", "left", "nine_made", "nobody_left", "override", "referee",
        "target_reached", "three_fouls", "tie_balls", "tie_pea", "unsporting",
    }
)  # fmt: skip
CHOICES: Final = {
    "incoming_option": {
        "accept", "kitchen", "anywhere", "rerack-i-break", "rerack-you-break", "rebreak", "spot-8", "play", "give-back",
    },
    "lag_choice": {"break", "pass"},
    "group_choice": {"solids", "stripes"},
    "break_type_choice": {"safety", "called"},
    "draw_new_pea": {True, False},
    "spot_nearest_choice": {True, False},
    "win_confirmed": {True, False},
    "call_obvious": {True, False},
}  # fmt: skip
PURPOSES: Final = {
    "chosen_ball": {"penalty", "table-debt", "exchange", "pick", "return", "removal"},
    "pea_value": {"deal", "maroon", "bust"},
}
OTHER_CHOICES: Final = frozenset({"prediction", "reposition_choice", "coin_flip", "win_declared", "bust_declared"})
FACTS: Final = frozenset(
    {
        "ball_identity", "balls_in_motion_at_strike", "cue_ball_crossed_head_string_before_contact",
        "cue_ball_pocketed", "external_interference", "first_contact", "groups", "intent_ruling",
        "lag_rest_distance", "miscue", "object_balls_to_rail", "off_table", "on_break", "placement_warning", "pocketed",
        "push_out_called", "returned_to_table", "shooter_identity", "struck", "touched_by_equipment",
        "rails_after_contact",
    }
)  # fmt: skip
CUE_BALL: Final = frozenset({"in-position", "in-hand", "in-hand-behind-head-string"})
EVENT: Final = re.compile(r"events\[\d+\]")


def _is_clause(clause: str, game: str) -> bool:
    """One of the documents' clauses; where a national text is silent the other's may be named, never Congestion's."""
    return clause in CLAUSES and (game == "congestion" or not clause.startswith("CP-"))


def check_ruling(ruling: Ruling, game: str) -> None:
    """Every word of a ruling is one of the closed ones, and every clause one of the game's documents."""
    for foul in ruling.fouls:
        assert foul.code in FOUL_CODES, foul
        assert _is_clause(foul.clause, game), foul
    for token in ruling.log:
        name, bracket, _ = token.partition("(")
        assert name in TOKENS, token
        assert bool(bracket) is (name not in BARE) and token.endswith(")") is bool(bracket), token
    if ruling.over is not None:
        assert ruling.over.what in ("rack", "match")
        assert ruling.over.reason in REASONS, ruling.over
        assert _is_clause(ruling.over.clause, game), ruling.over
    if ruling.next is not None:
        cue = ruling.next.cue_ball
        assert {cue} <= CUE_BALL if isinstance(cue, str) else set(cue.values()) <= CUE_BALL, cue
        assert set(ruling.next.options) <= {"bonus", "push-out"}, ruling.next


def check_question(question: Question, game: str) -> None:
    """The same of a question."""
    about = question.about
    assert question.asks in ("player", "referee")
    assert _is_clause(question.clause, game), question
    if about in CHOICES:
        assert set(question.candidates) <= CHOICES[about], question
    else:
        assert about in PURPOSES or about in OTHER_CHOICES or about in FACTS or EVENT.fullmatch(about), question
    if game == "congestion":
        assert question.purpose in PURPOSES.get(about, {None}), question


def check_said(rulings: Iterable[Ruling], questions: Iterable[Question], game: str) -> None:
    """All of one step."""
    for ruling in rulings:
        check_ruling(ruling, game)
    for question in questions:
        check_question(question, game)


def check_records(records: Iterable[Mapping[str, Any]]) -> None:
    """The same of Congestion's records."""
    for r in records:
        if r["type"] == "ruling":
            fouls = tuple(Foul(f["code"], f["clause"], f["ball"]) for f in r["fouls"])
            over = None if r["over"] is None else Over(**r["over"])
            coming = (
                None
                if r["next"] is None
                else Next(
                    r["next"]["player"],
                    r["next"]["stroke_no"],
                    r["next"]["cue_ball"],
                    options=tuple(r["next"]["options"]),
                )
            )
            check_ruling(Ruling(r["of"], r["legal"], fouls, next=coming, over=over, log=tuple(r["log"])), "congestion")
        elif r["type"] == "question":
            asked = tuple(tuple(c) if isinstance(c, list) else c for c in r["candidates"] if not isinstance(c, dict))
            check_question(
                Question(r["id"], r["asks"], r["about"], asked, r["clause"], r.get("player"), r.get("purpose")),
                "congestion",
            )
