"""Runs an affair: sends the procedure the answers there are, and stops at the first question without one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from callshot.rules.congestion.declarations import come, deal, declare_bust, declare_win, go, late_redraw
from callshot.rules.congestion.forecast import forecast
from callshot.rules.congestion.innings import say_next
from callshot.rules.congestion.interference import moved_by_somebody
from callshot.rules.congestion.nearest import spot_nearest
from callshot.rules.congestion.options import House
from callshot.rules.congestion.position import Position
from callshot.rules.congestion.questions import Answered, Ask, Asking, check
from callshot.rules.congestion.score import next_up, score
from callshot.rules.congestion.state import Affair, Key, Posed
from callshot.rules.congestion.stroke import Stick, play
from callshot.rules.congestion.work import Work
from callshot.rules.game import Setting
from callshot.rules.ruling import Ruling
from callshot.rules.vocabulary import Disturbance, Input, Stroke

WAIVED: Final = "waived by going on"
"""In an affair's answers: play went on without one, so the default holds."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of running an affair."""

    rulings: tuple[Ruling, ...]
    position: Position | None
    """None while it waits."""
    open: tuple[Posed, ...] = ()
    free_peas: tuple[int, ...] = ()
    stuck: bool = False
    affair: Affair | None = None
    """The affair without the answers that no longer fit."""
    silent: tuple[tuple[Ask, Key], ...] = ()
    """Questions that were not put."""


def _said(work: Work, said: Input) -> Asking[None]:
    """The procedure for an input."""
    name = said.player or work.shooter
    if said.kind == "declare":
        if said.values.get("value") == "win":
            yield from declare_win(work, name)
        else:
            yield from declare_bust(work, name)
    elif said.kind in ("leave", "concede"):
        reason = said.values.get("reason")
        yield from go(work, name, str(reason) if reason else "left" if said.kind == "leave" else "conceded")
    elif said.kind == "join":
        come(work, name)
    elif said.kind == "pea":
        deal(work, name, int(str(said.values["value"])))
    elif said.kind == "predict":
        forecast(work, int(str(said.values["points"])), int(str(said.values["balls"])))
    elif said.kind == "answer" and said.values.get("about") == "draw_new_pea":
        yield from late_redraw(work, name)
    elif said.kind == "answer" and said.values.get("about") == "spot_nearest_choice":
        yield from spot_nearest(work)
    elif said.kind == "fact":
        order_by_peas(work, said)


def order_by_peas(work: Work, said: Input) -> None:
    """CP-7.1: lowest open pea breaks, the others follow by value; the peas go back."""
    value = said.values.get("value")
    if isinstance(value, dict):
        work.order = tuple(sorted(work.order, key=lambda p: int(str(value[p]))))
    elif isinstance(value, list | tuple):
        work.order = tuple(str(p) for p in value)
    work.shooter = work.order[0]
    say_next(work)


def _key(ask: Ask, asked: dict[tuple[str, str | None, str | None, str | None], int]) -> Key:
    count = asked.get(ask.key, 0)
    asked[ask.key] = count + 1
    return (*ask.key, count)


def rule(affair: Affair, house: House, setting: Setting) -> Outcome:
    """The ruling on an affair with the answers it has."""
    work = Work(affair.base, house, setting)
    event = affair.event
    if isinstance(event, Stroke):
        run = play(work, event, Stick(affair.touched, affair.suspected))
    elif isinstance(event, Disturbance):
        run = moved_by_somebody(work, event)
    else:
        run = _said(work, event)
    asked: dict[tuple[str, str | None, str | None, str | None], int] = {}
    kept: dict[Key, object] = {}
    silent: list[tuple[Ask, Key]] = []
    try:
        batch = next(run)
        while True:
            free = work.free_peas()
            keys = [_key(ask, asked) for ask in batch]
            given: dict[Key, object] = {}
            for ask, key in zip(batch, keys, strict=True):
                if affair.answers.get(key) is WAIVED and ask.waives:
                    given[key], kept[key] = ask.default, WAIVED
                elif key in affair.answers:
                    value = check(ask, affair.answers[key], free)
                    if isinstance(value, Answered):
                        given[key] = value.value
                        kept[key] = affair.answers[key]
                        if ask.about == "pea_value":
                            free = tuple(p for p in free if p != value.value)
                elif ask.silent:
                    given[key] = ask.default
                    silent.append((ask, key))
            if len(given) < len(keys):
                return _waiting(
                    affair, work, [(a, k) for a, k in zip(batch, keys, strict=True) if k not in given], free, kept
                )
            batch = run.send(tuple(given[k] for k in keys))
    except StopIteration:
        position = work.position()
        ruling = _ruling(affair, work, position)
        rulings = (*_whispers(work), ruling)
        return Outcome(rulings, position, affair=replace(affair, answers=kept), silent=tuple(silent))


def _waiting(
    affair: Affair, work: Work, missing: list[tuple[Ask, Key]], free: tuple[int, ...], kept: dict[Key, object]
) -> Outcome:
    ident = f"{affair.serial}." if affair.of is None else f"s{affair.of}."
    posed = tuple(Posed(a, a.question(f"{ident}{_name(k, work.order)}", affair.of), k) for a, k in missing)
    ruling = Ruling(
        affair.of, work.legal, tuple(work.fouls), tuple(work.spots), score(work.position()), None, None, tuple(work.log)
    )
    return Outcome((ruling,), None, posed, free, work.stuck, replace(affair, answers=kept))


def _name(key: Key, order: tuple[str, ...]) -> str:
    """A question's id within its affair; players stand in it by their place in the order."""
    about, purpose, player, opponent, count = key
    who = [f"p{order.index(p)}" for p in (player, opponent) if p in order]
    return ".".join([about, *([purpose] if purpose else []), *who, str(count)])


def _ruling(affair: Affair, work: Work, position: Position) -> Ruling:
    return Ruling(
        affair.of,
        work.legal if affair.of is not None else None,
        tuple(work.fouls),
        tuple(work.spots),
        score(position),
        next_up(position),
        work.ended,
        tuple(work.log),
    )


def _whispers(work: Work) -> tuple[Ruling, ...]:
    """What only one player may hear (OQ-CP-55)."""
    return tuple(Ruling(None, None, log=(token,), private_to=name) for name, token in work.whispers)
