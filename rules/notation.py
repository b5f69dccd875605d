"""A short text form of strokes and states, parsed strictly: what `format_*` writes, `parse_*` reads back alike.

A stroke: `#4 cue>3 3*5 3|foot 5@foot-left cue@side-left 6! 6<lamp cue/out 5%hand cue^6+7 =cue:0,-100.5 ~3:10,0`

    #4            its number                    cue>3    the ball struck, and what it met first (`-`: nothing)
    3*5           those two balls touch         3|foot   a cushion          5@foot-left   a pocket
    6!            off the table                 6<lamp   back on the bed by that (`6<?`: nobody knows)
    cue/out       passes the head string        5%hand   touched by that    cue^6+7       jumps over those
    ~3:10,0       lay there before, in mm       =3:10,0  lies there after
    ?fact=[..]    uncertain, with candidates    !fact=.. said by a person; both values are JSON without spaces

Events keep their order and lose their times. A state: `shooter=Ann phase=play fouls={"Ann":2,"Bo":0} on_table=1,2,9`:
the fields of a `state` record; a value that is no plain word and no list of them stands in JSON without spaces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast

from callshot.rules.vocabulary import CUSHIONS, POCKETS, Ball, Stroke, StrokeEvent, Uncertain, label_of


class NotationError(ValueError):
    """The text is no stroke, or no state; the message names the word that is wrong."""


_BALL: Final = r"[A-Za-z0-9-]+"
_EVENTS: Final[tuple[tuple[str, str, str], ...]] = (
    ("contact", rf"({_BALL})\*({_BALL})", "{0}*{1}"),
    ("cushion", rf"({_BALL})\|([a-z-]+)", "{0}|{1}"),
    ("pocket", rf"({_BALL})@([a-z-]+)", "{0}@{1}"),
    ("off-table", rf"({_BALL})!", "{0}!"),
    ("return", rf"({_BALL})<([a-z]+|\?)", "{0}<{1}"),
    ("head-string", rf"({_BALL})/(out|in)", "{0}/{1}"),
    ("touch", rf"({_BALL})%([a-z]+)", "{0}%{1}"),
    ("jump", rf"({_BALL})\^({_BALL}(?:\+{_BALL})*)", "{0}^{1}"),
    ("strike", rf"({_BALL})\.", "{0}."),
)
_PLACE: Final = re.compile(rf"([~=])({_BALL}):(-?[0-9]+(?:\.[0-9]+)?),(-?[0-9]+(?:\.[0-9]+)?)")
_FACT: Final = re.compile(r"([?!])([a-z_]+|events\[[0-9]+\])=(.+)")
_HEAD: Final = re.compile(rf"#([0-9]+) (\?|{_BALL})>(-|{_BALL})")


def _event(word: str) -> StrokeEvent | None:
    for kind, pattern, _ in _EVENTS:
        match = re.fullmatch(pattern, word)
        if match is not None:
            return _event_of(kind, match[1], match[2] if match.re.groups > 1 else "", word)
    return None


def _event_of(kind: str, ball: str, more: str, word: str) -> StrokeEvent:
    event = StrokeEvent(0.0, cast(Any, kind), ball=ball)
    if kind == "contact":
        return StrokeEvent(0.0, "contact", balls=(ball, more))
    if kind == "cushion":
        return replace(event, cushion=cast(Any, _known(more, CUSHIONS, word)))
    if kind == "pocket":
        return replace(event, pocket=cast(Any, _known(more, POCKETS, word)))
    if kind == "return":
        return replace(event, via=None if more == "?" else more)
    if kind == "head-string":
        return replace(event, direction=cast(Any, more))
    if kind == "touch":
        return replace(event, by=more)
    return replace(event, over=tuple(more.split("+"))) if kind == "jump" else event


def _known(word: str, words: tuple[str, ...], where: str) -> str:
    if word not in words:
        raise NotationError(f"{where!r}: {word!r} is none of {', '.join(words)}")
    return word


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


def _json(text: str, word: str) -> Any:
    try:
        return _frozen(json.loads(text))
    except ValueError:
        raise NotationError(f"{word!r}: {text!r} is not JSON") from None


def parse_stroke(text: str) -> Stroke:
    """The stroke that a line describes. Raises NotationError."""
    head = _HEAD.match(text)
    if head is None:
        raise NotationError(f"{text[:40]!r} does not begin like `#4 cue>3`")
    events: list[StrokeEvent] = []
    places: dict[str, list[Ball]] = {"~": [], "=": []}
    uncertain: list[Uncertain] = []
    said: dict[str, object] = {}
    for word in text[head.end() :].split(" "):
        if not word:
            if text[head.end() :]:
                continue
            break
        place, fact = _PLACE.fullmatch(word), _FACT.fullmatch(word)
        if place is not None:
            places[place[1]].append(Ball(place[2], label_of(place[2]), float(place[3]), float(place[4])))
        elif fact is not None and fact[1] == "?":
            candidates = _json(fact[3], word)
            if not isinstance(candidates, tuple):
                raise NotationError(f"{word!r}: candidates are a list")
            uncertain.append(Uncertain(fact[2], candidates))
        elif fact is not None:
            said[fact[2]] = _json(fact[3], word)
        else:
            event = _event(word)
            if event is None:
                raise NotationError(f"{word!r} is no event, place or fact of a stroke")
            events.append(event)
    return Stroke(
        number=int(head[1]),
        t_start_s=0.0,
        t_end_s=0.0,
        struck=None if head[2] == "?" else head[2],
        first_contact=None if head[3] == "-" else head[3],
        events=tuple(events),
        before=tuple(places["~"]) or None,
        after=tuple(places["="]) or None,
        uncertain=tuple(uncertain),
        said=said,
    )


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _event_text(e: StrokeEvent) -> str:
    pattern = next(p for kind, _, p in _EVENTS if kind == e.kind)
    if e.kind == "contact":
        return pattern.format(*e.balls)
    more = e.cushion or e.pocket or e.direction or e.by or "+".join(e.over) or e.via or "?"
    return pattern.format(e.ball, more)


def format_stroke(stroke: Stroke) -> str:
    """The line of a stroke."""
    words = [f"#{stroke.number}", f"{stroke.struck or '?'}>{stroke.first_contact or '-'}"]
    words += [_event_text(e) for e in stroke.events]
    for mark, balls in (("~", stroke.before), ("=", stroke.after)):
        words += [f"{mark}{b.id}:{_number(b.x_mm)},{_number(b.y_mm)}" for b in balls or ()]
    words += [f"?{u.fact}={json.dumps(u.candidates, separators=(',', ':'))}" for u in stroke.uncertain]
    words += [f"!{fact}={json.dumps(value, separators=(',', ':'))}" for fact, value in stroke.said.items()]
    return " ".join(words)


# ------------------------------------------------------------------------------------------------ states

_PLAIN: Final = re.compile(r"[^\W\d_][\w-]*")


def format_state(fields: Mapping[str, object]) -> str:
    """The line of a `state` record's fields."""
    return " ".join(f"{name}={_value_text(value)}" for name, value in fields.items())


def _value_text(value: object) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value not in ("true", "false", "null"):
        return value
    if isinstance(value, list | tuple) and value and all(isinstance(v, str) and re.fullmatch(_BALL, v) for v in value):
        return ",".join(value) + ("," if len(value) == 1 else "")
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace(" ", "\\u0020")


def parse_state(text: str) -> dict[str, object]:
    """The fields of a `state` record. Raises NotationError."""
    fields: dict[str, object] = {}
    for word in text.split(" "):
        if not word:
            continue
        name, equals, value = word.partition("=")
        if not equals or not re.fullmatch(r"[a-z_]+", name):
            raise NotationError(f"{word[:40]!r} is not name=value")
        if name in fields:
            raise NotationError(f"{name!r} stands there twice")
        fields[name] = _parsed_value(value, word)
    return fields


def _parsed_value(value: str, word: str) -> object:
    if value not in ("true", "false", "null") and _PLAIN.fullmatch(value):
        return value
    if re.fullmatch(rf"{_BALL}(?:,{_BALL})*,?", value) and "," in value:
        return [v for v in value.split(",") if v]
    try:
        return json.loads(value)
    except ValueError:
        raise NotationError(f"{word[:40]!r}: {value[:40]!r} can't be read") from None
