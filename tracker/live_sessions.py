"""Makes live sessions: eyes for the table, the game, its record file and clips; and finds the table on demand."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from callshot.calibration.colours import ProfileError, SetProfile, load_profile
from callshot.calibration.find import find_table
from callshot.calibration.lens import lens_for, load_lens
from callshot.calibration.table import CalibrationError, TableGeometry, table_from_toml
from callshot.hardware.announcer import Announcer
from callshot.hardware.clip_ring import ClipRing
from callshot.hardware.clips import KEEP_FREE_BYTES, ClipStore
from callshot.hardware.frame import Frame, Notice
from callshot.hardware.journal import Journal, JournalError
from callshot.rules.equipment import BALL_SETS, BallSet, table_size
from callshot.tracker.adapters import Adapters
from callshot.tracker.announce.catalogues import messages
from callshot.tracker.ball_size import BALL_SIZE, size_doubt
from callshot.tracker.balls import ball_set_of, profile_of
from callshot.tracker.calibrating import write_whole
from callshot.tracker.films import Films, window_of
from callshot.tracker.hub import Command, RecordHub
from callshot.tracker.live import LiveSession
from callshot.tracker.live_check import NEW, NightlyCheck, doubt_of, handed_over, notice_of, rough
from callshot.tracker.live_choosing import why_not
from callshot.tracker.live_learning import UNSOLVABLE, ColoursOfSet, LensOfCamera
from callshot.tracker.live_loop import Live
from callshot.tracker.live_size import SizeOfBalls
from callshot.tracker.live_store import Choices, LiveStore
from callshot.tracker.pipeline import Pipeline, bed_of
from callshot.tracker.replay_request import session_of
from callshot.tracker.seeing import open_eyes
from callshot.tracker.strokes.shutter import lateness
from callshot.tracker.track.state import TableState
from callshot.tracker.trouble import Trouble

LOOKS: Final = 40
LOOK_EVERY_NS: Final = 100_000_000
"""Four seconds of looks at the table: people move meanwhile, it does not."""

SIZE_LOOK_EACH: Final = 10
"""In every tenth of these looks the balls are measured."""

FIRST_LOOKS: Final = 12
"""The first look at a table takes a good part of a second, the next few still find their way. A camera's frames are
looked at only, so long: at the rate that such looks leave, nothing is followed. A recording's are waited for: what was
dropped meanwhile could not be seen again.
"""

NO_TABLE: Final = "the table has to be found first: use the set-up page"


class LiveSessions:
    """See the module. `live` is set once the loop's parts are there."""

    def __init__(
        self, adapters: Adapters, store: LiveStore, hub: RecordHub, announcer: Announcer, table: TableGeometry | None,
        source_name: str, *, clips: bool = True,
    ) -> None:  # fmt: skip
        """clips: whether films are kept of what is in doubt."""
        self.live: Live | None = None
        self._adapters = adapters
        self._store = store
        self._hub = hub
        self._announcer = announcer
        self._table = table
        self._source_name = source_name
        self._journal: Journal | None = None
        self._keeps_clips = clips
        self._clips: ClipStore | None = None
        self._looks: list[Frame] | None = None
        self._size = SizeOfBalls()
        self._wanted: Command | None = None
        self._finding: threading.Thread | None = None
        self._found: list[TableGeometry | str] = []
        self._check: NightlyCheck | None = None
        self._colours = ColoursOfSet(store, hub.show, adapters.now_iso)
        self._lens = LensOfCamera(store, hub.show, adapters.now_iso)
        self._eyes_are_old = False
        self._show_setup("")

    def open(self, choices: Choices, journal: Journal, *, source_goes_on: bool, source_now_ns: int = 0) -> LiveSession:
        """A session on a record file that is open already. Raises Trouble."""
        if self._table is None:
            raise Trouble(NO_TABLE)
        table, balls = self._table, self._size.as_measured(self._table, ball_set_of(choices.balls))
        for language in choices.langs:
            messages(language)  # read now, not while the first ruling is waited for
        eyes = open_eyes(table, balls, self._profile(choices.balls, balls))
        live = self.live
        assert live is not None, "the loop's parts come first"

        def watch(state: TableState) -> None:
            live.state = state

        # A recording may begin in the middle of a rack; above a table the balls are yet to be racked.
        play = replace(choices.play, in_progress=not live.newest.live and not journal.records)
        late = lateness(table, live.newest.readout_s, balls.diameter_mm)
        pipeline = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, play, eyes, watch, late)
        if self._clips is None:
            self._clips = ClipStore(self._store.clips, self._pass_on, keep_free_bytes=KEEP_FREE_BYTES)
        films = Films(ClipRing(window_of(table), enabled=self._keeps_clips), self._clips, table, balls.diameter_mm)
        warm_up = FIRST_LOOKS if live.newest.live else 0
        session = LiveSession(pipeline, journal, self._hub, self._announcer, films, warm_up=warm_up)
        self._journal = journal
        self._hub.show("file", journal.path.name)
        known_mm = doubt_of(journal.records)
        if self._check is not None and self._check.table is table:
            known_mm = self._check.last_moved_mm
        badly = rough(table)
        if badly is not None:
            session.notice(badly)

        def is_off(moved_mm: float) -> None:
            session.calibration_is_off(max(moved_mm, table.error_mm))

        is_off(known_mm or 0.0)
        if known_mm is not None:
            notice = notice_of(known_mm) if not journal.records else None
            if notice is not None:  # a new file is to tell it too
                session.notice(notice)
        self._check = NightlyCheck(table, live.clock, session.notice, is_off, known_mm, lambda: eyes.table)
        live.id_of = pipeline.id_of
        session.begin(
            session_of(choices.play, self._source_name, table, balls, eyes.models),
            source_goes_on=source_goes_on, source_now_ns=source_now_ns,
        )  # fmt: skip
        return session

    def start(self, choices: Choices, source_now_ns: int, state: Mapping[str, Any] | None = None) -> LiveSession | None:
        """A new session in a new file, from now on. Where that can't be it is told, and what is on goes on."""
        live = self.live
        assert live is not None
        why = NO_TABLE if self._table is None else why_not(choices, live.choices, state)
        if why is None:
            before, path = self._journal, self._store.new_session_file()
            try:
                journal = Journal(path, self._pass_on)
            except JournalError as refused:
                why = str(refused)
            else:
                try:
                    session = self.open(choices, journal, source_goes_on=False, source_now_ns=source_now_ns)
                except Trouble as refused:
                    self._journal, why = before, str(refused)
                    journal.close()
                    if not journal.records:
                        path.unlink(missing_ok=True)
        if why is not None:
            self._pass_on(Notice("warning", "refused", why))
            self.refuse(why)
            return None
        if before is not None:
            before.close()
        self._show_setup("")
        live.choices = replace(choices, file=str(path), ended=False)
        self._store.remember(live.choices)
        return session

    def refuse(self, why: str) -> None:
        """Tell the set-up page why something can't be."""
        self._show_setup(why)

    def close(self) -> str | None:
        """Records and clips are written to the end. What could not be written, in words."""
        lost = None
        if self._journal is not None:
            self._journal.close()
            waiting = self._journal.waiting_bytes
            if waiting:
                lost = f"{self._journal.path}: the disk took no more, the last {waiting} bytes of records are lost"
        if self._clips is not None:
            self._clips.close()
        return lost

    # -- finding the table --

    def calibrate(self, wanted: Command) -> None:
        """Begin to collect looks at the table."""
        if self._finding is None:
            self._wanted, self._looks = wanted, []
            self._show_setup("looking")

    def colours(self, wanted: Command) -> None:
        """Learn how the set looks; `confirm` true or the labels that are right: keep it; false: forget it."""
        choices = self.live.choices.balls if self.live is not None else "any"
        values: dict[str, Any] = dict(wanted.values)
        named = values.get("balls", choices)
        balls = BALL_SETS.get(str(named)) or _set_or_any(choices)
        confirm = values.get("confirm")
        if confirm is None:
            self._colours.begin(self._table, balls)
        elif confirm is False:
            self._eyes_are_old |= self._colours.forget(balls)
        else:
            right = [str(label) for label in confirm] if isinstance(confirm, list) else None
            self._eyes_are_old |= self._colours.confirm(right)

    def lens(self) -> None:
        """Begin to look for the board."""
        self._lens.begin()

    def _profile(self, chosen: str, balls: BallSet) -> SetProfile | None:
        """How the set looks: as the command line says, else as it was confirmed on the page, else not known."""
        given = profile_of(chosen)
        path = self._store.colours(balls.name)
        if given is not None or not path.exists():
            return given
        try:
            known = load_profile(path)
        except ProfileError as why:
            self._pass_on(Notice("warning", "colours", str(why)))
            return None
        return known if known.ball_set == balls.name else None

    def look(self, frame: Frame) -> None:
        """One frame on: collect it, or take what was found or learnt."""
        self._colours.look(frame)
        self._lens.look(frame)
        if self._found:
            self._take_found(frame)
        if self._size.news():
            self._open_again(frame, Notice("info", BALL_SIZE, "the balls are looked for in the size that was measured"))
        if self._eyes_are_old:
            self._eyes_are_old = False
            self._open_again(frame, Notice("info", "colours", "the colours of the set were told anew"))
        if self._table is not None and self.live is not None and self.live.session is not None:
            self._size.look(frame, self._table, self.live.choices.balls, self.live.session.notice)
        if self._check is not None and self.live is not None and self.live.session is not None:
            self._check.look(frame, moving=self.live.session.moving)
        if self._looks is None or (self._looks and frame.timestamp_ns - self._looks[-1].timestamp_ns < LOOK_EVERY_NS):
            return
        self._looks.append(frame)
        if len(self._looks) >= LOOKS:
            looks, self._looks = self._looks, None
            self._finding = threading.Thread(target=self._find, args=(looks,), name="calibrate", daemon=True)
            self._finding.start()

    def _find(self, looks: list[Frame]) -> None:
        found: TableGeometry | str = "the table could not be found: look at the corners, or show all of it again"
        try:
            found = self._table_in(looks)
        except CalibrationError as why:
            found = str(why)
        except UNSOLVABLE:
            pass  # corners or lines that no camera fits, or pictures that OpenCV refuses
        finally:  # whatever befalls this thread, the next try is not barred
            self._found.append(found)

    def _table_in(self, looks: list[Frame]) -> TableGeometry:
        """The table of the looks, as it is wanted, read back as its file will be, and kept. Raises CalibrationError."""
        values: dict[str, Any] = dict(self._wanted.values) if self._wanted is not None else {}
        known = self._table
        size = table_size(str(values.get("table") or (known.name if known is not None else "9ft")))
        head = str(values.get("head") or (known.head if known is not None else "left"))
        corners = values.get("corners")
        if size is None:
            raise CalibrationError(f"no such table: {values.get('table')}")
        points = None if corners is None else np.array(corners, np.float64)
        height, width = looks[0].image.shape[:2]
        lens = lens_for(load_lens(self._store.lens), (width, height)) if self._store.lens.exists() else None
        some = looks[::SIZE_LOOK_EACH]
        found = find_table(handed_over(looks), size, head, lens, points).table
        doubt = size_doubt([frame.image for frame in some], found)
        if doubt is not None and doubt.sure:
            raise CalibrationError(doubt.text)
        if doubt is not None:
            self._pass_on(Notice("warning", BALL_SIZE, doubt.text))
        text = replace(found, made_by="the set-up page", made_at=self._adapters.now_iso()).to_toml()
        signed = table_from_toml(text)
        try:
            self._store.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._store.table, text.encode())
        except (Trouble, OSError) as why:
            self._pass_on(Notice("warning", "calibration-not-kept", str(why)))
        return signed

    def _take_found(self, frame: Frame) -> None:
        found = self._found.pop()
        self._finding = None
        if isinstance(found, str):
            self._show_setup(found)
            return
        self._table = found
        self._show_setup("found")
        self._open_again(frame, Notice("info", NEW, "the table was found anew"))

    def _open_again(self, frame: Frame, why: Notice) -> None:
        """The session goes on with other eyes, where there is one."""
        live = self.live
        if live is not None and live.session is not None and self._journal is not None:
            path = self._journal.path
            live.session.notice(why)
            live.session.flush()
            self._journal.close()
            journal = Journal(path, self._pass_on)
            now_ns = frame.timestamp_ns
            live.session = self.open(live.choices, journal, source_goes_on=False, source_now_ns=now_ns)

    def _show_setup(self, said: str) -> None:
        shown: dict[str, Any] = {"said": said}
        if self._table is not None:
            table = self._table
            shown |= {
                "error_mm": table.error_mm, "head": table.head, "table": table.name,
                "corners_px": table.camera.image_from_table(table.nose_corners_mm, table.nose_height_mm).tolist(),
                "outline_px": window_of(table).outline_px.tolist(),
            }  # fmt: skip
        self._hub.show("setup", shown)

    def _pass_on(self, notice: Notice) -> None:
        if self.live is not None and self.live.session is not None:
            self.live.session.notice(notice)


def _set_or_any(text: str) -> BallSet:
    try:
        return ball_set_of(text)
    except Trouble:
        return BALL_SETS["any"]
