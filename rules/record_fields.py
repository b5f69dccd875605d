"""Reading the fields of a JSON record: each function returns the value, or says which field is wrong and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST: Final = 1e12
"""No time in s, place in mm or count is larger; what is reads like a fault of the program that wrote it."""

LONGEST_NAME: Final = 64
"""Characters of a ball's id or label: the longest of callshot's own ids has ten."""


class RecordError(ValueError):
    """A record can't be read. The message is one clause: which field, and what is wrong with it."""


def field_of(record: Mapping[str, Any], name: str, where: str) -> Any:
    if name not in record:
        raise RecordError(f"{where}: field {name!r} is missing")
    return record[name]


def a_number(value: Any, name: str, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RecordError(f"{where}: field {name!r} must be a number, not {shorten(value)}")
    if not abs(value) < MOST:
        raise RecordError(f"{where}: field {name!r} must be a number below {MOST:g}, not {shorten(value)}")
    return float(value)


def a_name(value: Any, name: str, where: str) -> str:
    """A ball's id or label: a label and a letter, or what another program calls its balls."""
    text = a_text(value, name, where)
    if len(text) > LONGEST_NAME:
        raise RecordError(f"{where}: field {name!r} is longer than {LONGEST_NAME} characters: {shorten(value)}")
    return text


def a_text(value: Any, name: str, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise RecordError(f"{where}: field {name!r} must be a text, not {shorten(value)}")
    return value


def one_of(value: Any, words: Sequence[str], name: str, where: str) -> str:
    if not isinstance(value, str) or value not in words:
        raise RecordError(f"{where}: field {name!r} must be one of {', '.join(words)}, not {shorten(value)}")
    return value


def a_list(value: Any, name: str, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{where}: field {name!r} must be a list, not {shorten(value)}")
    return value


def an_object(value: Any, name: str, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RecordError(f"{where}: {name} must be an object, not {shorten(value)}")
    return value


def optional(record: Mapping[str, Any], name: str, where: str, read: Callable[[Any, str, str], T]) -> T | None:
    value = record.get(name)
    return None if value is None else read(value, name, where)


def texts_of(value: Any, name: str, where: str) -> tuple[str, ...]:
    return tuple(a_text(v, name, where) for v in a_list(value, name, where))


def names_of(value: Any, name: str, where: str) -> tuple[str, ...]:
    """Ids of balls."""
    return tuple(a_name(v, name, where) for v in a_list(value, name, where))


def shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def a_whole_number(value: Any, name: str, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f"{where}: field {name!r} must be a whole number, not {shorten(value)}")
    return value
