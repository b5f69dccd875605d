"""What the handlers of addresses share: who asks, and in which language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from callshot.tracker.announce import LANGUAGES
from callshot.tracker.scoreboard.access import VIEWER, Access, Role

Handler = Callable[[Request], Awaitable[Response]]


def role_of(request: Request, access: Access) -> Role:
    """Whose token the request bears."""
    return access.role_of(request.headers.get("authorization", "").removeprefix("Bearer "))


def guarded_by(access: Access) -> Callable[[Handler], Handler]:
    """Wraps a handler so that it answers only those who may look."""

    def guarded(handler: Handler) -> Handler:
        async def checked(request: Request) -> Response:
            if not access.open_view and role_of(request, access) == VIEWER:
                return PlainTextResponse("for people with a role only", 403)
            return await handler(request)

        return checked

    return guarded


def language_of(request: Request) -> str:
    """The language that is asked for, English where it is none that is known."""
    asked = request.query_params.get("lang", LANGUAGES[0])
    return asked if asked in LANGUAGES else LANGUAGES[0]
