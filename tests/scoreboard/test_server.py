"""The server over real sockets: headers, hosts, origins, resuming, roles, files."""

from __future__ import annotations

import csv
import http.client
import io
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from desk import PIN, Client, Desk, session
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from callshot.tracker.scoreboard import ServeError, serve
from callshot.tracker.scoreboard.access import TRIES_PER_MINUTE
from callshot.tracker.scoreboard.app import STATIC, VIEWS
from callshot.tracker.scoreboard.security import host_is_ours, same_origin

Make = Callable[..., Client]


def get(desk: Desk, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", desk.server.port, timeout=10)
    connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {k.lower(): v for k, v in answer.getheaders()}, body


@pytest.mark.parametrize("path", ["/", *(f"/{view}" for view in VIEWS)])
def test_every_page_has_the_strict_headers_and_no_inline_script(desk: Desk, path: str) -> None:
    status, headers, body = get(desk, path)
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert (
        b"<script>" not in body
        and b" on" not in body.replace(b"content", b"").split(b"<body>")[1].split(b"<noscript>")[0]
    )


def test_nothing_that_is_served_names_another_host() -> None:
    allowed = ("http://www.w3.org/2000/svg",)
    for file in STATIC.rglob("*.*"):
        text = file.read_text(encoding="utf-8")
        for namespace in allowed:
            text = text.replace(namespace, "")
        assert "http://" not in text and "https://" not in text and "innerHTML" not in text and "eval(" not in text, (
            file
        )


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/words/xx.json",
        "/clips/a.mp4",
        "/stroke/9.png",
        "/live/x",
    ],
)
def test_what_is_not_there_is_404(desk: Desk, path: str) -> None:
    assert get(desk, path)[0] == 404


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("127.0.0.1:1", True),
        ("localhost", True),
        ("table.local:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
    ],
)
def test_only_this_machines_names_are_answered(host: str, ours: bool) -> None:
    assert host_is_ours(host) == ours


def test_a_strangers_name_that_points_here_gets_nothing(desk: Desk) -> None:
    assert get(desk, "/", Host="evil.example")[0] == 421


def test_only_get(desk: Desk) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", desk.server.port, timeout=5)
    connection.request("POST", "/", body=b"x")
    assert connection.getresponse().status == 405
    connection.close()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://"])
def test_a_page_of_another_host_can_not_connect(desk: Desk, origin: str) -> None:
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        Client(desk, origin=origin)


def test_origins() -> None:
    assert same_origin("http://10.0.0.2:8000", "10.0.0.2:8000")
    assert not same_origin("http://10.0.0.2:8001", "10.0.0.2:8000")
    assert not same_origin(None, "10.0.0.2:8000")


def test_a_viewer_resumes_where_he_was(desk: Desk, client: Make) -> None:
    desk.begin("none", ())
    for n in range(250):
        desk.hub.publish({"type": "notice", "t": float(n), "level": "info", "code": "x", "text": str(n)})
    first = client()
    first.settle()
    assert len(first.records) == len(desk.hub)
    first.close()
    desk.hub.publish({"type": "notice", "t": 1.0, "level": "info", "code": "x", "text": "new"})
    again = client(**{"from": 200, "epoch": 0})
    again.settle()
    numbers = [json.loads(text)["first"] for text in again.traffic if '"records"' in text]
    assert numbers[0] == 200
    assert again.records[-1]["text"] == "new"


def test_a_new_session_starts_every_page_again(desk: Desk, client: Make) -> None:
    desk.begin("none", ())
    viewer = client()
    viewer.settle()
    desk.hub.restart([session("none", ("Zoe",))])
    viewer.settle()
    assert [record["players"] for record in viewer.records] == [["Zoe"]]


def test_rulings_and_questions_come_with_their_words(desk: Desk, client: Make) -> None:
    desk.begin("9ball-fi", ("Ann", "Bo"))
    desk.tell(
        {
            "type": "stroke",
            "t": 2.0,
            "number": 1,
            "t_start": 1.0,
            "t_end": 2.0,
            "struck": "cue",
            "first_contact": "2",
            "events": [],
            "uncertain": [],
        }
    )
    viewer = client()
    viewer.settle()
    ruling = next(record for record in viewer.records if record["type"] == "ruling")
    assert ruling["page"]["en"][0].startswith("Foul by Ann: wrong ball first (2) (FI-4.1.1)")
    assert set(ruling["page"]) == {"en", "fi", "hu"}


def test_acting_needs_a_role(desk: Desk, client: Make) -> None:
    desk.begin("9ball-fi", ("Ann", "Bo"))
    page = client()
    assert page.ask("input", kind="undo", values={"to": 0})["op"] == "refused"
    assert page.ask("login", pin="000000")["op"] == "refused"
    assert page.ask("login", pin=PIN)["role"] == "referee"
    assert page.ask("input", kind="concede", player="Bo", values={})["op"] == "done"
    assert desk.wait_for("input", 1)[0]["kind"] == "concede"
    assert page.ask("command", name="volume", values={"percent": 30})["op"] == "done"
    token = client(hello=False)
    assert token.ask("hello", token="made up")["role"] == "viewer"


def test_a_referee_gets_codes_that_work_and_a_viewer_none(desk: Desk, client: Make) -> None:
    desk.begin("congestion", ("Ann", "Bo", "Cy"))
    viewer, referee = client(), client()
    token = referee.ask("login", pin=PIN)["token"]
    referee.settle()
    access = [json.loads(text) for text in referee.traffic if '"op":"access"' in text][-1]
    assert [each["player"] for each in access["codes"]] == ["Ann", "Bo", "Cy"]
    assert access["codes"][0]["qr"].startswith("data:image/svg+xml")
    phone = client()
    joined = phone.ask("join", code=access["codes"][1]["code"])
    assert (joined["role"], joined["player"]) == ("player", "Bo")
    viewer.settle()
    assert not any(each["code"] in text for each in access["codes"] for text in viewer.traffic)
    assert token not in "".join(phone.traffic)
    assert referee.ask("command", name="new-code", values={"player": "Bo"})["op"] == "done"
    phone.settle()
    assert json.loads([t for t in phone.traffic if '"welcome"' in t][-1])["role"] == "viewer"


def test_a_forwarded_address_buys_no_more_tries(desk: Desk) -> None:
    """No proxy stands before the page: who names another address of his is still the same one."""
    told = []
    for k in range(TRIES_PER_MINUTE + 1):
        address = f"ws://127.0.0.1:{desk.server.port}/socket"
        headers = {"X-Forwarded-For": f"10.0.0.{k}"}
        with connect(address, origin=Origin(desk.url), additional_headers=headers) as socket:
            socket.send(json.dumps({"op": "login", "pin": "000000"}))
            told.append(json.loads(socket.recv(timeout=5))["text"])
    assert told[:-1] == ["wrong PIN"] * TRIES_PER_MINUTE and told[-1].startswith("too many wrong tries")


def test_viewing_can_be_closed(desk: Desk, client: Make) -> None:
    desk.begin("9ball-fi", ("Ann", "Bo"))
    referee = client()
    referee.ask("login", pin=PIN)
    referee.ask("command", name="open-view", values={"on": False})
    stranger = client()
    stranger.settle()
    assert stranger.records == []
    assert get(desk, "/export/records.jsonl")[0] == 403
    token = json.loads(next(t for t in referee.traffic if '"token"' in t))["token"]
    assert get(desk, "/export/records.jsonl", Authorization=f"Bearer {token}")[0] == 200
    referee.settle()
    assert referee.records


@pytest.mark.parametrize("text", ["nonsense", "{}", '{"op":"input"}', "[" * 5000, '{"op":"hello","from":"x"}'])
def test_a_hostile_message_is_refused_and_the_server_goes_on(desk: Desk, client: Make, text: str) -> None:
    page = client()
    page.settle()
    page.send(text)
    assert page.read()["op"] == "refused"
    assert page.ask("hello", **{"from": 0})["op"] == "welcome"


def test_too_large_too_many_or_binary_messages_close_that_page_alone(desk: Desk, client: Make) -> None:
    for act in (
        lambda page: page.send("x" * 20000),
        lambda page: page.socket.send(b"\x00\x01"),
        lambda page: [page.send('{"op":"logout"}') for _ in range(200)],
    ):
        page = client()
        with pytest.raises(ConnectionClosed):
            act(page)
            while True:
                page.read(2.0)
    assert client().ask("hello", **{"from": 0})["op"] == "welcome"


def test_exports_hold_the_strokes_and_no_secret(desk: Desk) -> None:
    desk.begin("9ball-fi", ("=cmd()", "Bő"))
    desk.tell(
        {
            "type": "stroke",
            "t": 2.0,
            "number": 1,
            "t_start": 1.0,
            "t_end": 2.0,
            "struck": "cue",
            "first_contact": "2",
            "events": [{"t": 1.5, "kind": "pocket", "ball": "3", "pocket": "foot-left", "confidence": 1.0}],
        }
    )
    desk.hub.publish(
        {"type": "input", "t": 3.0, "by": "player", "player": "Bő", "kind": "pea", "value": 13, "private_to": "Bő"}
    )
    status, headers, body = get(desk, "/export/strokes.csv?lang=fi")
    assert status == 200 and headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"))))
    assert [(row["stroke"], row["fouls"], row["pocketed"], row["next"]) for row in rows] == [
        ("1", "wrong_ball_first", "3>foot-left", "Bő")
    ]
    assert rows[0]["player"] == "'=cmd()"  # no spreadsheet takes it for a formula
    assert "ensin väärä pallo" in rows[0]["text"]
    lines = get(desk, "/export/records.jsonl")[2].decode().splitlines()
    assert len(lines) == len(desk.hub) - 1
    assert not any('"pea"' in line for line in lines)


def test_a_strokes_picture(desk: Desk) -> None:
    desk.begin("9ball-fi", ("Ann", "Bo"))
    desk.tell(
        {
            "type": "stroke",
            "t": 2.0,
            "number": 1,
            "t_start": 1.0,
            "t_end": 2.0,
            "struck": "cue",
            "first_contact": None,
            "before": [{"id": "cue", "label": "cue", "x": 0, "y": 0, "confidence": 1}],
            "after": [],
            "events": [],
        }
    )
    for nonsense in ("9" * 5000, "-1", "1e3", "²", "٣", "x", "9999999999"):
        assert get(desk, f"/stroke/{quote(nonsense)}.png")[0] == 404, nonsense
    status, headers, body = get(desk, "/stroke/1.png?lang=hu")
    assert (status, headers["content-type"], body[:4]) == (200, "image/png", b"\x89PNG")


def test_words_to_a_game_that_is_not_on_are_refused(desk: Desk, client: Make) -> None:
    desk.begin("9ball-fi", ("Ann", "Bo"))
    page = client()
    page.ask("login", pin=PIN)
    desk.hub.show("on", False)
    answer = page.ask("input", kind="concede", player="Ann")
    assert (answer["op"], answer["text"]) == ("refused", "no game is on; the referee begins one on the set-up page")
    desk.hub.show("on", True)
    assert page.ask("input", kind="concede", player="Ann")["op"] == "done"


def test_the_cameras_picture_is_for_the_referee(desk: Desk, client: Make) -> None:
    desk.hub.show("picture", b"\xff\xd8jpeg")
    assert get(desk, "/live/picture.jpg")[0] == 403
    token = client().ask("login", pin=PIN)["token"]
    assert get(desk, "/live/picture.jpg", Authorization=f"Bearer {token}")[2] == b"\xff\xd8jpeg"


def test_clips_come_from_their_folder_alone(tmp_path: Path) -> None:
    (tmp_path / "clip-000001-x.mp4").write_bytes(b"film")
    (tmp_path / "secret.mp4").write_bytes(b"no")
    desk = Desk(clips=tmp_path)
    try:
        assert get(desk, "/clips/clip-000001-x.mp4")[2] == b"film"
        for path in ("/clips/secret.mp4", "/clips/..%2fclip-000001-x.mp4", "/clips/clip-9.mp4"):
            assert get(desk, path)[0] == 404
    finally:
        desk.stop()


def test_words_and_games(desk: Desk) -> None:
    words = json.loads(get(desk, "/words/hu.json")[2])
    assert words["balls"]["5"] == "5-ös" and words["whammies"]["brown"] == "bordó whammy"
    assert words["messages"]["nav-table"] == ["Asztal"]
    games = json.loads(get(desk, "/games.json")[2])
    assert {"8ball-fi", "9ball-hu"} <= set(games["games"])


def test_a_port_that_is_taken_is_said_in_one_line(desk: Desk) -> None:
    with pytest.raises(ServeError, match=rf"port {desk.server.port} can't be served on 127.0.0.1"):
        serve(desk.hub, host="127.0.0.1", port=desk.server.port)
