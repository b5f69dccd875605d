"""What is shown beside announcements is said in Finnish and Hungarian too: options, clauses, refusals."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from callshot.rules.games import GAMES
from callshot.tracker.scoreboard.app import STATIC
from callshot.tracker.scoreboard.choices_json import games_json
from callshot.tracker.scoreboard.wordlist import option_words, value_in_words, words_json

ROOT = Path(__file__).parents[2]
OTHERS = ("fi", "hu")
SAYS_NO = {"refuse", "Refused", "MessageError", "Said"}
"""What carries a refusal in the source: calls of these, and any argument `refused`."""


@pytest.mark.parametrize("language", OTHERS)
def test_every_option_says_what_it_means(language: str) -> None:
    games = json.loads(games_json(language))["games"]
    english = [(game, o["key"]) for game, options in games.items() for o in options if o["lang"] != language]
    assert english == []
    keys = {f"meaning-{o.key.replace('.', '-')}" for game in GAMES.values() for o in game.options}
    assert {key.removesuffix("-congestion") for key in option_words(language) if key.startswith("meaning-")} == keys
    race = {game: next(o["meaning"] for o in games[game] if o["key"] == "race") for game in ("congestion", "8ball-fi")}
    assert len(set(race.values())) == 2


@pytest.mark.parametrize("language", ("en", *OTHERS))
def test_every_value_of_every_option_is_said_in_words(language: str) -> None:
    told = json.loads(games_json(language))["games"]
    codes, values = [], 0
    for options in told.values():
        for o in options:
            values += len(o["values"])
            assert len(o["words"]) == len(o["values"]) and len(set(o["words"])) == len(o["words"]), o["key"]
            codes += [(o["key"], v) for v, w in zip(o["values"], o["words"], strict=True) if v == w and not number(v)]
    assert values > 600
    left = codes if language != "en" else [(key, v) for key, v in codes if not v.isalpha()]
    assert left == [], "an English word may stand as it is, a code may not"
    known = {key for key in option_words(language) if key.startswith("value-")}
    keys = {(o.key.replace(".", "-"), v) for game in GAMES.values() for o in game.options for v in o.values}
    used = {f"value-{key}-{v}" for key, v in keys} | {f"value-{v}" for _, v in keys}
    assert known <= used, "words for a value that is none"
    assert value_in_words(language, "race", "7") == "7"


def number(value: str) -> bool:
    return value.replace(".", "", 1).isdecimal()


def test_english_options_are_as_the_games_say_them() -> None:
    told = json.loads(games_json("en"))["games"]
    assert {o["lang"] for options in told.values() for o in options} == {"en"}
    assert [o["meaning"] for o in told["9ball-fi"]] == [o.meaning for o in GAMES["9ball-fi"].options]


@pytest.mark.parametrize(("language", "origins"), [("fi", ("CP", "FI")), ("hu", ("CP", "HU"))])
def test_clauses_that_rulings_name_are_told_in_their_own_language(language: str, origins: tuple[str, ...]) -> None:
    english = json.loads((STATIC / "clauses.json").read_text(encoding="utf-8"))
    own = json.loads((STATIC / f"clauses-{language}.json").read_text(encoding="utf-8"))
    assert set(own) <= set(english) and all(len(text) > 10 for text in own.values())
    named = set()
    for path in (ROOT / "rules").rglob("*.py"):
        named |= set(re.findall(r'"((?:FI|HU|CP)-[A-Za-z0-9.]*[A-Za-z0-9])"', path.read_text(encoding="utf-8")))
    wanted = {clause for clause in named if clause.startswith(origins) and clause in english}
    missing = sorted(wanted - set(own))
    assert len(wanted) > 80 and len(missing) <= len(wanted) // 20, missing


def test_refusals_are_told_in_every_language() -> None:
    """Nine in ten of what the rules and the page refuse with; the rest is said in English, marked as such."""
    patterns = [pattern_of(english) for english, _ in json.loads(words_json("fi"))["refusals"]]
    said = sorted({text for path in sources() for text in refusals(path)})
    missing = [text for text in said if not any(pattern.fullmatch(text) for pattern in patterns)]
    assert len(said) > 60 and len(missing) <= len(said) // 10, missing


BY_PROGRAMS = re.compile(
    r" must (be|map) | is (points|\[debtor|a reason|true or false)|in_hand|phase is|is .+, (not|who) |twice$"
    r"|names .+who|pea|8-ball|still holds|nobody is left"
)
"""What only another program's state can be wrong in: the page's form has no such value."""


def test_what_is_wrong_in_a_game_that_is_entered_is_told_in_every_language() -> None:
    patterns = [pattern_of(english) for english, _ in json.loads(words_json("hu"))["refusals"]]
    said = set()
    for name in ("state_fields.py", "congestion/fields.py"):
        for node in ast.walk(ast.parse((ROOT / "rules" / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_Bad":
                said.add(sentence(node.args[0]))
    of_people = {text for text in said if not BY_PROGRAMS.search(text)}
    missing = [text for text in of_people if not any(p.fullmatch(f"state: {text}") for p in patterns)]
    assert len(of_people) >= 12 and missing == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_keeps_its_values(language: str) -> None:
    for english, own in json.loads(words_json(language))["refusals"]:
        names = [{part["v"] for part in tree if isinstance(part, dict)} for tree in (english, own)]
        assert names[1] <= names[0], english
    assert json.loads(words_json("en"))["refusals"] == []


NOTICE_ROOMS = ("tracker", "hardware", "calibration")
TELLS = {"Notice", "notice_record", "_tell_once", "VoiceError", "CalibrationError", "ProfileError", "JournalError"}
"""What carries a sentence to the page's notices or to its set-up: these calls' texts."""
NOT_SHOWN = ("calibration/table.py", "tracker/running.py", "tracker/replay.py", "tracker/opening.py")
"""Of the command line alone."""


def test_every_notice_is_told_in_every_language() -> None:
    """All that the program tells of itself, as far as its text stands in the source: none is left in English."""
    patterns = [pattern_of(english) for english, _ in json.loads(words_json("fi"))["refusals"]]
    said = set()
    for room in NOTICE_ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if not str(path.relative_to(ROOT)).startswith(NOT_SHOWN):
                said |= set(notices(path))
    missing = sorted(text for text in said if not any(pattern.fullmatch(text) for pattern in patterns))
    assert len(said) > 45 and missing == []


def notices(path: Path) -> Iterator[str]:
    """Sentences of calls that tell, and those shown as `said`, a value in them as `#`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            known.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            texts = list(node.args) if name in TELLS or name == "_tell" else []
        elif isinstance(node, ast.Dict):
            texts = [v for k, v in zip(node.keys, node.values, strict=True) if getattr(k, "value", None) == "said"]
        else:
            continue
        for text in texts:
            given = known.get(text.id, []) if isinstance(text, ast.Name) else [text]
            yield from (found for each in given if " " in (found := sentence(each)).replace("#", "").strip())


def pattern_of(tree: list[Any]) -> re.Pattern[str]:
    return re.compile("".join(re.escape(part) if isinstance(part, str) else "(.+?)" for part in tree), re.DOTALL)


def sources() -> Iterator[Path]:
    yield from (ROOT / "rules").rglob("*.py")
    yield from (ROOT / "tracker" / "scoreboard").glob("*.py")
    yield from (ROOT / "tracker" / name for name in ("referee.py", "rule_command.py"))


def refusals(path: Path) -> Iterator[str]:
    """Sentences that a file refuses with, a value in them as `#`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        inside = [*node.args, *(k.value for k in node.keywords)] if name in SAYS_NO else []
        inside += [k.value for k in node.keywords if k.arg == "refused"]
        for value in inside:
            text = sentence(value)
            if " " in text.replace("#: #", ""):
                yield text


def sentence(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "#" for part in node.values)
    return ""
