"""From a question to how it is put, with its candidates in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from callshot.rules.records import question_record
from callshot.rules.ruling import Question
from callshot.tracker.announce.answers import choice_text
from callshot.tracker.announce.context import Context
from callshot.tracker.announce.voice import Voice, list_of, text_of

Record = Mapping[str, object]


def announce_question(question: Question | Record, context: Context, langs: Sequence[str]) -> list[dict[str, str]]:
    """What is said aloud of a question: `[{"lang", "text"}]`; nothing of a private one."""
    record = _record(question)
    if record.get("private_to") is not None:
        return []
    return [{"lang": lang, "text": _put(record, Voice(lang, context, aloud=True))} for lang in langs]


def ask(
    question: Question | Record, context: Context, langs: Sequence[str], names_stroke: bool = True
) -> list[dict[str, object]]:
    """To be read: `[{"lang", "text", "choices": [{"value", "text"}]}]`.

    names_stroke: which stroke it is about is said, where that is not the latest; the page says so by itself, since it
    may become an earlier one while the question stands.
    """
    record = _record(question)
    out: list[dict[str, object]] = []
    for lang in langs:
        voice = Voice(lang, context, aloud=False)
        choices = [
            {"value": value, "text": choice_text(value, record, voice)} for value in list_of(record.get("candidates"))
        ]
        out.append({"lang": lang, "text": _put(record, voice, names_stroke), "choices": choices})
    return out


def _record(question: Question | Record) -> Record:
    return question_record(question, 0.0) if isinstance(question, Question) else question


def _put(record: Record, voice: Voice, names_stroke: bool = True) -> str:
    question = _what(record, voice)
    of = record.get("of")
    if names_stroke and isinstance(of, int) and voice.context.is_earlier(of):
        question = voice.tell("ask-of-stroke", n=of, question=question)
    if record.get("asks") == "player" and record.get("player") is not None:
        return voice.tell("ask-player", player=voice.name(record["player"]), question=question)
    return voice.tell("ask-referee", question=question)


def _what(record: Record, voice: Voice) -> str:
    about, purpose, opponent = (text_of(record.get(key)) for key in ("about", "purpose", "opponent"))
    if about.startswith("events["):
        return _event_asked(voice.context.event_asked(record), voice)
    keys = [f"ask-{about}-{purpose}-opponent"] if opponent else []
    keys += [f"ask-{about}-{purpose}", f"ask-{about}"]
    key = next((key for key in keys if voice.knows(key)), "ask-unknown")
    return voice.tell(key, about=about.replace("_", " "), opponent=voice.name(opponent))


def _event_asked(event: Record | None, voice: Voice) -> str:
    """Whether an event of a stroke happened, by its kind; in general terms where the stroke is not known."""
    if event is None:
        return voice.tell("ask-event")
    key = f"ask-event-{text_of(event.get('kind'))}"
    balls = list_of(event.get("balls")) or list_of(event.get("over"))
    needs_others = key in ("ask-event-contact", "ask-event-jump")
    if not voice.knows(key) or (needs_others and not balls):
        return voice.tell("ask-event")
    return voice.tell(
        key, ball=text_of(event.get("ball")), balls=balls, pocket=text_of(event.get("pocket")),
        cushion=text_of(event.get("cushion")),
    )  # fmt: skip
