"""`synthetic:NAME` is a frame source like any other, and says that it is a stand-in."""

from __future__ import annotations

import itertools
import sys

import pytest

from callshot.hardware.frame import FrameSource, SourceError
from callshot.models.synthetic import SyntheticSource


def test_it_gives_frames_with_exact_times() -> None:
    pytest.importorskip("numba", reason="drawing needs callshot[train]")
    source: FrameSource = SyntheticSource("nine-ball")
    assert source.info.is_stand_in and not source.info.live
    frames = list(itertools.islice(iter(source), 3))
    assert [f.sequence for f in frames] == [0, 1, 2]
    assert [f.timestamp_ns for f in frames] == [0, round(1e9 / 60), round(2e9 / 60)]
    assert frames[0].image.shape == (source.info.height_px, source.info.width_px, 3)
    assert not frames[0].image.flags.writeable
    source.close()
    source.close()


def test_an_unknown_scene_lists_the_known_ones() -> None:
    pytest.importorskip("numba", reason="drawing needs callshot[train]")
    with pytest.raises(SourceError, match="nine-ball"):
        SyntheticSource("billiards")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n.startswith("callshot.models.drawing")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(SourceError, match=r"callshot\[train\]"):
        SyntheticSource("nine-ball")
