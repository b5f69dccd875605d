"""8-ball: FI-8, HU-II. The break and its options, the open table, calls, groups, and the ways to win and to lose."""

from __future__ import annotations

from typing import Final

from callshot.rules.draft import Draft
from callshot.rules.eight_break import BALLS, EightBreak
from callshot.rules.facts import Facts
from callshot.rules.game import Doubt, Option
from callshot.rules.match import lost, rack_won, rerack
from callshot.rules.pool_state import Choice, Group, PoolState, group_balls, group_of, other_group
from callshot.rules.profile import FI, HU, Profile
from callshot.rules.ruling import Foul

RAILS_ON_BREAK: Final = 4
"""FI-8.2.a, HU-II.2.2.2."""
IDLE_STROKES: Final = 3
"""Strokes of each player without meaning to hit or make that make a draw (HU-II.3.3.g.1)."""


def facts_down(facts: Facts) -> set[str]:
    """Object balls that dropped."""
    return {p.label for p in facts.pocketed}


class EightBall(EightBreak):
    """The 8-ball section of one document."""

    calls = True
    three_fouls = False  # HU-I.19.c, HU-II.3.3.h, FI-4.2.c
    crossing = True
    balls = BALLS

    def __init__(self, profile: Profile, options: tuple[Option, ...]) -> None:
        self.profile = profile
        self.name = f"8ball-{profile.name}"
        self.options = options

    # ------------------------------------------------------------------------------------ what is lawful

    def ball_on(self, state: PoolState) -> tuple[str, ...]:
        """The shooter's balls: his group, the 8 once it is gone, any but the 8 on an open table.

        Clauses: HU-II.3.1.a, FI-8.1.c.
        """
        group = state.side(state.shooter).group
        if group is None:
            return tuple(b for b in state.on_table if b != "8")
        own = tuple(b for b in state.on_table if b in group_balls(group))
        return own or tuple(b for b in state.on_table if b == "8")

    def lawful_first(self, state: PoolState) -> frozenset[str]:
        """HU-II.3.2.d, FI-8.3.a. The 8 first on an open table: HU-II.3.3.e allows it, FI not (OQ-FI-14, OQ-HU-28)."""
        if state.phase == "break":
            return frozenset(state.on_table)
        if state.side(state.shooter).group is None and self._eight_first_allowed(state):
            return frozenset(state.on_table)
        if state.option("hu.eight_combo", "own-ball-first") == "literal":  # OQ-HU-26: the slip taken at its word
            return frozenset(b for b in state.on_table if b != "8") | frozenset(self.ball_on(state))
        return frozenset(self.ball_on(state))

    def _eight_first_allowed(self, state: PoolState) -> bool:
        if self.profile is HU:
            return state.option("hu.eight_first_open", "allowed") == "allowed"
        return state.option("fi.eight_first_open", "foul") == "allowed"

    def next_options(self, state: PoolState) -> tuple[str, ...]:
        """Nothing out of the ordinary; a safety may be announced before any stroke."""
        return ()

    def score(self, state: PoolState) -> dict[str, object]:
        """Racks, fouls in a row, group."""
        return {
            p: {"racks": s.racks, "fouls": s.run, "group": s.group}
            for p, s in zip(state.setting.players, state.sides, strict=True)
        }

    def prepare(self, draft: Draft) -> None:
        """Nothing is chosen before the break."""

    def own_fouls(self, state: PoolState, facts: Facts) -> tuple[Foul, ...]:
        """The break must send four balls to a cushion or pocket one (FI-8.2.a, HU-II.2.2.2)."""
        if state.phase == "break" and facts.first and not facts.pocketed and facts.to_rail < RAILS_ON_BREAK:
            return (Foul("illegal_break", self._clause("FI-8.2.b", "HU-II.2.2.2")),)
        return ()

    def doubts(self, state: PoolState, facts: Facts, fouls: tuple[Foul, ...]) -> tuple[Doubt, ...]:
        """A ball made without a call counts where the shot was evident (FI-8.3.l, HU-II.3.7.c, .d)."""
        if state.phase == "break" or state.safety or state.call is not None or "call_obvious" in facts.said:
            return ()
        if self._needs_no_call(state) or not self._made_own(state, facts):
            return ()
        eight = facts.made("8")
        clause = self._clause("FI-8.3.l", "HU-II.3.7.d" if eight else "HU-II.3.7.c")
        return (Doubt("call_obvious", (True, False), clause),)

    def _made_own(self, state: PoolState, facts: Facts) -> tuple[str, ...]:
        """Balls on that dropped."""
        return tuple(b for b in self.ball_on(state) if facts.made(b))

    # ------------------------------------------------------------------------------------ what follows

    def play(self, draft: Draft, before: PoolState, facts: Facts) -> None:
        """What follows from a stroke. Clauses: HU-II.3.2.e, FI-8.3.j, FI-8.3.g."""
        foul = bool(draft.fouls)
        draft.foul_run(draft.shooter, foul, matters=False)
        down = facts_down(facts)
        returned = (f.ball for f in draft.fouls if f.code == "returned_by_object")
        off = set(facts.off_table) | {b for b in returned if b in before.on_table}
        driven_off = tuple(b for b in off if b is not None)
        draft.take_off(down | set(driven_off))
        if before.phase == "break":
            self._break(draft, facts, foul, driven_off)
            return
        if "8" in down or "8" in driven_off:
            if self._eight_gone(draft, before, facts, foul):
                return
            down = down - {"8"}
        if before.call is not None and not foul and not before.safety:
            draft.tell("CALL_MADE" if self._credited(before, facts) else "CALL_MISSED")
        self._spot_after(draft, before, facts, down, driven_off, foul)
        if foul:
            draft.pass_turn("anywhere")  # FI-8.3.o, HU-II.3.6
        elif before.safety:
            draft.pass_turn()  # HU-I.22.1.d, FI-5.a
        elif self._goes_on(draft, before, facts):
            draft.keep_turn()
        else:
            draft.pass_turn()
        if self.profile is HU:
            self._stalemate(draft, before, bool(down))

    def foul_between(self, draft: Draft) -> None:
        """FI-8.3.o, HU-II.3.6, for a foul before the stroke."""
        draft.foul_run(draft.shooter, True, matters=False)
        draft.pass_turn("anywhere")

    # ---- the 8

    def _eight_gone(self, draft: Draft, before: PoolState, facts: Facts, foul: bool) -> bool:
        """The 8 dropped or left the table after the break; true where that ends the rack."""
        shooter = draft.shooter
        if not facts.made("8"):
            lost(draft, shooter, "eight_off_table", self._clause("FI-8.3.n.2", "HU-II.3.5.b"), BALLS)
            return True
        own = before.side(shooter).group
        left = () if own is None else tuple(b for b in before.on_table if b in group_balls(own))
        if own is None or left:
            if left and all(facts.made(b) for b in left):
                if self.profile is FI and before.option("fi.eight_same_stroke", "loss") == "spotted" and not foul:
                    draft.spot(("8",))
                    return False
                lost(draft, shooter, "eight_with_last_ball", self._clause("FI-8.3.k", "HU-II.3.5.e"), BALLS)
            else:
                lost(draft, shooter, "eight_early", self._clause("FI-8.3.n.1", "HU-II.3.5.a"), BALLS)
            return True
        if foul:
            lost(draft, shooter, "eight_on_foul", self._clause("FI-8.3.n.3", "HU-II.3.5.c"), BALLS)
            return True
        if before.safety:
            if (
                self.profile is FI
            ):  # a ball made on a safety comes back (FI-5.a); only the Hungarian text makes it a loss
                draft.spot(("8",))
                return False
            lost(draft, shooter, "eight_on_safety", "HU-I.23.1.g", BALLS)
            return True
        if before.call is not None:
            if before.call.ball == "8" and facts.made_in("8", before.call.pocket):
                draft.tell("CALL_MADE")
                self._won(draft, shooter)
            else:
                draft.tell("CALL_MISSED")
                lost(draft, shooter, "eight_wrong_pocket", self._clause("FI-8.3.n.4", "HU-II.3.5.d"), BALLS)
        elif self._evident(before, facts):
            self._won(draft, shooter)
        else:
            lost(draft, shooter, "eight_not_called", self._clause("FI-8.3.l", "HU-II.3.7.d"), BALLS)
        return True

    def _won(self, draft: Draft, shooter: str) -> None:
        rack_won(draft, shooter, "eight_made", self._clause("FI-8.3.k", "HU-II.3.4"), BALLS)

    def _evident(self, before: PoolState, facts: Facts) -> bool:
        """The referee found an uncalled shot evident, or the house lets every one pass for it."""
        if "call_obvious" in facts.said:
            return bool(facts.said["call_obvious"])
        return self._needs_no_call(before)

    def _needs_no_call(self, state: PoolState) -> bool:
        """The house takes every shot for evident, or asks for no call before a group is decided (OQ-HU-25).

        Clauses: HU-II.3.1.g, HU-II.3.7.a, HU-II.3.7.b.
        """
        free = state.option("hu.eight_call_duty", "every-stroke") == "after-first-ball"
        return state.option("calls", "spoken") == "evident" or (free and state.side(state.shooter).group is None)

    # ---- balls that come back

    def _spot_after(
        self, draft: Draft, before: PoolState, facts: Facts, down: set[str], driven_off: tuple[str, ...], foul: bool
    ) -> None:
        """FI-4.b, FI-5.a, FI-6.1.c, FI-8.3.h; HU-II.3.3.a, HU-II.3.3.f.1. The opponent's balls stay down.

        Clauses: HU-I.23.2.a.3, FI-4.c, FI-4.4.b, FI-5.b, HU-I.11.b, HU-II.3.2.c.
        """
        own = before.side(draft.shooter).group
        theirs = set(group_balls(other_group(own))) if own is not None else set()
        back = {b for b in driven_off if b != "8" and not (b in theirs and self._theirs_stay_off(before))}
        if self._wrongly_made_come_back(before, facts, foul):
            open_stay = own is None and foul and before.option("fi.eight_open_foul_balls", "spotted") == "down"
            if not open_stay:
                back |= down - theirs
        draft.spot(sorted(back, key=int))

    def _theirs_stay_off(self, before: PoolState) -> bool:
        key = "fi.eight_off_table" if self.profile is FI else "hu.eight_off_table"
        return before.option(key, "spotted") == "opponents-stay-off"

    def _wrongly_made_come_back(self, before: PoolState, facts: Facts, foul: bool) -> bool:
        """Whether own (or, on an open table, any) balls made on this stroke are spotted."""
        if self.profile is FI:
            if foul or before.safety:
                return before.option("fi.eight_own_ball_foul", "spotted") == "spotted"
            if self._credited(before, facts):
                return False
            return before.option("fi.eight_wrong_pocket", "spotted") == "spotted"
        if before.safety and not foul:
            return before.option("hu.safety_own_ball", "down") == "spotted"
        missed = not foul and not self._credited(before, facts)
        return missed and before.option("hu.eight_wrong_pocket", "down") == "spotted"

    # ---- calls and groups

    def _credited(self, before: PoolState, facts: Facts) -> bool:
        """The called ball in the called pocket, or an evident one."""
        if before.call is not None:
            return facts.made_in(before.call.ball, before.call.pocket)
        return bool(self._made_own(before, facts)) and self._evident(before, facts)

    def _goes_on(self, draft: Draft, before: PoolState, facts: Facts) -> bool:
        """Lawful stroke, no safety: whether the turn goes on; decides the groups (FI-8.3.d, HU-II.3.1.f).

        Clauses: HU-II.3.2.a, HU-II.3.2.b, HU-II.3.2.f, FI-8.3.f, FI-8.3.i.
        """
        if not self._credited(before, facts):
            return False
        if before.side(draft.shooter).group is None:
            if facts.first == ("8",):
                return False  # HU-II.3.1.d: it decides no group, and the turn passes
            self._give_groups(draft, self._decided(before, facts))
        return True

    def _decided(self, before: PoolState, facts: Facts) -> Group | None:
        """The group that this stroke gives the shooter: that of the called ball. An evident one decides in FI alone.

        Clauses: HU-II.3.1.e, HU-II.3.1.i, HU-II.3.1.j.
        """
        if before.call is not None:
            return group_of(before.call.ball)
        made = {group_of(b) for b in self._made_own(before, facts)}
        return made.pop() if self.profile is FI and len(made) == 1 else None

    # ---- stalemate

    def _stalemate(self, draft: Draft, before: PoolState, made: bool) -> None:
        """HU-II.3.3.g: one solid, one stripe and the 8 left, three strokes by each without trying: a draw?

        Clauses: HU-II.3.3.g.3.
        """
        left = [group_of(b) for b in before.on_table]
        if len(left) != 3 or set(left) != {"solids", "stripes", None} or made:
            draft.set_sides(idle=0)
            return
        shooter = before.shooter
        draft.set_side(shooter, idle=draft.state.side(shooter).idle + 1)
        if all(s.idle >= IDLE_STROKES for s in draft.state.sides):
            draft.ask("intent_ruling", None, (True, False), "HU-II.3.3.g.2", "stalemate", referee=True)

    def choose(self, draft: Draft, choice: Choice, value: object) -> None:
        """The referee's word on a stalemate, or the choice after a break."""
        if choice.why == "stalemate":
            self._drawn(draft, bool(value))
        else:
            self.chosen_after_break(draft, choice, value)

    def _drawn(self, draft: Draft, drawn: bool) -> None:
        draft.set_sides(idle=0)
        if drawn:
            draft.tell("DRAW(stalemate)")
            rerack(draft, draft.state.breaker, BALLS)  # HU-II.3.3.g.4

    def unsporting(self, draft: Draft, player: str, waited: Choice | None) -> None:
        """HU-I.24.3.a.2: the game is lost. The Finnish document leaves the penalty to the referee (FI-4.3)."""
        lost(draft, player, "unsporting", self._clause("FI-4.3", "HU-I.24.3.a.2"), BALLS)
