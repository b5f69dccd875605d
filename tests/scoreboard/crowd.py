"""Many pages at once, in a process of their own: `python crowd.py PORT READERS STALLED` prints `ready`, then on
standard input's end how many records each reader got and the worst delay in ms."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
import time
from typing import Any

from websockets.asyncio.client import connect


def stalled(port: int) -> socket.socket:
    """A page that says hello and then takes nothing more: its buffers are as small as the system allows."""
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    plug.connect(("127.0.0.1", port))
    lines = (
        "GET /socket HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", "",
    )  # fmt: skip
    plug.sendall("\r\n".join(lines).encode())
    plug.recv(1024)
    body = b'{"op":"hello","from":0}'
    plug.sendall(bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body)
    return plug


async def reader(port: int, counts: list[int], delays: list[float], index: int) -> None:
    began = time.time()
    url = f"ws://127.0.0.1:{port}/socket"
    async with connect(url, origin=f"http://127.0.0.1:{port}", compression=None, max_size=None) as page:  # type: ignore[arg-type]
        await page.send('{"op":"hello","from":0}')
        async for text in page:
            message: dict[str, Any] = json.loads(text)
            if message["op"] != "records":
                continue
            counts[index] += len(message["records"])
            for record in message["records"]:
                if record.get("sent", 0.0) > began:
                    delays.append(time.time() - record["sent"])


async def main(port: int, readers: int, stalls: int) -> None:
    plugs = [stalled(port) for _ in range(stalls)]
    counts, delays = [0] * readers, [0.0]
    tasks = [asyncio.create_task(reader(port, counts, delays, index)) for index in range(readers)]
    await asyncio.sleep(1.0)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for _ in range(20):  # what was published before is still on its way where the machine is busy
        before = list(counts)
        await asyncio.sleep(0.5)
        if counts == before:
            break
    for task in tasks:
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    for plug in plugs:
        plug.close()
    print(json.dumps({"counts": counts, "worst_ms": round(max(delays) * 1000, 1)}), flush=True)


asyncio.run(main(*(int(each) for each in sys.argv[1:4])))
