"""The log in words, token by token, neighbours of one kind put together (`Ann scores the 5 and the 11`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from callshot.tracker.announce.tokens import Token, split_names
from callshot.tracker.announce.voice import Voice

_JOINED: Final = frozenset({"SCORE", "PILE", "PENALTY", "SPOT", "REMOVE", "PAID", "GIVE", "TAKE", "OWES"})


@dataclass(frozen=True, slots=True)
class Line:
    """One or more tokens of one kind, of the same people, with all their balls. `count`: how many tokens."""

    token: Token
    balls: tuple[str, ...] = ()
    count: int = 1


def gather(tokens: Sequence[Token]) -> list[Line]:
    """Neighbouring tokens of one kind between the same people become one line."""
    lines: list[Line] = []
    for token in tokens:
        balls = _balls(token)
        last = lines[-1] if lines else None
        if (
            last is not None
            and token.name in _JOINED
            and last.token.name == token.name
            and [last.token.fields.get(k) for k in ("p", "q")] == [token.fields.get(k) for k in ("p", "q")]
        ):
            lines[-1] = Line(last.token, last.balls + balls, last.count + 1)
        else:
            lines.append(Line(token, balls))
    return lines


def _balls(token: Token) -> tuple[str, ...]:
    if "balls" in token.fields:
        return tuple(ball for ball in token.fields["balls"].split("+") if ball)
    return (token.fields["ball"],) if "ball" in token.fields else ()


def say_line(line: Line, voice: Voice) -> str:
    """One line in words."""
    fields, name = line.token.fields, line.token.name
    values: dict[str, object] = {"balls": line.balls}
    if "ball" in fields:
        values["ball"] = fields["ball"]
        values["named"] = voice.balls(line.balls)
    for person in ("p", "q"):
        if person in fields:
            values[person] = voice.name(fields[person])
    if "n" in fields:
        values["n"] = int(fields["n"])
    for plain in ("other", "pocket", "points"):
        if plain in fields:
            values[plain] = fields[plain]
    key = f"log-{name}"
    if name == "FOUL":
        values["reason"] = voice.foul(fields["code"])
    elif "reason" in fields:
        values["reason"] = voice.reason(fields["reason"])
    elif name in ("OWES", "PAID"):
        values["n"] = line.count
        key = f"{key}-TABLE" if fields["q"] == "TABLE" else key
    elif name == "REPOSITION":
        key = _variant(key, fields.get("how"), voice)
    elif name == "IN_HAND" and fields["where"] != "kitchen":
        key = f"{key}-anywhere"
    elif name in ("WARN", "GROUPS", "PLACE"):
        key = _variant(key, fields.get("what") or fields.get("group") or fields.get("place"), voice)
    elif name == "SPOT":
        values["n"] = len(line.balls)
    elif name == "COIN_FLIP":
        values["players"] = tuple(
            voice.name(player) for player in split_names(fields["players"], voice.context.players)
        )
    elif name == "OPTIONS":
        values["options"] = voice.options([option for option in fields["options"].split("|") if option])
    elif name == "CHOICE":
        values["option"] = voice.option(fields["option"])
    return voice.tell(key, **values)


def _variant(key: str, variant: str | None, voice: Voice) -> str:
    return f"{key}-{variant}" if variant and voice.knows(f"{key}-{variant}") else key
