"""The stream as the pages read it: every record written to JSON once, with whom it is for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from callshot.tracker.bottle import Bottle
from callshot.tracker.hub import RecordHub, Topic, is_for
from callshot.tracker.scoreboard.access import Role
from callshot.tracker.scoreboard.enrich import Enricher

BATCH: Final = 100
"""Records in one message: a new viewer of a long evening gets it in pieces, so that he can be dropped between two."""
TOPICS: Final[tuple[Topic, ...]] = ("balls", "health", "setup", "colours", "lens", "sound")
"""Newest values that pages are sent. `picture` is fetched by the set-up page instead."""
HIDDEN: Final = "null"
"""Stands for a record that is for somebody else, so that numbers stay the same for all."""


@dataclass(frozen=True, slots=True)
class Line:
    """A record as JSON; `private_to` as in the record."""

    text: str
    private_to: str | None


class Feed:
    """Lives in the server's thread; `ingest` takes what is new from the hub."""

    def __init__(self, hub: RecordHub, on_session: Callable[[tuple[str, ...]], None]) -> None:
        self.hub = hub
        self.epoch = hub.epoch
        self.lines: list[Line] = []
        self.private_questions: dict[tuple[str | None, str], int] = {}
        """(player, about) -> how many private questions of his are open: answers to them are private too."""
        self.last_t_s = 0.0
        self.bottle = Bottle()
        self._shown: dict[str, tuple[int, str]] = {}
        self._enricher = Enricher()
        self._on_session = on_session

    def ingest(self) -> bool:
        """Take over what is new; whether there was anything."""
        epoch, _, records = self.hub.since(self.epoch, len(self.lines))
        if epoch != self.epoch:
            self.epoch = epoch
            self.lines = []
            self.private_questions = {}
            self.bottle = Bottle()
            self._enricher = Enricher()
        elif not records:
            return False
        for record in records:
            self._take(record)
        return True

    def _take(self, record: Mapping[str, Any]) -> None:
        dressed = self._enricher.dress(record)
        self.bottle.take(record)
        private = record.get("private_to")
        self.lines.append(Line(to_json(dressed), str(private) if private is not None else None))
        t = record.get("t")
        self.last_t_s = float(t) if isinstance(t, int | float) else self.last_t_s
        kind = record.get("type")
        if kind == "session":
            self._on_session(self._enricher.players)
        elif kind == "question" and private is not None:
            key = (str(private), str(record.get("about")))
            self.private_questions[key] = self.private_questions.get(key, 0) + 1
        elif kind == "input" and record.get("kind") in ("join", "leave"):
            self._on_session(self._enricher.players)

    def shown(self, topic: Topic) -> tuple[int, str] | None:
        """(version, message) of a topic's newest value, written to JSON once for all pages."""
        now = self.hub.shown(topic)
        if now is None:
            return None
        version, text = self._shown.get(topic, (-1, ""))
        if version != now.version:
            text = to_json({"op": "shown", "topic": topic, "value": now.value})
            self._shown[topic] = now.version, text
        return now.version, text

    def is_secret(self, player: str | None, about: object) -> bool:
        """Whether an answer of this player about this has to stay his: it was asked in private."""
        return self.private_questions.get((player, str(about)), 0) > 0

    def batch(self, first: int, role: Role) -> tuple[str, int]:
        """(message, number after it) with the records from `first` on, as this role may see them."""
        lines = self.lines[first : first + BATCH]
        shown = (line.text if is_for(line.private_to, role.player) else HIDDEN for line in lines)
        return f'{{"op":"records","epoch":{self.epoch},"first":{first},"records":[{",".join(shown)}]}}', first + len(
            lines
        )


def to_json(value: Any) -> str:
    """Compact JSON; what JSON has no form for becomes a text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
