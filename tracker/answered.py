"""An answer that names its question by its `id`, instead of what it is about or beside it, and why one is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from callshot.rules.ruling import Question

Record = dict[str, Any]
LATE: Final = "answer: that question is not open any more"
_TAKEN_FOR_OVER: Final = "answer: the match is over"
_NOBODY_ASKED: Final = "answer: nobody asked about"


def named_by_id(record: Record, asked: Sequence[Question]) -> Record:
    """The answer as the schema has it: `about` is what the question with that id is about, `player` whose it is.

    Only where it is that question which an answer `about` this reaches: the oldest open one. Else it stays as it is.
    """
    if record.get("type") != "input" or record.get("kind") != "answer":
        return record
    meant = next((q for q in asked if q.id == record.get("about")), None)
    if meant is None or any(q.about == record["about"] for q in asked):
        return record
    player = record.get("player") or meant.player
    reached = next((q for q in asked if q.about == meant.about and q.player in (None, player)), None)
    if reached is not meant:
        return record
    named = {**record, "about": meant.about}
    return named if meant.player is None or record.get("by", "player") == "player" else {**named, "player": player}


def is_late(record: Mapping[str, Any], asked: Sequence[Question]) -> bool:
    """Whether an answer bears the `id` of a question that is not open, and would reach another one.

    Two tablets answer the same one, or a finger touches twice, and the next question is about the same.
    """
    if not _bears_id(record) or any(q.id == record["id"] for q in asked):
        return False
    return _reached(record, asked) is not None


def without_id(record: Record, asked: Sequence[Question]) -> Record:
    """The answer as the game keeps it, where it reaches its question without the `id`.

    Should something before it be ruled anew, that question may come again under another `id`, and is answered still.
    """
    if not _bears_id(record):
        return record
    reached = _reached(record, asked)
    named = reached is not None and reached.id == record["id"]
    return {field: value for field, value in record.items() if field != "id"} if named else record


def _bears_id(record: Mapping[str, Any]) -> bool:
    return record.get("type") == "input" and record.get("kind") == "answer" and isinstance(record.get("id"), str)


def _reached(record: Mapping[str, Any], asked: Sequence[Question]) -> Question | None:
    """The oldest open question about that (of that player)."""
    about, player = record.get("about"), record.get("player")
    return next((q for q in asked if q.about == about and (player is None or q.player in (None, player))), None)


def why_refused(reason: str, record: Mapping[str, Any], asked: Sequence[Question]) -> str:
    """The reason for an answer that no open question is about: what is asked, or that nothing is."""
    about = record.get("about")
    if record.get("kind") != "answer" or any(q.about == about for q in asked):
        return reason
    if not reason.startswith((_TAKEN_FOR_OVER, _NOBODY_ASKED)) or (not asked and reason == _TAKEN_FOR_OVER):
        return reason
    if any(q.id == about for q in asked):
        about = next(q.about for q in asked if q.id == about)
        return f"answer: an older question about {about!r} is answered first"
    open_now = ", ".join(dict.fromkeys(repr(q.about) for q in asked if q.private_to is None))
    return f"{_NOBODY_ASKED} {about!r}; what is asked: {open_now or 'nothing'}"
