"""The one place that picks adapters, and the program's way out: one clear line, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import click

from callshot.calibration.table import CalibrationError
from callshot.hardware.announcer import Announcer
from callshot.hardware.frame import FrameSource, Notice, NoticeHandler, SourceError
from callshot.rules.records import RecordError
from callshot.tracker.adapters import Adapters
from callshot.tracker.cli import cli
from callshot.tracker.start import INTERRUPTED, TERMINATED, Terminated
from callshot.tracker.trouble import Trouble


def open_source(
    text: str, on_notice: NoticeHandler, *, frame_rate_hz: float = 25.0, start_s: float = 0.0
) -> FrameSource:
    """Cameras, recordings, pictures, and the drawn table. Raises SourceError."""
    from callshot.hardware import sources

    return sources.open_source(
        text, frame_rate_hz=frame_rate_hz, on_notice=on_notice, schemes={"synthetic": _drawn}, start_s=start_s
    )


def _drawn(text: str, on_notice: NoticeHandler) -> FrameSource:
    from callshot.models.synthetic import SyntheticSource

    return SyntheticSource(text)


def open_announcer(languages: Sequence[str], on_notice: NoticeHandler, voices: Path) -> Announcer:
    """The speaker, or lines on standard output, with a notice, where nothing can play sound."""
    from callshot.hardware.announcer import Transcript
    from callshot.hardware.speaker import Speaker
    from callshot.hardware.voices import ProgramPlayer, VoiceError, find_voices

    try:
        return Speaker(find_voices(languages, voices), ProgramPlayer(), on_notice)
    except VoiceError as why:
        on_notice(Notice("warning", "no-sound", str(why)))
        return Transcript(click.echo)


def adapters() -> Adapters:
    """The real ones."""
    return Adapters(open_source, lambda: datetime.now().astimezone().isoformat(timespec="seconds"), open_announcer)


def run(arguments: list[str] | None = None) -> int:
    """The exit code of one run."""
    for argument in sys.argv[1:] if arguments is None else arguments:
        if not _can_be_passed(argument):
            return _say(f"{argument[:80]!a}: an argument with a character that no file and no name can have", 2)
    try:
        result = cli.main(args=arguments, prog_name="callshot", standalone_mode=False, obj=adapters())
    except click.UsageError as why:
        where = f"; see `{why.ctx.command_path} --help`" if why.ctx else ""
        return _say(f"{why.format_message().rstrip('.')}{where}", 2)
    except click.ClickException as why:
        return _say(why.format_message(), 1)
    except (click.Abort, KeyboardInterrupt) as why:
        # click makes an Abort of either.
        terminated = isinstance(why, Terminated) or isinstance(why.__cause__, Terminated)
        return _say("stopped; what was written up to here is whole", TERMINATED if terminated else INTERRUPTED)
    except (Trouble, CalibrationError, SourceError, RecordError) as why:
        return _say(str(why), 1)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is wrong, and nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as why:
        return _say(f"{why.filename or 'the system'}: {why.strerror or why}", 1)
    return result if isinstance(result, int) else 0


def _can_be_passed(argument: str) -> bool:
    """Whether the system can take it: no NUL, no half character. Bytes that are no UTF-8 are a file's name."""
    try:
        return b"\0" not in os.fsencode(argument)
    except UnicodeEncodeError:
        return False


def _say(text: str, code: int) -> int:
    shown = text.encode("utf-8", "backslashreplace").decode()  # a file's name may be any bytes
    print("callshot: " + " ".join(shown.split()), file=sys.stderr)
    return code
