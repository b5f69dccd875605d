"""`callshot replay`: a recording, or what an earlier run wrote of one, through the same pipeline as live."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from callshot.calibration.colours import SetProfile
from callshot.calibration.table import CalibrationError, TableGeometry, load_table, table_from_toml
from callshot.hardware.clips import ClipRing, ClipStore
from callshot.hardware.frame import FrameSource, Notice
from callshot.rules.equipment import BallSet
from callshot.tracker.adapters import Adapters
from callshot.tracker.annotate import Annotator
from callshot.tracker.balls import ball_set_of, profile_of
from callshot.tracker.films import Films, window_of
from callshot.tracker.herald import Herald
from callshot.tracker.observations_file import ObservationsError, ObservationsWriter, read_observations
from callshot.tracker.pipeline import Pipeline, Play, bed_of, check_play
from callshot.tracker.progress import Progress
from callshot.tracker.record_file import RecordFile
from callshot.tracker.rule_command import run_rules
from callshot.tracker.seeing import open_eyes
from callshot.tracker.session import Record, notice_record, session_record
from callshot.tracker.trouble import Trouble

FILMS_S = 600.0
"""The films of a long recording may still be written for that long after its last frame."""


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What was asked for on the command line."""

    source: str
    stage: str
    calibration: Path | None
    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    langs: tuple[str, ...]
    balls: str
    output: Path | None
    observations: Path | None
    annotated: Path | None
    fps: float
    clips: Path | None = None

    @property
    def play(self) -> Play:
        """The game part of it."""
        return Play(self.game, self.players, self.options, self.langs, in_progress=True)


def replay_command(adapters: Adapters, request: ReplayRequest) -> None:
    """Writes the records of the replay. Raises click.UsageError, Trouble, SourceError, CalibrationError."""
    if request.stage != "strokes":
        check_play(request.play)
    if request.stage == "strokes":
        _from_strokes(request)
    elif request.stage == "observations":
        _from_observations(request)
    else:
        _from_frames(adapters, request)


# ------------------------------------------------------------------------------------------------ from frames


def open_for(adapters: Adapters, source: str, fps: float, notices: list[Notice], table: TableGeometry) -> FrameSource:
    """The source, checked against the calibration. Raises CalibrationError where the sizes differ."""
    frames = adapters.open_source(source, notices.append, frame_rate_hz=fps)
    info = frames.info
    if (info.width_px, info.height_px) != tuple(table.camera.image_size):
        frames.close()
        size = table.camera.image_size
        raise CalibrationError(
            f"{source}: its pictures are {info.width_px}x{info.height_px}, the calibration was made for "
            f"{size[0]}x{size[1]}; make one with `callshot calibrate {source}`"
        )
    return frames


def session_of(play: Play, source: str, table: TableGeometry, balls: BallSet, models: list[Record]) -> Record:
    """The first record."""
    return session_record(
        source=source, game=play.game, players=play.players, options=play.options or {}, table_name=table.name,
        length_mm=table.length_mm, width_mm=table.width_mm, ball_set=balls.name, ball_diameter_mm=balls.diameter_mm,
        models=models,
    )  # fmt: skip


def _from_frames(adapters: Adapters, request: ReplayRequest) -> None:
    if request.calibration is None:
        raise Trouble("replay: --calibration is missing; make it with `callshot calibrate SOURCE --table 9ft ...`")
    table = load_table(request.calibration)
    balls = ball_set_of(request.balls)
    film = Annotator(request.annotated, table, balls.diameter_mm) if request.annotated else None
    with RecordFile(request.output) as out:

        def take(records: list[Record]) -> None:
            out.write(records)
            if film is not None:
                film.note(records)

        replay_frames(adapters, request.source, table, balls, request.play, take, fps=request.fps,
                      observations=request.observations, profile=profile_of(request.balls),
                      clips=request.clips)  # fmt: skip
    if film is not None:
        write_film(adapters, film, request.source, request.fps)


def replay_frames(
    adapters: Adapters, text: str, table: TableGeometry, balls: BallSet, play: Play,
    take: Callable[[list[Record]], None], *, fps: float = 25.0, observations: Path | None = None,
    profile: SetProfile | None = None, clips: Path | None = None,
) -> None:  # fmt: skip
    """The whole stair over a source; `take` gets the records as they fall. Raises Trouble, SourceError.

    clips: a folder for films of what is in doubt; the records then name them.
    """
    eyes = open_eyes(table, balls, profile)
    notices: list[Notice] = []
    source = open_for(adapters, text, fps, notices, table)
    name = Path(text).name
    pipeline = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, play, eyes)
    head = {"source": name, "table": table.to_toml(), "balls": balls.name, "models": eyes.models}
    keep: ObservationsWriter | None = None
    store = ClipStore(clips, notices.append) if clips is not None else None
    films = Films(ClipRing(window_of(table)), store, table, balls.diameter_mm) if store is not None else None
    try:
        keep = ObservationsWriter(observations, head) if observations else None
        with Progress("replay", source.info.frame_count) as progress:
            take(pipeline.begin(session_of(play, name, table, balls, eyes.models)))
            for count, frame in enumerate(source, 1):
                seen = pipeline.see(frame)
                if keep is not None:
                    keep.write(seen)
                if films is not None:
                    films.add(frame, moving=pipeline.moving)
                take(_filmed(films, pipeline.observe(seen), frame.t_s) + _told(notices, frame.t_s))
                progress.at(count)
            take(_filmed(films, pipeline.finish(), pipeline.t_s) + _told(notices, pipeline.t_s))
    except ObservationsError as why:
        raise Trouble(str(why)) from why
    finally:
        source.close()
        if store is not None:
            store.close(FILMS_S)
        if keep is not None:
            _closed(keep)


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


def _told(notices: list[Notice], t_s: float) -> list[Record]:
    out = [notice_record(t_s, n.level, n.code, n.text) for n in notices]
    notices.clear()
    return out


# ------------------------------------------------------------------------------------------------ from later stages


def _from_observations(request: ReplayRequest) -> None:
    try:
        head, frames = read_observations(request.source)
        table = table_from_toml(str(head.get("table", "")), request.source)
        balls = ball_set_of(str(head.get("balls", request.balls)))
        capacity = dict(balls.labels)
        pipeline = Pipeline(bed_of(table, balls.diameter_mm), capacity, request.play)
        with RecordFile(request.output) as out, Progress("replay", None) as progress:
            models = list(head.get("models", []))
            out.write(pipeline.begin(session_of(request.play, str(head.get("source")), table, balls, models)))
            for count, seen in enumerate(frames, 1):
                out.write(pipeline.observe(seen))
                progress.at(count)
            out.write(pipeline.finish())
    except ObservationsError as why:
        raise Trouble(str(why)) from why


def _from_strokes(request: ReplayRequest) -> None:
    """Rules the records of an earlier run again; its session record gives way to what is asked for now."""
    game = None if request.game == "none" else request.game
    with RecordFile(request.output) as out:
        run_rules(
            _lines_of(Path(request.source)), out.write_line, game, request.players, request.options, request.langs,
            announcing=Herald,
        )  # fmt: skip


def _lines_of(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as lines:
            first = next(lines, None)
            if first is None:
                raise Trouble(f"{path}: holds no records; give those of an earlier run")
            yield first
            yield from lines
    except OSError as why:
        raise Trouble(f"{path}: can't be read ({why.strerror}); give the records of an earlier run") from why
