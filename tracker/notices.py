"""What people are told of the camera itself: that it was pushed, that it sees no table."""

from __future__ import annotations

from callshot.tracker.observation import FrameObservation
from callshot.tracker.session import Record, notice_record

BLIND_SHARE = 0.98
"""Nobody covers so much of the bed: the lens is covered or fogged, or looks elsewhere."""

PUSHED = "the camera was pushed by {px:.0f} px; the table was found again by its rails, and places go on as before"
BLIND = "no table is seen: is the lens covered or fogged, or the camera turned away? Nothing is ruled meanwhile"
CLEAR = "the table is seen again; what happened meanwhile nobody saw: look at the balls"


class CameraNotices:
    """`update` takes each observation and gives a notice where there is something to tell, once."""

    def __init__(self) -> None:
        self._blind = False

    def update(self, seen: FrameObservation) -> list[Record]:
        """`camera-moved`, `lens-covered` and `lens-clear`."""
        out = []
        if seen.camera_shift_px is not None:
            out.append(notice_record(seen.t_s, "warning", "camera-moved", PUSHED.format(px=seen.camera_shift_px)))
        blind = seen.covered >= BLIND_SHARE
        if blind and not self._blind:
            out.append(notice_record(seen.t_s, "error", "lens-covered", BLIND))
        elif self._blind and not blind:
            out.append(notice_record(seen.t_s, "warning", "lens-clear", CLEAR))
        self._blind = blind
        return out
