"""The loop over the stages. It doesn't know whether its frames are live or recorded, nor what time it is.

detect 1, identify 2, track 3, strokes 4, referee 5, announce 6: each takes what the one before said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import click

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.rules.records import disturbance_record, layout_record, stroke_record
from callshot.rules.vocabulary import Disturbance, Layout, Stroke
from callshot.tracker.herald import Herald
from callshot.tracker.live_doubts import in_doubt
from callshot.tracker.midgame import entered
from callshot.tracker.notices import CameraNotices
from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.observations_file import rounded
from callshot.tracker.racking import RackWatch
from callshot.tracker.resuming import last_known, missing_end
from callshot.tracker.rule_command import MADE_HERE, RuleSession, check_usage
from callshot.tracker.session import Record
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.builder import StrokeBuilder, Told
from callshot.tracker.strokes.naming import Names
from callshot.tracker.strokes.shutter import Lateness
from callshot.tracker.track.state import TableState
from callshot.tracker.track.tracker import Tracker
from callshot.tracker.trails import Trails, paths_record

Watcher = Callable[[TableState], None]
Balls = tuple[BallObservation, ...]


class Eyes(Protocol):
    """Stages 1 and 2: a frame in, what is seen in it out."""

    def update(self, frame: Frame) -> FrameObservation:
        """Balls with a probability for every label, and what is foreign."""
        ...


@dataclass(frozen=True, slots=True)
class Play:
    """What is played: the game, the players in order of turn, options, languages of the announcements.

    in_progress: a first layout that is no rack means that the break is past (recordings); live, it is yet to be racked.
    """

    game: str = "none"
    players: Sequence[str] = ()
    options: Mapping[str, str] | None = None
    langs: Sequence[str] = ("en",)
    in_progress: bool = False


def check_play(play: Play) -> None:
    """A game that is to be ruled has what it needs: players, options that it knows. Raises click.UsageError."""
    if play.game != "none" and not play.players:
        raise click.UsageError(f"{play.game}: nobody plays it; name the players in order of turn: --players Ann,Bo")
    check_usage(play.game, play.players, play.options or {})


def bed_of(table: TableGeometry, ball_diameter_mm: float) -> Bed:
    """The table as motion sees it."""
    return Bed(table.length_mm, table.width_mm, ball_diameter_mm, table.pockets_mm)


class Pipeline:
    """Frames, observations or inputs in; records out, in order."""

    def __init__(
        self, bed: Bed, capacity: Mapping[str, int], play: Play, eyes: Eyes | None = None, watch: Watcher | None = None,
        late: Lateness | None = None,
    ) -> None:  # fmt: skip
        """capacity: how many balls of each label the set has. eyes: needed for `update`, not for `observe`.

        watch: is shown every state of the balls (the live table, the annotated film). late: of a rolling shutter.
        """
        self.moved_mm = 0.0
        """How far the calibration is off; what hangs on less is told as uncertain (see `live_doubts`)."""
        self._eyes = eyes
        self._bed = bed
        self._game = play.game
        self._tracker = Tracker(bed)
        self._names = Names(capacity)
        self._strokes = StrokeBuilder(bed, self._names, late)
        self._trails = Trails()
        self._notices = CameraNotices()
        self._racks = RackWatch(play.game, bed, play.options)
        self._watch = watch
        self._out: list[Record] = []
        self._t_s = 0.0
        self._rounded: tuple[Balls, Balls] = ((), ())
        self._enter = play.game if play.in_progress else None
        self._rules = RuleSession(
            self._out.append, play.game, play.players, play.options or {}, play.langs, announcing=Herald
        )

    @property
    def t_s(self) -> float:
        """The time of the last frame, on the source's clock."""
        return self._t_s

    def id_of(self, key: int) -> str | None:
        """The ball's id of a track."""
        return self._names.id_of(key)

    def begin(self, session: Record) -> list[Record]:
        """The stream's first line, and what the game says before anything has happened."""
        return self._rule([session])

    @property
    def moving(self) -> bool:
        """Whether balls roll, or something is at work on the table."""
        return self._strokes.moving

    def resume(self, records: Sequence[Record]) -> list[Record]:
        """Take up a session that has said these records; gives what follows from them and was not written any more."""
        balls, number, seen = last_known(records)
        self._strokes.resume(number, balls, [i for i in seen if i not in {b.id for b in balls}])
        return missing_end(records, self._rule([r for r in records if r["type"] not in MADE_HERE]))

    def see(self, frame: Frame) -> FrameObservation:
        """Stages 1 and 2 alone, rounded as a file keeps them: live and replayed go on from the same numbers."""
        assert self._eyes is not None, "a pipeline without eyes observes, it doesn't see"
        raw = self._eyes.update(frame)
        # at rest the eyes give the very same balls again
        seen = rounded(raw, self._rounded[1] if raw.balls is self._rounded[0] else None)
        self._rounded = (raw.balls, seen.balls)
        return seen

    def update(self, frame: Frame) -> list[Record]:
        """One frame on."""
        return self.observe(self.see(frame))

    def observe(self, seen: FrameObservation) -> list[Record]:
        """Stages 3 to 6: what was seen in one frame, in order of time."""
        self._t_s = seen.t_s
        state = self._tracker.update(seen)
        self._trails.note(state)
        if self._watch is not None:
            self._watch(state)
        return self._rule(self._notices.update(seen) + self._records(self._strokes.update(state)))

    def input(self, record: Record) -> list[Record]:
        """What a person said. Raises Trouble where the record can't be read."""
        return self._rule([record])

    def finish(self) -> list[Record]:
        """The source has ended: a stroke that is still going on is told as far as it went."""
        return self._rule(self._records(self._strokes.finish()))

    def _records(self, told: Sequence[Told]) -> list[Record]:
        out: list[Record] = []
        hands = any(isinstance(thing, Disturbance) and thing.kind != "occluded" for thing in told)
        rolled = not hands and any(isinstance(thing, Stroke) for thing in told)
        for thing in told:
            if isinstance(thing, Stroke):
                if self.moved_mm > 0:
                    thing = in_doubt(thing, self._bed, self.moved_mm, self._game)
                out.append(stroke_record(thing))
                out.append(paths_record(thing.number, out[-1]["t"], self._trails.take(self._names.id_of)))
            elif isinstance(thing, Layout):
                layout = layout_record(thing)
                out += entered(self._enter, layout, self._bed) if self._enter is not None else []
                out += [disturbance_record(d) for d in self._racks.update(thing, rolled)]
                out.append(layout)
                self._enter = None
            elif isinstance(thing, Disturbance):
                if thing.balls:
                    self._trails.take(self._names.id_of)
                out.append(disturbance_record(thing))
        return out

    def _rule(self, records: Sequence[Record]) -> list[Record]:
        for record in records:
            self._rules.take(record)
        out, self._out[:] = list(self._out), []
        return out
