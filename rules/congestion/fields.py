"""A position as the fields of a `state` record, both ways; read strictly, shown without peas (CP-5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from callshot.rules.congestion.balls import (
    CRAZY,
    CUES,
    PLAIN,
    WHAMMIES,
    ascending,
    ball_of,
    descending,
    is_numbered,
    number,
    take,
    too_many,
    whammy,
)
from callshot.rules.congestion.options import House
from callshot.rules.congestion.penalties import FOUR, THREE
from callshot.rules.congestion.position import TABLE, Debt, Player, Position

KINDS = ("yellow", "green", "orange", "table")


class _Bad(ValueError):
    """A field can't be; the message says which and why."""


def show(position: Position) -> dict[str, object]:
    """The fields, no pea among them. `over` and `bust_window` are private: whoever forwards the record drops them.

    `over`: who is over now and has not said so; `bust_window`: who was, and must still say so (OQ-CP-60).
    """
    return {
        "order": list(position.active),
        "shooter": position.shooter,
        "phase": "play" if position.phase == "finished" else position.phase,
        "stroke_no": position.stroke_no,
        "prior": position.prior,
        "inning_foul": position.inning_foul,
        "pile": list(position.pile),
        "forecast": None
        if position.forecast is None
        else {"points": position.forecast[0], "balls": position.forecast[1]},
        "bonus": position.bonus,
        "over": [p for p, _ in position.over if (position.player(p).total or position.target + 1) > position.target],
        "bust_window": [p for p, _ in position.over],
        "players": {
            p.name: {
                "stash": list(p.stash),
                "whammies": p.whammies,
                "foul_innings": p.foul_innings,
                **({} if p.out is None else {"out": p.out}),
            }
            for p in position.players
        },
        "debts": [[d.debtor, d.creditor, d.kind] for d in position.debts],
        "positioned": list(position.positioned),
        "target": position.target,
        "on_table": [*position.on_table, *WHAMMIES],
        "in_hand": dict(position.in_hand),
    }


def read(fields: Mapping[str, object], names: tuple[str, ...], house: House) -> Position | str:
    """The position that the fields describe, or why there can't be one. What is left out is as at the start."""
    try:
        return _read(fields, names, house)
    except _Bad as why:
        return f"state: {why}"


def _read(fields: Mapping[str, Any], names: tuple[str, ...], house: House) -> Position:
    order = _names(fields.get("order", list(names)), "order")
    told = fields.get("players") or {}
    if not isinstance(told, Mapping):
        raise _Bad("players must map names to their balls and tallies")
    stranger = next((n for n in (*order, *told) if n not in names), None)
    if stranger is not None:
        raise _Bad(f"{stranger!r} is not playing")
    players = tuple(
        _player(n, told.get(n, {}), house, n in order) for n in (*order, *(n for n in names if n not in order))
    )
    active = tuple(p.name for p in players if p.out is None)
    if not active:
        raise _Bad("nobody is left in the game")
    phase = fields.get("phase", "break")
    if phase not in ("break", "play"):
        raise _Bad(f"phase is {phase!r}, not break or play")
    shooter = _name(fields.get("shooter", active[0]), "shooter", active)
    prior = None if fields.get("prior") is None else _name(fields["prior"], "prior", names)
    position = Position(
        players,
        _whole(fields.get("target", house.target(len(order))), "target", 1),
        shooter,
        phase=phase,
        debts=_debts(fields.get("debts") or [], players, active),
        prior=prior,
        stroke_no=_whole(fields.get("stroke_no", 1), "stroke_no", 1),
        inning_foul=_yes(fields.get("inning_foul", False), "inning_foul"),
        in_hand=_in_hand(fields.get("in_hand"), phase),
        positioned=_whammies(fields.get("positioned") or [], "positioned"),
        pile=_numbered(fields.get("pile") or [], "pile"),
        forecast=_forecast(fields.get("forecast")),
        bonus=_yes(fields.get("bonus", False), "bonus"),
        on_table=(),
        dealing=tuple(p.name for p in players if p.pea is None and p.out is None) if phase == "break" else (),
    )
    position = _with_table(position, fields.get("on_table"), house)
    return _with_window(position, (fields.get("over") or [], fields.get("bust_window") or []), active)


def _with_table(position: Position, told: object, house: House) -> Position:
    """Every ball is in one place; left out, the table holds what no player holds."""
    held = [b for p in position.players for b in p.stash] + list(position.pile)
    if told is None:
        table: tuple[str, ...] | None = house.numbered
        for ball in held:
            table = take(table or (), ball)
            if table is None:
                raise _Bad(f"ball {number(ball)} is held more often than there are such balls")
    else:
        labels = [str(b) for b in told] if isinstance(told, list | tuple) else None
        if labels is None:
            raise _Bad("on_table must be a list of balls")
        stray = next((b for b in labels if not is_numbered(ball_of(b)) and whammy(b) is None and b not in CUES), None)
        if stray is not None:
            raise _Bad(f"on_table names {stray!r}, which is not in this game")
        table = tuple(ball_of(b) for b in labels if is_numbered(ball_of(b)))
    double = too_many((*held, *(table or ())))
    if double is not None:
        raise _Bad(f"ball {double} stands more often than there are such balls")
    return replace(position, on_table=ascending(table or ()))


def _with_window(position: Position, told: tuple[object, object], active: tuple[str, ...]) -> Position:
    """Who has busted and not said so: at the table now (a later stroke of the inning), or in the inning before."""
    at = position.shooter
    if position.stroke_no == 1:
        at = position.prior if position.prior is not None and position.prior != position.shooter else ""
    names = [_name(n, f, active) for f, row in zip(("over", "bust_window"), told, strict=True) for n in _names(row, f)]
    return replace(position, over=tuple((p.name, at) for p in position.players if p.name in names))


def _player(name: str, told: object, house: House, in_order: bool) -> Player:
    if not isinstance(told, Mapping):
        raise _Bad(f"players: {name} must be an object")
    pea = told.get("pea")
    if pea is not None:
        pea = _whole(pea, f"pea of {name}", 1)
        if pea not in house.peas:
            raise _Bad(f"there is no such pea as {name}'s: {house.peas[0]} to {house.peas[-1]}")
    out = told.get("out")
    if out is not None and (not isinstance(out, str) or not out):
        raise _Bad(f"out of {name} is a reason, not {out!r}")
    if not in_order and out is None:
        out = "left"
    stash = descending(_numbered(told.get("stash") or [], f"stash of {name}"))
    tally = _whole(told.get("whammies", 0), f"whammies of {name}", 0)
    run = _whole(told.get("foul_innings", 0), f"foul_innings of {name}", 0)
    if out is not None and stash:
        raise _Bad(f"{name} is out and still holds balls")
    if out is None and tally >= FOUR:
        raise _Bad(f"{name} has sunk {tally} whammies and would be out")
    if out is None and run >= THREE:
        raise _Bad(f"{name} has fouled in {run} innings in a row and would be out")
    return Player(name, pea, stash, stash, tally, run, out)


def _debts(told: object, players: tuple[Player, ...], active: tuple[str, ...]) -> tuple[Debt, ...]:
    if not isinstance(told, list | tuple):
        raise _Bad("debts must be a list of [debtor, creditor, kind]")
    debts = []
    holders = {p.name for p in players if p.stash}
    for row in told:
        if not isinstance(row, list | tuple) or not 2 <= len(row) <= 3:
            raise _Bad(f"a debt is [debtor, creditor, kind], not {row!r}")
        debtor = _name(row[0], "debtor", active)
        creditor = TABLE if row[1] == TABLE else _name(row[1], "creditor", active)
        kind = row[2] if len(row) == 3 else ("table" if creditor == TABLE else "yellow")
        if kind not in KINDS or debtor == creditor:
            raise _Bad(f"{row!r} is no debt: its kind is one of {', '.join(KINDS)}, and nobody owes himself")
        if debtor in holders:
            raise _Bad(f"{debtor} holds a ball and owes one: it would have been paid")
        debts.append(Debt(debtor, creditor, str(kind)))
    return tuple(debts)


def _in_hand(told: object, phase: object) -> tuple[tuple[str, str], ...]:
    if told is None:
        return ((PLAIN, "kitchen"),) if phase == "break" else ()
    if not isinstance(told, Mapping):
        raise _Bad("in_hand maps cue balls to kitchen or anywhere")
    names = {"plain": PLAIN, "crazy": CRAZY, PLAIN: PLAIN, CRAZY: CRAZY}
    out = {}
    for ball, where in told.items():
        if ball not in names or where not in ("kitchen", "anywhere"):
            raise _Bad(f"in_hand: {ball!r} in {where!r}; it maps cue, crazy-cue to kitchen, anywhere")
        out[names[str(ball)]] = str(where)
    return tuple((c, out[c]) for c in CUES if c in out)


def _forecast(told: object) -> tuple[int, int] | None:
    if told is None:
        return None
    if isinstance(told, Mapping):
        told = [told.get("points"), told.get("balls")]
    if not isinstance(told, list | tuple) or len(told) != 2:
        raise _Bad("forecast is points and balls")
    return _whole(told[0], "forecast points", 0), _whole(told[1], "forecast balls", 0)


def _numbered(told: object, where: str) -> tuple[str, ...]:
    if not isinstance(told, list | tuple):
        raise _Bad(f"{where} must be a list of balls")
    labels = []
    for item in told:
        label = ball_of(str(item)) if isinstance(item, str | int) and not isinstance(item, bool) else ""
        if not is_numbered(label):
            raise _Bad(f"{where}: {item!r} is no numbered ball")
        labels.append(label)
    return tuple(labels)


def _whammies(told: object, where: str) -> tuple[str, ...]:
    labels = [whammy(str(w)) for w in told] if isinstance(told, list | tuple) else [None]
    if None in labels:
        raise _Bad(f"{where} must be a list of whammies")
    return tuple(w for w in labels if w is not None)


def _names(told: object, where: str) -> tuple[str, ...]:
    if not isinstance(told, list | tuple) or not all(isinstance(n, str) and n for n in told):
        raise _Bad(f"{where} must be a list of names")
    if len(set(told)) < len(told):
        raise _Bad(f"{where} names a player twice")
    return tuple(told)


def _name(told: object, where: str, names: tuple[str, ...]) -> str:
    if told not in names:
        raise _Bad(f"{where} is {told!r}, who is not playing")
    return str(told)


def _whole(told: object, where: str, least: int) -> int:
    if isinstance(told, bool) or not isinstance(told, int) or told < least or told > 10**6:
        raise _Bad(f"{where} must be a whole number of at least {least}")
    return told


def _yes(told: object, where: str) -> bool:
    if not isinstance(told, bool):
        raise _Bad(f"{where} must be true or false")
    return told
