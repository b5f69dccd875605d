"""What the camera sees between strokes: balls placed, the stick laid down and lifted, balls touched under it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from callshot.rules.congestion.balls import COLOUR, CUES, ball_of, is_numbered, whammy
from callshot.rules.congestion.chain import proceed
from callshot.rules.congestion.interference import what_matters
from callshot.rules.congestion.offers import offers
from callshot.rules.congestion.placing import refuse_place, warn_in_hand
from callshot.rules.congestion.position import Player, Position
from callshot.rules.congestion.questions import Ask
from callshot.rules.congestion.racking import wrong_rack
from callshot.rules.congestion.score import next_up, score
from callshot.rules.congestion.state import Affair, Posed, State
from callshot.rules.ruling import Refused, Ruling, Step
from callshot.rules.vocabulary import Ball, Disturbance, Layout, Stroke

Point = tuple[float, float]


def _placing(state: State) -> Posed | None:
    """The open question for places of whammies."""
    return next((p for p in state.open if p.ask.about == "reposition_choice" and p.key is not None), None)


def merged_placing(state: State, ask: Ask, told: object) -> object:
    """What a person told of places, with what the camera saw where he left it out."""
    if not isinstance(told, Mapping) or state.current is None:
        return told
    spoken = {whammy(str(name)): at for name, at in told.items()}
    out: dict[str, object] = {str(name): at for name, at in told.items()}
    seen = dict(state.current.seen)
    moved = [w for w in seen if w in ask.movable]  # the first ones that were moved are those allowed
    for label in (*ask.candidates, *moved):
        name = str(label)
        extras = sum(w not in ask.candidates for w in map(whammy, out))
        if name in seen and name not in spoken and (name in ask.candidates or extras < ask.allowance):
            out[name] = list(seen[name])
    return out


def seen(state: State, layout: Layout) -> Step[State]:
    """All balls at rest."""
    if state.current is not None:
        step = Step(state)
        sunk = _placing(state)
        for ball in layout.balls:
            if sunk is not None and ball.label in sunk.ask.candidates:
                step = _saw(step.state, ball.label, (ball.x_mm, ball.y_mm))
        return Step(step.state, (), tuple(p.question for p in state.open), step.refused)
    if state.position.phase == "break":
        reason = wrong_rack(layout.balls, state.setting)
        if reason is not None:
            return Step(state, refused=Refused(reason))
    return _between(state, replace(state.position, layout=layout.balls), layout.balls)


def _between(state: State, position: Position, moved: tuple[Ball, ...]) -> Step[State]:
    """New places between strokes: a cue ball in hand is watched, the nearest ball may be offered."""
    held = [c for c, where in position.in_hand if where == "kitchen"]
    mine = [b for b in moved if b.label in held]
    bad = {b.label: w for b in mine if (w := warn_in_hand((b.x_mm, b.y_mm), state.setting)) is not None}
    fresh = [w for label, w in bad.items() if label not in position.warned]
    kept = [c for c in position.warned if c in bad or c not in [b.label for b in mine]]
    position = replace(position, warned=tuple(dict.fromkeys((*kept, *bad))))
    state = replace(state, position=position)
    state = replace(state, open=offers(state))
    rulings: tuple[Ruling, ...] = ()
    if fresh:
        log = tuple(f"WARN({position.shooter},{w})" for w in dict.fromkeys(fresh))
        rulings = (Ruling(None, None, score=score(position), next=next_up(position), log=log),)
    return Step(state, rulings, tuple(p.question for p in state.open))


def place_ball(state: State, ball: str, at: Point) -> Step[State]:
    """A ball put by hand: a whammy of the open transaction, a cue ball in hand, or any other."""
    label = whammy(ball) or {"plain": CUES[0], "crazy": CUES[1]}.get(ball, ball_of(ball))
    if label not in CUES and label not in COLOUR and not is_numbered(label):
        return Step(state, refused=Refused(f"place: there is no ball {ball!r}"))
    if state.current is not None:
        return _saw(state, label, at)
    position = state.position
    if label in COLOUR and label not in position.positioned and position.extra > 0:
        return _extra(state, label, at)
    ident = ball if is_numbered(label) else label  # of the others there is one each
    kept = tuple(b for b in position.layout or () if b.id != ident and (b.label != label or is_numbered(label)))
    put = Ball(ident, label, *at)
    if label in COLOUR:
        reason = refuse_place(label, at, kept, state.setting)
        if reason is not None:
            return Step(state, refused=Refused(reason))
    return _between(state, replace(position, layout=(*kept, put) if position.layout is not None else None), (put,))


def _extra(state: State, label: str, at: Point) -> Step[State]:
    """CP-9.6.e: an extra whammy that the camera sees moved after the stick is up; it is dead for the shooter too."""
    position = state.position
    kept = tuple(b for b in position.layout or () if b.label != label)
    reason = refuse_place(label, at, kept, state.setting)
    if reason is not None:
        return Step(state, refused=Refused(reason))
    mover = position.shooter  # with the inning its allowance ends
    dead = state.house["cp.same_inning_ban"] == "all-placed"
    position = replace(
        position,
        layout=(*kept, Ball(label, label, *at)) if position.layout is not None else None,
        positioned=(*position.positioned, label) if dead else position.positioned,
        extra=position.extra - 1,
    )
    ruling = Ruling(
        None, None, score=score(position), next=next_up(position), log=(f"REPOSITION({mover},{COLOUR[label]},extra)",)
    )
    return Step(replace(state, position=position), (ruling,), tuple(p.question for p in state.open))


def _saw(state: State, label: str, at: Point) -> Step[State]:
    """A whammy placed while its transaction is open; a bad place is said at once (CP-9.1.a)."""
    posed = _placing(state)
    if state.current is None or posed is None or label not in (*posed.ask.candidates, *posed.ask.movable):
        return Step(state, (), tuple(p.question for p in state.open))
    event = state.current.event
    others = [b for b in (event.after or () if isinstance(event, Stroke) else ()) if b.label != label]
    others += [Ball(w, w, *p) for w, p in state.current.seen if w != label]
    reason = refuse_place(label, at, others, state.setting)
    if reason is not None:
        return Step(state, refused=Refused(reason))
    kept = tuple((w, p) for w, p in state.current.seen if w != label)
    state = replace(state, current=replace(state.current, seen=(*kept, (label, at))))
    return Step(state, (), tuple(p.question for p in state.open))


def touched_while_stuck(state: State, count: int) -> Step[State]:
    """CP-10.3: balls touched while the stick lies on the table; the foul is ruled after the transaction."""
    if state.current is None or count < 1:
        return Step(state)
    return proceed(state, replace(state.current, touched=max(state.current.touched, count)))


def not_touched_while_stuck(state: State) -> Step[State]:
    """CP-10.3: the referee saw that the stick touched nothing; what has moved so far is not asked about."""
    if state.current is not None:
        state = replace(state, current=replace(state.current, suspected=0))
    return Step(state, (), tuple(p.question for p in state.open))


def _lifted(state: State) -> Step[State]:
    """The stick is up: the transaction ends if every sunk whammy has been seen in a lawful place (CP-9.1.a)."""
    posed = _placing(state)
    if state.current is None or posed is None or posed.key is None:
        return Step(state)
    places = dict(state.current.seen)
    missing = [w for w in posed.ask.candidates if w not in places]
    if missing:
        names = ", ".join(COLOUR[str(w)] for w in missing)
        return Step(state, refused=Refused(f"the stick was lifted and {names} has not been placed yet"))
    value = merged_placing(state, posed.ask, {})
    return proceed(state, replace(state.current, answers={**state.current.answers, posed.key: value}))


def disturbed(state: State, event: Disturbance) -> Step[State]:
    """One disturbance. Clauses: CP-10.2."""
    if event.kind == "stick-off":
        return _lifted(state)
    if event.kind == "touched" and state.stuck:
        others = [b for b in event.balls if b.label not in COLOUR]
        return touched_while_stuck(state, len(others) if event.balls else 1)
    if event.kind == "moved" and state.stuck and state.current is not None:
        stray = [b for b in event.balls if b.label not in COLOUR and b.from_mm is not None and b.to_mm is not None]
        suspected = max(state.current.suspected, len(stray))
        state = replace(state, current=replace(state.current, suspected=suspected))
    if event.kind == "racked" and state.position.phase == "finished":
        return _next_match(state)
    if event.kind not in ("placed", "moved", "removed"):
        return Step(state, (), tuple(p.question for p in state.open))
    if state.current is None and not _only_extras(state, event) and what_matters(state.position, event):
        return proceed(state, Affair(state.position, event, state.serial + 1))
    step: Step[State] = Step(state, (), tuple(p.question for p in state.open))
    rulings: tuple[Ruling, ...] = ()
    dropped: tuple[str, ...] = ()
    for ball in event.balls:
        if ball.to_mm is not None:
            step = place_ball(step.state, ball.id, ball.to_mm)
            rulings += step.rulings
            dropped += step.dropped
            if step.refused is not None:
                return replace(step, state=state)
        elif step.state.current is None and step.state.position.layout is not None:
            kept = tuple(b for b in step.state.position.layout if b.id != ball.id)
            step = replace(step, state=replace(step.state, position=replace(step.state.position, layout=kept)))
    return replace(step, rulings=rulings, dropped=dropped)


def _only_extras(state: State, event: Disturbance) -> bool:
    """All balls are whammies that the last transaction allows to be moved (CP-9.6.e)."""
    movable = [w for w in COLOUR if w not in state.position.positioned]
    return len(event.balls) <= state.position.extra and all(whammy(b.id) in movable for b in event.balls)


def _next_match(state: State) -> Step[State]:
    """Balls racked after the end begin the next match with those who have not left, in the same order (CP-7.1.c)."""
    old = state.position
    players = tuple(Player(p.name) for p in old.players if p.out != "left")
    if len(players) < 2:
        return Step(state)
    names = tuple(p.name for p in players)
    position = Position(
        players,
        state.house.target(len(players)),
        names[0],
        on_table=state.house.numbered,
        dealing=names,
        last_stroke=old.last_stroke,
    )
    state = State(state.setting, state.house, position, serial=state.serial)
    state = replace(state, open=offers(state))
    ruling = Ruling(None, None, score=score(position), next=next_up(position), log=(f"NEXT({names[0]},1)",))
    return Step(state, (ruling,), tuple(p.question for p in state.open))
