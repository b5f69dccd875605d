"""The meeting place of the live loop and its pages."""

from __future__ import annotations

import threading

from callshot.tracker.hub import INBOX_SIZE, Command, RecordHub, is_for


def test_a_reader_that_comes_late_gets_everything_in_order_once() -> None:
    hub = RecordHub([{"type": "session"}])
    hub.publish({"type": "stroke", "number": 1})
    assert hub.since(0, 1) == (0, 1, [{"type": "stroke", "number": 1}])
    assert hub.since(0, 2) == (0, 2, [])
    hub.publish({"type": "ruling", "of": 1})
    assert hub.since(0, 2) == (0, 2, [{"type": "ruling", "of": 1}])


def test_what_one_thread_publishes_another_reads_whole_and_in_order() -> None:
    hub = RecordHub()
    woken, seen = threading.Event(), []
    hub.on_change(woken.set)
    thread = threading.Thread(target=lambda: [hub.publish({"n": n}) for n in range(200)])
    thread.start()
    while len(seen) < 200 and woken.wait(5.0):
        woken.clear()
        seen += [record["n"] for record in hub.since(0, len(seen))[2]]
    thread.join(5.0)
    assert seen == list(range(200))


def test_a_new_session_starts_the_numbers_again() -> None:
    hub = RecordHub()
    hub.publish({"n": 0})
    hub.restart([{"n": "new"}])
    assert hub.since(0, 1) == (1, 0, [{"n": "new"}])


def test_only_the_newest_value_of_a_topic_is_kept() -> None:
    hub = RecordHub()
    assert hub.shown("balls") is None
    hub.show("balls", [1])
    first = hub.shown("balls")
    hub.show("balls", [2])
    second = hub.shown("balls")
    assert first is not None and second is not None
    assert second.value == [2] and second.version > first.version


def test_the_inbox_keeps_order_and_refuses_when_full_or_closed() -> None:
    hub = RecordHub()
    assert hub.submit_input({"type": "input", "n": 1})
    assert hub.submit_command(Command("mute"))
    assert hub.take() == [{"type": "input", "n": 1}, Command("mute")]
    assert hub.take() == []
    assert all(hub.submit_input({"n": n}) for n in range(INBOX_SIZE))
    assert not hub.submit_input({"n": "too many"})
    hub.close()
    hub.take()
    assert not hub.submit_input({"n": "too late"})


def test_listeners_are_called_until_they_stop() -> None:
    hub = RecordHub()
    calls: list[str] = []
    stop = hub.on_change(lambda: calls.append("x"))
    hub.publish({})
    hub.show("health", "ok")
    stop()
    stop()
    hub.publish({})
    assert calls == ["x", "x"]


def test_secrets_are_for_their_owner_only() -> None:
    assert is_for(None, None) and is_for(None, "Ann") and is_for("Ann", "Ann")
    assert not is_for("Ann", "Bo") and not is_for("Ann", None)
