"""Who may do what: viewers look, a player acts for himself (join code), a referee for the table (PIN).

Nothing is kept on disk. The PIN is kept as a salted scrypt hash, tokens as SHA-256, a join code works once.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

TRIES_PER_MINUTE: Final = 5
"""Wrong PINs or codes from one address: a person who mistypes gets along, a program does not."""
TRIES_PER_MINUTE_IN_ALL: Final = 30
"""Wrong ones from all addresses together: 6 digits then stand for weeks of trying."""
CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 8
PIN_DIGITS: Final = 6


class TooManyTries(Exception):
    """Wrong PINs or codes came too fast; `wait_s` says when to try again."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"too many wrong tries; wait {max(1, round(wait_s))} s")
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True)
class Role:
    """`player` is whose phone it is; only a player has one."""

    kind: Literal["viewer", "player", "referee"]
    player: str | None = None


VIEWER: Final = Role("viewer")


def new_pin() -> str:
    """Six digits by chance."""
    return "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))


class Access:
    """Roles of one program run. Every method may be called from any thread."""

    def __init__(self, pin: str, *, open_view: bool = True, now: Callable[[], float] = time.monotonic) -> None:
        self._salt = secrets.token_bytes(16)
        self._pin = self._hashed(pin)
        self._now = now
        self._lock = threading.Lock()
        self._tokens: dict[bytes, Role] = {}
        self._codes: dict[str, str] = {}
        self._wrong: dict[str, deque[float]] = {}
        self._wrong_in_all: deque[float] = deque()
        self.open_view = open_view
        """Whether anybody on the network may look."""

    def login(self, pin: str, address: str) -> str | None:
        """A referee's token, or None for a wrong PIN. Slow on purpose (scrypt). Raises TooManyTries."""
        tried = self._begin_try(address)
        if not hmac.compare_digest(self._hashed(pin), self._pin):
            return None
        self._was_right(address, tried)
        return self._grant(Role("referee"))

    def join(self, code: str, address: str) -> tuple[str, str] | None:
        """(token, player) for a join code, which is then used up; None for a wrong one. Raises TooManyTries."""
        tried = self._begin_try(address)
        wanted = "".join(code.upper().split())
        with self._lock:
            player = next((p for p, c in self._codes.items() if hmac.compare_digest(c.encode(), wanted.encode())), None)
            if player is not None:
                del self._codes[player]
        if player is None:
            return None
        self._was_right(address, tried)
        return self._grant(Role("player", player)), player

    def role_of(self, token: str | None) -> Role:
        """Whose token it is; a viewer for none or an unknown one."""
        if not token:
            return VIEWER
        with self._lock:
            return self._tokens.get(hashlib.sha256(token.encode()).digest(), VIEWER)

    def forget(self, token: str) -> None:
        """Log out."""
        with self._lock:
            self._tokens.pop(hashlib.sha256(token.encode()).digest(), None)

    def set_players(self, players: Sequence[str]) -> None:
        """A session with these players begins: codes for those who have no phone yet; others lose their token."""
        with self._lock:
            self._tokens = {k: r for k, r in self._tokens.items() if r.player is None or r.player in players}
            joined = {role.player for role in self._tokens.values()}
            self._codes = {
                player: self._codes.get(player) or _code() for player in players if player not in joined
            }  # fmt: skip

    def new_code(self, player: str) -> str:
        """A fresh code for a player; whoever held his role loses it (a lost or a wrong phone)."""
        with self._lock:
            self._tokens = {k: r for k, r in self._tokens.items() if r.player != player}
            self._codes[player] = _code()
            return self._codes[player]

    def codes(self) -> dict[str, str]:
        """Player -> code that has not been used yet. For the referee's eyes."""
        with self._lock:
            return dict(self._codes)

    def _hashed(self, pin: str) -> bytes:
        return hashlib.scrypt(pin.encode(), salt=self._salt, n=2**14, r=8, p=1)

    def _grant(self, role: Role) -> str:
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._tokens[hashlib.sha256(token.encode()).digest()] = role
        return token

    def _begin_try(self, address: str) -> float:
        """Counts a try as wrong until it is known: hashing takes a while, and others may not slip in meanwhile."""
        now = self._now()
        with self._lock:
            for tries, most in ((self._wrong.get(address), TRIES_PER_MINUTE),
                                (self._wrong_in_all, TRIES_PER_MINUTE_IN_ALL)):  # fmt: skip
                while tries and now - tries[0] >= 60.0:
                    tries.popleft()
                if tries is not None and len(tries) >= most:
                    raise TooManyTries(60.0 - (now - tries[0]))
            for old in [a for a, tries in self._wrong.items() if not tries or now - tries[-1] >= 60.0]:
                del self._wrong[old]
            self._wrong.setdefault(address, deque()).append(now)
            self._wrong_in_all.append(now)
        return now

    def _was_right(self, address: str, tried: float) -> None:
        with self._lock:
            for tries in (self._wrong.get(address), self._wrong_in_all):
                if tries and tried in tries:
                    tries.remove(tried)


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
