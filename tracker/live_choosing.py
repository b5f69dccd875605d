"""What a page asks to be played, looked at as a whole before anything of it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from callshot.rules.equipment import BALL_SETS
from callshot.rules.game import Setting
from callshot.rules.games import GAMES
from callshot.tracker.balls import ball_set_of, unfit
from callshot.tracker.live_store import Choices
from callshot.tracker.referee import begin
from callshot.tracker.rule_command import RuleSession
from callshot.tracker.session import Record
from callshot.tracker.trouble import Trouble


def chosen(values: Mapping[str, Any], now: Choices) -> Choices:
    """The choices of a `session` message; what it leaves out stays as it is now.

    Pages know sets of balls by name: where the set is that of the profile in use, the profile stays in use.
    """
    balls = str(values.get("balls") or now.balls)
    if now.balls not in BALL_SETS and balls in BALL_SETS and _set_name(now.balls) == balls:
        balls = now.balls
    return replace(
        now, game=str(values["game"]), players=tuple(" ".join(str(name).split()) for name in values["players"]),
        options=dict(values.get("options") or {}), langs=tuple(values.get("langs") or now.langs), balls=balls,
        ended=False, file="",
    )  # fmt: skip


def why_not(choices: Choices, now: Choices, state: Mapping[str, Any] | None = None) -> str | None:
    """Why this can't be played, in one line; None where it can.

    now: what was chosen before. state: the fields of a `state` record that the game is to be entered with.
    """
    if choices.game not in GAMES:
        return f"--game {choices.game[:40]!r}: no such game; there are {', '.join(GAMES)}"
    if choices.balls not in BALL_SETS and choices.balls != now.balls:  # a page names no files
        return f"--balls {choices.balls[:60]!r}: no such ball set or profile; the sets are {', '.join(BALL_SETS)}"
    try:
        bad = unfit(choices.game, ball_set_of(choices.balls))
    except Trouble as why:
        return str(why)
    if bad is not None:
        return bad
    _, said = begin(GAMES[choices.game], Setting(choices.players, dict(choices.options)))
    if said.refused is not None:
        return said.refused
    return None if state is None else _refused_state(choices, state)


def state_record(state: Mapping[str, Any]) -> Record:
    """The record of a state that a page entered: its kind and time are not for the page to say."""
    return {**state, "type": "state", "t": 0.0}


def _refused_state(choices: Choices, state: Mapping[str, Any]) -> str | None:
    """What the game says against a state, tried on a game of its own."""
    out: list[Record] = []
    rehearsal = RuleSession(out.append, choices.game, choices.players, choices.options)
    try:
        rehearsal.take({"type": "session", "t": 0.0})
        rehearsal.take(state_record(state))
    except Trouble as why:
        return str(why)
    refused = [str(r["text"]) for r in out if r["type"] == "notice" and r.get("code") == "refused"]
    return refused[0] if refused else None


def _set_name(balls: str) -> str | None:
    try:
        return ball_set_of(balls).name
    except Trouble:
        return None
