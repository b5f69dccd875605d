"""The rulings of a replay for a person who watches a terminal: a line as each falls, and at the end what is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from callshot.tracker.announce import Context, ask
from callshot.tracker.announce.catalogues import tell
from callshot.tracker.announce.english import in_words_of
from callshot.tracker.session import Record


class Printed:
    """`take` the records as they come; `end` sums up. Secrets are not printed."""

    def __init__(self, game: str, players: Sequence[str], langs: Sequence[str], say: Callable[[str], None]) -> None:
        self._context = Context(game=game, players=tuple(players))
        self._langs = tuple(langs[:1]) or ("en",)
        self._say = say
        self._latest: dict[int, Record] = {}
        self._asked: list[str] = []
        self._strokes = 0

    def take(self, records: Iterable[Record]) -> None:
        """What was written, in order."""
        for record in records:
            kind = record["type"]
            if record.get("private_to"):
                continue
            if kind == "session":
                game, players = record.get("game"), record.get("players") or ()
                self._context = Context(game=str(game or "none"), players=tuple(map(str, players)))
            elif kind == "stroke":
                self._context = self._context.with_stroke(record)
                self._strokes += 1
            elif kind == "ruling":
                self._ruling(record)
            elif kind == "question":
                self._question(record)
            elif kind == "notice":
                self._say(f"{_time(record)}  {in_words_of(self._langs[0], str(record.get('text', '')))}")

    def end(self) -> None:
        """How many strokes and fouls, and whether the game waits for somebody."""
        fouls = sum(bool(r["fouls"]) for r in self._latest.values())
        told = f"{self._tell('told-strokes', n=len(self._latest))}, {self._tell('told-fouls', n=fouls)}"
        if self._asked:
            told += f"; {self._tell('told-asked', question=self._asked[0])}"
        self._say(told)
        if self._strokes and not self._latest and self._context.game != "none":
            self._say(self._tell("told-none-ruled", n=self._strokes, game=self._context.game))

    def _tell(self, key: str, **values: object) -> str:
        return tell(self._langs[0], key, self._context.words, **values)

    def _question(self, record: Record) -> None:
        asked = ask(record, self._context, self._langs)[0]
        choices = asked["choices"] if isinstance(asked["choices"], list) else []
        text = str(asked["text"])
        if choices:
            text += f" ({' / '.join(str(c['text']) for c in choices)})"
        self._asked.append(text)
        self._say(f"{_time(record)}  {text}")

    def _ruling(self, record: Record) -> None:
        of = record["of"]
        if of is not None:
            self._latest[of] = record
        if record["next"] or record["over"]:
            self._asked.clear()
        what = self._tell("told-stroke", n=of) if of is not None else self._tell("told-between")
        told = [said["text"] for said in record["say"]][:1]
        if not told and of is not None and not record["over"]:  # one that lost the rack may be no foul, yet not "legal"
            verdict = self._tell({True: "told-legal", False: "told-foul", None: "told-open"}[record["legal"]])
            waits = not (record["next"] or record["over"])
            told = [self._tell("told-waits", verdict=verdict) if waits else verdict]
        for text in told:
            self._say(f"{_time(record)}  {what}: {text}")
        for foul in record["fouls"]:
            self._say(f"{'':11}{foul['code']} ({foul['clause']})")


def _time(record: Mapping[str, object]) -> str:
    t = record.get("t")
    return f"{t:7.2f} s" if isinstance(t, int | float) else f"{'':9}"
