"""The live loop: the newest frame in, people's words in, everything out; and what a page may ask of the program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any, Final, Protocol

import cv2

from callshot.hardware.announcer import Announcer
from callshot.hardware.clock import Clock
from callshot.hardware.frame import Frame, Notice
from callshot.hardware.health import look
from callshot.hardware.memory import give_back
from callshot.hardware.newest import NewestFrame
from callshot.hardware.priority import stand_back
from callshot.hardware.watchdog import Watchdog
from callshot.rules.vocabulary import label_of
from callshot.tracker.hub import Command, RecordHub
from callshot.tracker.live import LiveSession
from callshot.tracker.live_choosing import chosen, state_record
from callshot.tracker.live_store import Choices, LiveStore
from callshot.tracker.track.state import TableState

BALLS_EVERY_S: Final = 0.1
PICTURE_EVERY_S: Final = 1.0
HEALTH_EVERY_S: Final = 2.0
GIVE_BACK_EVERY_S: Final = 10.0
GIVE_BACK_AGAIN_S: Final = 1.0
"""What a stroke's pictures took is free again as soon as the balls rest, and all else at rest now and then. A hand that
comes and goes is no reason to look for free pages at every frame.
"""

ALIVE_EVERY_S: Final = 1.0
MUCH_DROPPED: Final = 0.05
"""A twentieth of the frames: contacts begin to be missed."""

FRAME_WAIT_S: Final = 0.25
LINGER_EVERY_S: Final = 0.1
NEED_PICTURES: Final = frozenset({"session", "calibrate", "colours", "lens"})
"""What a page can't ask for once the recording has ended."""

ENDED: Final = "the recording has ended: nothing more is seen; start the program again for another game"


class Sessions(Protocol):
    """Makes sessions: the part that knows files, cameras and games."""

    def start(self, choices: Choices, source_now_ns: int, state: Mapping[str, Any] | None = None) -> LiveSession | None:
        """A new session, whose time is 0 now, entered with a state where there is one; None, and told, where that can't
        be: then nothing has changed.
        """
        ...

    def calibrate(self, wanted: Command) -> None:
        """Begin to look for the table; tells by notice and `setup` when it is found. Never raises."""
        ...

    def colours(self, wanted: Command) -> None:
        """Learn the colours of the set on the table, keep what was learnt, or forget it. Never raises."""
        ...

    def lens(self) -> None:
        """Begin to look for the board that tells the lens. Never raises."""
        ...

    def look(self, frame: Frame) -> None:
        """A frame, for what is being found or learnt."""
        ...

    def refuse(self, why: str) -> None:
        """Tell the set-up page why something can't be."""
        ...


@dataclass(slots=True)
class Live:
    """What the loop works on. `session` is None while nobody has chosen a game."""

    newest: NewestFrame
    hub: RecordHub
    store: LiveStore
    announcer: Announcer
    sessions: Sessions
    choices: Choices
    clock: Clock
    session: LiveSession | None = None
    state: TableState | None = None
    id_of: Callable[[int], str | None] = lambda _: None
    show_pictures: bool = False


class Every:
    """True once in so many seconds."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._period_ns = round(seconds * 1e9)
        self._due_ns = clock.monotonic_ns()

    def __call__(self) -> bool:
        """Whether it is time again."""
        now_ns = self._clock.monotonic_ns()
        if now_ns < self._due_ns:
            return False
        self._due_ns = now_ns + self._period_ns
        return True


class LiveLoop:
    """Runs until the source ends or `stop` is called."""

    def __init__(self, live: Live, watchdog: Watchdog | None = None) -> None:
        self._live = live
        self._watchdog = watchdog or Watchdog()
        self._stopping = threading.Event()
        self._frames = 0
        self._last_sequence: int | None = None
        self._skipped = 0
        self._complained: set[str] = set()
        clock = live.clock
        self._balls_due, self._picture_due = Every(clock, BALLS_EVERY_S), Every(clock, PICTURE_EVERY_S)
        self._health_due, self._alive_due = Every(clock, HEALTH_EVERY_S), Every(clock, ALIVE_EVERY_S)
        self._give_back_due, self._again_due = Every(clock, GIVE_BACK_EVERY_S), Every(clock, GIVE_BACK_AGAIN_S)
        self._has_moved = False
        self._rate_since_ns = clock.monotonic_ns()
        self._rate_frames = 0
        self._drops_told = (0, 0)
        self._painter = ThreadPoolExecutor(1, "picture", stand_back)
        self._painted: Future[None] | None = None

    def stop(self) -> None:
        """End after the frame under way. May be called from a signal handler."""
        self._stopping.set()

    def run(self) -> bool:
        """True where the source came to its end, False where it was stopped. Raises SourceError, Trouble."""
        self._watchdog.ready()
        live = self._live
        self._show_whether_on()
        self._show_sound()
        while not self._stopping.is_set():
            frame = live.newest.take(FRAME_WAIT_S)
            for item in live.hub.take():
                if isinstance(item, Command):
                    self._command(item, frame)
                elif live.session is not None:
                    live.session.input(dict(item))
            if frame is not None:
                self._frame(frame)
            elif live.newest.ended:
                if live.session is not None:
                    live.session.finish()
                return True
            elif live.session is not None:
                live.session.flush()  # a lost camera is told while it is lost
            self._show(frame)
        self._watchdog.stopping()
        return False

    def linger(self) -> None:
        """No more pictures come, but people look at the page, correct and take back, until `stop`."""
        live = self._live
        while not self._stopping.wait(LINGER_EVERY_S):
            for item in live.hub.take():
                if isinstance(item, Command) and item.name in NEED_PICTURES:
                    self._tell(Notice("warning", "refused", ENDED))
                    live.sessions.refuse(ENDED)
                elif isinstance(item, Command):
                    self._command(item, None)
                elif live.session is not None:
                    live.session.input(dict(item))
            if live.session is not None:
                live.session.flush()
            if self._alive_due():
                self._watchdog.alive("ended")
        self._watchdog.stopping()

    def _frame(self, frame: Frame) -> None:
        self._frames += 1
        self._rate_frames += 1
        if self._last_sequence is not None:
            self._skipped += max(0, frame.sequence - self._last_sequence - 1)
        self._last_sequence = frame.sequence
        self._live.sessions.look(frame)
        if self._live.session is not None:
            self._live.session.frame(frame)

    # -- what is shown --

    def _show(self, frame: Frame | None) -> None:
        live = self._live
        if live.state is not None and self._balls_due():
            live.hub.show("balls", {"t": live.state.t_s, "balls": list(_balls(live.state, live.id_of))})
        if frame is not None and live.show_pictures and self._picture_due():
            self._paint(frame)
        if self._health_due():
            self._health()
        self._give_back()
        if self._alive_due():
            self._watchdog.alive(f"{self._frames} frames, {live.newest.dropped} dropped")

    def _give_back(self) -> None:
        """Free pages go back to the system: what they hold between two strokes adds up over an evening."""
        session = self._live.session
        if session is not None and session.moving:
            self._has_moved = True
        elif (self._has_moved and self._again_due()) or self._give_back_due():
            self._has_moved = False
            give_back()

    def _paint(self, frame: Frame) -> None:
        """The picture for the set-up page, half a frame's time of work, is made beside the loop; one at a time."""
        if self._painted is None or self._painted.done():
            self._painted = self._painter.submit(lambda: self._live.hub.show("picture", jpeg_of(frame)))

    def _health(self) -> None:
        live = self._live
        now_ns = live.clock.monotonic_ns()
        elapsed_s = (now_ns - self._rate_since_ns) * 1e-9
        rate = self._rate_frames / elapsed_s if elapsed_s > 0 else 0.0
        self._rate_since_ns, self._rate_frames = now_ns, 0
        machine = look(live.store.records)
        live.hub.show(
            "health",
            {
                "fps": round(rate, 1), "frames": self._frames, "dropped": live.newest.dropped,
                "camera_missed": max(0, self._skipped - live.newest.dropped), "temperature_c": machine.temperature_c,
                "disk_free_bytes": machine.disk_free_bytes, "memory_bytes": machine.memory_bytes,
            },
        )  # fmt: skip
        complaints = [*machine.complaints(), *self._drops()]
        for notice in complaints:
            if notice.code not in self._complained and live.session is not None:
                live.session.notice(notice)
        self._complained = {n.code for n in complaints}
        if live.session is not None:
            live.session.flush()

    def _drops(self) -> list[Notice]:
        """A complaint where the pipeline could not follow, or the camera left frames out, since the last look."""
        lost, whole = self._skipped - self._drops_told[1], self._frames + self._skipped - sum(self._drops_told)
        self._drops_told = (self._frames, self._skipped)
        if lost <= MUCH_DROPPED * max(1, whole):
            return []
        text = f"{lost} of the last {whole} frames were lost; `callshot doctor` says what this machine holds"
        return [Notice("warning", "frames-dropped", text)]

    # -- what a page asks --

    def _command(self, command: Command, frame: Frame | None) -> None:
        live = self._live
        values: Any = command.values  # checked field by field where it came in
        match command.name:
            case "session":
                self._new_session(values, frame)
            case "end":
                live.session = None
                self._show_whether_on()
                self._choose(replace(live.choices, ended=True))
            case "mute":
                live.announcer.set_muted(bool(values.get("on")))
                self._choose(replace(live.choices, muted=bool(values.get("on"))))
            case "volume":
                volume = float(values.get("percent", 100)) / 100
                live.announcer.set_volume(volume)
                self._choose(replace(live.choices, volume=volume))
            case "langs":
                self._choose(replace(live.choices, langs=tuple(values.get("langs", ()))))
                self._tell(Notice("info", "langs", "these languages are spoken from the next session on"))
            case "calibrate":
                live.sessions.calibrate(command)
            case "colours":
                live.sessions.colours(command)
            case "lens":
                live.sessions.lens()
            case "save-clip":
                name = live.session.save_clip() if live.session is not None else None
                text = f"clip {name} is kept" if name else "there is nothing to keep as a clip"
                self._tell(Notice("info", "clip", text))
            case _:
                self._tell(Notice("warning", "refused", f"{command.name}: not possible while the program runs"))

    def _new_session(self, values: Any, frame: Frame | None) -> None:
        live = self._live
        state = values.get("state")
        now_ns = frame.timestamp_ns if frame is not None else 0
        session = live.sessions.start(chosen(values, live.choices), now_ns, state)
        if session is None:  # the game that is on goes on
            return
        live.session = session
        self._show_whether_on()
        if state is not None:
            session.input(state_record(state))

    def _show_whether_on(self) -> None:
        """The pages' server refuses what people say to a game while there is none."""
        self._live.hub.show("on", self._live.session is not None)

    def _choose(self, choices: Choices) -> None:
        self._live.choices = choices
        self._live.store.remember(choices)
        self._show_sound()

    def _show_sound(self) -> None:
        choices = self._live.choices
        sound = {"percent": round(choices.volume * 100), "muted": choices.muted, "langs": list(choices.langs)}
        self._live.hub.show("sound", sound)

    def _tell(self, notice: Notice) -> None:
        if self._live.session is not None:
            self._live.session.notice(notice)


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and systemd's SIGTERM stop the loop after the frame under way. Only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handler(_: int, __: FrameType | None) -> None:
        stop()

    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def jpeg_of(frame: Frame) -> bytes:
    """The picture for the set-up page, in its full size (corners are dragged on it)."""
    _, data = cv2.imencode(".jpg", frame.image, (cv2.IMWRITE_JPEG_QUALITY, 80))
    return data.tobytes()


def _balls(state: TableState, id_of: Callable[[int], str | None]) -> Iterator[dict[str, Any]]:
    for track in state.tracks:
        name = id_of(track.key)
        if name is not None and track.life in ("confirmed", "hidden") and track.in_pocket is None:
            x, y = (round(float(v), 1) for v in track.position_mm)
            yield {"id": name, "label": label_of(name), "x": x, "y": y}
