"""The addresses of the page: shells, static files, words, exports, and the socket."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from callshot.tracker.announce import LANGUAGES
from callshot.tracker.scoreboard.access import VIEWER
from callshot.tracker.scoreboard.exports import public, stroke_png, strokes_csv
from callshot.tracker.scoreboard.feed import to_json
from callshot.tracker.scoreboard.security import App, Guard
from callshot.tracker.scoreboard.service import MOST_VIEWERS, Service
from callshot.tracker.scoreboard.viewer import Viewer
from callshot.tracker.scoreboard.wordlist import words_json

STATIC: Final = Path(str(files("callshot.tracker.scoreboard").joinpath("static")))
VIEWS: Final = ("table", "referee", "player", "setup", "history", "overlay")
_CLIP: Final = re.compile(r"clip-[A-Za-z0-9_.-]{1,120}\.mp4")

Handler = Callable[[Request], Awaitable[Response]]


def make_app(service: Service, clips: Path | None = None) -> App:
    """The application. clips: the folder of short films, where there is one."""
    drawing = asyncio.Semaphore(1)
    """Pictures are drawn one at a time: they may not take the processor from the camera."""

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

    async def games(request: Request) -> Response:
        return Response(games_json(), media_type="application/json", headers={"cache-control": "no-cache"})

    async def records(request: Request) -> Response:
        lines = "".join(to_json(record) + "\n" for record in public(service.feed.hub.records()))
        return _download(lines, "application/x-ndjson", "callshot-records.jsonl")

    async def table(request: Request) -> Response:
        text = await asyncio.to_thread(strokes_csv, service.feed.hub.records(), _language(request))
        return _download("\ufeff" + text, "text/csv; charset=utf-8", "callshot-strokes.csv")

    async def picture_of_stroke(request: Request) -> Response:
        number = request.path_params["number"]
        async with drawing:
            data = await asyncio.to_thread(stroke_png, service.feed.hub.records(), number, _language(request))
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
        Route("/games.json", games),
        Route("/export/records.jsonl", guarded(records)),
        Route("/export/strokes.csv", guarded(table)),
        Route("/stroke/{number:int}.png", guarded(picture_of_stroke)),
        Route("/live/picture.jpg", live_picture),
        Route("/board.pdf", board),
        Route("/clips/{name}", guarded(clip)),
        WebSocketRoute("/socket", talk),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan))


def games_json() -> str:
    """Every game with its options, as `callshot games` lists them; and the ball sets and tables."""
    from callshot.rules.equipment import BALL_SETS, TABLES
    from callshot.rules.games import GAMES

    games = {
        name: [
            {"key": o.key, "values": o.values, "meaning": o.meaning, "question": o.question} for o in game.options
        ]
        for name, game in GAMES.items()
    }  # fmt: skip
    return to_json({"games": games, "balls": list(BALL_SETS), "tables": list(TABLES)})


def _language(request: Request) -> str:
    asked = request.query_params.get("lang", LANGUAGES[0])
    return asked if asked in LANGUAGES else LANGUAGES[0]


def _download(text: str, media_type: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=media_type, headers=headers)
