"""One JSON value of one line, read strictly: what Python's reader lets through and no record may hold is refused.

JSON has no NaN and no Infinity; a number of hundreds of digits overflows what reckons with it; of a name that stands
in an object twice nobody knows which is meant; brackets nested by the thousand are no record. The one reader for record
files, streams of records and files of observations.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final

MOST_DIGITS: Final = 20
"""A time in nanoseconds has no more."""


class JsonError(ValueError):
    """It can't be read; says why in a few words."""


def read_value(text: str | bytes) -> Any:
    """The value of a line. Raises JsonError; bytes that are no UTF-8 raise UnicodeDecodeError."""
    line = text.decode("utf-8") if isinstance(text, bytes) else text
    try:
        return json.loads(
            line, parse_constant=_constant, parse_int=_whole, parse_float=_broken, object_pairs_hook=_object
        )
    except JsonError:
        raise
    except RecursionError:
        raise JsonError("too many brackets in one another") from None
    except ValueError as why:
        raise JsonError("not JSON") from why


def _constant(name: str) -> float:
    raise JsonError(f"{name} is no number")


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise JsonError(f"a number of {len(digits)} digits, {digits[:12]}...")
    return int(digits)


def _broken(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise JsonError(f"{digits[:20]} is too large a number")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonError(f"the name {twice[:40]!r} stands in one object twice")
    return found
