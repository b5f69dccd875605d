"""How long a connection may ask for nothing, and how many one address may hold: so that nobody can take all places."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

ASK_WITHIN_S: Final = 10.0
"""A browser asks at once; whoever holds a connection without a request is let go."""
MOST_FROM_ONE: Final = 100
"""A browser holds seven for a page; this many are a dozen pages on one machine, and a quarter of what is served."""


class PromptHttp(H11Protocol):
    """uvicorn's own protocol, with these two bounds. (uvicorn waits for ever for a first request.)"""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        if sum(_host(each) == _host(self) for each in self.connections) > MOST_FROM_ONE:
            transport.close()
        else:
            self.loop.call_later(ASK_WITHIN_S, self._let_go)

    def _let_go(self) -> None:
        # A socket has a protocol of its own by then, and this one is no longer among the connections.
        if self in self.connections and self.cycle is None:
            self.transport.close()


def _host(connection: object) -> str:
    client = getattr(connection, "client", None)  # every protocol of uvicorn's that is used here has it
    return str(client[0]) if client else ""
