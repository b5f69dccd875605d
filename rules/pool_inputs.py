"""What people say in a pool game: calls, safeties, answers, facts for the next stroke, the referee's own word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from callshot.rules.draft import Draft
from callshot.rules.fact_words import FACTS_FOR_NEXT
from callshot.rules.match import lost, rack_won
from callshot.rules.pool_between import seen
from callshot.rules.pool_state import Call, PoolState
from callshot.rules.ruling import Foul, Over, Refused, Spot, Step
from callshot.rules.vocabulary import POCKETS, Ball, Input

if TYPE_CHECKING:
    from callshot.rules.pool_game import PoolGame


def refuse(state: PoolState, reason: str) -> Step[PoolState]:
    """Changes nothing, and says why."""
    return Step(state, refused=Refused(reason))


def hear(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """One input."""
    waits = state.choice
    if waits is not None and waits.why == "break-type" and said.kind in ("call", "safety"):
        return _chosen_by_doing(game, state, said)
    handler = _HANDLERS.get(said.kind)
    if handler is None:
        return refuse(state, f"{said.kind} is not for {game.name}")
    if said.player is not None and said.player not in state.setting.players:
        return refuse(state, f"{said.kind}: {said.player} is not playing")
    if state.phase == "over" and said.kind not in ("override",):
        return refuse(state, f"{said.kind}: the match is over")
    return handler(game, state, said)


def _chosen_by_doing(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """A call, or a safety announced, before the 14.1 break says which break it is."""
    value = "called" if said.kind == "call" else "safety"
    chosen = _answer(game, state, replace(said, values={"about": "break_type_choice", "value": value}))
    if chosen.refused is not None:
        return chosen
    heard = hear(game, chosen.state, said)
    if heard.refused is not None:
        return refuse(state, heard.refused.reason)
    return replace(heard, rulings=(*chosen.rulings, *heard.rulings))


def _own_turn(state: PoolState, said: Input) -> str | None:
    """Why the player can't announce anything for the next stroke, or None."""
    if said.player is not None and said.player != state.shooter:
        return f"{said.kind}: {state.shooter} is at the table, not {said.player}"
    if state.choice is not None:
        return f"{said.kind}: {state.choice.about} is not answered yet"
    return None


def _call(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """Ball and pocket (FI-8.3.c, FI-10.1.d, HU-II.3.1.c); until the stroke it may be put right (HU-I.24.1.g).

    Clauses: HU-III.1.d, HU-III.3.3, FI-9.1.c, FI-10.2.f.
    """
    ball, pocket = str(said.values.get("ball", "")), said.values.get("pocket")
    section = game.section
    reason = _own_turn(state, said)
    if reason is None and not section.calls:
        reason = "call: nothing is called in 9-ball"
    if reason is None and pocket not in POCKETS:
        reason = f"call: {pocket!r} is no pocket"
    if reason is None and ball not in state.on_table:
        reason = f"call: ball {ball!r} is not on the table"
    if reason is None and section.name.startswith("8ball"):
        if state.phase == "break":
            reason = "call: nothing is called on the break"
        elif ball not in section.ball_on(state) or (ball == "8" and len(section.ball_on(state)) > 1):
            reason = f"call: ball {ball} is not a ball on"
    if reason is not None:
        return refuse(state, reason)
    draft = Draft(replace(state, call=Call(ball, str(pocket)), safety=False))
    draft.tell(f"CALL({state.shooter},{ball},{pocket})")
    return game.announce(draft)


def _safety(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """HU-I.22.1.f: announced, except in 9-ball. Clauses: HU-I.22.1.a, FI-4.4.e, HU-II.3.3.c."""
    reason = _own_turn(state, said)
    if reason is None and not game.section.calls:
        reason = "safety: nothing is announced in 9-ball"
    if reason is None and state.phase == "break" and game.name.startswith("8ball"):
        reason = "safety: the break is no safety"
    if reason is not None:
        return refuse(state, reason)
    draft = Draft(replace(state, safety=True, call=None))
    draft.tell(f"SAFETY({state.shooter})")
    return game.announce(draft)


def _push_out(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """FI-9.3.a, .c, HU-III.2.3.a, .d: only on the stroke right after a lawful break.

    Clauses: HU-III.2.3.f.
    """
    reason = _own_turn(state, said)
    if reason is None and not state.push_out:
        reason = "push-out: only the stroke right after a lawful break may be one"
    if reason is not None:
        return refuse(state, reason)
    draft = Draft(replace(state, push_out_said=True))
    draft.tell(f"PUSH_OUT({state.shooter})")
    return game.announce(draft)


def _answer(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """An answer to the open choice; its ruling is written again, whole."""
    choice, value = state.choice, said.values.get("value")
    if choice is None or said.values.get("about") != choice.about:
        return refuse(state, f"answer: nobody asked about {said.values.get('about')!r}")
    if said.by == "player" and said.player is not None and choice.player not in (None, said.player):
        return refuse(state, f"answer: {choice.about} is for {choice.player}")
    if not any(type(value) is type(c) and value == c for c in choice.candidates):
        wanted = ", ".join(str(c) for c in choice.candidates)
        return refuse(state, f"answer: {choice.about} is one of {wanted}, not {value!r}")
    waiting = state.pending
    draft = Draft(replace(state, choice=None, pending=None), waiting=waiting)
    if choice.asks == "player":  # what a referee says is a fact; a player makes a choice
        draft.tell(f"CHOICE({choice.player},{value})")
    game.choose(draft, choice, value)
    return game.finish(draft, None if waiting is None else waiting.of, None if waiting is None else waiting.legal)


def _fact(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """A fact for the next stroke, or one that is a foul by itself: the in-hand ball pushed forward by the tip."""
    fact, value = said.values.get("fact"), said.values.get("value")
    if state.choice is not None and state.choice.about == fact:
        return _answer(game, state, replace(said, kind="answer", values={"about": fact, "value": value}))
    if fact == "two_foul_warning":
        player = said.player or state.shooter
        if value and state.side(player).run < 2:
            return refuse(state, f"two_foul_warning: {player} has {state.side(player).run} fouls in a row")
        draft = Draft(replace(state, warned=player if value else None))
        if value:
            draft.tell(f"WARN({player},two_fouls)")
        return game.announce(draft) if value else Step(draft.state)
    if fact == "placement_warning":
        if state.in_hand != "kitchen":
            return refuse(state, "placement_warning: the cue ball is not in hand in the kitchen")
        return Step(replace(state, placement_warned=bool(value)))
    if fact in FACTS_FOR_NEXT:
        return Step(replace(state, said={**state.said, str(fact): value}))
    if fact == "placement_by_tip_forward_motion" and value and state.in_hand is not None and state.choice is None:
        clause = game.section.profile.fouls.get("placed_with_tip_forward")
        if clause is not None and game.name.startswith("8ball"):
            return _foul_before_stroke(game, state, Foul("placed_with_tip_forward", clause, "cue"))
    return refuse(state, f"fact: there is no stroke that {fact!r} belongs to")


def _foul_before_stroke(game: PoolGame, state: PoolState, foul: Foul) -> Step[PoolState]:
    """A foul by the player at the table without a stroke: his turn is over, cue ball in hand."""
    draft = Draft(state, (foul,))
    game.foul_between(draft)
    return game.finish(draft, None, None)


def _place(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """A ball put by hand, where no camera sees it."""
    ball, x, y = str(said.values.get("ball", "")), said.values.get("x"), said.values.get("y")
    if ball != "cue" and ball not in game.section.balls:
        return refuse(state, f"place: there is no ball {ball!r}")
    if isinstance(x, bool) or isinstance(y, bool) or not isinstance(x, int | float) or not isinstance(y, int | float):
        return refuse(state, f"place: {ball} needs x and y in mm")
    if abs(x) > state.setting.width_mm / 2 or abs(y) > state.setting.length_mm / 2:
        return refuse(state, f"place: ({x}, {y}) is not on the table")
    kept = tuple(b for b in state.layout or () if b.label != ball)
    return seen(game, replace(state, layout=(*kept, Ball(ball, ball, float(x), float(y)))))


def _unsporting(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """Always the referee's: HU-I.20.c, HU-I.24.3, FI-4.3, FI-6.2.c, FI-6.2.d. The second time: excluded.

    Clauses: HU-I.20.2.
    """
    if said.by == "player":
        return refuse(state, "unsporting: only the referee rules on conduct")
    player = said.player or state.shooter
    waiting = state.pending
    draft = Draft(replace(state, choice=None, pending=None), waiting=waiting)
    before = state.side(player).unsporting + (1 if state.option("unsporting", "first") == "second" else 0)
    draft.set_side(player, unsporting=state.side(player).unsporting + 1)
    if before:
        profile = game.section.profile.name
        clause = "HU-I.24.3.b.1" if profile == "hu" else "FI-6.2.d"
        winner = state.other(player)
        draft.tell(f"LOSS({player},excluded)")
        draft.tell(f"WIN({winner})")
        draft.over = Over("match", winner, "excluded", clause)
        draft.set(phase="over", in_hand=None)
    else:
        game.section.unsporting(draft, player, state.choice)
    return game.finish(draft, None, None)


def _concede(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """The rack is given up."""
    loser = said.player or state.shooter
    draft = Draft(replace(state, choice=None, pending=None))
    lost(draft, loser, "conceded", game.section.profile.after_foul, game.section.balls)
    return game.finish(draft, None, None)


def _leave(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """A player who leaves gives the match."""
    loser = said.player or state.shooter
    winner = state.other(loser)
    draft = Draft(replace(state, choice=None, pending=None))
    draft.tell(f"LOSS({loser},left)")
    draft.tell(f"WIN({winner})")
    draft.over = Over("match", winner, "left", game.section.profile.after_foul)
    draft.set(phase="over", in_hand=None)
    return game.finish(draft, None, None)


def _protest(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """HU-I.24.2: an objection is recorded (the record itself is that) until the stroke after the one it is about.

    Clauses: HU-I.24.2.a, HU-I.24.2.b, HU-I.24.2.c.
    """
    of = said.values.get("of", state.last_stroke)
    if not state.last_stroke or of != state.last_stroke:
        return refuse(state, "protest: an objection is heard only until the stroke after it has been made")
    return Step(state)


def read_spots(value: object) -> tuple[Spot, ...] | None:
    """The places of an override; None where they can't be read."""
    if not isinstance(value, list | tuple):
        return None
    spots = []
    for item in value:
        if not isinstance(item, Mapping) or not isinstance(item.get("ball"), str):
            return None
        x, y = item.get("x"), item.get("y")
        if (
            not isinstance(x, int | float)
            or not isinstance(y, int | float)
            or isinstance(x, bool)
            or isinstance(y, bool)
        ):
            return None
        spots.append(Spot(item["ball"], float(x), float(y)))
    return tuple(spots)


def _placed_anew(game: PoolGame, state: PoolState, value: object) -> Step[PoolState]:
    """The referee puts spotted balls elsewhere (HU-I.23.1.e, .i, FI-6.d). Clauses: HU-I.23.1.i."""
    spots = read_spots(value)
    stranger = None if spots is None else next((s.ball for s in spots if s.ball not in (*state.on_table, "cue")), None)
    if spots is None or stranger is not None:
        return refuse(state, "override: spot is a list of balls on the table with their x and y in mm")
    moved = {s.ball for s in spots}
    kept = [b for b in state.layout or () if b.label not in moved]
    put = [Ball(s.ball, s.ball, s.x_mm, s.y_mm) for s in spots]
    draft = Draft(replace(state, layout=(*kept, *put)))
    for s in spots:
        draft.tell(f"SPOT({s.ball})")
    draft.spots += spots
    return game.finish(draft, None, None)


def _ended(game: PoolGame, state: PoolState, told: object) -> Step[PoolState]:
    """The referee ends the rack, or the match."""
    over = told if isinstance(told, Mapping) else {}
    winner, what = over.get("winner"), over.get("what", "rack")
    if winner not in state.setting.players or what not in ("rack", "match") or state.phase == "over":
        return refuse(state, "override: over names what has ended (rack or match) and a winner who is playing")
    clause = "HU-I.24.1.a" if game.section.profile.name == "hu" else "FI-7.a"
    draft = Draft(replace(state, choice=None, pending=None))
    if what == "match":
        draft.tell(f"WIN({winner})")
        draft.over = Over("match", str(winner), "override", clause)
        draft.set(phase="over", in_hand=None)
    else:
        rack_won(draft, str(winner), "override", clause, game.section.balls)
    return game.finish(draft, state.last_stroke or None, None)


def _override(game: PoolGame, state: PoolState, said: Input) -> Step[PoolState]:
    """The referee's word on who is next, how, and on the score (HU-I.24.1.a, FI-7.a)."""
    if said.by == "player":
        return refuse(state, "override: only the referee may")
    if isinstance(said.values.get("over"), Mapping):
        return _ended(game, state, said.values["over"])
    if "spot" in said.values and "next" not in said.values and "score" not in said.values:
        return _placed_anew(game, state, said.values["spot"])
    fields: dict[str, object] = dict(game.show(replace(state, choice=None)))
    told = said.values.get("next")
    if isinstance(told, Mapping):
        fields["phase"] = "break" if state.phase == "break" and "player" not in told else "play"
        fields["shooter"] = told.get("player", state.shooter)
        fields["stroke_no"] = told.get("stroke_no") or 1
        words = {"in-hand": "anywhere", "in-hand-behind-head-string": "kitchen"}
        where = told.get("cue_ball")
        where = where.get("cue") if isinstance(where, Mapping) else where
        fields["in_hand"] = {"cue": words[where]} if isinstance(where, str) and where in words else {}
    elif state.phase not in ("break", "play"):
        return refuse(state, "override: say who is next")
    score = said.values.get("score")
    if isinstance(score, Mapping):
        fields["score"] = {**dict(fields["score"]), **score}  # type: ignore[call-overload]
        runs = {p: s["fouls"] for p, s in score.items() if isinstance(s, Mapping) and "fouls" in s}
        fields["fouls"] = {**dict(fields["fouls"]), **runs}  # type: ignore[call-overload]
    entered = game.enter(state.setting, fields)
    if entered.refused is not None:
        return refuse(state, f"override: {entered.refused.reason}")
    kept = replace(
        entered.state,
        last_stroke=state.last_stroke,
        layout=state.layout,
        asked=state.asked,
        set_starter=state.set_starter,
    )
    return game.finish(Draft(kept), state.last_stroke or None, None)


Handler = Callable[["PoolGame", PoolState, Input], Step[PoolState]]
_HANDLERS: Final[Mapping[str, Handler]] = {
    "call": _call,
    "safety": _safety,
    "push-out": _push_out,
    "answer": _answer,
    "fact": _fact,
    "place": _place,
    "unsporting": _unsporting,
    "concede": _concede,
    "leave": _leave,
    "override": _override,
    "protest": _protest,
}
