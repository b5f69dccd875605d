"""`callshot run`: live, from a camera or from any source paced as it was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click

from callshot.calibration.table import TableGeometry, load_table
from callshot.hardware.announcer import WhenHeard
from callshot.hardware.clock import SystemClock
from callshot.hardware.frame import Notice
from callshot.hardware.journal import Journal, JournalError, read_journal
from callshot.hardware.newest import NewestFrame
from callshot.tracker.adapters import Adapters
from callshot.tracker.balls import ball_set_of, check_fits
from callshot.tracker.calibrating import calibrate_source
from callshot.tracker.hub import RecordHub
from callshot.tracker.live_choosing import why_not
from callshot.tracker.live_loop import Live, LiveLoop, stopped_by_signals
from callshot.tracker.live_sessions import FIRST_LOOKS, LiveSessions
from callshot.tracker.live_store import Choices, LiveStore, choices_in, data_folder
from callshot.tracker.opening import open_for
from callshot.tracker.pipeline import Play, check_play
from callshot.tracker.scoreboard import PageServer, ServeError, serve
from callshot.tracker.trouble import Trouble, tell

SERVED: Final = "served"
"""The folder of a served demo, within that of the demo."""

NOT_REMEMBERED: Final = "another callshot is running: after a stop that one's game goes on, this one is not remembered"


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What was asked for on the command line. pace: 1 as recorded; 0 as fast as it goes, no frame dropped (tests).

    keep_all: no frame of a recording is dropped; where the machine is too slow for its pace, it takes longer.
    """

    source: str = "picamera:0"
    calibration: Path | None = None
    game: str = "none"
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    langs: tuple[str, ...] = ("en",)
    balls: str = "any"
    serve: bool = False
    port: int = 8000
    mute: bool = False
    no_clips: bool = False
    output: Path | None = None
    fps: float = 25.0
    pace: float = 1.0
    keep_all: bool = False

    @property
    def names_a_game(self) -> bool:
        """Whether a game was chosen on the command line; else it is chosen on the page, or remembered."""
        return self.game != "none" or bool(self.players)


def run_command(adapters: Adapters, request: RunRequest, store: LiveStore | None = None) -> int:
    """Runs until the source ends or it is stopped. 0, or 1 where a camera was lost for good.

    Raises Trouble, SourceError, CalibrationError.
    """
    if request.names_a_game:
        check_play(Play(request.game, request.players, request.options, request.langs))
        check_fits(request.game, ball_set_of(request.balls))
    store = store or LiveStore(data_folder())
    hub = RecordHub()
    table = _table_for(request, store)
    choices, path = _what_to_play(request, store)
    if path is not None:
        store = store.beside(path)
    page = _serve(hub, request.port, store) if request.serve else None
    notices = Notices()
    announcer = WhenHeard(lambda: adapters.open_announcer(choices.langs, notices.take, store.voices))
    announcer.set_volume(choices.volume)
    announcer.set_muted(request.mute or choices.muted or not choices.langs)
    sessions = LiveSessions(
        adapters, store, hub, announcer, table, Path(request.source).name, clips=not request.no_clips
    )
    lost: str | None = None
    farewell: str | None = None  # said once all is written, not before
    ended = False
    try:
        source = open_for(
            adapters, request.source, request.fps, notices.take, table, request.calibration, _last_t(path)
        )
        newest = NewestFrame(
            source, speed=request.pace or 1.0, lossless=request.pace == 0 or request.keep_all, paced=request.pace != 0,
            unhurried=FIRST_LOOKS,
        )  # fmt: skip
        live = Live(newest, hub, store, announcer, sessions, choices, SystemClock(), show_pictures=request.serve)
        sessions.live = live
        loop = LiveLoop(live)
        with newest, stopped_by_signals(loop.stop):
            if not store.own():
                notices.take(Notice("warning", "not-remembered", NOT_REMEMBERED))
            # Nothing is written before there are pictures: a camera that isn't there leaves no empty session behind.
            if path is not None:
                journal = Journal(path, notices.take)
                store.remember(choices)
                goes_on = not source.info.live and bool(journal.records)
                live.session = sessions.open(choices, journal, source_goes_on=goes_on)
            _say_where(page, path, live, again=bool(path is not None and request.output is None and journal.records))
            notices.pass_to(live)
            ended = loop.run()
            if not ended:
                farewell = "stopped; the same command goes on from here"
            if ended and page is not None and not source.info.live:
                click.echo("the recording has ended; the page stays until Ctrl-C", err=True)
                loop.linger()
                farewell = "stopped; the game's records are whole"
    except JournalError as why:
        raise Trouble(str(why)) from why
    finally:
        hub.close()
        lost = sessions.close()
        announcer.close()
        if page is not None:
            page.stop()
        if lost is not None:
            click.echo(f"callshot: {lost}; make room before the next game", err=True)
        elif farewell is not None:
            click.echo(f"callshot: {farewell}", err=True)
        if ended:
            store.remember(replace(live.choices, ended=True))
        store.let_go()
    if lost is not None:
        return 1
    if ended and source.info.live:
        click.echo(f"callshot: {request.source} gives no more pictures; start again once it is back", err=True)
        return 1
    return 0


def serve_demo(adapters: Adapters, recording: Path, play: Play, output: Path, port: int) -> None:
    """The bundled recording, live on the scoreboard, until Ctrl-C. Raises Trouble.

    What it writes goes into a folder of its own within `output`: the demo's own files stay.
    """
    output = output / SERVED
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise Trouble(f"{output}: can't be made ({why.strerror}); choose another folder with -o") from why
    click.echo("finding the table ...", err=True)
    table = calibrate_source(adapters, str(recording), "9ft", "left")
    (output / "table.toml").write_text(table.to_toml(), encoding="utf-8")
    records = output / "records.jsonl"
    records.unlink(missing_ok=True)
    request = RunRequest(
        source=str(recording), calibration=output / "table.toml", game=play.game, players=tuple(play.players),
        options=play.options or {}, langs=tuple(play.langs), balls="pool9", serve=True, port=port, mute=True,
        output=records, keep_all=True,
    )  # fmt: skip
    run_command(adapters, request, LiveStore(output))


def doctor_command(adapters: Adapters, source: str | None, calibration: Path | None) -> int:
    """Whether all is fit; 1 where something has to be mended."""
    from callshot.tracker.doctor import examine

    return examine(adapters, source, calibration, LiveStore(data_folder()))


# ------------------------------------------------------------------------------------------------ the parts


def _table_for(request: RunRequest, store: LiveStore) -> TableGeometry | None:
    if request.calibration is not None:
        return load_table(request.calibration)
    if store.table.exists():
        return load_table(store.table)
    if request.serve:
        return None
    raise Trouble(
        "run: no calibration; make one with `callshot calibrate SOURCE --table 9ft ...` and give it with "
        "--calibration, or find the table on the page with --serve"
    )


def _what_to_play(request: RunRequest, store: LiveStore) -> tuple[Choices, Path | None]:
    """(what is played, the record file), None for the file where the page has to choose first."""
    remembered = store.choices()
    why = None if request.names_a_game or remembered.ended else _why_not_again(remembered)
    if why is not None:  # a profile that was deleted, a memory that was written by hand: no reason never to start again
        tell(Notice("warning", "forgotten", f"the last game can't go on: {why}"))
        remembered = replace(remembered, balls=request.balls, ended=True)
    if request.names_a_game:
        chosen = replace(
            remembered, game=request.game, players=request.players, options=dict(request.options), langs=request.langs,
            balls=request.balls, ended=False,
        )  # fmt: skip
    elif not remembered.ended and remembered.file:
        chosen = remembered
    elif request.serve:
        return replace(remembered, langs=request.langs), None
    else:
        chosen = replace(Choices(), langs=request.langs, balls=request.balls, ended=False)
    if request.output is not None:
        if request.output.exists() and not request.output.is_file():
            raise Trouble(f"{request.output}: records are kept in a file, and this is none; choose a file with -o")
        there = choices_in(request.output)
        if there is not None and not there.same_game(chosen):
            raise Trouble(f"{request.output}: holds the records of another game; choose another file with -o")
        path = request.output.absolute()
    elif not remembered.ended and remembered.file and remembered.same_game(chosen):
        path = Path(remembered.file)
    else:
        path = store.new_session_file()
    return replace(chosen, file=str(path)), path


def _why_not_again(remembered: Choices) -> str | None:
    if remembered.game != "none":
        return why_not(remembered, remembered)
    try:
        ball_set_of(remembered.balls)
    except Trouble as why:
        return str(why)
    return None


def _last_t(path: Path | None) -> float:
    """A recording goes on from the last record."""
    try:
        records = read_journal(path.read_bytes()).records if path is not None else ()
    except OSError:  # none yet; what can't be read is told when it is opened to be written to
        records = ()
    return max((float(r["t"]) for r in records if isinstance(r.get("t"), int | float)), default=0.0)


def _serve(hub: RecordHub, port: int, store: LiveStore) -> PageServer:
    try:
        return serve(hub, port=port, clips=store.clips, games=store.records)
    except ServeError as why:
        raise Trouble(str(why)) from why


def _say_where(page: PageServer | None, path: Path | None, live: Live, again: bool) -> None:
    """again: nobody named the file, it is that of the last run's game."""
    if page is not None:
        click.echo(f"scoreboard: {page.url}   referee's PIN: {page.pin}", err=True)
    if path is not None and live.session is not None:
        why = "   (the last run's game goes on there; -o FILE puts records elsewhere)" if again else ""
        click.echo(f"records: {path}{why}", err=True)


class Notices:
    """What cameras, disk and speaker tell, from whichever thread: to the terminal at once, and to the session's records
    as soon as there is one.
    """

    def __init__(self) -> None:
        self._early: list[Notice] = []
        self._live: Live | None = None

    def take(self, notice: Notice) -> None:
        """A notice handler."""
        tell(notice)
        if self._live is not None and self._live.session is not None:
            self._live.session.notice(notice)
        else:
            self._early.append(notice)

    def pass_to(self, live: Live) -> None:
        """From now on notices are told in this program's sessions."""
        self._live = live
        early, self._early = self._early, []
        if live.session is not None:
            for notice in early:
                live.session.notice(notice)
