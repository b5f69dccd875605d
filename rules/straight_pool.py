"""14.1: FI-10, and the provisions of the Hungarian general part where that form is played (OQ-HU-34)."""

from __future__ import annotations

from typing import Final

from callshot.rules.draft import Draft
from callshot.rules.facts import Facts
from callshot.rules.game import Doubt, Option
from callshot.rules.match import rack_won, rerack
from callshot.rules.pool_state import Choice, InHand, PoolState
from callshot.rules.profile import FI, HU, Profile
from callshot.rules.rerack import rerack_for, told, where
from callshot.rules.ruling import Foul, Spot
from callshot.rules.vocabulary import Ball

BALLS: Final = tuple(str(n) for n in range(1, 16))
"""Clauses: FI-10.1.a."""
BALLS_TO_RAIL: Final = 2
"""Object balls, beside the cue ball, that an opening break sends to a cushion (FI-10.2.b)."""
FAILED_BREAK_POINTS: Final = -2
"""FI-10.2.e, FI-10.2.h."""
THREE_FOULS_POINTS: Final = -15
"""FI-4.2.d; with a point for each of the three fouls 18 in all (HU-I.19.a.1)."""
UNSPORTING_POINTS: Final = -15
"""HU-I.24.3.a.2."""


class StraightPool:
    """The 14.1 section of one document."""

    calls = True
    three_fouls = True
    crossing = True
    balls = BALLS

    def __init__(self, profile: Profile, options: tuple[Option, ...]) -> None:
        self.profile = profile
        self.name = f"141-{profile.name}"
        self.options = options

    def lawful_first(self, state: PoolState) -> frozenset[str]:
        """Any object ball (HU-I.18.a, FI-4.1.1)."""
        return frozenset(state.on_table)

    def ball_on(self, state: PoolState) -> tuple[str, ...]:
        """Any object ball, the 15th and those of the rack alike (FI-10.4.j)."""
        return state.on_table

    def next_options(self, state: PoolState) -> tuple[str, ...]:
        """Nothing out of the ordinary; a safety may be announced before any stroke."""
        return ()

    def score(self, state: PoolState) -> dict[str, object]:
        """Points and fouls in a row."""
        return {
            p: {"points": s.points, "fouls": s.run} for p, s in zip(state.setting.players, state.sides, strict=True)
        }

    def prepare(self, draft: Draft) -> None:
        """FI-10.2.a: the breaker chooses a safety break or a called shot."""
        if draft.state.opening and draft.state.break_type is None:
            draft.ask("break_type_choice", draft.shooter, ("safety", "called"), "FI-10.2.a", "break-type")

    def own_fouls(self, state: PoolState, facts: Facts) -> tuple[Foul, ...]:
        """An opening break that fails: neither the call nor two balls and the cue ball to a cushion (FI-10.2.b, .h)."""
        if state.phase != "break" or not state.opening:
            return self._not_across(state, facts)
        missed_call = state.call is not None and self._all_failures_cost(state)
        if self._credited(state, facts) or (self._reached(facts) and not missed_call):
            return ()
        return (Foul("illegal_break", "FI-10.2.h" if state.call is not None else "FI-10.2.c"),)

    def _not_across(self, state: PoolState, facts: Facts) -> tuple[Foul, ...]:
        """FI-10.4.g, OQ-FI-34: after a rerack the ball played from the kitchen crosses the string before it meets one.

        Whoever goes on in his inning with the cue ball in hand has it from a rerack. The Finnish general part names no
        such foul for any other ball in hand; the Hungarian one does (HU-I.6.b).
        """
        from_rerack = self.profile is FI and state.in_hand == "kitchen" and state.stroke_no > 1
        if not from_rerack or not facts.first or facts.crossed is not False:
            return ()
        return (Foul("kitchen_not_crossed", "FI-10.4.g", facts.first[0]),)

    def _all_failures_cost(self, state: PoolState) -> bool:
        """OQ-FI-18: whether a missed call costs two points even where the balls reached the cushions."""
        return state.option("fi.break_141_penalty", "neither") == "every-miss"

    def _reached(self, facts: Facts) -> bool:
        """FI-10.2.b: two object balls and the cue ball at a cushion; one that drops has not been at any by that."""
        return bool(facts.first) and facts.to_cushion >= BALLS_TO_RAIL and facts.cue_to_rail

    def doubts(self, state: PoolState, facts: Facts, fouls: tuple[Foul, ...]) -> tuple[Doubt, ...]:
        """A ball made without a call: was the shot evident (HU-I.24.1.f)?"""
        if state.safety or state.call is not None or "call_obvious" in facts.said or not facts.pocketed:
            return ()
        if state.option("calls", "spoken") == "evident":
            return ()
        return (Doubt("call_obvious", (True, False), "HU-I.24.1.f" if self.profile is HU else "FI-10.1.d"),)

    def _credited(self, before: PoolState, facts: Facts) -> bool:
        """The called ball in its pocket, or an uncalled one that the referee found evident."""
        if before.safety:
            return False
        if before.call is not None:
            return facts.made_in(before.call.ball, before.call.pocket)
        if not facts.pocketed:
            return False
        return bool(facts.said.get("call_obvious", before.option("calls", "spoken") == "evident"))

    # ------------------------------------------------------------------------------------ what follows

    def play(self, draft: Draft, before: PoolState, facts: Facts) -> None:
        """What follows from a stroke."""
        down = tuple(p.label for p in facts.pocketed)
        returned = tuple(f.ball for f in draft.fouls if f.code == "returned_by_object" and f.ball in before.on_table)
        off = (*facts.off_table, *(b for b in returned if b is not None))
        draft.take_off((*down, *off))
        if before.phase == "break" and before.opening:
            self._opening(draft, before, facts, (*down, *off))
            return
        draft.set(phase="play")
        if draft.fouls:
            self._foul(draft, facts, (*down, *off))
            return
        draft.foul_run(draft.shooter, False, matters=True)
        credited = self._credited(before, facts)
        if before.call is not None and not before.safety:
            draft.tell("CALL_MADE" if credited else "CALL_MISSED")
        if not credited:
            whole_turn = before.option("fi.spot_scope_141", "stroke") == "turn" and before.call is not None
            draft.spot((*down, *off, *(before.made_in_turn if whole_turn else ())))  # FI-5.a, FI-10.3.b, HU-I.22.1.e
            draft.pass_turn()
            draft.set(made_in_turn=())
            return
        self._made(draft, before, facts, off)

    def _made(self, draft: Draft, before: PoolState, facts: Facts, off: tuple[str, ...]) -> None:
        """FI-10.1.e, FI-10.3.a: a point for the called ball and for each one made with it; the turn goes on.

        Clauses: FI-10.3.d, FI-10.4.b.
        """
        only_called = before.option("fi.extra_balls_141", "score") == "only-called"
        draft.points(draft.shooter, 1 if only_called else len(facts.pocketed))
        draft.spot(off)
        if self._won(draft):
            return
        draft.keep_turn()
        made = (*before.made_in_turn, *(p.label for p in facts.pocketed))
        draft.set(opening=False, made_in_turn=made)
        if len(draft.state.on_table) <= 1:
            self._rerack(draft, facts)

    def _won(self, draft: Draft) -> bool:
        """FI-10.3.e: the agreed score is reached. Clauses: HU-I.24.1.h."""
        if draft.state.side(draft.shooter).points < self._target(draft.state):
            return False
        rack_won(draft, draft.shooter, "target_reached", "FI-10.3.e", BALLS)
        return True

    def _target(self, state: PoolState) -> int:
        text = state.option("target", "50")
        return int(text) if text.isdecimal() else 50

    # ---- fouls

    def foul_between(self, draft: Draft) -> None:
        """A foul before the stroke: the cue ball stays where it lies (HU-I.21.c, OQ-HU-15)."""
        self._foul(draft, Facts("cue", ()), ())

    def _foul(self, draft: Draft, facts: Facts, back: tuple[str, ...]) -> None:
        """FI-10.3.c: one point, balls made come back; the third in a row after a warning costs more (FI-4.2.d)."""
        shooter, opponent = draft.shooter, draft.opponent
        draft.set(made_in_turn=())
        third = draft.foul_run(shooter, True, matters=True)
        if not (third and self._reading(draft, "fi.three_foul_141", "15-more") == "15-instead"):
            draft.points(shooter, -1)
        hand = self._in_hand(draft, facts)
        if not third:
            draft.spot(back)
            draft.pass_turn(hand)
            return
        draft.points(shooter, self._three_foul_points(draft))
        draft.set_side(shooter, run=0)
        draft.set(warned=None)
        draft.tell(f"FOUL_RUN({shooter},0)")
        if self._reading(draft, "hu.game_141", "finnish-chapter") == "wpa-chapter":
            rerack(draft, shooter, BALLS)  # there always
            return
        clause = "FI-4.2.e" if self.profile is FI else "HU-I.19.a.2"
        position = "kitchen" if facts.cue_lost else "accept"
        draft.ask(
            "incoming_option", opponent, (position, "rerack-you-break"), clause, "three-fouls",
            balls=back, cue_lost=facts.cue_lost,
        )  # fmt: skip

    def _reading(self, draft: Draft, key: str, default: str) -> str:
        return draft.state.option(key, default)

    def _three_foul_points(self, draft: Draft) -> int:
        """Beside the third foul's own point: OQ-FI-04, OQ-HU-12."""
        if self.profile is FI:
            return -17 if self._reading(draft, "fi.three_foul_141", "15-more") == "18-in-all" else THREE_FOULS_POINTS
        return -18 if self._reading(draft, "hu.three_foul_141", "18-in-all") == "18-more" else THREE_FOULS_POINTS

    def _in_hand(self, draft: Draft, facts: Facts) -> InHand | None:
        """HU-I.21.c: from the kitchen where the cue ball was lost, else as it lies (OQ-FI-05, OQ-HU-15)."""
        if facts.cue_lost:
            return "kitchen"
        key = "fi.in_hand_141" if self.profile is FI else "hu.in_hand_141"
        return "anywhere" if self._reading(draft, key, "lost-only") == "anywhere" else None

    # ---- the opening break

    def _opening(self, draft: Draft, before: PoolState, facts: Facts, back: tuple[str, ...]) -> None:
        """The break table: FI-10.2. No foul on it stands in the run of fouls (FI-10.2.d, HU-I.19.1).

        Clauses: FI-10.2.g, FI-10.2.i, FI-10.2.j.
        """
        shooter = draft.shooter
        failed = any(f.code == "illegal_break" for f in draft.fouls)
        credited = self._credited(before, facts)
        if before.call is not None and not before.safety and not (credited and draft.fouls):
            draft.tell("CALL_MADE" if credited else "CALL_MISSED")
        if failed:
            three = before.option("fi.break_141_scratch", "two") == "three" and facts.cue_lost
            draft.points(shooter, FAILED_BREAK_POINTS - (1 if three else 0))
            position = "kitchen" if facts.cue_lost else "accept"
            draft.ask(
                "incoming_option", draft.opponent, (position, "rebreak"), "FI-10.2.c", "failed-break",
                balls=back, cue_lost=facts.cue_lost,
            )  # fmt: skip
        elif draft.fouls:
            draft.points(shooter, -1)
            if facts.cue_lost and before.option("fi.break_141_run", "none") == "scratch-counts":
                draft.foul_run(shooter, True, matters=True)
            draft.spot(back)
            draft.pass_turn(self._in_hand(draft, facts))
            draft.set(opening=False)
        elif credited:
            self._made(draft, before, facts, facts.off_table)
        else:
            draft.spot(back)
            draft.pass_turn()
            draft.set(opening=False)

    def choose(self, draft: Draft, choice: Choice, value: object) -> None:
        """The choice before the break, after a failed one, or after three fouls."""
        player = str(choice.player)
        if choice.why == "break-type":
            draft.set(safety=value == "safety", break_type=str(value))
        elif value == "rebreak" and draft.state.option("fi.break_141_repeat", "rerack") == "position":
            draft.spot(choice.balls)
            breaker = draft.state.other(player)
            draft.turn_to(breaker, "kitchen" if choice.cue_lost else None)
            draft.set(phase="break", break_type=None)
        elif value == "rebreak" or value == "rerack-you-break":
            rerack(draft, draft.state.other(player), BALLS)
        else:
            draft.spot(choice.balls)
            draft.turn_to(player, "kitchen" if value == "kitchen" else "anywhere" if value == "anywhere" else None)
            draft.set(opening=False)

    # ---- the rack after fourteen balls

    def _rerack(self, draft: Draft, facts: Facts) -> None:
        """FI-10.4.a to .i."""
        state, setting = draft.state, draft.state.setting
        left = state.on_table[0] if state.on_table else None
        seen = {s.ball: Ball(s.ball, s.ball, s.x_mm, s.y_mm) for s in draft.spots}
        seen |= {b.label: b for b in state.layout or ()}
        said = facts.said.get("rack_area_occupancy")
        ball_at = "pocketed" if left is None else told(said, "ball") or where(seen.get(left), setting)
        how = rerack_for(ball_at, told(said, "cue") or where(seen.get("cue"), setting))
        draft.tell(f"RERACK({how.racked})")
        spots = {"head_spot": -setting.length_mm / 4, "centre_spot": 0.0}
        standing = [b for b in (seen.get(left or ""), seen.get("cue")) if b is not None]
        for label, to in ((left, how.ball_to), ("cue", how.cue_to)):
            if label is not None and to is not None:
                draft.unspot(label)
                draft.tell(f"PLACE({'plain' if label == 'cue' else label},{to})")
                draft.spots.append(Spot(label, 0.0, spots[to]))
                standing = [b for b in standing if b.label != label] + [Ball(label, label, 0.0, spots[to])]
        draft.set(
            on_table=BALLS,
            in_hand="kitchen" if how.cue_in_kitchen else None,
            layout=tuple(standing) if state.layout is not None else None,
            made_in_turn=(),
            opening=how.racked == 15 and state.option("fi.full_rack_break", "no") == "yes",
        )
        if draft.state.opening:
            draft.set(phase="break")

    def unsporting(self, draft: Draft, player: str, waited: Choice | None) -> None:
        """HU-I.24.3.a.2: 15 points, and the rack anew unless the opponent prefers the position (OQ-HU-20).

        A cue ball in hand stays so in that position, and what was due to the table still is (HU-I.21.c).
        """
        opponent, position = draft.state.other(player), draft.state.in_hand or "accept"
        draft.points(player, UNSPORTING_POINTS)
        if draft.state.phase == "break" and (waited is None or waited.why == "break-type"):
            return  # the balls are racked
        if waited is not None:
            position = next((c for c in waited.candidates if c in ("accept", "kitchen")), position)
        draft.turn_to(player)
        clause = "FI-4.3" if self.profile is FI else "HU-I.24.3.a.2"
        if self._reading(draft, "hu.unsporting_141", "opponent-chooses") == "always-rerack":
            rerack(draft, player, BALLS)
        else:
            draft.ask(
                "incoming_option", opponent, (position, "rerack-you-break"), clause, "unsporting",
                balls=() if waited is None else waited.balls, cue_lost=position == "kitchen",
            )  # fmt: skip
