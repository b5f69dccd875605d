"""`callshot replay`: a recording, or what an earlier run wrote of one, through the same pipeline as live."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from callshot.calibration.colours import SetProfile
from callshot.calibration.table import TableGeometry, load_table
from callshot.hardware.clip_ring import ClipRing
from callshot.hardware.clips import CLIP_LOST, ClipStore
from callshot.hardware.frame import Notice
from callshot.rules.equipment import BallSet
from callshot.tracker.adapters import Adapters
from callshot.tracker.annotate import Annotator
from callshot.tracker.ball_size import fitting_set
from callshot.tracker.balls import ball_set_of, profile_of
from callshot.tracker.films import Films, window_of
from callshot.tracker.observations_file import ObservationsError, ObservationsWriter
from callshot.tracker.opening import open_for
from callshot.tracker.outputs import keep_old
from callshot.tracker.pipeline import Pipeline, Play, bed_of
from callshot.tracker.progress import Progress
from callshot.tracker.record_file import RecordFile
from callshot.tracker.replay_later import from_observations, from_strokes
from callshot.tracker.replay_request import ReplayRequest, check_request, hold_doubts, session_of
from callshot.tracker.replay_told import RulingsTold
from callshot.tracker.seeing import open_eyes
from callshot.tracker.session import Record, notice_records
from callshot.tracker.strokes.shutter import lateness
from callshot.tracker.trouble import Trouble

FILMS_S = 600.0
"""The films of a long recording may still be written for that long after its last frame."""


def replay_command(adapters: Adapters, request: ReplayRequest) -> None:
    """Writes the records of the replay. Raises click.UsageError, Trouble, SourceError, CalibrationError."""
    check_request(request)
    if request.stage == "strokes":
        from_strokes(request)
    elif request.stage == "observations":
        from_observations(request)
    else:
        _from_frames(adapters, request)


# ------------------------------------------------------------------------------------------------ from frames


def _from_frames(adapters: Adapters, request: ReplayRequest) -> None:
    assert request.calibration is not None, "checked before"
    table = load_table(request.calibration)
    balls = ball_set_of(request.balls)
    film = Annotator(request.annotated, table, balls.diameter_mm) if request.annotated else None
    with RecordFile(request.output) as out, RulingsTold(request) as told:

        def take(records: list[Record]) -> None:
            out.write(records)
            told.take(records)
            if film is not None:
                film.note(records)

        footage = Footage(
            request.source, table, balls, request.play, profile_of(request.balls), request.fps, request.observations,
            request.clips, request.calibration,
        )  # fmt: skip
        replay_frames(adapters, footage, take)
    if film is not None and request.annotated is not None:
        keep_old(request.annotated)
        write_film(adapters, film, request.source, request.fps)


@dataclass(frozen=True, slots=True)
class Footage:
    """What is replayed, and what is kept of it.

    profile: how the set looks. fps: of a folder of pictures. observations: a file for what was seen. clips: a folder
    for films of what is in doubt; the records then name them. calibration: the table's file, to be named where it does
    not fit.
    """

    source: str
    table: TableGeometry
    balls: BallSet
    play: Play
    profile: SetProfile | None = None
    fps: float = 25.0
    observations: Path | None = None
    clips: Path | None = None
    calibration: Path | None = None


def replay_frames(adapters: Adapters, footage: Footage, take: Callable[[list[Record]], None]) -> None:
    """The whole stair over footage; `take` gets the records as they fall. Raises Trouble, SourceError."""
    table, balls, play, clips = footage.table, footage.balls, footage.play, footage.clips
    notices: list[Notice] = []
    told: list[Notice] = []

    def notice(new: Notice) -> None:
        notices.append(new)
        told.append(new)

    source = open_for(adapters, footage.source, footage.fps, notice, table, footage.calibration)
    with closing(source):
        name = Path(footage.source).name
        frames = iter(source)
        first = list(itertools.islice(frames, 1))
        balls, odd = fitting_set([frame.image for frame in first], table, balls)
        notices += [] if odd is None else [odd]
        eyes = open_eyes(table, balls, footage.profile)
        late = lateness(table, source.info.readout_s, balls.diameter_mm)
        pipeline = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, play, eyes, late=late)
        head = {"source": name, "table": table.to_toml(), "balls": balls.name, "models": eyes.models,
                "ball_diameter_mm": balls.diameter_mm}  # fmt: skip
        keep: ObservationsWriter | None = None
        store = ClipStore(clips, notice) if clips is not None else None
        films = Films(ClipRing(window_of(table)), store, table, balls.diameter_mm) if store is not None else None
        try:
            if footage.observations is not None:
                keep_old(footage.observations)
                keep = ObservationsWriter(footage.observations, head)
            with Progress("replay", source.info.frame_count) as progress:
                begun = pipeline.begin(session_of(play, name, table, balls, eyes.models)) + hold_doubts(pipeline, table)
                for count, frame in enumerate(itertools.chain(first, frames), 1):
                    if count == 1:
                        take(begun)  # not before: where nothing can be read, what stood in the file stays
                    seen = pipeline.see(frame)
                    if keep is not None:
                        keep.write(seen)
                    if films is not None:
                        films.add(frame, moving=pipeline.moving)
                    take(_filmed(films, pipeline.observe(seen), frame.t_s) + notice_records(notices, frame.t_s))
                    progress.at(count)
                take(_filmed(films, pipeline.finish(), pipeline.t_s) + notice_records(notices, pipeline.t_s))
        except ObservationsError as why:
            raise Trouble(str(why)) from why
        finally:
            if store is not None:
                store.close(FILMS_S)
            if keep is not None:
                _closed(keep)
    take(notice_records(notices, pipeline.t_s))
    lost = next((n for n in told if n.code == CLIP_LOST), None)
    if lost is not None:
        raise Trouble(f"{lost.text}; the records are whole, make room and run it again")


def _closed(keep: ObservationsWriter) -> None:
    """What is still to be written may find the disk full too. Raises Trouble."""
    try:
        keep.close()
    except ObservationsError as why:
        raise Trouble(f"{why}; make room and run it again") from why


def _filmed(films: Films | None, records: list[Record], t_s: float) -> list[Record]:
    """The records, those in doubt with the names of their films."""
    for record in records if films is not None else ():
        assert films is not None
        films.remember(record)
        films.mark(record, t_s)
    return records


def write_film(adapters: Adapters, film: Annotator, text: str, fps: float) -> None:
    """The second reading of the source. Raises Trouble, SourceError."""
    source = adapters.open_source(text, lambda _: None, frame_rate_hz=fps)
    with Progress("film", source.info.frame_count) as progress:
        film.write(source, progress.at)
