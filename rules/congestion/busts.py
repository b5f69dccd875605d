"""Over the final score: the window, the declared bust, the deadline (CP-8.9, CP-9.10)."""

from __future__ import annotations

from callshot.rules.congestion.penalties import leave, strip
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.work import Work


def open_window(work: Work) -> None:
    """P10: everyone over the final score with nothing pending has busted and must say so (OQ-CP-29, OQ-CP-60).

    Clauses: CP-9.10.a, CP-9.10.b, CP-9.10.c.
    """
    over = [p for p in work.active if (t := work.total(p)) is not None and t > work.target]
    if work.house["cp.bust_sticky"] == "at-deadline":
        work.over = {p: at for p, at in work.over.items() if p in over}
    for name in over:
        if name not in work.over:
            work.over[name] = work.shooter
            if work.house["cp.disqualification"] == "warn":
                work.whispers.append((name, f"WARN({name},over)"))


def bust(work: Work, name: str) -> Asking[None]:
    """CP-8.9.a, CP-8.9.b: the whole stash comes back (OQ-CP-23); he may draw a new pea before his next turn."""
    work.say(f"BUST({name})")
    strip(work, name)
    work.over.pop(name, None)
    work.spot_due()
    resets = work.house["cp.bust_resets"]
    if resets != "none":
        work.debts = [d for d in work.debts if d.debtor != name]
    if resets == "all":
        work.seats[name].whammies = 0
        work.seats[name].foul_innings = 0
    if work.seats[name].pea is None:
        return
    (draws,) = yield (Ask("draw_new_pea", (True, False), "CP-8.9.b", name, default=None),)
    if draws is True:
        yield from redraw(work, name)
    elif draws is None and name not in work.redraws:
        work.redraws.append(name)


def redraw(work: Work, name: str) -> Asking[None]:
    """OQ-CP-28: the old pea goes back into the bottle (or stays out of it), then he draws."""
    seat = work.seats[name]
    old, seat.pea = seat.pea, None
    if work.house["cp.bust_pea"] == "stays-out" and old is not None and len(work.free_peas()) > 1:
        work.lost_peas.append(old)
    (pea,) = yield (Ask("pea_value", work.house.peas, "CP-8.9.b", name, "bust", secret=True, default=old),)
    seat.pea = None if pea is None else int(str(pea))
    if name in work.redraws:
        work.redraws.remove(name)
    work.say(f"REDRAW({name})")


def disqualify(work: Work, name: str) -> None:
    """CP-8.9.c, OQ-CP-55: his balls are spotted, his debts and claims end, he is out."""
    work.say(f"DISQUALIFIED({name})")
    strip(work, name)
    work.spot_due()
    leave(work, name, "disqualified")


def past_deadline(work: Work) -> list[str]:
    """CP-8.9.c, OQ-CP-29: who should have declared before this stroke."""
    any_stroke = work.house["cp.bust_deadline"] == "next-stroke"
    late = [p for p in work.order if p in work.over and (any_stroke or work.over[p] != work.shooter)]
    if work.house["cp.bust_sticky"] == "at-deadline":
        late = [p for p in late if (t := work.total(p)) is not None and t > work.target]
    return late
