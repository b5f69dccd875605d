"""What a referee says: fouls with their clauses, balls to spot, score, who is next, what has to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeVar

State = TypeVar("State")

FOUL_CODES: Final = frozenset(
    {
        "no_object_ball", "wrong_ball_first", "simultaneous_first_contact", "no_cushion", "frozen_ball_not_driven",
        "scratch", "cue_ball_off_table", "object_ball_off_table", "jumped_object_ball", "touched_ball", "no_foot",
        "balls_moving", "illegal_jump", "third_ball_disturbed", "double_hit", "push", "kitchen_placement",
        "kitchen_not_crossed", "not_tip", "placed_with_tip_forward", "returned_by_object", "table_marked",
        "gap_measured", "illegal_break", "safety_break", "wrong_cue_ball_on_break", "not_from_kitchen",
        "not_foot_rack_first", "cue_ball_first_on_break", "not_open_break", "touched_ball_while_sticking",
        "whammy_on_bonus_stroke", "lag_side_cushion", "lag_crossed", "lag_pocketed", "lag_no_foot_cushion",
        "lag_in_jaws", "lag_off_table",
    }
)  # fmt: skip
"""The closed words of the stream for a foul. Clauses: HU-I.24.1.c."""
BESIDE_THE_PLAY: Final = (("pea_value", "deal"), ("prediction", None), ("spot_nearest_choice", None))
"""What is asked, and its purpose, while it is known who shoots: nobody's turn hangs on it."""


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul and the clause that makes it one; `ball` is the ball concerned, where there is one."""

    code: str
    clause: str
    ball: str | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a ball must be put back, in mm of the table frame."""

    ball: str
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Next:
    """Who plays next and how. `cue_ball` is one state, or a map cue ball -> state (Congestion)."""

    player: str
    stroke_no: int | None
    cue_ball: str | Mapping[str, str]
    ball_on: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """The end of a rack or a match."""

    what: Literal["rack", "match"]
    winner: str | None
    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of a stroke (`of` its number), a disturbance or an input (`of` None).

    `legal` is None while an open question can change it, `next` is None while any question is open.
    `score` and `log` have the shapes and tokens of the stream's vocabulary.
    """

    of: int | None
    legal: bool | None
    fouls: tuple[Foul, ...] = ()
    spot: tuple[Spot, ...] = ()
    score: Mapping[str, object] = field(default_factory=dict)
    next: Next | None = None
    over: Over | None = None
    log: tuple[str, ...] = ()
    private_to: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What the system must be told before it can go on. `candidates` are JSON values."""

    id: str
    asks: Literal["player", "referee"]
    about: str
    candidates: tuple[object, ...]
    clause: str
    player: str | None = None
    purpose: str | None = None
    opponent: str | None = None
    of: int | None = None
    private_to: str | None = None


def holds_up(question: Question) -> bool:
    """Nobody is next until it is answered; some questions stand beside the play (a pea to be dealt, a forecast)."""
    return (question.about, question.purpose) not in BESIDE_THE_PLAY


@dataclass(frozen=True, slots=True)
class Refused:
    """An event that makes no sense now: it changed nothing, and this is why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """The answer of a game to one event: the state after it and what is to be said."""

    state: State
    rulings: tuple[Ruling, ...] = ()
    questions: tuple[Question, ...] = ()
    refused: Refused | None = None
    dropped: tuple[str, ...] = ()
    """What had been taken earlier and was waiting makes no sense any more: what it was, and why."""
