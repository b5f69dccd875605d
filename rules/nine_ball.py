"""9-ball: FI-9, HU-III. Lowest ball first, no calls, the push-out after the break, the 9 wins."""

from __future__ import annotations

from typing import Final

from callshot.rules.draft import Draft
from callshot.rules.facts import Facts
from callshot.rules.game import Doubt, Option
from callshot.rules.match import lost, rack_won
from callshot.rules.pool_state import Choice, PoolState
from callshot.rules.profile import FI, HU, Profile
from callshot.rules.ruling import Foul

BALLS: Final = tuple(str(n) for n in range(1, 10))
"""Clauses: HU-III.1.a, FI-9.1.a."""
SUSPENDED: Final = frozenset(
    {"no_object_ball", "wrong_ball_first", "simultaneous_first_contact", "no_cushion", "frozen_ball_not_driven"}
)
"""The tests of first contact and cushion, which a push-out suspends (FI-9.3.b, HU-III.2.3.c, OQ-HU-31)."""


class NineBall:
    """The 9-ball section of one document."""

    calls = False
    three_fouls = True
    crossing = False
    """Cue ball in hand is anywhere: no duty to cross the head string (HU-I.6.c)."""
    balls = BALLS

    def __init__(self, profile: Profile, options: tuple[Option, ...]) -> None:
        self.profile = profile
        self.name = f"9ball-{profile.name}"
        self.options = options

    def lawful_first(self, state: PoolState) -> frozenset[str]:
        """The lowest ball on the table (FI-9.1.b, HU-III.1.c)."""
        return frozenset(state.on_table[:1])

    def ball_on(self, state: PoolState) -> tuple[str, ...]:
        """As told to the player."""
        return state.on_table[:1]

    def next_options(self, state: PoolState) -> tuple[str, ...]:
        """The push-out, where the next stroke may be one (FI-9.3.a, HU-III.2.3.a)."""
        return ("push-out",) if state.push_out else ()

    def score(self, state: PoolState) -> dict[str, object]:
        """Racks and fouls in a row."""
        return {p: {"racks": s.racks, "fouls": s.run} for p, s in zip(state.setting.players, state.sides, strict=True)}

    def prepare(self, draft: Draft) -> None:
        """Nothing is chosen before the break."""

    def own_fouls(self, state: PoolState, facts: Facts) -> tuple[Foul, ...]:
        """The break: the 1 first, balls to cushions (FI-9.2.a: one, HU-III.2.2.2: four), no safety.

        Clauses: HU-III.2.2.3.
        """
        if state.phase != "break":
            return ()
        fouls = []
        if facts.first and not facts.pocketed and facts.to_rail < self._rails_needed(state):
            fouls.append(Foul("illegal_break", "FI-9.2.a" if self.profile is FI else "HU-III.2.2.5"))
        if facts.said.get("break_spread_intent") is False:
            fouls.append(Foul("safety_break", "FI-9.2.b" if self.profile is FI else "HU-III.2.2.7"))
        return tuple(fouls)

    def _rails_needed(self, state: PoolState) -> int:
        if self.profile is HU:
            return 4
        return 4 if state.option("fi.nine_break_rails", "one") == "four" else 1

    def doubts(self, state: PoolState, facts: Facts, fouls: tuple[Foul, ...]) -> tuple[Doubt, ...]:
        """An unannounced stroke after the break may have been an evident push-out (FI-9.3.c, HU-III.2.3.d)."""
        if state.push_out and not state.push_out_said and "push_out_called" not in facts.said:
            clause = "FI-9.3.c" if self.profile is FI else "HU-III.2.3.d"
            keeps = state.option("hu.push_suspends", "all") != "all"  # the frozen-ball rule holds on a push-out too
            if any(f.code in SUSPENDED and not (keeps and f.code == "frozen_ball_not_driven") for f in fouls):
                return (Doubt("push_out_called", (True, False), clause),)
        return ()

    def play(self, draft: Draft, before: PoolState, facts: Facts) -> None:
        """What follows from a stroke.

        Clauses: HU-III.2.2.4, HU-III.2.2.6, HU-III.3.1, FI-9.1.d, FI-9.2.c, FI-9.4.a, FI-9.4.c.
        """
        shooter, opponent = draft.shooter, draft.opponent
        on_break = before.phase == "break"
        foul = bool(draft.fouls)
        push_out = before.push_out_said
        if push_out and "push_out_called" in facts.said and not foul:  # with a foul it is as any stroke
            draft.tell(f"PUSH_OUT({shooter})")
        gone = {p.label for p in facts.pocketed} | set(facts.off_table) | self._not_back(draft, facts)
        draft.take_off(gone)
        draft.set(push_out=False)
        nine_down = "9" in gone
        if not foul and not push_out and facts.made("9"):
            draft.foul_run(shooter, False, matters=True)
            rack_won(draft, shooter, "nine_made", "FI-9.4.b" if self.profile is FI else "HU-III.3.2", self.balls)
            return
        if nine_down:
            draft.spot(("9",))  # FI-9.2.e, HU-III.2.2.c, HU-I.23.1.h, HU-III.2.3.b
        if self._counts_in_run(before, draft.fouls) and draft.foul_run(shooter, foul, matters=True):
            self._third_foul(draft)
            return
        if foul:
            self._after_foul(draft, on_break, facts)
        elif push_out:
            draft.set(phase="play", in_hand=None)
            draft.ask(
                "incoming_option", opponent, ("play", "give-back"),
                "FI-9.3.d" if self.profile is FI else "HU-III.2.3.e", "push-out",
            )  # fmt: skip
        else:
            if facts.pocketed:
                draft.keep_turn()
            else:
                draft.pass_turn()
            draft.set(push_out=on_break)

    def _third_foul(self, draft: Draft) -> None:
        """Clauses: HU-I.19.b."""
        draft.set_side(draft.shooter, run=0)
        draft.set(warned=None)
        lost(draft, draft.shooter, "three_fouls", "FI-9.4.d" if self.profile is FI else "HU-III.3.4.a", self.balls)

    def foul_between(self, draft: Draft) -> None:
        """FI-9.4.e, HU-III.3.5, for a foul before the stroke."""
        if draft.foul_run(draft.shooter, True, matters=True):
            self._third_foul(draft)
        else:
            draft.pass_turn("anywhere")

    def _not_back(self, draft: Draft, facts: Facts) -> set[str]:
        """Object balls back only by a foreign object count as driven off (OQ-HU-19)."""
        caught = {f.ball for f in draft.fouls if f.code == "returned_by_object"}
        return {b for b, _ in facts.returned if b in caught and b in draft.state.on_table}

    def _counts_in_run(self, before: PoolState, fouls: tuple[Foul, ...]) -> bool:
        """Whether the stroke adds to the run of fouls, or clears it.

        A lawful push-out may do neither (OQ-HU-14); a break foul other than a scratch may not count (OQ-HU-32).

        Clauses: HU-III.3.4.c.
        """
        if not fouls:
            neutral = before.option("gen.foul_run_clear", "any-lawful-stroke") == "not-push-out"
            return not (neutral and before.push_out_said)
        only_scratch = before.option("hu.nine_break_foul_counts", "every-foul") == "only-scratch"
        return before.phase != "break" or not only_scratch or any(f.code == "scratch" for f in fouls)

    def _after_foul(self, draft: Draft, on_break: bool, facts: Facts) -> None:
        """Cue ball in hand anywhere (FI-9.4.e, HU-III.3.5); HU after the break: or the position (HU-III.2.2.a, .b).

        Clauses: HU-III.2.2.b, FI-9.2.d, HU-III.2.3.g.
        """
        opponent = draft.opponent
        draft.pass_turn("anywhere")
        if on_break and self.profile is HU:
            if facts.cue_lost:
                draft.tell(f"OPTIONS({opponent},anywhere)")
            else:
                draft.set(in_hand=None)
                draft.ask("incoming_option", opponent, ("anywhere", "accept"), "HU-III.2.2.a", "break-foul")

    def choose(self, draft: Draft, choice: Choice, value: object) -> None:
        """The incoming player's choice after a break foul or a push-out."""
        if choice.why == "push-out":
            if value == "play":
                draft.pass_turn()
            else:
                draft.set(stroke_no=draft.state.stroke_no + 1, in_hand=None)
        elif choice.why == "break-foul":
            draft.turn_to(str(choice.player), "anywhere" if value == "anywhere" else None)

    def unsporting(self, draft: Draft, player: str, waited: Choice | None) -> None:
        """HU-I.24.3.a.2: the game is lost. The Finnish document leaves the penalty to the referee (FI-4.3)."""
        clause = "FI-4.3" if self.profile is FI else "HU-I.24.3.a.2"
        lost(draft, player, "unsporting", clause, self.balls)


NINE_BALL_OPTIONS: Final[tuple[Option, ...]] = ()
