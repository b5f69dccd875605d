"""The frame that 8-ball, 9-ball and 14.1 share: what comes in, whether it makes sense now, and who hears of it.

A section (`nine_ball`, `eight_ball`, `straight_pool`) says what its rulebook says; the rest is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from callshot.rules.draft import Draft, question_of
from callshot.rules.facts import Facts, facts_of
from callshot.rules.fouls import Case, general_fouls
from callshot.rules.game import Doubt, Event, Option, Setting
from callshot.rules.in_progress import as_seen, doubt_of_break, doubt_of_groups, out_of_place, with_groups
from callshot.rules.interference import TOUCHING, put_back, settle_disturbance, taken_off, touched_by, undisturbed
from callshot.rules.lag_judging import as_lag, is_lag, judge
from callshot.rules.match import new_rack
from callshot.rules.pool_between import disturbed, seen
from callshot.rules.pool_doubts import doubts_of_stroke
from callshot.rules.pool_inputs import hear
from callshot.rules.pool_state import Call, Choice, PoolState, Side
from callshot.rules.profile import Profile
from callshot.rules.rack_seen import wrong_rack
from callshot.rules.refusals import refuse_setting
from callshot.rules.ruling import Foul, Question, Refused, Ruling, Step
from callshot.rules.state_fields import enter_fields, show_fields
from callshot.rules.unread import doubts_of_names, unread_balls
from callshot.rules.vocabulary import Input, Layout, Stroke


class Section(Protocol):
    """What one rulebook section says."""

    name: str
    profile: Profile
    options: tuple[Option, ...]
    balls: tuple[str, ...]
    calls: bool
    three_fouls: bool
    crossing: bool

    def lawful_first(self, state: PoolState) -> frozenset[str]: ...
    def ball_on(self, state: PoolState) -> tuple[str, ...]: ...
    def next_options(self, state: PoolState) -> tuple[str, ...]: ...
    def score(self, state: PoolState) -> dict[str, object]: ...
    def prepare(self, draft: Draft) -> None: ...
    def own_fouls(self, state: PoolState, facts: Facts) -> tuple[Foul, ...]: ...
    def doubts(self, state: PoolState, facts: Facts, fouls: tuple[Foul, ...]) -> tuple[Doubt, ...]: ...
    def play(self, draft: Draft, before: PoolState, facts: Facts) -> None: ...
    def foul_between(self, draft: Draft) -> None: ...
    def choose(self, draft: Draft, choice: Choice, value: object) -> None: ...
    def unsporting(self, draft: Draft, player: str, waited: Choice | None) -> None: ...


class PoolGame:
    """A pool game of two players. See `callshot.rules.game.Game`."""

    def __init__(self, section: Section) -> None:
        self.section = section

    @property
    def name(self) -> str:
        """As on the command line."""
        return self.section.name

    @property
    def options(self) -> tuple[Option, ...]:
        """All that can be chosen."""
        return self.section.options

    # -------------------------------------------------------------------------------------------- entering

    def start(self, setting: Setting) -> Step[PoolState]:
        """The first rack, the first player to break."""
        players = setting.players
        first = players[0] if players else ""
        state = PoolState(setting, first, first, self.section.balls, tuple(Side() for _ in players))
        reason = refuse_setting(setting, self.options)
        if reason is not None:
            return Step(replace(state, phase="over"), refused=Refused(reason))
        return self._prepared(replace(state, set_starter=first))

    def _prepared(self, state: PoolState) -> Step[PoolState]:
        """What must be chosen before the first stroke."""
        draft = Draft(state)
        if state.phase == "break":
            self.section.prepare(draft)
        return Step(draft.state, (), tuple(draft.questions))

    def enter(self, setting: Setting, fields: Mapping[str, object]) -> Step[PoolState]:
        """A game in progress."""
        begun = self.start(setting)
        if begun.refused is not None:
            return begun
        entered = enter_fields(self.section, replace(begun.state, choice=None), fields)
        if isinstance(entered, str):
            return Step(begun.state, refused=Refused(entered))
        return self._prepared(entered)

    def forks(self, question: Question) -> bool:
        """A stroke before a choice is ruled under every answer; one about a moved ball is closed by the stroke."""
        return question.about not in ("external_interference", "shooter_identity")

    def score(self, state: PoolState) -> Mapping[str, object]:
        """The section's score."""
        return self.section.score(state)

    def waiting(self, state: PoolState) -> tuple[Question, ...]:
        """The open choice."""
        of = None if state.pending is None else state.pending.of
        return () if state.choice is None else (replace(question_of(state.choice), of=of),)

    def show(self, state: PoolState) -> Mapping[str, object]:
        """The fields of a `state` record."""
        return show_fields(self.section, state)

    def standing(self, state: PoolState) -> Ruling:
        """Score and who is next."""
        return self.announce(Draft(state)).rulings[0]

    # -------------------------------------------------------------------------------------------- stepping

    def step(self, state: PoolState, event: Event) -> Step[PoolState]:
        """What the rules say of one event."""
        if isinstance(event, Stroke):
            told = as_seen(self.section, undisturbed(state), event)
            if isinstance(told, str):
                return Step(state, refused=Refused(told))
            return self._stroke(told or undisturbed(state), event)
        if isinstance(event, Input):
            return hear(self, state, event)
        if isinstance(event, Layout):
            wrong = wrong_rack(self.name, state, event.balls) if state.phase == "break" else None
            if wrong is not None:
                return Step(state, refused=Refused(wrong))
            return seen(self, replace(state, layout=event.balls))
        return disturbed(self, state, event)

    def _stroke(self, state: PoolState, stroke: Stroke) -> Step[PoolState]:
        reason = self._refuse_stroke(state, stroke)
        if reason is not None:
            return Step(state, refused=Refused(reason))
        if state.phase == "lag":
            return self._lag(state, stroke)
        facts, before = self._settle(state, stroke)
        state = replace(state, sides=before.sides, groups_unknown=before.groups_unknown)
        if self._not_begun(before, facts):
            return self.finish(Draft(replace(state, last_stroke=stroke.number, said={})), stroke.number, True)
        fouls = self._fouls(before, facts, stroke)
        after = replace(
            state,
            layout=stroke.after,
            last_stroke=stroke.number,
            call=None,
            safety=False,
            push_out_said=False,
            placement_warned=False,
            touch_told=any(fact in facts.said for fact in TOUCHING),
            said={},
        )
        draft = Draft(after, fouls)
        self.section.play(draft, before, facts)
        return self.finish(draft, stroke.number, not fouls)

    def _not_begun(self, state: PoolState, facts: Facts) -> bool:
        """HU-I.5.b: a break whose cue ball never passed the head string has not begun the game; it is played again."""
        if state.phase != "break" or self.section.profile.name != "hu" or facts.first or facts.cue_lost:
            return False
        return facts.crossed is False and state.option("hu.break_not_crossing", "not-begun") == "not-begun"

    def _lag(self, state: PoolState, stroke: Stroke) -> Step[PoolState]:
        """The lag before a deciding set (HU-II.1.e)."""
        result = judge(as_lag(stroke), state.setting, self.section.profile, state.setting.options)
        draft = Draft(replace(state, last_stroke=stroke.number), result.fouls)
        if result.winner is None:
            draft.tell("REPLAY_LAG")
        else:
            winner = state.setting.players[result.winner]
            draft.tell(f"LAG({winner})")
            clause = "HU-I.4.e" if self.section.profile.name == "hu" else "FI-2.c"
            draft.ask("lag_choice", winner, ("break", "pass"), clause, "lag")
        return self.finish(draft, stroke.number, not result.fouls)

    def choose(self, draft: Draft, choice: Choice, value: object) -> None:
        """What an answer leads to: the lag's is the same in every game, the rest is the section's."""
        if choice.why == "disturbed":
            settle_disturbance(draft, self.section.profile, bool(value))
        elif choice.why == "who-touched":
            gone = taken_off(draft.state)
            touched_by(draft, self.section.profile, str(value))
            # One that a hand took away can't stay where it is (HU-I.13.b); a cue ball in hand is put anywhere.
            put_back(draft, [b for b in gone if b.label != "cue"])
            self.foul_between(draft)
            if draft.over is None and draft.state.in_hand is None:
                put_back(draft, [b for b in gone if b.label == "cue"])
        elif choice.why == "lag":
            winner = str(choice.player)
            new_rack(draft, winner if value == "break" else draft.state.other(winner), self.section.balls)
        else:
            self.section.choose(draft, choice, value)

    def foul_between(self, draft: Draft) -> None:
        """A foul by the player at the table without a stroke: his turn is over."""
        draft.set(call=None, safety=False, push_out=False, push_out_said=False)
        self.section.foul_between(draft)

    def _settle(self, state: PoolState, stroke: Stroke) -> tuple[Facts, PoolState]:
        """The facts of the stroke, what was said beforehand too, and the state with the announcements that hold."""
        told = replace(stroke, said={**state.said, **stroke.said})
        facts = facts_of(told, state.setting.length_mm, state.setting.ball_diameter_mm)
        pushed = state.push_out and bool(told.said.get("push_out_called", state.push_out_said))
        safety = bool(told.said.get("safety_called", state.safety))
        ball, pocket = told.said.get("called_ball"), told.said.get("called_pocket")
        if isinstance(ball, str) and isinstance(pocket, str) and self.section.calls:
            state = replace(state, call=Call(ball, pocket))
        state = with_groups(state, told.said.get("groups"))
        unknown = state.groups_unknown and "groups" not in told.said
        return facts, replace(state, push_out_said=pushed, safety=safety, groups_unknown=unknown)

    def case(self, state: PoolState, facts: Facts) -> Case:
        """What the stroke is judged by."""
        section = self.section
        kitchen = state.in_hand == "kitchen"
        return Case(
            facts=facts,
            profile=section.profile,
            length_mm=state.setting.length_mm,
            width_mm=state.setting.width_mm,
            ball_diameter_mm=state.setting.ball_diameter_mm,
            lawful_first=section.lawful_first(state),
            options=state.setting.options,
            kitchen=kitchen,
            must_cross=kitchen and section.crossing,
            warned_placement=state.placement_warned,
            on_break=state.phase == "break",
            push_out=state.push_out_said,
            tip_placing=section.name.startswith("8ball"),
            object_balls_may_leave=section.name.startswith("141") and not _counts_off_table(state),
        )

    def _fouls(self, state: PoolState, facts: Facts, stroke: Stroke) -> tuple[Foul, ...]:
        """Clauses: FI-4.4.d."""
        ruled = stroke.said.get("ruled_fouls")
        if isinstance(ruled, tuple):  # the referee's own decision goes before every proposal (HU-I.24.1.a, FI-7.a)
            return tuple(f for f in ruled if isinstance(f, Foul))
        return (*general_fouls(self.case(state, facts)), *self.section.own_fouls(state, facts))

    def doubts(self, state: PoolState, stroke: Stroke) -> tuple[Doubt, ...]:
        """Facts that only a person can settle, general ones first."""
        breaks = doubt_of_break(self.section, undisturbed(state), stroke)
        seen = as_seen(self.section, undisturbed(state), stroke)
        state = undisturbed(state) if seen is None or isinstance(seen, str) else seen
        if isinstance(seen, str) or self._refuse_stroke(state, stroke) is not None:
            return ()
        if state.phase == "lag":
            return self._lag_doubts(state, stroke)
        facts, before = self._settle(state, stroke)
        names = (
            *breaks,
            *doubts_of_names(before, facts),
            *doubt_of_groups(self.name, before, facts.said.get("groups")),
        )
        if names:
            return names
        case = self.case(before, facts)
        out = doubts_of_stroke(case)
        crossing = "cue_ball_crossed_head_string_before_contact"
        if self._not_begun(before, facts) and crossing not in facts.said:
            out = (*out, Doubt(crossing, (False, True), "HU-I.5.b"))
        return (*out, *self.section.doubts(before, facts, general_fouls(case)))

    def _lag_doubts(self, state: PoolState, stroke: Stroke) -> tuple[Doubt, ...]:
        result = judge(as_lag(stroke), state.setting, self.section.profile, state.setting.options)
        clause = "HU-I.4.g" if self.section.profile.name == "hu" else "FI-2.c"
        return (Doubt("lag_rest_distance", (*state.setting.players, None), clause),) if result.undecided else ()

    def _refuse_stroke(self, state: PoolState, stroke: Stroke) -> str | None:
        """Why a stroke makes no sense now, or None."""
        if state.phase == "over":
            return f"stroke {stroke.number}: the match is over"
        if stroke.number <= state.last_stroke:
            return f"stroke {stroke.number} comes after stroke {state.last_stroke}"
        if state.choice is not None:
            who = state.choice.player or "the referee"
            return f"stroke {stroke.number}: {who} has not answered {state.choice.about} yet"
        if state.phase == "lag":
            return (
                None
                if is_lag(as_lag(stroke))
                else f"stroke {stroke.number} is no lag, and the deciding set begins with one"
            )
        wrong = out_of_place(self.section, state, stroke)
        if wrong is not None:
            return wrong
        facts = facts_of(stroke, state.setting.length_mm, state.setting.ball_diameter_mm)
        unread = unread_balls(state, facts)
        down = [p.label for p in facts.pocketed] + list(facts.off_table)
        for label in down:
            if label in unread:
                continue
            if label not in state.on_table:
                return f"stroke {stroke.number}: ball {label} is not on the table"
            if down.count(label) > 1:
                return f"stroke {stroke.number}: ball {label} left the table twice"
        for label in facts.first:
            if label not in state.on_table and label not in unread:
                return f"stroke {stroke.number}: ball {label}, met first, is not on the table"
        return None

    def announce(self, draft: Draft) -> Step[PoolState]:
        """A ruling that only repeats what a person said: who is next stays as it was."""
        return self._ruled(draft, None, None, tell_next=False)

    def finish(self, draft: Draft, of: int | None, legal: bool | None) -> Step[PoolState]:
        """The ruling, with the duties that come before the next stroke: the warning of a player on two fouls.

        Clauses: HU-III.3.4.b.
        """
        state = draft.state
        if state.choice is None and state.phase in ("play", "break"):
            shooter = state.shooter
            due = self.section.three_fouls and state.side(shooter).run == 2 and state.warned != shooter
            if due and state.option("gen.two_foul_warning", "system") == "system":
                draft.set(warned=shooter)
                draft.tell(f"WARN({shooter},two_fouls)")
            if state.phase == "break":
                self.section.prepare(draft)
        return self._ruled(draft, of, legal)

    def _ruled(self, draft: Draft, of: int | None, legal: bool | None, *, tell_next: bool = True) -> Step[PoolState]:
        state = draft.state
        return draft.ruling(
            of,
            legal=legal,
            score=self.section.score(state),
            ball_on=self.section.ball_on(state),
            options=self.section.next_options(state),
            tell_next=tell_next,
        )


def _counts_off_table(state: PoolState) -> bool:
    """The house makes it a foul in 14.1 too (OQ-FI-03), or plays by the WPA chapter (OQ-HU-34)."""
    wpa = state.option("hu.game_141", "finnish-chapter") == "wpa-chapter"
    return wpa or state.option("fi.off_table_141", "no-foul") == "foul"
