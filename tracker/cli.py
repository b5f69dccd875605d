"""The commands and their options. Each does its imports when it runs, so that `callshot --help` answers at once."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from callshot.tracker.adapters import Adapters
from callshot.tracker.choices import (
    BALL_SETS,
    GAMES,
    LANGUAGES,
    parse_corners,
    parse_languages,
    parse_options,
    parse_players,
)
from callshot.tracker.sparing import SparingGroup

SOURCES = "camera:0, picamera:0, a recording, or a folder of pictures."
CALIBRATION = "Where the table is, as `callshot calibrate` found it."
DEFAULT_PORT = 8000
EXIT_CODES = (
    "Every command ends with 0 when it did its work, 2 on bad usage, 1 on any other error, 130 (Ctrl-C) or 143 "
    "(SIGTERM) where it was stopped before; a line says what to do."
)
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
file_in = click.Path(path_type=Path)


class Finite(click.FloatRange):
    """A number within bounds; Python's own words for what is none (nan, inf) are refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{str(value)[:40]!r} is not a number that can be counted with.", param, ctx)
        return number


FPS = Finite(1, 1000)
file_out = click.Path(path_type=Path, dir_okay=False)


def read_port(context: click.Context, _parameter: click.Parameter, value: int | None) -> int:
    """Where the scoreboard is served; a port for a page that nobody asked for is a slip, and told."""
    if value is not None and not context.params.get("serve"):
        raise click.UsageError(f"--port {value}: nothing is served; add --serve")
    return DEFAULT_PORT if value is None else value


PORT = click.option(
    "--port", type=click.IntRange(0, 65535), default=None, callback=read_port,
    help=f"Of the scoreboard.  [default: {DEFAULT_PORT}]",
)  # fmt: skip


def game_options(command: Any) -> Any:
    """--game, --players, --option, --lang: alike wherever a game is ruled."""
    for add in (
        click.option("--lang", default="en", show_default=True, help=f"Languages of the announcements: {LANGUAGES}."),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="KEY=VALUE",
            help="A house option (`callshot games GAME`); may be repeated.",
        ),
        click.option("--players", default="", metavar="ANN,BO", help="Players in order of turn."),
        click.option(
            "--game", type=click.Choice(GAMES), metavar="GAME", help="What is ruled; `callshot games` lists them."
        ),
    ):
        command = add(command)
    return command


def read_game_options(chosen: dict[str, Any]) -> dict[str, Any]:
    """What `game_options` gave, read strictly; the rest as it is."""
    read = {
        "game": chosen["game"] or "none",
        "players": parse_players(chosen["players"]),
        "options": parse_options(chosen["options"]),
        "langs": parse_languages(chosen.pop("lang")),
    }
    return chosen | read


@click.group(cls=SparingGroup, context_settings=SETTINGS, epilog=EXIT_CODES)
@click.version_option(package_name="callshot", prog_name="callshot")
def cli() -> None:
    """A camera above a pool table that follows every stroke and says what a good referee would say."""


@cli.command(epilog="Example: callshot demo")
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), default=Path("demo-output"),
              show_default=True, help="The folder for records, film and pictures.")  # fmt: skip
@click.option("--lang", default="en", show_default=True, help=f"Languages of the announcements: {LANGUAGES}.")
@click.option("--serve", is_flag=True, is_eager=True, help="Show it live on the scoreboard instead; Ctrl-C ends it.")
@PORT
@click.pass_obj
def demo(adapters: Adapters, output: Path, lang: str, serve: bool, port: int) -> None:
    """Replay the bundled recording through the whole system."""
    from callshot.tracker.demo import run_demo

    run_demo(adapters, output, lang, serve=serve, port=port)


@cli.command(epilog="Example: callshot lens views/ -o lens.toml   (callshot lens --board board.pdf makes the board)")
@click.argument("sources", nargs=-1)
@click.option("-o", "--output", type=file_out, default=Path("lens.toml"), show_default=True)
@click.option("--board", type=file_out, help="Write the board to print as a PDF, and do nothing else.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.pass_obj
def lens(adapters: Adapters, sources: tuple[str, ...], output: Path, board: Path | None, paper: str) -> None:
    """Calibrate a lens from views of a printed ChArUco board."""
    from callshot.tracker.calibrating import lens_command

    lens_command(adapters, sources, output, board, paper)


@cli.command(epilog="Example: callshot calibrate evening.mp4 --table 9ft --head left -o table.toml --preview p.png")
@click.argument("source")
@click.option("--table", required=True, help="7ft, 8ft, 8ft-pro, 9ft, 10ft, 12ft, or LENGTHxWIDTH in mm, nose to nose.")
@click.option("--head", type=click.Choice(["left", "right", "top", "bottom"]), required=True,
              help="The side of the picture where the head end is.")  # fmt: skip
@click.option("-o", "--output", type=file_out, default=Path("table.toml"), show_default=True)
@click.option("--lens", type=file_in, help="A lens calibration made by `callshot lens`.")
@click.option("--corners", nargs=4, metavar="X,Y X,Y X,Y X,Y", callback=parse_corners,
              help="The cushion-nose corners by hand: head-left, head-right, foot-right, foot-left.")  # fmt: skip
@click.option("--preview", type=file_out, help="Write a picture with the fitted table drawn on it.")
@click.option("--fps", type=FPS, default=25.0, help="Rate of a folder of pictures.")
@click.pass_obj
def calibrate(adapters: Adapters, source: str, table: str, head: str, output: Path, lens: Path | None,
              corners: list[tuple[float, float]] | None, preview: Path | None, fps: float) -> None:  # fmt: skip
    """Find the table in footage: where it lies, how the camera sees it, and how sure that is."""
    from callshot.tracker.calibrating import calibrate_command

    calibrate_command(adapters, source, table, head, output, lens, corners, preview, fps)


@cli.command(epilog="Example: callshot colours table.mp4 --calibration table.toml --balls pool15 -o my-set.toml")
@click.argument("source")
@click.option("--calibration", type=file_in, required=True, help=CALIBRATION)
@click.option("--balls", required=True, help=f"The ball set: {', '.join(BALL_SETS)}.")
@click.option("-o", "--output", type=file_out, default=Path("set.toml"), show_default=True)
@click.option("--preview", type=file_out, help="Write a picture to confirm the names by.")
@click.option("--fps", type=FPS, default=25.0, help="Rate of a folder of pictures.")
@click.pass_obj
def colours(
    adapters: Adapters, source: str, calibration: Path, balls: str, output: Path, preview: Path | None, fps: float
) -> None:
    """Learn how the set on the table looks under its light."""
    from callshot.tracker.calibrating import colours_command

    colours_command(adapters, source, calibration, balls, output, preview, fps)


@cli.command(epilog="Example: callshot detect still.png --calibration table.toml --balls pool15")
@click.argument("source")
@click.option("--calibration", type=file_in, required=True, help=CALIBRATION)
@click.option(
    "--balls", default="any", show_default=True, help="A set (`callshot balls`) or a profile (`callshot colours`)."
)
@click.option("--at", type=Finite(0), default=None, metavar="SECONDS", help="A moment of a video.")
@click.option("--fps", type=FPS, default=25.0, help="Rate of a folder of pictures.")
@click.option("-o", "--output", type=file_out, help="Write the record here instead of standard output.")
@click.pass_obj
def detect(
    adapters: Adapters, source: str, calibration: Path, balls: str, at: float | None, fps: float, output: Path | None
) -> None:
    """Tell every ball of a still, or of a moment of a video: one `layout` record."""
    from callshot.tracker.detecting import detect_command

    detect_command(adapters, source, calibration, balls, at, fps, output)


@cli.command(epilog="Example: callshot replay evening.mp4 --calibration table.toml --game 9ball-fi --players Ann,Bo "
                    "-o records.jsonl")  # fmt: skip
@click.argument("source")
@click.option("--from", "stage", type=click.Choice(["frames", "observations", "strokes"]), default="frames",
              help="What SOURCE holds: a recording, or what an earlier run wrote.")  # fmt: skip
@click.option("--calibration", type=file_in, help=CALIBRATION + " Needed for frames only.")
@game_options
@click.option(
    "--balls", default="any", show_default=True, help="A set (`callshot balls`) or a profile (`callshot colours`)."
)
@click.option("-o", "--output", type=file_out, help="Write the records here instead of standard output.")
@click.option("--observations", type=file_out, help="Keep what was seen frame by frame.")
@click.option("--annotated", type=file_out, help="Write the recording with paths and contacts drawn on it (.mp4).")
@click.option("--clips", type=click.Path(path_type=Path, file_okay=False),
              help="A folder for short films of what is in doubt; the records name them.")  # fmt: skip
@click.option("--fps", type=FPS, default=25.0, help="Rate of a folder of pictures.")
@click.pass_obj
def replay(adapters: Adapters, /, **chosen: Any) -> None:
    """Put a recording through the same pipeline as live."""
    from callshot.tracker.replay import replay_command
    from callshot.tracker.replay_request import ReplayRequest

    named = chosen["game"] is not None
    replay_command(adapters, ReplayRequest(**read_game_options(chosen), game_named=named))


@cli.command(epilog="Example: callshot rule --game 9ball-fi --players Ann,Bo < records.jsonl")
@game_options
@click.option("--show-state", is_flag=True, help="Add the state of the game, without secrets, to every ruling.")
def rule(game: str | None, players: str, options: tuple[str, ...], lang: str, show_state: bool) -> int:
    """The rules alone: records on standard input, the same and `ruling` and `question` on standard output."""
    from callshot.tracker.ruling_loop import rule_command

    return rule_command(game, parse_players(players), parse_options(options), parse_languages(lang), show_state)


@cli.command(epilog="Example: callshot run --calibration table.toml --game 8ball-fi --players Ann,Bo --serve")
@click.option("--source", default="picamera:0", show_default=True, help=SOURCES)
@click.option("--calibration", type=file_in, help=CALIBRATION)
@game_options
@click.option(
    "--balls", default="any", show_default=True, help="A set (`callshot balls`) or a profile (`callshot colours`)."
)
@click.option("--serve", is_flag=True, is_eager=True, help="Serve the scoreboard.")
@PORT
@click.option("--mute", is_flag=True, help="Say nothing aloud; the records and the page still tell it.")
@click.option("--no-clips", is_flag=True, help="Keep no pictures and write no films of what is in doubt.")
@click.option(
    "-o",
    "--output",
    type=file_out,
    help="The file of records; by default in the program's own folder.",
)
@click.option("--fps", type=FPS, default=25.0, help="Rate of a folder of pictures.")
@click.pass_obj
def run(adapters: Adapters, /, **chosen: Any) -> int:
    """Live: from the camera, or any source paced as it was recorded, with announcements and the scoreboard."""
    from callshot.tracker.running import RunRequest, run_command

    return run_command(adapters, RunRequest(**read_game_options(chosen)))


@cli.command(epilog="Example: callshot games 9ball-fi")
@click.argument("game", required=False, type=click.Choice(GAMES), metavar="[GAME]")
def games(game: str | None) -> None:
    """The games, or one game's options with their values, default first."""
    from callshot.tracker.choices import describe_game, describe_games

    click.echo(describe_games() if game is None else describe_game(game))


@cli.command(epilog="Example: callshot balls")
def balls() -> None:
    """The ball sets and what is in them."""
    from callshot.tracker.choices import describe_balls

    click.echo(describe_balls())


@cli.command(epilog="Example: callshot doctor --source camera:0 --calibration table.toml")
@click.option("--source", default=None, help="The camera or recording to look at.")
@click.option("--calibration", type=file_in, help=CALIBRATION + " With it, speed and camera modes are measured too.")
@click.pass_obj
def doctor(adapters: Adapters, source: str | None, calibration: Path | None) -> int:
    """Whether this machine, camera, light, speaker and disk are fit, and which camera mode to use."""
    from callshot.tracker.running import doctor_command

    return doctor_command(adapters, source, calibration)
