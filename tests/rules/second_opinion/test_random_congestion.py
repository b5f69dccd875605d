"""Seeded evenings of Congestion are ruled as the plain model has it, stroke by stroke: log, stashes, debts, turn."""

from __future__ import annotations

import pytest

from callshot.tracker.rule_command import run_rules, silent
from tests.rules.second_opinion.congestion_busts import BustingConversation
from tests.rules.second_opinion.congestion_play import Conversation


@pytest.mark.parametrize("seed", range(25))
def test_evenings_are_ruled_as_the_plain_model_has_it(seed: int) -> None:
    conversation = Conversation(seed)
    run_rules(conversation.lines(), conversation.write, None, (), {}, ("en",), False, silent)
    assert conversation.ruling


@pytest.mark.parametrize("seed", range(25))
def test_busts_are_declared_or_cost_the_game(seed: int) -> None:
    conversation = BustingConversation(seed)
    run_rules(conversation.lines(), conversation.write, None, (), {}, ("en",), False, silent)
    assert conversation.ruling
