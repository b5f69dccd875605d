"""Word to systemd: that the program is up, what it does, and that it still lives."""

from __future__ import annotations

import os
import socket


class Watchdog:
    """Speaks systemd's notify protocol; does nothing where no systemd listens."""

    def __init__(self, address: str | None = None) -> None:
        """address: the socket, else the environment's NOTIFY_SOCKET."""
        address = address if address is not None else os.environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address

    def ready(self) -> None:
        """The program is up."""
        self._tell("READY=1")

    def alive(self, status: str = "") -> None:
        """To be called in time: a program that hangs does not, and is started again."""
        self._tell("WATCHDOG=1" + (f"\nSTATUS={status}" if status else ""))

    def stopping(self) -> None:
        """The program ends by its own will."""
        self._tell("STOPPING=1")

    def _tell(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.connect(self._address)
                sender.send(text.encode())
        except OSError:
            self._address = ""  # nobody listens: there is nothing to keep alive
