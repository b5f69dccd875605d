"""The log's tokens, read back: `GIVE(Ann->Bo,15)` -> what it is and who and what it names.

A name may hold commas, arrows and brackets, so the names of the players are looked for first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

TOKENS: Final[Mapping[str, tuple[str, ...]]] = {
    "FOUL": ("<code>",),
    "SCORE": ("<p>,<ball>",),
    "PILE": ("<p>,<ball>",),
    "PENALTY": ("<p>,<ball>",),
    "SPOT": ("<ball>",),
    "OWES": ("<p>-><q>",),
    "PAID": ("<p>-><q>,<ball>",),
    "STICK": ("",),
    "UNSTICK": ("",),
    "WHAMMY": ("<ball>,<p>,<n>",),
    "GIVE": ("<p>-><q>,<ball>",),
    "TAKE": ("<p><-<q>,<ball>",),
    "SWAP": ("<p>:<ball><-><q>:<other>",),
    "NO_SWAP": ("<p>,<q>",),
    "NOTHING": ("<p>",),
    "REDRAW": ("<p>",),
    "RETURN": ("<p>,<balls>",),
    "REPOSITION": ("<p>,<ball>,<how>", "<p>,<ball>"),
    "REPLACE_PRE_BREAK": ("<ball>",),
    "OUT": ("<p>,<reason>",),
    "BUST": ("<p>",),
    "DISQUALIFIED": ("<p>",),
    "CLAIM_REJECTED": ("<p>",),
    "WIN": ("<p>",),
    "PREDICTION": ("<p>,<points>,<n>",),
    "PREDICTION_MET": ("<p>",),
    "PREDICTION_MISSED": ("<p>",),
    "REMOVE": ("<p>,<ball>",),
    "IN_HAND": ("<p>,<where>,<balls>",),
    "NEXT": ("<p>,<n>",),
    "COIN_FLIP": ("<players>",),
    "END_OF_BALLS": ("",),
    "STROKE_WHILE_STUCK": ("",),
    "POINTS": ("<p>,<n>",),
    "GROUPS": ("<p>,<group>",),
    "CALL": ("<p>,<ball>,<pocket>",),
    "CALL_MADE": ("",),
    "CALL_MISSED": ("",),
    "SAFETY": ("<p>",),
    "PUSH_OUT": ("<p>",),
    "FOUL_RUN": ("<p>,<n>",),
    "WARN": ("<p>,<what>",),
    "OPTIONS": ("<p>,<options>",),
    "CHOICE": ("<p>,<option>",),
    "RERACK": ("<n>",),
    "PLACE": ("<ball>,<place>",),
    "LAG": ("<p>",),
    "REPLAY_LAG": ("",),
    "DRAW": ("<reason>",),
    "LOSS": ("<p>,<reason>",),
    "RACK": ("<p>",),
}
"""Every token with its forms, the longer first."""

_WORD: Final = r"[^\s,;()|<>]+"
_FIELDS: Final[Mapping[str, str]] = {
    "n": r"-?\d+", "points": r"-?\d+", "balls": rf"(?:{_WORD})?", "players": r".+", "options": r"[^,;()]*",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `fields` by the names in `TOKENS` (all texts)."""

    name: str
    fields: Mapping[str, str]


def parse_token(text: str, players: Sequence[str] = ()) -> Token | None:
    """The token, or None where it is none that is known. Players' names may be any text."""
    name, bracket, rest = text.partition("(")
    if name not in TOKENS or (bracket and not rest.endswith(")")):
        return None
    inner = rest[:-1] if bracket else ""
    for form in TOKENS[name]:
        for names in (tuple(players), ()):
            if found := _pattern(form, names).fullmatch(inner):
                return Token(name, found.groupdict())
    return None


def parse_log(log: Sequence[str], players: Sequence[str] = ()) -> list[Token]:
    """All known tokens of a log; a line may hold several, parted by `; `."""
    tokens: list[Token] = []
    for line in log:
        whole = parse_token(line, players)
        parts = [whole] if whole else [parse_token(part, players) for part in line.split("; ")]
        tokens.extend(token for token in parts if token)
    return tokens


def split_names(text: str, players: Sequence[str]) -> tuple[str, ...]:
    """`Ann,Bo` or `Ann+Bo` -> (Ann, Bo), where the players' names are known to hold commas or not."""
    found: list[str] = []
    rest = text
    while rest:
        name = next((p for p in sorted(players, key=len, reverse=True) if rest.startswith(p)), None)
        if name is None:
            return (*found, *(part for part in re.split(r"[,+|]", rest) if part))
        found.append(name)
        rest = rest[len(name) :].lstrip(",+|")
    return tuple(found)


@lru_cache(maxsize=1024)
def _pattern(form: str, players: tuple[str, ...]) -> re.Pattern[str]:
    names = [re.escape(name) for name in sorted(players, key=len, reverse=True)]
    person = f"(?:{'|'.join([*names, 'TABLE'])})" if names else ".+?"
    parts: list[str] = []
    for index, piece in enumerate(re.split(r"<([a-z]+)>", form)):
        if index % 2 == 0:  # what lies between the fields
            parts.append(re.escape(piece))
        else:
            field = piece
            what = person if field in ("p", "q") else _FIELDS.get(field, _WORD)
            parts.append(f"(?P<{field}>{what})")
    return re.compile("".join(parts), re.DOTALL)
