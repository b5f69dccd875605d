"""A pool game's `state` record, both ways: strict when entered (what can't be is refused), whole when shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from callshot.rules.pool_state import InHand, PoolState, Side, group_balls, other_group


class Contents(Protocol):
    """What a section says of its state."""

    name: str
    balls: tuple[str, ...]
    three_fouls: bool


class _Bad(ValueError):
    """A field that can't be; never leaves this file."""


def show_fields(section: Contents, state: PoolState) -> Mapping[str, object]:
    """The fields of a `state` record; `enter_fields` of them gives the same game."""
    players = state.setting.players
    fields: dict[str, object] = {
        "shooter": state.shooter,
        "phase": "break" if state.phase == "break" else state.phase,
        "stroke_no": state.stroke_no,
        "breaker": state.breaker,
        "fouls": {p: s.run for p, s in zip(players, state.sides, strict=True)},
        "warned": state.warned,
        "on_table": list(state.on_table),
        "in_hand": {} if state.in_hand is None else {"cue": state.in_hand},
    }
    if section.name.startswith("8ball"):
        known = {p: s.group for p, s in zip(players, state.sides, strict=True) if s.group is not None}
        fields["groups"] = None if state.groups_unknown else known
        fields["idle"] = {p: s.idle for p, s in zip(players, state.sides, strict=True)}
    if section.name.startswith("9ball"):
        fields["push_out"] = state.push_out
    if section.name.startswith("141"):
        fields["target"] = int(state.option("target", "50"))
        fields["opening"] = state.opening
        fields["score"] = {p: {"points": s.points, "racks": s.racks} for p, s in zip(players, state.sides, strict=True)}
    else:
        fields["score"] = {p: {"racks": s.racks} for p, s in zip(players, state.sides, strict=True)}
    return fields


def enter_fields(section: Contents, start: PoolState, fields: Mapping[str, object]) -> PoolState | str:
    """The game that the fields describe, or why there can't be one. What is left out is as at the start."""
    try:
        return _entered(section, start, fields)
    except _Bad as why:
        return f"state: {why}"


def _entered(section: Contents, start: PoolState, fields: Mapping[str, Any]) -> PoolState:
    players = start.setting.players
    phase = fields.get("phase", "break")
    if phase not in ("break", "play"):
        raise _Bad(f"phase is {phase!r}, not break or play")
    shooter = _player(fields, "shooter", players) or players[0]
    sides = _sides(section, players, fields)
    on_table = _on_table(section, fields)
    in_hand = _in_hand(fields, phase)
    warned = _player(fields, "warned", players)
    if warned is not None and sides[players.index(warned)].run < 2:
        raise _Bad(f"{warned} is warned of two fouls and has {sides[players.index(warned)].run}")
    push_out = fields.get("push_out", False)
    if not isinstance(push_out, bool) or (push_out and not section.name.startswith("9ball")):
        raise _Bad("push_out is true or false, and only in 9-ball")
    setting = start.setting
    target = fields.get("target")
    if target is not None:
        options = {**setting.options, "target": str(_whole(target, "target", 1))}
        setting = replace(setting, options=options)
    # `groups` left out: an open table, as at the start; null: nobody knows them yet.
    unknown = "groups" in fields and fields["groups"] is None and section.name.startswith("8ball")
    return replace(
        start,
        setting=setting,
        groups_unknown=unknown and phase == "play",
        shooter=shooter,
        breaker=_player(fields, "breaker", players) or shooter,
        set_starter=_player(fields, "breaker", players) or shooter,
        phase=phase,
        stroke_no=_whole(fields.get("stroke_no", 1), "stroke_no", 1),
        opening=bool(fields.get("opening", phase == "break")),
        on_table=on_table,
        in_hand=in_hand,
        sides=sides,
        warned=warned,
        push_out=push_out and phase == "play",
    )


def _whole(value: object, name: str, least: int | None = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        raise _Bad(f"{name} is {value!r}, not a whole number{'' if least is None else f' of at least {least}'}")
    return value


def _player(fields: Mapping[str, Any], name: str, players: tuple[str, ...]) -> str | None:
    value = fields.get(name)
    if value is None:
        return None
    if value not in players:
        raise _Bad(f"{name} is {value!r}, who is not playing")
    return str(value)


def _by_player(fields: Mapping[str, Any], name: str, players: tuple[str, ...]) -> Mapping[str, Any]:
    value = fields.get(name) or {}
    if not isinstance(value, Mapping):
        raise _Bad(f"{name} must map players to values")
    stranger = next((p for p in value if p not in players), None)
    if stranger is not None:
        raise _Bad(f"{name} names {stranger!r}, who is not playing")
    return value


def _sides(section: Contents, players: tuple[str, ...], fields: Mapping[str, Any]) -> tuple[Side, ...]:
    fouls = _by_player(fields, "fouls", players)
    score = _by_player(fields, "score", players)
    groups = _by_player(fields, "groups", players)
    idle = _by_player(fields, "idle", players)
    if groups and not section.name.startswith("8ball"):
        raise _Bad("groups are for 8-ball")
    taken = {p: g for p, g in groups.items() if g is not None}
    for player, group in taken.items():
        if group not in ("solids", "stripes"):
            raise _Bad(f"the group of {player} is {group!r}, not solids or stripes")
    if len(set(taken.values())) < len(taken):
        raise _Bad("both players have the same group")
    if len(taken) == 1:
        ((player, group),) = taken.items()
        taken[next(p for p in players if p != player)] = other_group(group)
    sides = []
    for player in players:
        told = score.get(player, 0)
        if not isinstance(told, Mapping):
            told = {"points" if section.name.startswith("141") else "racks": told}
        run = _whole(fouls.get(player, told.get("fouls", 0)), f"fouls of {player}")
        if section.three_fouls and run > 2:
            raise _Bad(f"{player} has {run} fouls in a row, and the third is punished at once")
        sides.append(
            Side(
                run=run,
                racks=_whole(told.get("racks", 0), f"racks of {player}"),
                points=_whole(told.get("points", 0), f"points of {player}", None),
                group=taken.get(player),
                idle=_whole(idle.get(player, 0), f"idle strokes of {player}"),
            )
        )
    return tuple(sides)


def _on_table(section: Contents, fields: Mapping[str, Any]) -> tuple[str, ...]:
    value = fields.get("on_table")
    if value is None:
        return section.balls
    if not isinstance(value, list | tuple):
        raise _Bad("on_table must be a list of balls")
    labels = [str(b) for b in value if b != "cue"]
    stranger = next((b for b in labels if b not in section.balls), None)
    if stranger is not None:
        raise _Bad(f"on_table names {stranger!r}, which is not in the game")
    if len(set(labels)) < len(labels):
        raise _Bad("on_table names a ball twice")
    needed = {"8ball": "8", "9ball": "9"}.get(section.name.partition("-")[0])
    if needed is not None and needed not in labels:
        raise _Bad(f"the {needed} is not on the table, so the rack is over")
    if not labels:
        raise _Bad("no object ball is on the table")
    return tuple(b for b in section.balls if b in labels)


def _in_hand(fields: Mapping[str, Any], phase: str) -> InHand | None:
    value = fields.get("in_hand")
    if value is None:
        return "kitchen" if phase == "break" else None
    if isinstance(value, Mapping):
        value = next(iter(value.values()), None)
        if value is None:
            return None
    if value == "kitchen":
        return "kitchen"
    if value == "anywhere":
        return "anywhere"
    raise _Bad(f"in_hand is {value!r}, not kitchen or anywhere")


__all__ = ["enter_fields", "group_balls", "show_fields"]
