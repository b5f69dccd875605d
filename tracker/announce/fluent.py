"""A strict reader of the part of Fluent (projectfluent.org) that the catalogues use.

A catalogue is lines of `key = text`, further lines of a text indented, comments after `#`. A text may hold
`{ $name }`, `{ "literal" }`, `{ FUNCTION($name, form: "x") }` and one selector `{ $n -> ... }` with one variant a
line, the default marked `*`. Anything else is a `CatalogueError` that names the file's line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Value = object
Function = Callable[[object, str], str]
"""What a catalogue may call: (value, form) -> text."""


class CatalogueError(ValueError):
    """A catalogue that can't be read, or a text that asks for something it was not given."""


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its variable and its form, or a plain variable (`function` empty)."""

    variable: str
    function: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """A choice by the value of a variable: its own text first, then its plural category, then the default."""

    variable: str
    variants: Mapping[str, Text]
    default: str


Part = str | Call | Select
Text = tuple[Part, ...]

_ENTRY = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*=\s*(.*)")
_VARIABLE = re.compile(r"\$([a-z][a-z0-9_]*)")
_CALL = re.compile(r"([A-Z][A-Z_]*)\(\s*\$([a-z][a-z0-9_]*)\s*(?:,\s*form:\s*\"([a-z-]*)\"\s*)?\)")
_LITERAL = re.compile(r'"([^"\\]*)"')
_SELECT = re.compile(r"\$([a-z][a-z0-9_]*)\s*->\s*(.*)", re.DOTALL)
_VARIANT = re.compile(r"\s*(\*?)\[([A-Za-z0-9_-]+)\]\s*(.*?)\s*(?=\n\s*\*?\[|\Z)", re.DOTALL)


def parse(source: str, name: str = "catalogue") -> dict[str, Text]:
    """All messages of a catalogue by key. Raises CatalogueError, with the line, for anything not understood."""
    messages: dict[str, Text] = {}
    for number, key, raw in _entries(source, name):
        if key in messages:
            raise CatalogueError(f"{name}:{number}: {key} is given twice")
        try:
            messages[key] = _text(raw)
        except CatalogueError as error:
            raise CatalogueError(f"{name}:{number}: {key}: {error}") from None
    return messages


def _entries(source: str, name: str) -> list[tuple[int, str, str]]:
    entries: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate(source.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0] in " \t":
            if not entries:
                raise CatalogueError(f"{name}:{number}: a text without a key")
            entries[-1][2].append(line.strip())
            continue
        found = _ENTRY.fullmatch(line)
        if not found:
            raise CatalogueError(f"{name}:{number}: neither a key with a text nor a comment")
        entries.append((number, found[1], [found[2].strip()]))
    return [(number, key, "\n".join(lines).strip()) for number, key, lines in entries]


def _text(raw: str) -> Text:
    parts: list[Part] = []
    position = 0
    while position < len(raw):
        opening = raw.find("{", position)
        plain = raw[position:] if opening < 0 else raw[position:opening]
        if "}" in plain:
            raise CatalogueError("a closing brace without an opening one")
        if plain:
            parts.append(plain.replace("\n", " "))
        if opening < 0:
            break
        closing = _closing(raw, opening)
        parts.append(_placeable(raw[opening + 1 : closing].strip()))
        position = closing + 1
    return tuple(parts)


def _closing(raw: str, opening: int) -> int:
    depth = 0
    for at in range(opening, len(raw)):
        depth += {"{": 1, "}": -1}.get(raw[at], 0)
        if depth == 0:
            return at
    raise CatalogueError("an opening brace without a closing one")


def _placeable(inner: str) -> Part:
    if found := _VARIABLE.fullmatch(inner):
        return Call(found[1])
    if found := _LITERAL.fullmatch(inner):
        return found[1]
    if found := _CALL.fullmatch(inner):
        return Call(found[2], found[1], found[3] or "")
    if found := _SELECT.fullmatch(inner):
        return _select(found[1], found[2])
    raise CatalogueError(f"not understood: {inner!r}")


def _select(variable: str, body: str) -> Select:
    variants: dict[str, Text] = {}
    default: str | None = None
    for found in _VARIANT.finditer("\n" + body):
        variants[found[2]] = _text(found[3])
        if found[1]:
            default = found[2]
    if default is None:
        raise CatalogueError(f"the choice by ${variable} has no default")
    return Select(variable, variants, default)


def plural_category(value: object) -> str:
    """`one` for 1, else `other`: the cardinal rule of English, Finnish and Hungarian for whole numbers."""
    return "one" if value in (1, "1") else "other"


def render(text: Text, values: Mapping[str, Value], functions: Mapping[str, Function]) -> str:
    """The text with its variables filled in. Raises CatalogueError where one is missing."""
    out: list[str] = []
    for part in text:
        if isinstance(part, str):
            out.append(part)
            continue
        if part.variable not in values:
            raise CatalogueError(f"${part.variable} was not given")
        value = values[part.variable]
        if isinstance(part, Select):
            keys = (str(value), plural_category(value), part.default)
            out.append(render(next(part.variants[k] for k in keys if k in part.variants), values, functions))
        elif part.function:
            if part.function not in functions:
                raise CatalogueError(f"{part.function}() is unknown")
            out.append(functions[part.function](value, part.form))
        else:
            out.append(str(value))
    return "".join(out)


def variables(text: Text) -> frozenset[str]:
    """Every variable that a text uses: catalogues of different languages must agree on them."""
    found: set[str] = set()
    for part in text:
        if isinstance(part, Call | Select):
            found.add(part.variable)
        if isinstance(part, Select):
            for variant in part.variants.values():
                found |= variables(variant)
    return frozenset(found)
