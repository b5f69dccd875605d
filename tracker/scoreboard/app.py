"""The addresses of the page: shells, words, what there is to choose, films, the picture that the camera gives, the
socket; and those of what is past.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from callshot.calibration.board import board_pdf
from callshot.tracker.announce import LANGUAGES
from callshot.tracker.scoreboard.archive import Archive
from callshot.tracker.scoreboard.choices_json import games_json
from callshot.tracker.scoreboard.handling import guarded_by, language_of, role_of
from callshot.tracker.scoreboard.past import past_routes
from callshot.tracker.scoreboard.security import App, Guard
from callshot.tracker.scoreboard.service import MOST_VIEWERS, Service
from callshot.tracker.scoreboard.viewer import Viewer
from callshot.tracker.scoreboard.wordlist import words_json

STATIC: Final = Path(str(files("callshot.tracker.scoreboard").joinpath("static")))
VIEWS: Final = ("table", "referee", "player", "setup", "history", "overlay")
_ASK_AGAIN: Final = {"cache-control": "no-cache"}
_CLIP: Final = re.compile(r"clip-[A-Za-z0-9_.-]{1,120}\.mp4")


def make_app(service: Service, clips: Path | None = None, games: Path | None = None) -> App:
    """The application. clips: the folder of short films; games: that of the records of every game."""
    guarded = guarded_by(service.access)
    seen = _Seen(service, clips)

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

    routes: list[BaseRoute] = [
        Route("/", _shell),
        *(Route(f"/{view}", _shell) for view in VIEWS),
        Route("/words/{language}.json", _words),
        Route("/games.json", _choices),
        Route("/board.pdf", _board),
        Route("/live/picture.jpg", seen.picture),
        Route("/clips/{name}", guarded(seen.clip)),
        *past_routes(service, Archive(games), guarded),
        WebSocketRoute("/socket", talk),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan))


async def _shell(request: Request) -> Response:
    return FileResponse(STATIC / "page.html", headers=_ASK_AGAIN)


async def _words(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        return PlainTextResponse("no such language", 404)
    return Response(words_json(language), media_type="application/json", headers=_ASK_AGAIN)


async def _choices(request: Request) -> Response:
    return Response(games_json(language_of(request)), media_type="application/json", headers=_ASK_AGAIN)


async def _board(request: Request) -> Response:
    data = await asyncio.to_thread(board_pdf, "letter" if request.query_params.get("paper") == "letter" else "a4")
    name = 'inline; filename="callshot-board.pdf"'
    return Response(data, media_type="application/pdf", headers={"content-disposition": name})


class _Seen:
    """What the camera saw: the newest picture for the referee, short films for whoever may look."""

    def __init__(self, service: Service, clips: Path | None) -> None:
        self._service = service
        self._clips = clips

    async def picture(self, request: Request) -> Response:
        if role_of(request, self._service.access).kind != "referee":
            return PlainTextResponse("for the referee only", 403)
        shown = self._service.feed.hub.shown("picture")
        if shown is None or not isinstance(shown.value, bytes):
            return PlainTextResponse("no picture yet", 404)
        return Response(shown.value, media_type="image/jpeg", headers={"cache-control": "no-store"})

    async def clip(self, request: Request) -> Response:
        name, folder = request.path_params["name"], self._clips
        if folder is None or not _CLIP.fullmatch(name) or not (folder / name).is_file():
            return PlainTextResponse("no such clip", 404)
        return FileResponse(folder / name, media_type="video/mp4", headers={"cache-control": "no-store"})
