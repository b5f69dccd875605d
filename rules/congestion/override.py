"""The referee's own word: who is next and how, what a player holds, who is out, who has won (CP-0.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from callshot.rules.congestion import fields as state_fields
from callshot.rules.congestion.chain import proceed
from callshot.rules.congestion.match import win
from callshot.rules.congestion.offers import offers
from callshot.rules.congestion.position import Position
from callshot.rules.congestion.score import next_up, score
from callshot.rules.congestion.state import Affair, State
from callshot.rules.congestion.work import Work
from callshot.rules.ruling import Refused, Ruling, Step
from callshot.rules.vocabulary import Input

HOW = {"in-hand-behind-head-string": "kitchen", "in-hand": "anywhere"}


def override(state: State, said: Input) -> Step[State]:
    """Fields of a ruling: `over`, `next`, `score`. Fouls and `legal` come as `stroke.said["ruled_fouls"]`."""
    values = said.values
    if said.by == "player":
        return Step(state, refused=Refused("override: only the referee may"))
    if state.current is not None:
        return Step(state, refused=Refused("override: an open question must be answered first"))
    if isinstance(values.get("over"), Mapping):
        return _over(state, values["over"])
    out = _put_out(state, said, values.get("score"))
    if out is not None:
        return out
    return _position(state, values)


def _over(state: State, told: object) -> Step[State]:
    winner = told.get("winner") if isinstance(told, Mapping) else None
    if winner not in state.position.active:
        return Step(state, refused=Refused(f"override: {winner!r} is not in the game"))
    work = Work(state.position, state.house, state.setting)
    win(work, str(winner), "referee", "CP-0.1")
    position = work.position()
    ruling = Ruling(None, None, score=score(position), over=work.ended, log=tuple(work.log))
    return Step(replace(state, position=position, open=()), (ruling,))


def _put_out(state: State, said: Input, told: object) -> Step[State] | None:
    """OQ-CP-55: where the peas are physical, a disqualification is the referee's ruling."""
    if not isinstance(told, Mapping):
        return None
    for name, row in told.items():
        reason = row.get("out") if isinstance(row, Mapping) else None
        if reason is None:
            continue
        if name not in state.position.active or not isinstance(reason, str):
            return Step(state, refused=Refused(f"override: {name!r} can't be put out"))
        event = replace(said, kind="leave", player=str(name), values={"reason": reason})
        return proceed(state, Affair(state.position, event, state.serial + 1))
    return None


def _position(state: State, values: Mapping[str, object]) -> Step[State]:
    """Who is next, how the cue balls lie, what the players hold and owe: as a state record would say it."""
    fields = dict(state_fields.show(state.position))
    told = values.get("next")
    if isinstance(told, Mapping):
        fields["shooter"] = told.get("player", state.position.shooter)
        fields["stroke_no"] = told.get("stroke_no") or 1
        cues = told.get("cue_ball")
        if isinstance(cues, Mapping):
            fields["in_hand"] = {c: HOW[str(w)] for c, w in cues.items() if w in HOW}
    rows = values.get("score")
    if isinstance(rows, Mapping):
        players = dict(fields["players"]) if isinstance(fields["players"], Mapping) else {}
        for name, row in rows.items():
            if isinstance(row, Mapping):
                keep = {k: row[k] for k in ("stash", "whammies", "foul_innings") if k in row}
                players[name] = {**(players.get(name) or {}), **keep}
        fields["players"] = players
        fields.pop("on_table")
    if told is None and rows is None:
        return Step(state, refused=Refused("override: say next, score or over"))
    entered = state_fields.read(fields, state.position.names, state.house)
    if isinstance(entered, str):
        return Step(state, refused=Refused(f"override: {entered}"))
    position = _with_secrets(entered, state.position)
    state = replace(state, position=position)
    state = replace(state, open=offers(state))
    ruling = Ruling(
        None,
        None,
        score=score(position),
        next=next_up(position),
        log=(f"NEXT({position.shooter},{position.stroke_no})",),
    )
    return Step(state, (ruling,), tuple(p.question for p in state.open))


def _with_secrets(entered: Position, before: Position) -> Position:
    """What a state record does not tell: peas, what is known of the table, the last stroke."""
    players = tuple(replace(p, pea=before.player(p.name).pea) for p in entered.players)
    return replace(
        entered,
        players=players,
        over=before.over,
        redraws=before.redraws,
        dealing=before.dealing,
        lost_peas=before.lost_peas,
        layout=before.layout,
        last_stroke=before.last_stroke,
    )
