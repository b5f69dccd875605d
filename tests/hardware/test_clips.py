"""Clips: only the table, only what is needed, never more than the bound."""

from __future__ import annotations

import mmap
import shutil
import threading
import time
import weakref
from pathlib import Path

import cv2
import numpy as np
import pytest

from callshot.hardware import clip_ring, clips
from callshot.hardware.clip_ring import RING_NS, ClipRing, Kept, Window
from callshot.hardware.clips import ClipStore, write_film
from callshot.hardware.frame import Frame, Image, Notice
from callshot.hardware.recording import Recording

OUTLINE = np.array([[100.0, 40.0], [120.0, 301.0], [600.0, 300.0], [590.0, 41.0]])
WINDOW = Window(OUTLINE, 640, 360)


def frame(t_s: float, sequence: int = 0) -> Frame:
    """White, with a person (red) left of the table."""
    image = np.full((360, 640, 3), 255, np.uint8)
    image[:, :95] = (0, 0, 255)
    image[45:295, 130:140] = (0, int(t_s * 20) % 256, 0)
    return Frame(image, round(t_s * 1e9), sequence)


def settled(ring: ClipRing) -> tuple[Kept, ...]:
    """What the ring holds when all of it is packed."""
    assert all(k.jpeg for k in ring.between(0, 1e9))
    return ring.between(0, 1e9)


def test_a_clip_shows_the_table_and_nothing_beside_it_at_true_times(tmp_path: Path) -> None:
    ring = ClipRing(WINDOW)
    times = [0.0, 0.033, 0.066, 0.5, 0.533, 1.2]
    for n, t in enumerate(times):
        ring.add(frame(t, n), moving=True)
    store = ClipStore(tmp_path / "clips")
    name = store.save(ring.between(0.0, 2.0), "stroke 1/foul")
    assert name == "clip-000001-stroke-1-foul.mp4"
    assert store.wait(30)
    store.close()
    frames = list(Recording(tmp_path / "clips" / name))
    assert [round(f.t_s, 3) for f in frames] == times
    image = frames[0].image
    assert image.shape == (260, 500, 3)
    assert image[5:250, 40:400].mean() > 200  # the table
    assert image[200:, :8].max() < 40  # outside the slanted edge, where a person may stand


def test_sixty_frames_a_second_give_thirty_in_motion_and_two_at_rest() -> None:
    ring = ClipRing(WINDOW)
    for n in range(120):
        ring.add(frame(n / 60, n), moving=False)
    assert 4 <= len(ring.between(0, 2)) <= 5
    for n in range(120, 180):
        ring.add(frame(n / 60, n), moving=True)
    assert 29 <= len(ring.between(2, 3)) <= 31


def test_the_ring_forgets_and_can_be_switched_off() -> None:
    ring, off = ClipRing(WINDOW), ClipRing(WINDOW, enabled=False)
    for n in range(200):
        ring.add(frame(n / 2, n), moving=False)
        off.add(frame(n / 2, n), moving=True)
    kept = settled(ring)
    assert kept[-1].timestamp_ns - kept[0].timestamp_ns <= RING_NS
    assert kept[-1].timestamp_ns == 199 * 500_000_000
    assert ring.size_bytes > 0
    assert off.between(0, 1000) == () and off.size_bytes == 0


def test_the_oldest_clips_go_first_and_strangers_stay(tmp_path: Path) -> None:
    ring = ClipRing(WINDOW)
    for n in range(10):
        ring.add(frame(n / 10, n), moving=True)
    kept = ring.between(0, 10)
    write_film(tmp_path / "probe", kept)
    size = (tmp_path / "probe").stat().st_size
    folder = tmp_path / "clips"
    folder.mkdir()
    (folder / "holiday.mp4").write_bytes(b"x" * 10 * size)
    store = ClipStore(folder, max_bytes=round(2.5 * size))
    for n in range(5):
        store.save(kept, f"stroke{n}")
    assert store.wait(30)
    store.close()
    assert sorted(p.name for p in folder.iterdir()) == [
        "clip-000004-stroke3.mp4", "clip-000005-stroke4.mp4", "holiday.mp4",
    ]  # fmt: skip
    again = ClipStore(folder)
    assert again.save(kept, "next") == "clip-000006-next.mp4"
    again.close()


def test_pictures_full_of_noise_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clip_ring, "MOST_RING_BYTES", 3_000_000)
    rng = np.random.default_rng(1)
    ring = ClipRing(WINDOW)
    for n in range(60):
        noisy = Frame(rng.integers(0, 255, (360, 640, 3), np.uint8), round(n / 25 * 1e9), n)
        ring.add(noisy, moving=True)
    kept = settled(ring)
    assert 2_800_000 < ring.size_bytes == sum(len(k.jpeg) for k in kept) <= 3_000_000
    assert kept[-1].timestamp_ns == round(59 / 25 * 1e9) and kept[0].timestamp_ns > 1e9


def test_the_frame_loop_packs_no_picture_unless_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    packers: list[str] = []
    encode = cv2.imencode

    def slow(*args: object) -> object:
        packers.append(threading.current_thread().name)
        assert threading.current_thread() is threading.main_thread() or go.wait(20)
        return encode(*args)

    monkeypatch.setattr(clip_ring.cv2, "imencode", slow)
    ring = ClipRing(WINDOW)
    for n in range(clip_ring.MOST_WAITING):
        ring.add(frame(n / 30, n), moving=True)
    assert threading.main_thread().name not in packers and not any(k.packed for k in ring.between(0, 9))
    ring.add(frame(1.0, 99), moving=True)
    assert threading.main_thread().name in packers and ring.between(0, 9)[-1].packed
    go.set()
    assert [len(k.jpeg) > 0 for k in ring.between(0, 9)] == [True] * (clip_ring.MOST_WAITING + 1)
    assert len(packers) == clip_ring.MOST_WAITING + 1, "a picture was packed twice"


def test_the_packing_thread_ends_with_its_ring() -> None:
    before = set(threading.enumerate())
    ring = ClipRing(WINDOW)
    ring.add(frame(0.0), moving=True)
    settled(ring)
    (packer,) = set(threading.enumerate()) - before
    del ring
    packer.join(20)
    assert not packer.is_alive()


def test_what_the_ring_forgets_goes_back_to_the_system() -> None:
    ring = ClipRing(WINDOW)
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 255, (360, 640, 3), np.uint8)
    for n in range(30):
        ring.add(Frame(noise, round(n / 25 * 1e9), n), moving=True)
    first = ring.between(0, 0)[0].jpeg
    assert isinstance(first, memoryview) and first.readonly and isinstance(first.obj, mmap.mmap)
    sheet = weakref.ref(first.obj)
    del first
    assert sheet() is not None
    for n in range(2000, 2030):
        ring.add(Frame(noise, round(n / 25 * 1e9), n), moving=True)
    settled(ring)
    assert sheet() is None


def test_clips_that_wait_for_a_slow_disk_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "MOST_WAITING_BYTES", 2500)
    go, at_work = threading.Event(), threading.Event()

    def slow(path: Path, kept: object, draw: object) -> None:
        at_work.set()
        assert go.wait(20)
        path.write_bytes(b"film")

    monkeypatch.setattr(clips, "write_film", slow)
    notices: list[Notice] = []
    store = ClipStore(tmp_path / "clips", notices.append)
    pictures = (Kept(0, bytes(1000)),)
    store.save(pictures, "a")
    assert at_work.wait(20)
    taken = [store.save(pictures, f"b{n}") for n in range(4)]
    assert [name is not None for name in taken] == [True, True, False, False]
    assert [n.code for n in notices] == ["clip-lost"] and "too slowly" in notices[0].text
    go.set()
    assert store.wait(30)
    store.close()
    assert len(list((tmp_path / "clips").iterdir())) == 3


def test_old_clips_make_way_for_the_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = shutil.disk_usage(tmp_path)
    store = ClipStore(tmp_path / "clips", keep_free_bytes=1000)
    monkeypatch.setattr(clips, "write_film", lambda path, kept, draw: path.write_bytes(bytes(600)))

    def usage(folder: Path) -> object:
        taken = sum(p.stat().st_size for p in folder.iterdir())
        return disk._replace(free=2500 - taken)

    monkeypatch.setattr(clips.shutil, "disk_usage", usage)
    for n in range(5):
        store.save((Kept(0, b""),), f"stroke{n}")
    assert store.wait(30)
    store.close()
    assert sorted(p.name for p in (tmp_path / "clips").iterdir()) == [
        "clip-000004-stroke3.mp4", "clip-000005-stroke4.mp4",
    ]  # fmt: skip


def test_a_disk_that_refuses_is_told_once_and_leaves_no_scraps(tmp_path: Path) -> None:
    (tmp_path / "clips").write_text("a file where the folder should be")
    notices: list[Notice] = []
    store = ClipStore(tmp_path / "clips", notices.append)
    kept = (Kept(0, b""),)
    assert store.save((), "nothing") is None
    store.save(kept, "a")
    store.save(kept, "b")
    assert store.wait(30)
    store.close()
    assert [n.code for n in notices] == ["clip-lost"]
    assert [p.name for p in tmp_path.iterdir()] == ["clips"]


def test_what_is_not_written_in_time_is_given_up_and_told(tmp_path: Path) -> None:
    ring = ClipRing(WINDOW)
    for n in range(40):
        ring.add(frame(n / 10, n), moving=True)

    def slow(image: Image, t_s: float) -> Image:
        time.sleep(0.1)
        return image

    notices: list[Notice] = []
    store = ClipStore(tmp_path / "clips", notices.append)
    store.save(settled(ring), "a", slow)
    store.save(settled(ring), "b", slow)
    store.close(0.3)
    assert not any(t.name == "clips" and t.is_alive() for t in threading.enumerate()), "still at work"
    assert [n.code for n in notices] == ["clip-lost"] and "ended" in notices[0].text
    assert list((tmp_path / "clips").iterdir()) == []


def test_paths_are_drawn_on_request(tmp_path: Path) -> None:
    ring = ClipRing(WINDOW)
    for n in range(3):
        ring.add(frame(n / 10, n), moving=True)

    def draw(image: Image, t_s: float) -> Image:
        marked = image.copy()
        marked[100:140, 100:140] = (255, 0, 0) if t_s < 0.15 else (0, 0, 255)
        return marked

    write_film(tmp_path / "drawn.mp4", ring.between(0, 1), draw)
    colours = [f.image[120, 120].tolist() for f in Recording(tmp_path / "drawn.mp4")]
    assert [c[0] > 150 for c in colours] == [True, True, False]


@pytest.mark.parametrize(
    "outline", [[[700.0, 10.0], [800.0, 10.0], [800.0, 90.0]], [[5.0, 5.0], [6.0, 6.0], [5.0, 6.0]]]
)
def test_a_table_outside_the_picture_keeps_nothing(outline: list[list[float]]) -> None:
    ring = ClipRing(Window(np.array(outline), 640, 360))
    ring.add(frame(0.0), moving=True)
    assert ring.between(0, 1) == ()
