"""What is remembered between runs, and how little a damaged memory matters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from callshot.hardware.journal import Journal
from callshot.tracker.live_store import Choices, LiveStore, choices_in, data_folder
from callshot.tracker.running import RunRequest, _what_to_play
from callshot.tracker.session import session_record
from callshot.tracker.trouble import Trouble

CHOSEN = Choices("9ball-fi", ("Ann", "Bö 🎱"), {"race": "5"}, ("fi",), "pool9", "x.jsonl", False, 0.5, True)


def test_choices_come_back(tmp_path: Path) -> None:
    store = LiveStore(tmp_path / "new")
    assert store.choices() == Choices()
    store.remember(CHOSEN)
    assert store.choices() == CHOSEN


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", '{"players": 7}', '{"volume": "loud"}', '{"players": "Ann"}', "\0\0", '{"langs": ["xx"]}',
        '{"file": "a\\u0000b"}',
    ],
)  # fmt: skip
def test_a_damaged_memory_is_no_memory(tmp_path: Path, text: str) -> None:
    (tmp_path / "choices.json").write_text(text)
    assert LiveStore(tmp_path).choices() == Choices()


def test_where_it_lives() -> None:
    assert data_folder({"CALLSHOT_HOME": "/a", "STATE_DIRECTORY": "/b"}) == Path("/a")
    assert data_folder({"STATE_DIRECTORY": "/b:/c"}) == Path("/b")
    assert data_folder({"XDG_STATE_HOME": "/d"}) == Path("/d/callshot")
    assert data_folder({}).parts[-2:] == ("state", "callshot")


def request(**more: object) -> RunRequest:
    chosen = {"game": "9ball-fi", "players": ("Ann", "Bo"), "balls": "pool9"}
    return RunRequest(**{**chosen, **more})  # type: ignore[arg-type]


def begun(chosen: RunRequest, store: LiveStore) -> tuple[Choices, Path | None]:
    """As `run` does it: remembered once the source is open."""
    choices, path = _what_to_play(chosen, store)
    store.remember(choices)
    return choices, path


def test_the_same_game_goes_on_and_another_begins_anew(tmp_path: Path) -> None:
    store = LiveStore(tmp_path)
    _, first = begun(request(), store)
    assert first is not None and first.name == "session-000001.jsonl"
    first.touch()
    _, again = begun(request(), store)
    remembered, unnamed = begun(RunRequest(), store)
    assert first == again == unnamed and remembered.players == ("Ann", "Bo")
    _, other = _what_to_play(request(players=("Ann", "Cy")), store)
    assert other is not None and other.name == "session-000002.jsonl"


def test_a_finished_session_is_not_taken_up_again(tmp_path: Path) -> None:
    store = LiveStore(tmp_path)
    _, first = begun(request(), store)
    assert first is not None
    first.touch()
    from dataclasses import replace

    store.remember(replace(store.choices(), ended=True))
    assert _what_to_play(request(), store)[1] == tmp_path / "session-000002.jsonl"
    assert _what_to_play(RunRequest(serve=True), LiveStore(tmp_path / "empty"))[1] is None


@pytest.mark.parametrize("serve", [False, True])
@pytest.mark.parametrize(
    ("spoilt", "word"),
    [
        ({"game": "quidditch"}, "no such game"), ({"balls": "gone.toml"}, "gone.toml"), ({"players": ()}, "players"),
        ({"options": {"race": "lots"}}, "race"), ({"game": "none", "balls": "gone.toml"}, "gone.toml"),
    ],
)  # fmt: skip
def test_a_game_that_can_not_go_on_is_no_reason_never_to_start_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], serve: bool, spoilt: dict[str, object], word: str
) -> None:
    store = LiveStore(tmp_path)
    store.remember(replace(CHOSEN, file=str(tmp_path / "session-000001.jsonl"), **spoilt))  # type: ignore[arg-type]
    choices, path = _what_to_play(RunRequest(serve=serve), store)
    told = capsys.readouterr().err
    assert "the last game can't go on" in told and word in told
    assert choices.balls == "any" and (path is None) == serve
    assert choices.ended == serve


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    with Journal(path) as journal:
        journal.append(
            [session_record(source="x", game="lag-fi", players=("Ann", "Bo"), options={}, table_name="9ft",
                            length_mm=2540.0, width_mm=1270.0, ball_set="pool9", ball_diameter_mm=57.15)]
        )  # fmt: skip
    kept = choices_in(path)
    assert kept is not None and kept.game == "lag-fi" and kept.players == ("Ann", "Bo")
    with pytest.raises(Trouble, match="holds the records of another game"):
        _what_to_play(request(output=path), LiveStore(tmp_path / "s"))
    assert _what_to_play(request(game="lag-fi", output=path), LiveStore(tmp_path / "s"))[1] == path
    path.write_text("rubbish")
    assert choices_in(path) is None
