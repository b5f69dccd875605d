"""One page on the other end of a WebSocket: reads it message by message, sends it what it may see, at its own pace."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from callshot.tracker.bottle import is_pea
from callshot.tracker.hub import Command
from callshot.tracker.scoreboard.access import VIEWER, Role, TooManyTries
from callshot.tracker.scoreboard.feed import TOPICS, to_json
from callshot.tracker.scoreboard.messages import Message, MessageError, input_record, read_message
from callshot.tracker.scoreboard.service import Service

SEND_LIMIT_S: Final = 15.0
"""A page that takes nothing for so long is let go; it comes back by itself and goes on from where it was."""
HELLO_WITHIN_S: Final = 10.0
"""A page says hello at once; whoever only holds the place is let go."""
MESSAGES_PER_S: Final = 10.0
BURST: Final = 40.0
LIVE_GAP_S: Final = 0.1
"""Moving balls are shown ten times a second."""


class Viewer:
    """State of one connection."""

    def __init__(self, socket: WebSocket, service: Service, address: str) -> None:
        self._socket = socket
        self._service = service
        self._address = address
        self._token: str | None = None
        self._next = 0
        self._epoch = -1
        self._greeted = False
        self._shown: dict[str, int] = {}
        self._access_version = -1
        self._replies: list[str] = []
        self._role_told: Role | None = None
        self._tokens_left = BURST
        self._last_message_s = asyncio.get_running_loop().time()
        self.changed = asyncio.Event()

    @property
    def role(self) -> Role:
        """What this page may do now."""
        return self._service.access.role_of(self._token)

    async def run(self) -> None:
        """Until either side closes."""
        sender = asyncio.create_task(self._send_loop())
        try:
            while True:
                message = await self._heard()
                if message is None:
                    await self._close(1008, "no hello")
                    return
                if message["type"] != "websocket.receive":
                    return
                text = message.get("text")
                if text is None:
                    await self._close(1003, "text only")
                    return
                if not self._in_time():
                    await self._close(1008, "too many messages")
                    return
                await self._take(text)
        finally:
            sender.cancel()
            await asyncio.wait([sender])

    async def _heard(self) -> Mapping[str, Any] | None:
        """The next message; None where a page that has not said hello says nothing."""
        if self._greeted:
            return await self._socket.receive()
        try:
            return await asyncio.wait_for(self._socket.receive(), HELLO_WITHIN_S)
        except TimeoutError:
            return None

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(RuntimeError):  # it went away by itself in this moment
            await self._socket.close(code, reason)

    # -- what comes in --

    async def _take(self, text: str) -> None:
        number = None
        try:
            message = read_message(text, self.role)
            number = message.id
            reply = await self._do(message)
        except MessageError as why:
            reply = {"op": "refused", "text": str(why)}
            number = why.id if number is None else number
        except TooManyTries as why:
            reply = {"op": "refused", "text": str(why), "wait_s": round(why.wait_s)}
        if number is not None:
            reply["id"] = number
        if len(self._replies) < BURST:
            self._replies.append(to_json(reply))
        self.changed.set()

    def _in_time(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._tokens_left = min(BURST, self._tokens_left + (now - self._last_message_s) * MESSAGES_PER_S) - 1
        self._last_message_s = now
        return self._tokens_left >= 0

    async def _do(self, message: Message) -> dict[str, Any]:
        values, access = message.values, self._service.access
        match message.op:
            case "hello":
                self._token = values.get("token")
                self._epoch = values["epoch"] if values.get("epoch") is not None else -1
                self._next = values.get("from", 0)
                self._greeted = True
                return self._welcome()
            case "login":
                token = await asyncio.to_thread(access.login, values["pin"], self._address)
                if token is None:
                    raise MessageError("wrong PIN")
                return self._become(token)
            case "join":
                joined = access.join(values["code"], self._address)
                if joined is None:
                    raise MessageError("no such code, or it has been used")
                self._service.access_changed()
                return self._become(joined[0])
            case "logout":
                if self._token:
                    access.forget(self._token)
                return self._become(None)
            case "input":
                return self._input(message)
            case _:
                return self._command(message)

    def _welcome(self) -> dict[str, Any]:
        role = self._role_told = self.role
        return {"op": "welcome", "role": role.kind, "player": role.player, "open": self._service.access.open_view,
                "epoch": self._service.feed.epoch}  # fmt: skip

    def _become(self, token: str | None) -> dict[str, Any]:
        before = self.role.player
        self._token = token
        if self.role.player != before:  # others' secrets are not sent again; his own have to be
            self._next, self._epoch = 0, -1
        self._access_version = -1
        return {**self._welcome(), "token": token}

    def _input(self, message: Message) -> dict[str, Any]:
        feed, role = self._service.feed, self.role
        on = feed.hub.shown("on")
        if on is not None and not on.value:
            raise MessageError("no game is on; the referee begins one on the set-up page")
        player = role.player if role.kind == "player" else message.values.get("player")
        secret = message.values["kind"] == "answer" and feed.is_secret(player, message.values["values"]["about"])
        record = input_record(message, role, feed.last_t_s, secret=secret)
        if is_pea(record) and record.get("value") == "system":
            drawn = feed.bottle.draw(str(player))
            if drawn is None:
                raise MessageError("no number is left in the bottle")
            record = {**record, "value": drawn, "private_to": player}
        elif is_pea(record) and role.kind == "player":
            refused = feed.bottle.refuses(str(player), record.get("value"))
            if refused is not None:
                raise MessageError(refused)
        if not feed.hub.submit_input(record):
            raise MessageError("the program is busy or ending; try again")
        return {"op": "done"}

    def _command(self, message: Message) -> dict[str, Any]:
        name, values = message.values["name"], message.values.get("values", {})
        if name == "open-view":
            self._service.set_open_view(values["on"])
        elif name == "new-code":
            self._service.access.new_code(values["player"])
            self._service.access_changed()
        elif not self._service.feed.hub.submit_command(Command(name, values)):
            raise MessageError("the program is busy or ending; try again")
        return {"op": "done"}

    # -- what goes out --

    async def _send_loop(self) -> None:
        try:
            await self._send_on()
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            return  # gone, or too slow: the reading side ends with it

    async def _send_on(self) -> None:
        last_live_s = 0.0
        loop = asyncio.get_running_loop()
        while True:
            self.changed.clear()
            while self._replies:
                await self._send(self._replies.pop(0))
            if self._greeted and self.role != self._role_told:  # a new code took the role away
                await self._send(to_json(self._welcome()))
            if self._greeted and self._may_look():
                if await self._send_records():
                    continue
                wait_s = LIVE_GAP_S - (loop.time() - last_live_s)
                if wait_s <= 0:
                    if await self._send_live():
                        last_live_s = loop.time()
                elif self._live_waits():
                    loop.call_later(wait_s, self.changed.set)
            await self.changed.wait()

    def _may_look(self) -> bool:
        return self._service.access.open_view or self.role != VIEWER

    async def _send_records(self) -> bool:
        feed = self._service.feed
        if self._epoch != feed.epoch or self._next > len(feed.lines):
            self._next = 0
        elif self._next >= len(feed.lines):
            return False
        text, after = feed.batch(self._next, self.role)
        self._epoch, self._next = feed.epoch, after
        await self._send(text)
        return True

    async def _send_live(self) -> bool:
        sent = False
        for topic in TOPICS:
            shown = self._service.feed.shown(topic)
            if shown is not None and self._shown.get(topic) != shown[0]:
                self._shown[topic] = shown[0]
                await self._send(shown[1])
                sent = True
        if self.role.kind == "referee" and self._access_version != self._service.access_version:
            self._access_version = self._service.access_version
            await self._send(to_json({"op": "access", **self._service.access_record(self._socket.headers["host"])}))
            sent = True
        return sent

    def _live_waits(self) -> bool:
        hub = self._service.feed.hub
        waiting = any((s := hub.shown(topic)) is not None and self._shown.get(topic) != s.version for topic in TOPICS)
        return waiting or (self.role.kind == "referee" and self._access_version != self._service.access_version)

    async def _send(self, text: str) -> None:
        try:
            await asyncio.wait_for(self._socket.send_text(text), SEND_LIMIT_S)
        except TimeoutError:
            self._service.stalled += 1
            await self._close(1013, "too slow")
            raise
