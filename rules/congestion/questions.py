"""What a ruling may have to ask, and whether an answer will do. Pure data: a question can be compared and kept."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from callshot.rules.congestion.balls import number, points, take, whammy
from callshot.rules.ruling import Question

R = TypeVar("R")


class _Waits:
    """No default: the game waits for this answer."""

    def __repr__(self) -> str:
        return "WAITS"


WAITS: Final = _Waits()

RETURN_BALLS: Final = 3
RETURN_POINTS: Final = 20
"""CP-9.5.b: up to three balls, together not more than twenty points."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question inside a ruling. `default` is what holds when play goes on without an answer."""

    about: str
    candidates: tuple[object, ...]
    clause: str
    player: str | None = None
    purpose: str | None = None
    opponent: str | None = None
    asks: Literal["player", "referee"] = "player"
    secret: bool = False
    default: object = WAITS
    silent: bool = False
    """Never put: the default holds unless he says so himself, and until the next event he still may."""
    may_return: bool = True
    """For a return: whether he is over (or may be); who is not can only answer with nothing."""
    return_at_least: int = 0
    """For a return: the least points, where a return must bring the player under (OQ-CP-37)."""
    movable: tuple[str, ...] = ()
    """For a placing: whammies that may be moved besides."""
    allowance: int = 0
    """For a placing: how many of them."""

    @property
    def key(self) -> tuple[str, str | None, str | None, str | None]:
        """What tells this question from others of the same ruling."""
        return self.about, self.purpose, self.player, self.opponent

    @property
    def waives(self) -> bool:
        """Play may go on without an answer."""
        return self.default is not WAITS

    def question(self, ident: str, of: int | None) -> Question:
        """As it goes into the stream."""
        return Question(
            ident,
            self.asks,
            self.about,
            self.candidates,
            self.clause,
            self.player,
            self.purpose,
            self.opponent,
            of,
            self.player if self.secret else None,
        )


Asking = Generator[tuple[Ask, ...], tuple[object, ...], R]
"""A procedure of the rules that may ask: it yields a batch of questions and is sent their answers."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A value that will do, as the rules use it."""

    value: object


def _number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) else None


def _ball(ask: Ask, value: object) -> Answered | str:
    """One of the candidate balls, by label or number; None declines where None is a candidate."""
    if value is None:
        return Answered(None) if None in ask.candidates else "a ball must be named"
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    for c in ask.candidates:
        if isinstance(c, str) and (c == text or 0 < number(c) == number(text)):
            return Answered(c)
    return "that ball is not among those to choose from"  # never repeated: the pick may be secret (CP-9.6.c)


def _returned(ask: Ask, value: object) -> Answered | str:
    """CP-9.5.b: at most three balls of the stash, at most twenty points together; nothing is always allowed."""
    if not isinstance(value, list | tuple):
        return "a return is a list of balls, which may be empty"
    rest: tuple[str, ...] | None = tuple(str(c) for c in ask.candidates)
    given: list[str] = []
    for item in value:
        before = rest or ()
        rest = take(before, str(item)) if number(str(item)) else None
        if rest is None:
            return "a ball of the return is not among those to choose from"
        given.append(next(b for b in before if before.count(b) > rest.count(b)))
    if len(given) > RETURN_BALLS or points(given) > RETURN_POINTS:
        return f"at most {RETURN_BALLS} balls and {RETURN_POINTS} points can be returned"
    if given and (not ask.may_return or points(given) < ask.return_at_least):
        return "this return is not allowed"
    return Answered(tuple(given))


def place_of(value: object) -> tuple[float, float] | None:
    """(x, y) in mm from a list of two numbers."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    x, y = value
    if any(isinstance(v, bool) or not isinstance(v, int | float) or not abs(v) < 1e5 for v in (x, y)):
        return None
    return float(x), float(y)


def _placed(ask: Ask, value: object) -> Answered | str:
    """CP-9.1.a: every sunk whammy with its place, then extra ones up to the allowance; `{}`: the camera will see."""
    if not isinstance(value, Mapping):
        return "placings are an object: whammy -> [x, y]"
    places: dict[str, tuple[float, float] | None] = {}
    for name, at in value.items():
        label = whammy(str(name))
        place = place_of(at)
        if label is None or (label not in ask.candidates and label not in ask.movable):
            return f"{name!r} is not a whammy that may be placed now"
        if place is None:
            return f"the place of {name!r} must be [x, y] in mm"
        places[label] = place
    sunk = [str(c) for c in ask.candidates]
    extra = [w for w in places if w not in sunk]
    if len(extra) > ask.allowance:
        return f"only {ask.allowance} more whammies may be moved, not {len(extra)}"
    return Answered(tuple((w, places.get(w)) for w in sunk) + tuple((w, places[w]) for w in extra))


def _forecast(value: object) -> Answered | str:
    if not isinstance(value, Mapping):
        return "a forecast is points and balls"
    total, balls = _number(value.get("points")), _number(value.get("balls"))
    if total is None or balls is None or total < 0 or balls < 0:
        return "a forecast is two whole numbers, points and balls, none below 0"
    return Answered((total, balls))


def check(ask: Ask, value: object, free_peas: tuple[int, ...]) -> Answered | str:
    """The answer as the rules use it, or why it will not do."""
    if ask.about == "chosen_ball":
        return _returned(ask, value) if ask.purpose == "return" else _ball(ask, value)
    if ask.about == "reposition_choice":
        return _placed(ask, value)
    if ask.about == "prediction":
        return _forecast(value)
    if ask.about == "pea_value":
        pea = _number(value)
        if pea is None:
            return "a pea is a whole number" if value != "system" else "the program draws the pea and says its number"
        if pea not in ask.candidates:
            return f"there is no pea with that number: {ask.candidates[0]} to {ask.candidates[-1]}"
        return Answered(pea) if pea in free_peas else "that pea is not in the bottle"
    for c in ask.candidates:
        if c == value and type(c) is type(value):
            return Answered(c)
    return f"{value!r} is not one of {', '.join(str(c) for c in ask.candidates)}"
