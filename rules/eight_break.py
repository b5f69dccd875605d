"""The break of 8-ball, and what it leaves to choose: FI-8.2, HU-II.2.2."""

from __future__ import annotations

from typing import Final

from callshot.rules.draft import Draft
from callshot.rules.facts import Facts
from callshot.rules.match import rerack
from callshot.rules.pool_state import Choice, Group, group_of, other_group
from callshot.rules.profile import FI, HU, Profile

BALLS: Final = tuple(str(n) for n in range(1, 16))
"""Clauses: HU-II.1.a, FI-8.1.a."""


class EightBreak:
    """The break's part of the 8-ball section of one document."""

    profile: Profile

    def _clause(self, fi: str, hu: str) -> str:
        return fi if self.profile is FI else hu

    def _break(self, draft: Draft, facts: Facts, foul: bool, driven_off: tuple[str, ...]) -> None:
        """Table 2.2: FI-8.2, HU-II.2.2. Clauses: HU-II.3.1.b."""
        eight = facts.made("8")
        others = tuple(p.label for p in facts.pocketed if p.label != "8")
        if eight and (self.profile is HU or foul or not others):
            self._eight_on_break(draft, facts, foul, others, driven_off)
        elif foul:
            back = driven_off
            if self.profile is FI and draft.state.option("fi.eight_open_foul_balls", "spotted") == "spotted":
                back = (*back, *others)
            self._break_foul_options(draft, facts, back)
        else:
            if eight:
                draft.spot(("8",))  # FI-8.2.e
            if facts.pocketed:
                draft.keep_turn()
                self._group_by_break(draft, others)
            else:
                draft.pass_turn()

    def _group_by_break(self, draft: Draft, others: tuple[str, ...]) -> None:
        """Balls made on the break decide nothing (HU-II.3.1.h), save by a house's reading of FI-8.3.b (OQ-FI-12)."""
        groups = {group_of(b) for b in others}
        if draft.state.option("fi.eight_open_table", "called-ball") == "break-group" and len(groups) == 1:
            self._give_groups(draft, groups.pop())

    def _give_groups(self, draft: Draft, group: Group | None) -> None:
        if group is not None:
            draft.set_side(draft.shooter, group=group)
            draft.set_side(draft.opponent, group=other_group(group))
            draft.tell(f"GROUPS({draft.shooter},{group})")

    def _break_foul_options(self, draft: Draft, facts: Facts, back: tuple[str, ...]) -> None:
        """FI: kitchen, accept, re-rack; HU: the position (from the kitchen after a scratch), re-rack."""
        opponent = draft.opponent
        reracks = ("rerack-i-break", "rerack-you-break")
        if self.profile is FI:
            position = ("kitchen",) if facts.cue_lost else ("kitchen", "accept")
        else:
            always = draft.state.option("hu.eight_break_scratch", "lost-only") == "always"
            position = ("kitchen",) if facts.cue_lost or always else ("accept",)
        draft.ask(
            "incoming_option", opponent, (*position, *reracks), self._clause("FI-8.2.b", "HU-II.2.2.a"),
            "break-foul", balls=back, cue_lost=facts.cue_lost,
        )  # fmt: skip

    def _eight_on_break(
        self, draft: Draft, facts: Facts, foul: bool, others: tuple[str, ...], driven_off: tuple[str, ...]
    ) -> None:
        """FI-8.2.c, FI-8.2.d, HU-II.2.2.8.a/.b, HU-II.2.2.8f.a/.b."""
        opponent = draft.opponent
        if self.profile is FI:
            if not foul:
                rerack(draft, draft.shooter, BALLS)
            elif others and draft.state.option("fi.eight_break_8", "rerack") == "spot":
                self._break_foul_options(draft, facts, ("8", *others, *driven_off))
            else:
                draft.ask(
                    "incoming_option", opponent, ("rerack-i-break", "rerack-you-break"), "FI-8.2.d", "eight-break-foul"
                )
        elif not foul:
            draft.ask(
                "incoming_option", draft.shooter, ("rebreak", "spot-8"), "HU-II.2.2.8.a", "eight-break", balls=("8",)
            )
        else:
            who = draft.state.option("hu.eight_break_8_foul_breaker", "opponent-decides")
            reracks = {"breaker": ("rerack-you-break",), "opponent": ("rerack-i-break",)}.get(
                who, ("rerack-i-break", "rerack-you-break")
            )
            draft.ask(
                "incoming_option", opponent, (*reracks, "spot-8"), "HU-II.2.2.8f.a", "eight-break-foul",
                balls=("8", *driven_off), cue_lost=facts.cue_lost,
            )  # fmt: skip

    def chosen_after_break(self, draft: Draft, choice: Choice, value: object) -> None:
        """The choice after a break.

        Clauses: HU-II.2.2.b, HU-II.2.2.8.b, HU-II.2.2.8f.b, FI-8.2.b.1, FI-8.2.b.2, FI-8.2.b.3.
        """
        player = str(choice.player)
        if value == "rerack-i-break":
            rerack(draft, player, BALLS)
        elif value == "rerack-you-break":
            rerack(draft, draft.state.other(player), BALLS)
        elif value == "rebreak":
            rerack(draft, player, BALLS)
        elif value == "spot-8" and choice.why == "eight-break":
            draft.spot(choice.balls)
            draft.keep_turn()
        else:
            draft.spot(choice.balls)
            as_it_lies = draft.state.option("hu.eight_break_8_foul", "kitchen") == "as-it-lies" and not choice.cue_lost
            kitchen = value == "kitchen" or (value == "spot-8" and not as_it_lies)
            draft.turn_to(player, "kitchen" if kitchen else None)
