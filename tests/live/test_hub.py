"""The meeting place of the live loop and its pages."""

from __future__ import annotations

import threading

from callshot.tracker.hub import INBOX_SIZE, Command, RecordHub, is_for


def test_a_reader_that_comes_late_gets_everything_in_order_once() -> None:
    hub = RecordHub([{"type": "session"}])
    hub.publish({"type": "stroke", "number": 1})
    reader = hub.subscribe(1)
    assert reader.poll() == [(1, {"type": "stroke", "number": 1})]
    assert reader.poll() == []
    hub.publish({"type": "ruling", "of": 1})
    assert reader.get(0.0) == [(2, {"type": "ruling", "of": 1})]


def test_a_waiting_reader_wakes_in_another_thread_and_ends_with_the_hub() -> None:
    hub = RecordHub()
    seen: list[int] = []
    thread = threading.Thread(target=lambda: seen.extend(n for n, _ in hub.subscribe()))
    thread.start()
    for n in range(200):
        hub.publish({"n": n})
    while len(seen) < 200 and thread.is_alive():
        thread.join(0.01)
    hub.close()
    thread.join(5.0)
    assert not thread.is_alive()
    assert seen == list(range(200))


def test_a_new_session_starts_the_numbers_again() -> None:
    hub = RecordHub()
    reader = hub.subscribe()
    hub.publish({"n": 0})
    assert [n for n, _ in reader.poll()] == [0]
    hub.restart([{"n": "new"}])
    assert reader.get(0.0) == [(0, {"n": "new"})]
    assert hub.epoch == 1


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
    assert is_for({"type": "stroke"}, None)
    assert is_for({"private_to": "Ann"}, "Ann")
    assert not is_for({"private_to": "Ann"}, "Bo")
    assert not is_for({"private_to": "Ann"}, None)
