"""On which sides of the table each pocket lies, as its name says."""

from __future__ import annotations


def pocket_sides(pocket: str) -> tuple[int, int]:
    """(x, y) of a pocket by its name, in half beds from the middle: -1 left or head, 1 right or foot, 0 between."""
    end, side = pocket.split("-")
    return (-1 if side == "left" else 1), {"head": -1, "side": 0, "foot": 1}[end]
