"""What every answer carries and every request must have: headers, hosts, origins. Plain ASGI, no framework."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
_OWN_NAMES: Final = frozenset({"localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"})


def host_is_ours(host: str) -> bool:
    """An address, this machine's name, or a `.local` name; no other name that points here (DNS rebinding)."""
    name = urlsplit(f"//{host}").hostname
    if not name:
        return False
    if name in _OWN_NAMES or name.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(origin: str | None, host: str) -> bool:
    """Whether a browser page that was served by this very host and port asks."""
    if origin is None:
        return False
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


class Guard:
    """Wraps the application: wrong hosts and foreign origins get no further, answers get the headers."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = _host(headers.get(b"host", ""))
        if host is None:
            await _refuse(scope, receive, send, 421, b"this name is not one of mine")
            return
        if scope["type"] == "websocket":
            if not same_origin(headers.get(b"origin"), host):
                await _refuse(scope, receive, send, 403, b"pages of other hosts may not connect")
                return
            await self._app(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            await _refuse(scope, receive, send, 405, b"only GET and HEAD")
            return
        await self._app(scope, receive, _with_headers(send))


def _host(host: str) -> str | None:
    try:
        return host if host_is_ours(host) else None
    except ValueError:
        return None


def _with_headers(send: Send) -> Send:
    async def dressed(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return dressed


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, text: bytes) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": text.decode()})
        return
    dressed = _with_headers(send)
    await dressed({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]})
    await dressed({"type": "http.response.body", "body": text})
