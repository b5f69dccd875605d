"""Work for somebody who looks at what is past, beside a live loop that shares the interpreter."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

MOST_REST_S: Final = 2.0


class Aside:
    """One piece of work at a time, and no more than half of the time."""

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
