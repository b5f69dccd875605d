"""Name -> game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from callshot.rules.congestion.game import GAME as CONGESTION
from callshot.rules.eight_ball import EightBall
from callshot.rules.game import Game
from callshot.rules.lag import Lag
from callshot.rules.nine_ball import NineBall
from callshot.rules.no_game import NoGame
from callshot.rules.options import EIGHT_FI, EIGHT_HU, NINE_FI, NINE_HU, STRAIGHT_FI, STRAIGHT_HU
from callshot.rules.pool_game import PoolGame
from callshot.rules.profile import FI, HU
from callshot.rules.straight_pool import StraightPool

GAMES: Final[Mapping[str, Game[Any]]] = {
    game.name: game
    for game in (
        CONGESTION,
        PoolGame(EightBall(FI, EIGHT_FI)),
        PoolGame(EightBall(HU, EIGHT_HU)),
        PoolGame(NineBall(FI, NINE_FI)),
        PoolGame(NineBall(HU, NINE_HU)),
        PoolGame(StraightPool(FI, STRAIGHT_FI)),
        PoolGame(StraightPool(HU, STRAIGHT_HU)),
        Lag(FI),
        Lag(HU),
        NoGame(),
    )
}
"""Every game that can be ruled, each with its options."""
