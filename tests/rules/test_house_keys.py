"""Every house key of the open questions is offered with every value, the default reading first."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from callshot.rules.game import Option
from callshot.rules.games import GAMES
from callshot.tracker.choices import describe_game

HERE = Path(__file__).parent
KEYS = HERE / "house_keys.tsv"
"""The keys as they were settled: key, question, values, games."""
QUESTIONS = HERE.parents[2] / "shared" / "rules" / "open_questions.md"
ONE_ALTERNATIVE = {"OQ-FI-22"}
"""Questions whose one alternative is told in two half-sentences."""
SEEN_WITH = {"OQ-FI-28": "OQ-HU-11"}
"""Questions that share the key of another, and its alternatives."""


class Question(NamedTuple):
    """One open question: its id, the alternatives to its default, and the house key that chooses among them."""

    id: str
    alternatives: tuple[str, ...]
    key: str


def questions() -> list[Question]:
    """Those of the page beside the project."""
    if not QUESTIONS.exists():
        pytest.skip("the open questions are not beside the project")
    found = []
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if line.startswith("| OQ-") and len(cells) == 7:
            ident, told, key = cells[0], cells[5], cells[6].strip("`")
            parts = () if told == "-" else (told,) if ident in ONE_ALTERNATIVE else tuple(told.split(";"))
            found.append(Question(ident, parts, key))
    return found


def offered() -> dict[str, dict[str, Option]]:
    """Key -> game -> option."""
    keys: dict[str, dict[str, Option]] = {}
    for game in GAMES.values():
        for option in game.options:
            keys.setdefault(option.key, {})[game.name] = option
    return keys


def rows() -> list[str]:
    """The rows of the committed list, as the games have them now."""
    out = []
    for key, games in sorted(offered().items()):
        for values in dict.fromkeys(o.values for o in games.values()):
            same = [game for game, o in games.items() if o.values == values]
            question = next(iter(games.values())).question or "-"
            out.append("\t".join((key, question, "|".join(values), ",".join(same))))
    return out


def test_keys_and_values_are_those_that_were_settled() -> None:
    assert rows() == KEYS.read_text(encoding="utf-8").splitlines()


def test_every_open_question_has_its_key_with_a_value_for_each_reading() -> None:
    keys = offered()
    asked = {q.id: q for q in questions()}
    assert len(asked) == 135
    for question in asked.values():
        readings = 1 + len(asked[SEEN_WITH.get(question.id, question.id)].alternatives)
        assert question.key in keys, question
        for game, option in keys[question.key].items():
            assert len(option.values) == readings, (question, game, option.values)


def test_no_house_key_is_offered_that_no_question_asks() -> None:
    named = {q.key for q in questions()}
    for key in offered():
        if key.startswith(("cp.", "hu.", "fi.")):
            assert key in named, key


@pytest.mark.parametrize("game", [g for g in GAMES if g != "none"])
def test_command_lists_every_key_with_its_values(game: str) -> None:
    told = describe_game(game).splitlines()
    for option in GAMES[game].options:
        assert f"{option.key} = {' | '.join(option.values)}" in told


if __name__ == "__main__":
    KEYS.write_text("\n".join(rows()) + "\n", encoding="utf-8")
