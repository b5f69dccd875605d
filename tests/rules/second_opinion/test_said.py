"""What is said of some situations of the third reading, in the three languages: true in every word, and once."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from callshot.tracker.herald import Herald
from callshot.tracker.rule_command import run_rules
from tests.rules.second_opinion.tables import read_table

LANGUAGES = ("en", "fi", "hu")


def _said(lines: Sequence[str]) -> tuple[str, ...]:
    """The last announcement of a scenario, in each language."""
    (scenario,) = read_table(("== x", *lines))
    records = [scenario.session, *(record for step in scenario.steps for record in step.records)]
    written: list[str] = []
    run_rules((json.dumps(r) + "\n" for r in records), written.append, None, (), {}, LANGUAGES, False, Herald)
    rulings = [record for record in map(json.loads, written) if record["type"] == "ruling"]
    return tuple(text["text"] for text in rulings[-1]["say"])


def test_a_called_ball_in_another_pocket_went_in_all_the_same() -> None:
    lines = (
        "game 8ball-hu",
        'state {"shooter":"Ann","phase":"play","groups":{"Ann":"solids","Bo":"stripes"}}',
        "call Ann 4 sl",
        "shot cue-4 4@sr",
    )
    assert _said(lines) == (
        "Call not made. Bo to play. On stripes.",
        "Maalaus epäonnistui. Vuorossa Bo. Pelaa puolivärisiä.",
        "A bemondás nem teljesült. Bo következik. A csíkosakkal játszik.",
    )


def test_a_called_ball_made_with_a_foul_on_the_break_is_not_said_to_be_missed() -> None:
    english, finnish, hungarian = _said(
        ("game 141-fi", "call Ann 5 fl", "shot cue/out cue-1 5@fl cue@fr"),
    )
    assert english.startswith("Spot: 5 to the foot spot. Foul by Ann: scratch. Ann: minus 1 point.")
    assert "aalaus" not in finnish
    assert "bemond" not in hungarian


def test_a_crazy_8_that_is_spotted_is_told_once() -> None:
    lines = (
        "game congestion",
        'state {"shooter":"A","phase":"play","players":{"A":{"stash":["9","9"]}}}',
        "shot cue-2a 2a|foot crazy-8a@fl cue@fr",
    )
    assert _said(lines)[0] == (
        "Spot: crazy 8 to the foot spot, 9 behind it. Foul by A: scratch. A pays the 9 as penalty. "
        "A: 1 ball, 9 points. B to play. The cue ball in hand behind the head string."
    )


def test_the_breaker_is_named_with_his_foul_while_peas_are_to_be_dealt() -> None:
    assert _said(("game congestion", "shot cue/out cue-1a 1a|foot")) == (
        "Foul by A: break not open. A owes the table a ball. B to play.",
        "Virhe, A: aloitus ei avautunut. A on pallon velkaa pöydälle. Vuorossa B.",
        "Hiba, A: a kezdés nem nyitotta szét a golyókat. A egy golyóval tartozik az asztalnak. B következik.",
    )


def test_a_stroke_while_the_table_is_stuck_is_told_so() -> None:
    lines = ("game congestion", 'state {"shooter":"A","phase":"play"}', "shot cue-2a blue@fl", "shot cue-2a 2a|foot")
    assert _said(lines) == (
        "Stroke while the stick lay on the table: the referee decides.",
        "Lyönti kepin ollessa pöydällä: tuomari ratkaisee.",
        "Lökés, miközben a dákó az asztalon feküdt: a játékvezető dönt.",
    )


@pytest.mark.parametrize("pea", [10, 1])
def test_a_wrong_claim_is_only_said_to_be_wrong(pea: int) -> None:
    """Over or under is nobody's business until he says it himself."""
    lines = (
        "game congestion cp.false_claim=no-redraw",
        f'state {{"shooter":"A","phase":"play","target":30,"players":{{"A":{{"pea":{pea},"stash":["9"]}}}}}}',
        "shot cue-2a 15a@fl",
        "declare A win",
    )
    english, finnish, hungarian = _said(lines)
    assert "A is not on the final score: claim rejected." in english
    assert "A ei ole loppupisteissä: ilmoitus hylätty." in finnish
    assert "A nincs a végső pontszámon: bejelentés elutasítva." in hungarian
