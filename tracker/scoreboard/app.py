"""The addresses of the page: shells, static files, words, exports, and the socket."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from callshot.rules.game import Option
from callshot.tracker.announce import LANGUAGES
from callshot.tracker.scoreboard.access import VIEWER
from callshot.tracker.scoreboard.archive import Archive, dressed
from callshot.tracker.scoreboard.exports import games_csv, public, stroke_png
from callshot.tracker.scoreboard.feed import to_json
from callshot.tracker.scoreboard.naming import with_names
from callshot.tracker.scoreboard.security import App, Guard
from callshot.tracker.scoreboard.service import MOST_VIEWERS, Service
from callshot.tracker.scoreboard.viewer import Viewer
from callshot.tracker.scoreboard.wordlist import meaning_of, value_in_words, words_json

STATIC: Final = Path(str(files("callshot.tracker.scoreboard").joinpath("static")))
VIEWS: Final = ("table", "referee", "player", "setup", "history", "overlay")
ALL: Final = "*"
"""In the place of a game's name: every game that was kept, and the one that is on."""
MOST_REST_S: Final = 2.0
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_CLIP: Final = re.compile(r"clip-[A-Za-z0-9_.-]{1,120}\.mp4")

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


def make_app(service: Service, clips: Path | None = None, games: Path | None = None) -> App:
    """The application. clips: the folder of short films; games: that of the records of every game."""
    archive = Archive(games)
    drawing = asyncio.Semaphore(1)
    """Pictures are drawn one at a time: they may not take the processor from the camera."""
    aside = Aside()

    def guarded(handler: Handler) -> Handler:
        async def checked(request: Request) -> Response:
            token = request.headers.get("authorization", "").removeprefix("Bearer ")
            if not service.access.open_view and service.access.role_of(token) == VIEWER:
                return PlainTextResponse("for people with a role only", 403)
            return await handler(request)

        return checked

    async def shell(request: Request) -> Response:
        return FileResponse(STATIC / "page.html", headers={"cache-control": "no-cache"})

    async def words(request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            return PlainTextResponse("no such language", 404)
        return Response(words_json(language), media_type="application/json", headers={"cache-control": "no-cache"})

    async def all_games(request: Request) -> Response:
        return Response(
            games_json(_language(request)), media_type="application/json", headers={"cache-control": "no-cache"}
        )

    def being_written() -> str | None:
        shown = service.feed.hub.shown("file")
        return str(shown.value) if shown is not None else None

    async def past_games(request: Request) -> Response:
        found = await aside.do(lambda: archive.games(being_written()))
        return Response(to_json(found), media_type="application/json", headers={"cache-control": "no-store"})

    async def past_game(request: Request) -> Response:
        def read() -> str | None:
            found = archive.records(request.path_params["name"])
            return None if found is None else dressed(found)

        lines = await aside.do(read)
        if lines is None:
            return PlainTextResponse("no such game", 404)
        return Response(lines, media_type="application/x-ndjson", headers={"cache-control": "no-store"})

    async def records_of(request: Request) -> list[tuple[str, list[Mapping[str, Any]]]] | None:
        """(name, public records) of the game that is asked for, or of all; None: no such game."""
        name = request.query_params.get("game", "")
        if not name:
            return [("", public(service.feed.hub.records()))]

        def read() -> list[tuple[str, list[Mapping[str, Any]]]]:
            names = [name] if name != ALL else [str(g["name"]) for g in reversed(archive.games(being_written()))]
            return [(each, found) for each in names if (found := archive.records(each)) is not None]

        past = await aside.do(read)
        if name == ALL:
            return [*past, ("", public(service.feed.hub.records()))]
        return past or None

    async def records(request: Request) -> Response:
        found = await records_of(request)
        if found is None:
            return PlainTextResponse("no such game", 404)
        lines = "".join(to_json(record) + "\n" for _, each in found for record in with_names(each))
        return _download(lines, "application/x-ndjson", "callshot-records.jsonl")

    async def table(request: Request) -> Response:
        found = await records_of(request)
        if found is None:
            return PlainTextResponse("no such game", 404)
        text = await aside.do(lambda: games_csv(found, _language(request)))
        return _download("\ufeff" + text, "text/csv; charset=utf-8", "callshot-strokes.csv")

    async def picture_of_stroke(request: Request) -> Response:
        digits = request.path_params["number"]
        if not _NUMBER.fullmatch(digits):
            return PlainTextResponse("no such stroke", 404)
        number = int(digits)
        found = await records_of(request)
        if found is None:
            return PlainTextResponse("no such game", 404)
        async with drawing:
            data = await asyncio.to_thread(stroke_png, found[-1][1], number, _language(request))
        if data is None:
            return PlainTextResponse("no such stroke", 404)
        name = f'inline; filename="stroke-{number}.png"'
        return Response(
            data, media_type="image/png", headers={"cache-control": "no-store", "content-disposition": name}
        )

    async def live_picture(request: Request) -> Response:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if service.access.role_of(token).kind != "referee":
            return PlainTextResponse("for the referee only", 403)
        shown = service.feed.hub.shown("picture")
        if shown is None or not isinstance(shown.value, bytes):
            return PlainTextResponse("no picture yet", 404)
        return Response(shown.value, media_type="image/jpeg", headers={"cache-control": "no-store"})

    async def board(request: Request) -> Response:
        from callshot.calibration.board import board_pdf

        data = await asyncio.to_thread(board_pdf, "letter" if request.query_params.get("paper") == "letter" else "a4")
        name = 'inline; filename="callshot-board.pdf"'
        return Response(data, media_type="application/pdf", headers={"content-disposition": name})

    async def clip(request: Request) -> Response:
        name = request.path_params["name"]
        if clips is None or not _CLIP.fullmatch(name) or not (clips / name).is_file():
            return PlainTextResponse("no such clip", 404)
        return FileResponse(clips / name, media_type="video/mp4", headers={"cache-control": "no-store"})

    async def talk(socket: WebSocket) -> None:
        if len(service.viewers) >= MOST_VIEWERS:
            await socket.close(1013, "too many pages")
            return
        await socket.accept()
        viewer = Viewer(socket, service, socket.client.host if socket.client else "?")
        service.viewers.add(viewer)
        try:
            await viewer.run()
        finally:
            service.viewers.discard(viewer)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        service.start()
        yield
        service.stop()

    routes = [
        Route("/", shell),
        *(Route(f"/{view}", shell) for view in VIEWS),
        Route("/words/{language}.json", words),
        Route("/games.json", all_games),
        Route("/past.json", guarded(past_games)),
        Route("/past/{name}.jsonl", guarded(past_game)),
        Route("/export/records.jsonl", guarded(records)),
        Route("/export/strokes.csv", guarded(table)),
        Route("/stroke/{number}.png", guarded(picture_of_stroke)),
        Route("/live/picture.jpg", live_picture),
        Route("/board.pdf", board),
        Route("/clips/{name}", guarded(clip)),
        WebSocketRoute("/socket", talk),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan))


class Aside:
    """Work for somebody who looks at what is past: one at a time, and no more than half of the time, because the live
    loop shares the interpreter.
    """

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(1)

    async def do(self, work: Callable[[], T]) -> T:
        """What the work gives."""
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        try:
            return await asyncio.to_thread(work)
        finally:
            loop.call_later(min(loop.time() - began_s, MOST_REST_S), self._free.release)


def games_json(language: str) -> str:
    """Every game with its options, as `callshot games` lists them; and the ball sets and tables."""
    from callshot.rules.equipment import BALL_SETS, TABLES
    from callshot.rules.games import GAMES

    def option(game: str, o: Option) -> dict[str, Any]:
        meaning, spoken = meaning_of(language, game, o.key, o.meaning)
        words = [value_in_words(language, o.key, value) for value in o.values]
        return {"key": o.key, "values": o.values, "words": words, "meaning": meaning, "lang": spoken,
                "question": o.question}  # fmt: skip

    games = {name: [option(name, o) for o in game.options] for name, game in GAMES.items()}
    return to_json({"games": games, "balls": list(BALL_SETS), "tables": list(TABLES)})


def _language(request: Request) -> str:
    asked = request.query_params.get("lang", LANGUAGES[0])
    return asked if asked in LANGUAGES else LANGUAGES[0]


def _download(text: str, media_type: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=media_type, headers=headers)
