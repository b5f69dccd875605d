"""One live session: frames and people's words in; records kept, shown and said. Resumes after any stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from callshot.hardware.announcer import Announcement, Announcer
from callshot.hardware.frame import Frame, Notice
from callshot.hardware.journal import Journal
from callshot.tracker.films import Films
from callshot.tracker.hub import RecordHub
from callshot.tracker.live_check import DOUBT_MM
from callshot.tracker.session import Record, notice_record
from callshot.tracker.trouble import Trouble

SYNCED: Final = frozenset({"ruling", "question", "input", "session", "stroke"})
"""After these the disk has to have them before anything else happens."""


class LivePipeline(Protocol):
    """What the live session needs of `callshot.tracker.pipeline.Pipeline`.

    moved_mm: what hangs on so little is told as uncertain.
    """

    moved_mm: float

    @property
    def t_s(self) -> float:
        """The time of the last frame."""
        ...

    @property
    def moving(self) -> bool:
        """Whether a stroke (or a hand) is at work."""
        ...

    def begin(self, session: Record) -> list[Record]:
        """The first records."""
        ...

    def resume(self, records: Sequence[Record]) -> list[Record]:
        """Go on after these; what should stand there and does not."""
        ...

    def see(self, frame: Frame) -> object:
        """Look at a frame without following anything: the first look at a table takes longest."""
        ...

    def update(self, frame: Frame) -> list[Record]:
        """One frame on."""
        ...

    def input(self, record: Record) -> list[Record]:
        """What a person said. Raises Trouble where it can't be read."""
        ...

    def finish(self) -> list[Record]:
        """The source has ended."""
        ...


class LiveSession:
    """Ties a pipeline to the record file, the pages, the speaker and the clips."""

    def __init__(
        self,
        pipeline: LivePipeline,
        journal: Journal,
        hub: RecordHub,
        announcer: Announcer,
        films: Films | None = None,
        *,
        warm_up: int = 0,
    ) -> None:
        """warm_up: so many frames are looked at before anything is followed: while the first looks are slow, frames
        are dropped, and what is seen at such a rate is no beginning.
        """
        self._warm_up = warm_up
        self._pipeline = pipeline
        self._journal = journal
        self._hub = hub
        self._announcer = announcer
        self._films = films
        self._notices: list[Notice] = []
        self._strokes: dict[int, Record] = {}
        self._offset_ns = 0
        self._t_s = 0.0

    @property
    def t_s(self) -> float:
        """Seconds since the session began, over all its stops."""
        return self._t_s

    @property
    def moving(self) -> bool:
        """Whether balls roll, or something is at work on the table."""
        return self._pipeline.moving

    def notice(self, notice: Notice) -> None:
        """Something about the machine; told with the next records. May be called from any thread."""
        self._notices.append(notice)

    def calibration_is_off(self, moved_mm: float) -> None:
        """So far the table lies from where it was calibrated; beyond DOUBT_MM nothing is ruled that hangs on as little.

        May be called from any thread; holds from the next stroke told.
        """
        self._pipeline.moved_mm = moved_mm if moved_mm > DOUBT_MM else 0.0

    def begin(self, session: Record, *, source_goes_on: bool, source_now_ns: int = 0) -> None:
        """Start anew, or go on where the record file ends.

        source_goes_on: the source's own time goes on where it stopped (a recording read on from there); else its time
        is moved so that its moment `source_now_ns` follows the last record, or is 0 in a new session.
        """
        kept = list(self._journal.records)
        if not source_goes_on:
            self._offset_ns = -source_now_ns
        if not kept:
            self._hub.restart()
            self._tell(self._pipeline.begin(session))
            return
        self._hub.restart(kept)
        self._t_s = max((float(r["t"]) for r in kept if isinstance(r.get("t"), int | float)), default=0.0)
        if not source_goes_on:
            self._offset_ns += round(self._t_s * 1e9)
        for record in kept:
            self._remember(record)
        self._tell(self._pipeline.resume(kept))
        self.notice(Notice("info", "resumed", _goes_on(len(self._strokes))))

    def frame(self, frame: Frame) -> None:
        """One frame on."""
        if self._offset_ns:
            frame = frame.later(self._offset_ns)
        if self._warm_up > 0:
            self._warm_up -= 1
            self._pipeline.see(frame)
            return
        records = self._pipeline.update(frame)
        self._t_s = max(self._t_s, frame.t_s)
        if self._films is not None:
            self._films.add(frame, moving=self._pipeline.moving)
        self._tell(records)

    def input(self, record: Record) -> None:
        """What a person said: kept before it counts. One that can't be read is refused."""
        record = {**record, "t": round(self._t_s, 5)}
        try:
            records = self._pipeline.input(record)
        except Trouble as why:
            self.notice(Notice("warning", "refused", str(why)))
            return
        if record.get("kind") in ("override", "fact", "undo") and self._films is not None:
            self._films.whole(now_s=self._t_s)
        self._tell(records)

    def save_clip(self) -> str | None:
        """The latest stroke as a clip with its paths and contacts drawn, because somebody asked for it."""
        return self._films.whole(now_s=self._t_s, drawn=True) if self._films is not None else None

    def finish(self) -> None:
        """The source has ended: the last stroke is told as far as it went."""
        self._tell(self._pipeline.finish())

    def flush(self) -> None:
        """No frame has come, or some time has passed: tell what waits, try the disk again."""
        self._tell(())
        self._journal.flush()

    # -- inside --

    def _tell(self, records: Sequence[Record]) -> None:
        told = [dict(r) for r in records]
        told += [notice_record(self._t_s, n.level, n.code, n.text) for n in self._taken_notices()]
        if not told:
            return
        for record in told:
            self._remember(record)
            if self._films is not None:
                self._films.mark(record, self._t_s)
        self._journal.append(told, sync=any(r["type"] in SYNCED for r in told))
        for record in told:
            self._hub.publish(record)
        self._say(told)

    def _taken_notices(self) -> list[Notice]:
        taken, self._notices = self._notices, []
        return taken

    def _remember(self, record: Record) -> None:
        if record.get("type") == "stroke":
            self._strokes[int(record["number"])] = record
        if self._films is not None:
            self._films.remember(record)

    def _say(self, records: Sequence[Record]) -> None:
        for record in records:
            if record.get("private_to"):
                continue
            if record["type"] == "ruling":
                texts = tuple((str(s["lang"]), str(s["text"])) for s in record.get("say", ()) if s.get("text"))
                if texts:
                    self._announcer.announce(Announcement(texts, about=record.get("of")))
            elif record["type"] == "question":
                about = max(self._strokes, default=None)
                texts = tuple((str(s["lang"]), str(s["text"])) for s in record.get("say", ()) if s.get("text"))
                self._announcer.announce(Announcement(texts, about=about, chime=True, after=True))


def _goes_on(strokes: int) -> str:
    return f"the game goes on after {strokes} stroke{'' if strokes == 1 else 's'}"
