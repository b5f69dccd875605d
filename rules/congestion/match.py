"""What stands above a game: games won, and the next game of the match."""

from __future__ import annotations

from callshot.rules.congestion.balls import PLAIN, points
from callshot.rules.congestion.innings import begin_inning, say_next
from callshot.rules.congestion.position import Player
from callshot.rules.congestion.work import Seat, Work
from callshot.rules.ruling import Over


def win(work: Work, name: str, reason: str, clause: str) -> None:
    """He has won the game, and with it the match or a part of it."""
    work.winner = name
    work.over = {}
    seat = work.seats[name]
    seat.racks += 1
    if seat.racks < int(work.house["race"]):
        work.ended = Over("rack", name, reason, clause)
        work.say(f"RACK({name})")
        _next_game(work, name)
        return
    work.say(f"WIN({name})")
    work.phase = "finished"
    work.ended = Over("match", name, reason, clause)


def _breaker(work: Work, winner: str, players: tuple[str, ...]) -> str:
    """The house's choice; the order of play itself is kept (CP-7.1.c)."""
    rule = work.house["next_breaker"]
    if rule == "winner":
        return winner
    if rule == "loser":
        others = [p for p in players if p != winner] or [winner]
        return min(others, key=lambda p: points(work.seats[p].stash))
    later = [p for p in (*work.order, *work.order) if p in players]
    return later[later.index(work.breaker) + 1] if work.breaker in later else later[0]


def _next_game(work: Work, winner: str) -> None:
    """All balls racked, everybody in again who has not left, new peas to draw."""
    players = tuple(p for p in work.order if work.seats[p].out != "left")
    breaker = _breaker(work, winner, players)
    for name, seat in work.seats.items():
        gone = "left" if seat.out == "left" else None
        work.seats[name] = Seat(Player(name, out=gone, racks=seat.racks))
    work.debts, work.pile, work.due = [], [], []
    work.on_table = list(work.house.numbered)
    work.known_layout, work.layout = False, []
    work.redraws, work.lost_peas = [], []
    work.dealing = list(players)
    work.target = work.house.target(len(players))
    work.in_hand = {PLAIN: "kitchen"}
    work.phase = "break"
    work.shooter = work.breaker = breaker
    work.prior = None
    work.winner = None
    begin_inning(work)
    say_next(work)
