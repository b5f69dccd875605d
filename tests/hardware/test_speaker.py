"""Speech: what is said, what is dropped, what is cut off, and the voices themselves."""

from __future__ import annotations

import io
import shutil
import threading
import wave
from pathlib import Path

import numpy as np
import pytest

from callshot.hardware.announcer import Announcement, Announcer, Silent, Transcript, WhenHeard
from callshot.hardware.clock import TurnedClock
from callshot.hardware.frame import Notice
from callshot.hardware.speaker import STALE_S, Speaker
from callshot.hardware.voices import EspeakVoice, PiperVoice, ProgramPlayer, VoiceError, chime_wav, find_voices, scaled


class EchoVoice:
    """The text itself as sound."""

    def wav(self, text: str) -> bytes:
        return text.encode()


class SlowPlayer:
    """Notes what it plays; each sound lasts until it is let go or cut off."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.ended: list[str] = []
        self.cut: list[str] = []
        self.let_go = threading.Semaphore(0)
        self.playing = threading.Semaphore(0)

    def play(self, wav: bytes, stop: threading.Event) -> None:
        text = wav.decode(errors="replace") if wav[:4] != b"RIFF" else "chime"
        self.began.append(text)
        self.playing.release()
        while not stop.is_set():
            if self.let_go.acquire(timeout=0.01):
                self.ended.append(text)
                return
        self.cut.append(text)


def said(text: str, about: object, *, after: bool = False, chime: bool = False) -> Announcement:
    return Announcement((("en", text),), about, after=after, chime=chime)


@pytest.fixture
def player() -> SlowPlayer:
    return SlowPlayer()


def wait_for(player: SlowPlayer) -> None:
    assert player.playing.acquire(timeout=5)


def test_a_newer_ruling_cuts_off_the_older_and_what_waited_goes(player: SlowPlayer) -> None:
    speaker = Speaker({"en": EchoVoice()}, player)
    speaker.announce(said("one", 1))
    wait_for(player)
    speaker.announce(said("two", 2))
    speaker.announce(said("three", 3))
    wait_for(player)
    player.let_go.release()
    assert speaker.wait(5)
    speaker.close()
    assert player.cut[0] == "one"
    assert player.ended == ["three"]
    assert player.began in (["one", "three"], ["one", "two", "three"])


def test_a_question_about_the_same_stroke_is_said_after_its_ruling_with_a_chime(player: SlowPlayer) -> None:
    speaker = Speaker({"en": EchoVoice()}, player)
    speaker.announce(said("foul", 4))
    wait_for(player)
    speaker.announce(said("ball in hand or not?", 4, after=True, chime=True))
    for _ in range(3):
        player.let_go.release()
    assert speaker.wait(5)
    speaker.close()
    assert player.ended == ["foul", "chime", "ball in hand or not?"]
    assert player.cut == []


def test_languages_are_said_in_order_and_one_without_a_voice_is_told_once(player: SlowPlayer) -> None:
    notices: list[Notice] = []
    speaker = Speaker({"en": EchoVoice(), "hu": EchoVoice()}, player, notices.append)
    for about in (1, 2):
        for _ in range(2):
            player.let_go.release()
        speaker.announce(Announcement((("fi", "virhe"), ("hu", "hiba"), ("en", "foul")), about))
        assert speaker.wait(5)
    speaker.close()
    assert player.ended == ["hiba", "foul"] * 2
    assert [n.code for n in notices] == ["no-voice"]


def test_what_waited_too_long_is_not_said(player: SlowPlayer) -> None:
    clock = TurnedClock()
    speaker = Speaker({"en": EchoVoice()}, player, clock=clock)
    speaker.announce(said("foul", 1))
    wait_for(player)
    speaker.announce(said("question", 1, after=True))
    clock.turn(STALE_S + 1)
    player.let_go.release()
    assert speaker.wait(5)
    speaker.close()
    assert player.began == ["foul"]


def test_muting_stops_at_once_and_drops_what_comes(player: SlowPlayer) -> None:
    speaker = Speaker({"en": EchoVoice()}, player)
    speaker.announce(said("one", 1))
    wait_for(player)
    speaker.set_muted(True)
    speaker.announce(said("two", 2))
    assert speaker.wait(5)
    speaker.set_muted(False)
    speaker.announce(said("three", 3))
    wait_for(player)
    player.let_go.release()
    assert speaker.wait(5)
    speaker.close()
    assert player.cut == ["one"] and player.ended == ["three"]


def test_a_voice_or_player_that_fails_is_told_once_and_the_next_is_tried() -> None:
    class NoPlayer:
        def play(self, wav: bytes, stop: threading.Event) -> None:
            raise VoiceError("no speaker")

    notices: list[Notice] = []
    speaker = Speaker({"en": EchoVoice()}, NoPlayer(), notices.append)
    for n in range(3):
        speaker.announce(said("x", n))
        assert speaker.wait(5)
    speaker.close()
    assert [(n.code, n.text) for n in notices] == [("no-sound", "no speaker")]


def test_the_siblings_behind_the_protocol() -> None:
    lines: list[str] = []
    transcript = Transcript(lines.append)
    everyone: list[Announcer] = [transcript, Silent()]
    for one in everyone:
        one.set_volume(0.5)
        one.announce(Announcement((("en", "Foul."), ("fi", "Virhe."))))
        one.set_muted(True)
        one.announce(said("not this", 1))
        one.close()
    assert lines == ["[en] Foul.", "[fi] Virhe."]


def length_s(wav: bytes) -> float:
    with wave.open(io.BytesIO(scaled(wav, 0.999))) as file:
        return float(file.getnframes() / file.getframerate())


def test_the_chime_rises_and_volume_scales() -> None:
    assert 0.3 < length_s(chime_wav()) < 0.5

    def loudness(wav: bytes) -> float:
        return float(np.abs(np.frombuffer(wav[44:], "<i2").astype(float)).mean())

    assert loudness(scaled(chime_wav(), 0.5)) == pytest.approx(loudness(chime_wav()) / 2, rel=0.02)
    assert loudness(scaled(chime_wav(), 0.0)) == 0
    with pytest.raises(VoiceError):
        scaled(b"not a sound", 0.5)


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (apt install espeak-ng)")
@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Foul. Ball in hand for Bo."), ("fi", "Virhe. Pallo käteen, Ääkkönen."), ("hu", "Hiba. Szabadlabda.")],
)
def test_espeak_speaks_three_languages(language: str, text: str) -> None:
    wav = find_voices([language])[language].wav(text)
    assert 0.8 < length_s(wav) < 8.0
    quick = EspeakVoice(language).wav("--help\n-w /tmp/x")
    assert length_s(quick) > 0.3


def test_programs_that_are_missing_or_fail_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(VoiceError, match="espeak-ng is not installed: apt install espeak-ng"):
        EspeakVoice("en", program="no-such-program").wav("x")
    with pytest.raises(VoiceError, match="piper"):
        PiperVoice(tmp_path / "fi.onnx", program="false").wav("x")
    with pytest.raises(VoiceError, match="can't play"):
        ProgramPlayer(["false"]).play(b"x", threading.Event())
    with pytest.raises(VoiceError, match="can't be started"):
        ProgramPlayer(["no-such-player"]).play(b"x", threading.Event())


def test_a_program_gets_the_whole_sound_and_can_be_stopped(tmp_path: Path) -> None:
    out = tmp_path / "played"
    ProgramPlayer(["sh", "-c", f"cat > {out}"]).play(chime_wav() * 20, threading.Event())
    assert out.read_bytes() == chime_wav() * 20
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    ProgramPlayer(["sleep", "60"]).play(b"x" * 1_000_000, stop)
    assert stop.is_set()


def test_a_neural_voice_is_used_where_its_model_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    piper = bin_folder / "piper"
    piper.write_text('#!/bin/sh\ncat > "$4"\n')
    piper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}:/usr/bin:/bin")
    (tmp_path / "fi.onnx").touch()
    voices = find_voices(["fi"], tmp_path)
    assert isinstance(voices["fi"], PiperVoice)
    assert voices["fi"].wav("hei") == b"hei"


def test_a_speaker_is_opened_when_it_is_first_to_be_heard() -> None:
    lines: list[str] = []
    opened: list[Transcript] = []

    def open_announcer() -> Announcer:
        opened.append(Transcript(lines.append))
        return opened[-1]

    late = WhenHeard(open_announcer)
    late.set_volume(0.5)
    late.set_muted(True)
    late.announce(Announcement((("en", "Foul."),)))
    late.close()
    assert (opened, lines) == ([], [])
    late.set_muted(False)
    late.announce(Announcement((("en", "Safe."),)))
    late.set_muted(True)
    late.announce(Announcement((("en", "Foul."),)))
    late.close()
    assert len(opened) == 1 and lines == ["[en] Safe."]
