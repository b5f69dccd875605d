"""The addresses of what is past: games that were kept, exports, pictures of strokes. For whoever may look."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from callshot.tracker.scoreboard.archive import Archive, dressed
from callshot.tracker.scoreboard.aside import Aside
from callshot.tracker.scoreboard.exports import games_csv, public, stroke_png
from callshot.tracker.scoreboard.feed import to_json
from callshot.tracker.scoreboard.handling import Handler, language_of
from callshot.tracker.scoreboard.naming import with_names
from callshot.tracker.scoreboard.service import Service

ALL: Final = "*"
"""In the place of a game's name: every game that was kept, and the one that is on."""
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)

Game = tuple[str, list[Mapping[str, Any]]]
"""A game's name (empty for the one that is on) and its public records."""


def past_routes(service: Service, archive: Archive, guarded: Callable[[Handler], Handler]) -> list[Route]:
    """guarded: lets only those through who may look."""
    past = _Past(service, archive)
    return [
        Route("/past.json", guarded(past.games)),
        Route("/past/{name}.jsonl", guarded(past.game)),
        Route("/export/records.jsonl", guarded(past.records)),
        Route("/export/strokes.csv", guarded(past.strokes)),
        Route("/stroke/{number}.png", guarded(past.picture)),
    ]


class _Past:
    """The handlers, with what they share."""

    def __init__(self, service: Service, archive: Archive) -> None:
        self._service = service
        self._archive = archive
        self._aside = Aside()
        self._drawing = asyncio.Semaphore(1)
        """Pictures are drawn one at a time: they may not take the processor from the camera."""

    async def games(self, request: Request) -> Response:
        found = await self._aside.do(lambda: self._archive.games(self._being_written()))
        return Response(to_json(found), media_type="application/json", headers={"cache-control": "no-store"})

    async def game(self, request: Request) -> Response:
        def read() -> str | None:
            found = self._archive.records(request.path_params["name"])
            return None if found is None else dressed(found)

        lines = await self._aside.do(read)
        if lines is None:
            return _no_such("game")
        return Response(lines, media_type="application/x-ndjson", headers={"cache-control": "no-store"})

    async def records(self, request: Request) -> Response:
        found = await self._asked_for(request)
        if found is None:
            return _no_such("game")
        lines = "".join(to_json(record) + "\n" for _, each in found for record in with_names(each))
        return _download(lines, "application/x-ndjson", "callshot-records.jsonl")

    async def strokes(self, request: Request) -> Response:
        found = await self._asked_for(request)
        if found is None:
            return _no_such("game")
        text = await self._aside.do(lambda: games_csv(found, language_of(request)))
        return _download("\ufeff" + text, "text/csv; charset=utf-8", "callshot-strokes.csv")

    async def picture(self, request: Request) -> Response:
        digits = request.path_params["number"]
        if not _NUMBER.fullmatch(digits):
            return _no_such("stroke")
        number = int(digits)
        found = await self._asked_for(request)
        if found is None:
            return _no_such("game")
        async with self._drawing:
            data = await asyncio.to_thread(stroke_png, found[-1][1], number, language_of(request))
        if data is None:
            return _no_such("stroke")
        name = f'inline; filename="stroke-{number}.png"'
        return Response(
            data, media_type="image/png", headers={"cache-control": "no-store", "content-disposition": name}
        )

    async def _asked_for(self, request: Request) -> list[Game] | None:
        """The game that is asked for, or all; None: no such game."""
        name, archive = request.query_params.get("game", ""), self._archive
        if not name:
            return [self._on()]

        def read() -> list[Game]:
            names = [name] if name != ALL else [str(g["name"]) for g in reversed(archive.games(self._being_written()))]
            return [(each, found) for each in names if (found := archive.records(each)) is not None]

        past = await self._aside.do(read)
        return [*past, self._on()] if name == ALL else past or None

    def _on(self) -> Game:
        return "", public(self._service.feed.hub.records())

    def _being_written(self) -> str | None:
        shown = self._service.feed.hub.shown("file")
        return str(shown.value) if shown is not None else None


def _no_such(what: str) -> Response:
    return PlainTextResponse(f"no such {what}", 404)


def _download(text: str, media_type: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=media_type, headers=headers)
