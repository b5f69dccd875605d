"""The size of the balls above a live table: measured once a table, aside, and taken for that table from then on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame, Notice
from callshot.hardware.priority import stand_back
from callshot.rules.equipment import BallSet
from callshot.tracker.ball_size import BALL_SIZE, size_doubt
from callshot.tracker.balls import ball_set_of


class SizeOfBalls:
    """`look` measures at the first frame of a table; `as_measured` gives a set with the size that was seen there."""

    def __init__(self) -> None:
        self._looked_at: TableGeometry | None = None
        self._found: tuple[TableGeometry, str, float] | None = None
        self._is_new = False

    def look(self, frame: Frame, table: TableGeometry, balls: str, tell: Callable[[Notice], None]) -> None:
        """Tells whether the table's size was told right; a game that is on goes on.

        balls: the set's name, or the file of its profile.
        """
        if table is self._looked_at:
            return
        self._looked_at = table
        chosen = self.as_measured(table, ball_set_of(balls))

        def measure() -> None:
            stand_back()
            doubt = size_doubt([frame.image], table, chosen)
            if doubt is None:
                return
            tell(Notice("error" if doubt.sure else "warning", BALL_SIZE, doubt.text))
            if doubt.diameter_mm is not None:
                self._found, self._is_new = (table, chosen.name, doubt.diameter_mm), True

        threading.Thread(target=measure, name="ball size", daemon=True).start()

    def as_measured(self, table: TableGeometry, balls: BallSet) -> BallSet:
        """The set with the size that its balls were seen to have on this table, where that was another."""
        if self._found is None or self._found[0] is not table or self._found[1] != balls.name:
            return balls
        return replace(balls, diameter_mm=self._found[2])

    def news(self) -> bool:
        """Whether another size was found since the last call: the eyes have to be opened again."""
        new, self._is_new = self._is_new, False
        return new
