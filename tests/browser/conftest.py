"""Debian's Chromium, driven through Playwright; the tests say so where it is missing."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "scoreboard")]

from desk import PIN, Desk  # noqa: E402

playwright_api = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("the browser tests need chromium (apt install chromium)")
    with playwright_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(clips=tmp_path, games=tmp_path)
    yield made
    made.stop()


Open = Callable[..., Any]


@pytest.fixture
def page_of(browser: Any, desk: Desk) -> Iterator[Open]:
    """Opens a page in a context of its own; anything on its console that is an error fails the test."""
    contexts: list[Any] = []
    troubles: list[str] = []

    def open_page(path: str = "/", width: int = 1024, height: int = 768, language: str = "en", **values: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=language, **values)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20000)  # a busy machine is slow, not wrong
        page.on("console", lambda said: troubles.append(f"{path}: {said.text}") if said.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(f"{path}: {error}"))
        page.goto(desk.url + path)
        page.wait_for_selector("main, .overlay")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def referee_of(page_of: Open) -> Callable[..., Any]:
    """A referee's page, logged in with the PIN."""

    def open_referee(path: str = "/referee", **values: Any) -> Any:
        page = page_of(path, **values)
        page.fill("#pin", PIN)
        page.click("main button[type=submit]")
        page.wait_for_selector("main [role=tablist], main .setup, main .card:not(.login)")
        return page

    return open_referee


@pytest.fixture
def phone_of(page_of: Open, desk: Desk) -> Callable[..., Any]:
    """A player's phone, joined with his code as from the QR picture."""

    def open_phone(player: str, **values: Any) -> Any:
        until = time.monotonic() + 10
        while (code := desk.server.service.access.codes().get(player)) is None:
            assert time.monotonic() < until, f"no code for {player}"
            time.sleep(0.02)
        page = page_of(f"/player#{code}", width=360, height=740, **values)
        page.wait_for_selector(".phone")
        return page

    return open_phone
