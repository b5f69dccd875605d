"""What a page may send: every message is checked field by field before anything looks at it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from callshot.rules.equipment import BALL_SETS
from callshot.rules.vocabulary import LABELS, POCKETS
from callshot.tracker.bottle import is_pea
from callshot.tracker.scoreboard.access import Role
from callshot.tracker.session_fields import STATE_FIELDS

MAX_BYTES: Final = 16 * 1024
"""A message is a tap: the longest is a new session with ten long names."""
NAME_LETTERS: Final = 200
JOINER: Final = "\u200d"
_LANGUAGES: Final = ("en", "fi", "hu")


class MessageError(ValueError):
    """A message that is not as agreed, or not for this role. One line, fit to be shown.

    id: the message's own number, where that much could be read.
    """

    id: int | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """`op`: what is asked; `id`: echoed in the answer, so that the page knows which tap it belongs to."""

    op: str
    values: Mapping[str, Any]
    id: int | None = None


Check = Callable[[Any], bool]


def _text(most: int) -> Check:
    return lambda value: isinstance(value, str) and 0 < len(value) <= most and value.isprintable()


def _whole(low: int, high: int) -> Check:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _number(low: float, high: float) -> Check:
    return lambda v: isinstance(v, int | float) and not isinstance(v, bool) and math.isfinite(v) and low <= v <= high


def _one_of(*words: object) -> Check:
    return lambda value: isinstance(value, str) and value in words


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _maybe(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _list_of(check: Check, most: int) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= most and all(check(each) for each in value)


def _small(value: Any, depth: int = 4) -> bool:
    """Any JSON value of modest size."""
    if isinstance(value, Mapping):
        return depth > 0 and len(value) <= 64 and all(len(k) <= 200 and _small(v, depth - 1) for k, v in value.items())
    if isinstance(value, list):
        return depth > 0 and len(value) <= 64 and all(_small(each, depth - 1) for each in value)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int) or (isinstance(value, str) and len(value) <= 400)


def _options(value: Any) -> bool:
    texts = _text(80)
    return isinstance(value, Mapping) and len(value) <= 128 and all(texts(k) and texts(v) for k, v in value.items())


def _name(value: object) -> bool:
    """What people can see and tell apart: no empty name, no letter that can't be shown. Families of emoji are joined by
    U+200D.
    """
    if not isinstance(value, str) or not 0 < len(value) <= NAME_LETTERS or not value.strip():
        return False
    return all(letter.isprintable() or letter == JOINER for letter in value) and not set(value) <= {JOINER, " "}


def _names(value: object) -> bool:
    """Ten at most, no two the same once spaces are trimmed."""
    if not isinstance(value, list) or len(value) > 10 or not all(_name(each) for each in value):
        return False
    trimmed = [" ".join(each.split()) for each in value]
    return len(set(trimmed)) == len(trimmed)


def _about(value: object) -> bool:
    """What a question is about, in words: not its id, for what is secret is known by those words."""
    return isinstance(value, str) and len(value) <= 80 and _ABOUT.fullmatch(value) is not None


_ABOUT: Final = re.compile(r"[a-z_]+(\[[0-9]+\])?")
_label: Final = _one_of(*LABELS)
_pocket: Final = _one_of(*POCKETS)
_corner: Final = _list_of(_number(-20000, 20000), 2)


@dataclass(frozen=True, slots=True)
class _Shape:
    """Fields with their checks; those in `optional` may be missing. `roles` may send it."""

    fields: Mapping[str, Check]
    roles: tuple[str, ...]
    optional: frozenset[str] = frozenset()


def _four_corners(value: object) -> bool:
    return isinstance(value, list) and len(value) == 4 and _list_of(_corner, 4)(value)


def _pealess(value: object) -> bool:
    """A state that everybody may read: peas are told by each player's own page; kind, time and readers of the record
    are not for a page to say.
    """
    return isinstance(value, dict) and set(value) <= STATES and _small(value) and '"pea"' not in json.dumps(value)


STATES: Final = frozenset(STATE_FIELDS) | {"forecast"}
_BOTH: Final = ("player", "referee")
_REFEREE: Final = ("referee",)
_ANYONE: Final = ("viewer", "player", "referee")

INPUTS: Final[Mapping[str, _Shape]] = {
    "call": _Shape({"ball": _label, "pocket": _pocket}, _BOTH),
    "safety": _Shape({}, _BOTH),
    "push-out": _Shape({}, _BOTH),
    "answer": _Shape({"about": _about, "value": _small, "id": _text(400)}, _BOTH, frozenset({"id"})),
    "declare": _Shape({"value": _one_of("win", "bust")}, _BOTH),
    "pea": _Shape({"value": lambda v: v == "system" or _whole(1, 16)(v)}, _BOTH),
    "predict": _Shape({"points": _whole(0, 500), "balls": _whole(0, 60)}, _BOTH),
    "concede": _Shape({}, _BOTH),
    "fact": _Shape({"fact": _text(80), "value": _small, "since": _whole(0, 1_000_000)}, _REFEREE, frozenset({"since"})),
    "place": _Shape({"ball": _text(20), "x": _number(-3000, 3000), "y": _number(-3000, 3000)}, _REFEREE),
    "unsporting": _Shape({}, _REFEREE),
    "protest": _Shape({"of": _whole(0, 1_000_000)}, _REFEREE, frozenset({"of"})),
    "override": _Shape(
        {"legal": _maybe(_flag), "fouls": _small, "spot": _small, "score": _small, "next": _small, "over": _small},
        _REFEREE,
        frozenset({"legal", "fouls", "spot", "score", "next", "over"}),
    ),
    "undo": _Shape({"to": _whole(0, 1_000_000)}, _REFEREE),
    "redo": _Shape({"to": _whole(0, 1_000_000)}, _REFEREE, frozenset({"to"})),
    "join": _Shape({}, _REFEREE),
    "leave": _Shape({}, _REFEREE),
}
"""Inputs of the record stream, and who may say them."""

COMMANDS: Final[Mapping[str, _Shape]] = {
    "session": _Shape(
        {"game": _text(20), "players": _names, "options": _options,
         "langs": _list_of(_one_of(*_LANGUAGES), 3), "balls": _text(120), "state": _pealess},
        _REFEREE, frozenset({"options", "langs", "balls", "state"}),
    ),
    "end": _Shape({}, _REFEREE),
    "mute": _Shape({"on": _flag}, _REFEREE),
    "volume": _Shape({"percent": _whole(0, 100)}, _REFEREE),
    "langs": _Shape({"langs": _list_of(_one_of(*_LANGUAGES), 3)}, _REFEREE),
    "calibrate": _Shape(
        {"corners": _four_corners, "head": _one_of("left", "right", "top", "bottom"), "table": _text(40)},
        _REFEREE, frozenset({"corners", "head", "table"}),
    ),
    "colours": _Shape(
        {"confirm": lambda v: isinstance(v, bool) or _list_of(_label, 30)(v), "balls": _one_of(*BALL_SETS)},
        _REFEREE, frozenset({"confirm", "balls"}),
    ),
    "lens": _Shape({}, _REFEREE),
    "save-clip": _Shape({}, _REFEREE),
    "open-view": _Shape({"on": _flag}, _REFEREE),
    "new-code": _Shape({"player": _name}, _REFEREE),
}  # fmt: skip
"""What the program itself may be asked for."""

OPS: Final[Mapping[str, _Shape]] = {
    "hello": _Shape(
        {"epoch": _maybe(_whole(0, 2**31)), "from": _whole(0, 2**31), "token": _maybe(_text(80))},
        _ANYONE, frozenset({"epoch", "from", "token"}),
    ),
    "login": _Shape({"pin": _text(40)}, _ANYONE),
    "join": _Shape({"code": _text(40)}, _ANYONE),
    "logout": _Shape({}, _ANYONE),
    "input": _Shape({"kind": _text(20), "player": _maybe(_name), "values": lambda v: isinstance(v, dict)}, _BOTH,
                    frozenset({"player", "values"})),
    "command": _Shape({"name": _text(20), "values": lambda v: isinstance(v, dict)}, _REFEREE, frozenset({"values"})),
}  # fmt: skip


def read_message(text: str, role: Role) -> Message:
    """The message, checked. Raises MessageError."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise MessageError(f"a message may have {MAX_BYTES} bytes at most")
    try:
        found = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise MessageError("the message is nested too deep") from None
    except ValueError:
        raise MessageError("the message is no JSON") from None
    if not isinstance(found, dict):
        raise MessageError("the message is no JSON object")
    try:
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise MessageError("the message holds half a character") from None
    op, number = found.pop("op", None), found.pop("id", None)
    if number is not None and not _whole(0, 2**31)(number):
        raise MessageError("`id` must be a whole number")
    try:
        _check(op, found, role)
    except MessageError as why:
        why.id = number
        raise
    return Message(str(op), found, number)


def _check(op: object, found: Mapping[str, Any], role: Role) -> None:
    shape = OPS.get(op) if isinstance(op, str) else None
    if shape is None:
        raise MessageError("`op` is none that is known")
    _fit(found, shape, role, str(op))
    if op == "input":
        _fit(found.get("values", {}), _known(INPUTS, found["kind"], "input"), role, found["kind"])
        if role.kind != "player" and found["kind"] == "pea" and found.get("player") is None:
            raise MessageError("a pea is somebody's: say whose")
    elif op == "command":
        _fit(found.get("values", {}), _known(COMMANDS, found["name"], "command"), role, found["name"])


def input_record(message: Message, role: Role, t_s: float, *, secret: bool) -> dict[str, Any]:
    """The `input` record of a checked message. A player speaks for himself whatever he says.

    secret: what he says answers a private question; peas are secret always.
    """
    values, kind = dict(message.values.get("values", {})), str(message.values["kind"])
    player = role.player if role.kind == "player" else message.values.get("player")
    record = {"type": "input", "t": round(t_s, 3), "by": role.kind, "player": player, "kind": kind, **values}
    if player is not None and (secret or is_pea(record)):
        record["private_to"] = player
    return record


def _known(shapes: Mapping[str, _Shape], name: str, what: str) -> _Shape:
    if name not in shapes:
        raise MessageError(f"no such {what}: {name[:40]!r}")
    return shapes[name]


def _fit(values: Mapping[str, Any], shape: _Shape, role: Role, name: str) -> None:
    if role.kind not in shape.roles:
        raise MessageError(f"{name[:40]!r} is for {' and '.join(shape.roles)} only")
    for field, check in shape.fields.items():
        if field not in values:
            if field not in shape.optional:
                raise MessageError(f"{name[:40]!r}: {field!r} is missing")
        elif not check(values[field]):
            raise MessageError(f"{name[:40]!r}: {field!r} is not as agreed")
    for field in values:
        if field not in shape.fields:
            raise MessageError(f"{name[:40]!r}: {field[:40]!r} is not known")


def _no_constant(text: str) -> None:
    raise ValueError(text)
