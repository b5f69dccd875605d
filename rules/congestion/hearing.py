"""What people say: answers, declarations, peas, forecasts, facts - and whether it makes sense now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from callshot.rules.congestion.affairs import begin, give, refuse, waits
from callshot.rules.congestion.declaring import declare, join, leave, spoke_up
from callshot.rules.congestion.deeds import TOUCH_FACTS
from callshot.rules.congestion.offers import offers
from callshot.rules.congestion.override import override
from callshot.rules.congestion.peas import bottle
from callshot.rules.congestion.placing import refuse_place
from callshot.rules.congestion.questions import Answered, check
from callshot.rules.congestion.score import next_up, score
from callshot.rules.congestion.seeing import merged_placing, not_touched_while_stuck, place_ball, touched_while_stuck
from callshot.rules.congestion.state import Posed, State
from callshot.rules.congestion.stroke import TOUCHED_BY_STICK
from callshot.rules.fact_words import FACTS_FOR_NEXT
from callshot.rules.ruling import Ruling, Step
from callshot.rules.vocabulary import Ball, Input, Stroke


def hear(state: State, said: Input) -> Step[State]:
    """One input."""
    handler = HANDLERS.get(said.kind)
    if handler is None:
        return refuse(state, f"{said.kind} is not for Congestion: nothing is called or announced in it (CP-8.1.b)")
    late = spoke_up(state, said) if said.kind == "declare" else None
    if late is not None:
        return late
    if state.position.phase == "finished" and said.kind not in ("fact", "override"):
        return refuse(state, f"{said.kind}: the game is over")
    known = said.player is None or said.player in state.position.names
    if not known and said.kind != "join":
        return refuse(state, f"{said.kind}: {said.player} is not playing")
    if known and said.player is not None and said.kind not in ("join", "fact", "override"):
        out = state.position.player(said.player).out
        if out is not None:
            return refuse(state, f"{said.kind}: {said.player} is out of the game")
    return handler(state, said)


# ------------------------------------------------------------------------------------------------ answers


def _answer(state: State, said: Input) -> Step[State]:
    """Answers the oldest open question of that name (and of that player)."""
    about, value = said.values.get("about"), said.values.get("value")
    posed = _asked(state, said, about)
    if posed is None:
        whose = f" of {said.player}" if said.player else ""
        return refuse(state, f"answer: nobody asked about {about!r}{whose}")
    if posed.key is None:
        return _offer(state, posed, said)
    if posed.ask.about == "reposition_choice":
        value = merged_placing(state, posed.ask, value)
    checked = check(posed.ask, value, state.free_peas)
    if not isinstance(checked, Answered):
        return refuse(state, f"answer: {posed.ask.about}: {checked}")
    reason = _refuse_places(state, checked.value) if posed.ask.about == "reposition_choice" else None
    if reason is not None:
        return refuse(state, f"answer: reposition_choice: {reason}")
    return give(state, posed, value)


def _asked(state: State, said: Input, about: object) -> Posed | None:
    for posed in state.open:
        ask = posed.ask
        if ask.about != about:
            continue
        if said.player is not None and ask.player not in (None, said.player):
            continue
        if any(said.values.get(f) not in (None, getattr(ask, f)) for f in ("purpose", "opponent")):
            continue
        if said.values.get("id") in (None, posed.question.id):
            return posed
    return None


def _refuse_places(state: State, placed: object) -> str | None:
    """CP-9.1.a: places that are told must be lawful, among the balls as they lie."""
    if not isinstance(placed, tuple) or state.current is None:
        return None
    event = state.current.event
    moved = {label for label, _ in placed}
    balls = [b for b in (event.after or () if isinstance(event, Stroke) else ()) if b.label not in moved]
    for label, at in placed:
        if at is None:
            continue
        reason = refuse_place(label, at, balls, state.setting)
        if reason is not None:
            return reason
        balls.append(Ball(label, label, *at))
    return None


def _offer(state: State, posed: Posed, said: Input) -> Step[State]:
    """An answer to a question that stands beside the play."""
    ask, value = posed.ask, said.values.get("value")
    about = ask.about
    player = ask.player
    if about == "pea_value":
        return _pea(state, replace(said, kind="pea", player=player))
    if about == "prediction":
        told = value if isinstance(value, Mapping) else {}
        return _predict(state, replace(said, kind="predict", player=player, values=dict(told)))
    if not isinstance(value, bool):
        return refuse(state, f"answer: {about} is true or false")
    if value:
        return begin(state, replace(said, player=player))
    if about == "draw_new_pea":
        rest = tuple(p for p in state.position.redraws if p != player)
        position = replace(state.position, redraws=rest)
    else:
        position = replace(state.position, nearest_declined=True)
    state = replace(state, position=position)
    state = replace(state, open=offers(state))
    nothing_new = Ruling(None, None, score=score(position), next=next_up(position))
    return Step(state, (nothing_new,), tuple(p.question for p in state.open))


# ------------------------------------------------------------------------------------------------ peas, forecasts


def _pea(state: State, said: Input) -> Step[State]:
    """CP-5.1: a pea where the players let the system keep them. Refusals never repeat it.

    What is drawn is kept; where it was mistyped, the referee's word puts it right. Otherwise a player could try the
    numbers one by one and hear which of them are held, or swap his for a better one.
    """
    name = said.player
    if name is None:
        return refuse(state, "pea: whose pea it is must be said")
    mine = next((p for p in state.open if p.ask.about == "pea_value" and p.ask.player == name and p.key), None)
    if mine is not None:
        return _answer(
            state, replace(said, kind="answer", values={"about": "pea_value", "value": said.values.get("value")})
        )
    reason = waits(state, said)
    if reason is not None:
        return refuse(state, reason)
    position = state.position
    holder = position.player(name)
    may_draw = holder.pea is None or name in (*position.dealing, *position.redraws)
    if not may_draw and said.by != "referee":
        return refuse(state, f"pea: {name} has drawn one already")
    value = said.values.get("value")
    if value == "system":
        return refuse(state, "pea: the program draws it and says its number")
    if isinstance(value, bool) or not isinstance(value, int) or value not in state.house.peas:
        return refuse(state, f"pea: a whole number from {state.house.peas[0]} to {state.house.peas[-1]}")
    if value not in bottle(state, name):
        return refuse(state, "pea: that one is not in the bottle")
    return begin(state, said)


def _predict(state: State, said: Input) -> Step[State]:
    """CP-8.2.opt3.a: before the inning's first stroke."""
    waiting = next((p for p in state.open if p.ask.about == "prediction" and p.key), None)
    if waiting is not None:
        values = {"about": "prediction", "value": dict(said.values)}
        return _answer(state, replace(said, kind="answer", player=waiting.ask.player, values=values))
    reason = waits(state, said)
    position = state.position
    if reason is None and not state.house.yes("option_3"):
        reason = "predict: forecasts belong to option 3"
    if reason is None and said.player not in (None, position.shooter):
        reason = f"predict: {position.shooter} is at the table, not {said.player}"
    if reason is None and (position.stroke_no != 1 or position.bonus):
        reason = "predict: a forecast is made before the inning's first stroke"
    numbers = [said.values.get("points"), said.values.get("balls")]
    if reason is None and any(isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= 10**6 for n in numbers):
        reason = "predict: points and balls are whole numbers, none below 0"
    if reason is not None:
        return refuse(state, reason)
    return begin(state, said)


# ------------------------------------------------------------------------------------------------ facts


def _fact(state: State, said: Input) -> Step[State]:
    """What the camera could not see: of the order draw, or of the stick while the table is stuck."""
    fact, value = str(said.values.get("fact")), said.values.get("value")
    if fact in ("pea_drawn", "turn_order"):
        return _order(state, said, fact, value)
    if fact == "stick_on_table" or fact in FACTS_FOR_NEXT:
        return Step(state, (), tuple(p.question for p in state.open))  # nothing in this game hangs on it
    if any(p.ask.about == fact for p in state.open):
        return _answer(state, replace(said, kind="answer", values={"about": fact, "value": value}))
    if state.stuck and fact in TOUCH_FACTS:
        if value is False and fact == TOUCHED_BY_STICK:
            return not_touched_while_stuck(state)
        count = len(value) if isinstance(value, list | tuple) else int(bool(value))
        return touched_while_stuck(state, count)
    # The session's referee then rules the latest stroke anew with it (`stroke.said`).
    return refuse(state, f"fact: there is no stroke that {fact!r} belongs to")


def _order(state: State, said: Input, fact: str, value: object) -> Step[State]:
    """CP-7.1: open peas decide the order before the balls are racked; lowest first.

    Clauses: CP-7.1.a, CP-7.1.b.
    """
    position = state.position
    if position.phase != "break" or position.last_stroke or state.current is not None:
        return refuse(state, f"fact: {fact}: the order is drawn before the break")
    if fact == "pea_drawn":
        peas = list(value.values()) if isinstance(value, Mapping) else []
        named = set(value) if isinstance(value, Mapping) else set()
        whole = all(isinstance(p, int) and not isinstance(p, bool) and p in state.house.peas for p in peas)
        if named != set(position.active) or not whole or len(set(peas)) < len(peas):
            return refuse(state, "fact: pea_drawn maps every player to a pea of his own")
        said = replace(said, values={**said.values, "value": dict(value) if isinstance(value, Mapping) else {}})
    elif not isinstance(value, list | tuple) or sorted(map(str, value)) != sorted(position.names):
        return refuse(state, "fact: turn_order is a list of all players")
    return begin(state, said)


def _place(state: State, said: Input) -> Step[State]:
    ball, x, y = (said.values.get(k) for k in ("ball", "x", "y"))
    if not isinstance(ball, str) or any(isinstance(v, bool) or not isinstance(v, int | float) for v in (x, y)):
        return refuse(state, "place: ball, x and y must be said")
    return place_ball(state, ball, (float(str(x)), float(str(y))))


def _unsporting(state: State, said: Input) -> Step[State]:
    return refuse(state, "unsporting: Congestion names no penalty for it; the referee's override says what follows")


def _override(state: State, said: Input) -> Step[State]:
    return override(state, said)


def _undo(state: State, said: Input) -> Step[State]:
    return refuse(state, "undo: earlier states are kept by whoever keeps the stream")


HANDLERS: Final[Mapping[str, Callable[[State, Input], Step[State]]]] = {
    "answer": _answer,
    "declare": declare,
    "pea": _pea,
    "predict": _predict,
    "leave": leave,
    "concede": leave,
    "join": join,
    "fact": _fact,
    "place": _place,
    "unsporting": _unsporting,
    "override": _override,
    "undo": _undo,
}
