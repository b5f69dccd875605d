"""Voices and players: programs that turn text into sound and sound into air, and the chime."""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import tempfile
import threading
import wave
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

import numpy as np

ESPEAK_VOICES: Final = {"en": "en-gb", "fi": "fi", "hu": "hu"}
WORDS_PER_MINUTE: Final = 155
"""A little slower than espeak-ng's own 175: names and numbers across a noisy room."""

SYNTHESIS_TIMEOUT_S: Final = 15.0
LONGEST_TEXT: Final = 600
CHIME_HZ: Final = (660.0, 880.0)
CHIME_TONE_S: Final = 0.18
RATE_HZ: Final = 22050

PLAYERS: Final = (("aplay", "-q", "-"), ("paplay", "/dev/stdin"), ("pw-play", "-"))
"""Programs that play a WAV file from their standard input, the first that is there is used."""


class VoiceError(Exception):
    """No sound can be made; one line that says what to do."""


class Voice(Protocol):
    """Text to sound."""

    def wav(self, text: str) -> bytes:
        """A WAV file. Raises VoiceError."""
        ...


class Player(Protocol):
    """Sound to air."""

    def play(self, wav: bytes, stop: threading.Event) -> None:
        """Play to the end, or until `stop` is set. Raises VoiceError."""
        ...


class EspeakVoice:
    """espeak-ng in one language."""

    def __init__(self, language: str, program: str = "espeak-ng") -> None:
        """language: en, fi or hu."""
        self._command = [
            program, "-v", ESPEAK_VOICES.get(language, language), "-s", str(WORDS_PER_MINUTE),
            "-b", "1", "--stdin", "--stdout",
        ]  # fmt: skip

    def wav(self, text: str) -> bytes:
        """The text goes in by standard input, so that no name can be taken for an option."""
        return _finished(self._command, _speakable(text).encode(), "espeak-ng", "apt install espeak-ng")


class PiperVoice:
    """A neural voice: the piper program with a model file that the user has put there."""

    def __init__(self, model: Path, program: str = "piper") -> None:
        """model: an .onnx file with its .onnx.json beside it."""
        self._command = [program, "--model", str(model)]

    def wav(self, text: str) -> bytes:
        """Piper writes a file; it is read back."""
        with tempfile.TemporaryDirectory(prefix="callshot-voice-") as folder:
            path = Path(folder) / "speech.wav"
            _finished(
                [*self._command, "--output_file", str(path)], _speakable(text).encode(), "piper", "see docs/PI.md"
            )
            try:
                return path.read_bytes()
            except OSError:
                raise VoiceError("piper wrote no sound: check its model file") from None


class ProgramPlayer:
    """A player program, fed by its standard input."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """command: None takes the first of PLAYERS that is there. Raises VoiceError where none is."""
        found = [list(c) for c in PLAYERS if shutil.which(c[0])] if command is None else [list(command)]
        if not found:
            raise VoiceError("nothing plays sound here: apt install alsa-utils")
        self._command = found[0]

    def play(self, wav: bytes, stop: threading.Event) -> None:
        """Runs the program; ends it where it is to stop."""
        try:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise VoiceError(f"{self._command[0]} can't be started: {error.strerror}") from None
        feeder = threading.Thread(target=_feed, args=(process, wav), daemon=True)
        feeder.start()
        while process.poll() is None:
            if stop.wait(0.02):
                process.kill()
        feeder.join()
        assert process.stderr is not None
        complaint = process.stderr.read().decode(errors="replace").strip()
        process.stderr.close()
        if process.returncode != 0 and not stop.is_set():
            reason = complaint.splitlines()[-1] if complaint else f"exit {process.returncode}"
            raise VoiceError(f"{self._command[0]} can't play: {reason}; check the speaker (`callshot doctor`)")


def find_voices(languages: Sequence[str], models: Path | None = None) -> dict[str, Voice]:
    """A voice for each language: piper's where `models`/LANG.onnx and the program are there, else espeak-ng's."""
    voices: dict[str, Voice] = {}
    for language in languages:
        model = models / f"{language}.onnx" if models is not None else None
        if model is not None and model.is_file() and shutil.which("piper"):
            voices[language] = PiperVoice(model)
        elif shutil.which("espeak-ng"):
            voices[language] = EspeakVoice(language)
    return voices


def chime_wav() -> bytes:
    """Two soft tones, rising: a question."""
    t = np.arange(round(CHIME_TONE_S * RATE_HZ)) / RATE_HZ
    tones = [np.sin(2 * np.pi * hz * t) * np.exp(-t * 14) for hz in CHIME_HZ]
    samples = (np.concatenate(tones) * 0.4 * 32767).astype("<i2")
    return _wav(samples, RATE_HZ, 1)


def scaled(wav: bytes, volume: float) -> bytes:
    """The same sound, quieter. volume: 0 to 1. Only 16 bit samples are changed."""
    if volume >= 1.0:
        return wav
    try:
        with wave.open(io.BytesIO(wav)) as file:
            if file.getsampwidth() != 2:
                return wav
            rate, channels = file.getframerate(), file.getnchannels()
            # A program that writes to a pipe doesn't know the length; the header then claims more than there is.
            data = file.readframes(len(wav) // (2 * channels))
    except (wave.Error, EOFError):
        raise VoiceError("the voice made no sound: check espeak-ng with `espeak-ng test`") from None
    samples = np.frombuffer(data[: len(data) // 2 * 2], "<i2")
    return _wav((samples * volume).astype("<i2"), rate, channels)


def _wav(samples: np.ndarray[tuple[int, ...], np.dtype[np.int16]], rate_hz: int, channels: int) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(samples.tobytes())
    return buffer.getvalue()


def _speakable(text: str) -> str:
    """One line without control characters, of a length that can be listened to."""
    return "".join(c if c.isprintable() else " " for c in text)[:LONGEST_TEXT].encode("utf-8", "ignore").decode()


def _finished(command: Sequence[str], given: bytes, name: str, advice: str) -> bytes:
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=SYNTHESIS_TIMEOUT_S, check=False)
    except FileNotFoundError:
        raise VoiceError(f"{name} is not installed: {advice}") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise VoiceError(f"{name} does not work: {type(error).__name__}; {advice}") from None
    if done.returncode != 0:
        complaint = done.stderr.decode(errors="replace").strip().splitlines()
        raise VoiceError(f"{name} failed: {complaint[-1] if complaint else done.returncode}; {advice}")
    return done.stdout


def _feed(process: subprocess.Popen[bytes], wav: bytes) -> None:
    pipe = process.stdin
    assert pipe is not None
    with contextlib.suppress(BrokenPipeError):  # it was stopped, or ended by itself and says why
        pipe.write(wav)
    with contextlib.suppress(BrokenPipeError):  # closing writes what is left
        pipe.close()
