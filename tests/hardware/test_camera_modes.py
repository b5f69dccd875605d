"""Which mode suits a table, and what an exposure costs."""

from __future__ import annotations

import pytest

from callshot.hardware.camera_modes import (
    CAMERAS,
    choose_mode,
    exposure_choices,
    kind_of,
    least_height_mm,
    longest_focal_mm,
)

NINE_FOOT = (2840.0, 1570.0)
SEVEN_FOOT = (2280.0, 1290.0)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("imx708", "Camera Module 3"),
        ("imx708_noir", "Camera Module 3"),
        ("imx708_wide", "Camera Module 3 Wide"),
        ("imx708_wide_noir", "Camera Module 3 Wide"),
        ("imx296", "Global Shutter Camera"),
        ("imx477", "HQ Camera"),
        ("imx500", "AI Camera"),
    ],
)
def test_models_are_known_by_name(model: str, name: str) -> None:
    kind = kind_of(model)
    assert kind is not None and kind.name == name


def test_an_unknown_model_is_none() -> None:
    assert kind_of("ov5647") is None


def test_the_crop_is_taken_only_from_high_above() -> None:
    """HQ camera, 4 mm lens: from 2 m only the wide modes show the table; from 3.5 m the quick crop does too."""
    near = choose_mode(CAMERAS["imx477"], NINE_FOOT, 2000.0, 4.0)
    far = choose_mode(CAMERAS["imx477"], NINE_FOOT, 3500.0, 4.0)
    assert (near.mode.width_px, round(near.rate_hz), near.whole_table) == (2028, 50, True)
    assert (far.mode.width_px, round(far.rate_hz), far.whole_table) == (1332, 60, True)


def test_the_finer_picture_wins_where_the_rate_is_nearly_the_same() -> None:
    """Module 3 gives 56 frames/s of everything or 120 of the middle; 60 are used, and 56 is as good as that."""
    near = choose_mode(CAMERAS["imx708"], NINE_FOOT, 2500.0)
    far = choose_mode(CAMERAS["imx708"], NINE_FOOT, 5000.0)
    assert (near.mode.width_px, near.width_px, near.height_px) == (2304, 1536, 864)
    assert far.mode.width_px == 1536
    assert far.mm_per_px is not None and far.mm_per_px < 4.0


def test_a_table_that_does_not_fit_is_told() -> None:
    choice = choose_mode(CAMERAS["imx708"], NINE_FOOT, 1500.0)
    assert choice.whole_table is False and "mount higher" in choice.why
    assert choice.mode.seen == (1.0, 1.0)


def test_without_a_height_the_widest_view_nearest_to_sixty_is_taken() -> None:
    assert choose_mode(CAMERAS["imx477"], NINE_FOOT).mode.height_px == 1080
    assert choose_mode(CAMERAS["imx296"], NINE_FOOT).rate_hz == 60.0
    assert choose_mode(CAMERAS["imx708_wide"], NINE_FOOT).mode.width_px == 2304


@pytest.mark.parametrize("table", [NINE_FOOT, SEVEN_FOOT])
@pytest.mark.parametrize("key", sorted(CAMERAS))
def test_the_least_height_is_where_the_table_begins_to_fit(key: str, table: tuple[float, float]) -> None:
    kind = CAMERAS[key]
    for mode in kind.modes:
        height = least_height_mm(kind, mode, table, 4.0 if kind.focal_mm is None else None)
        assert height is not None
        focal = kind.focal_mm or 4.0
        assert longest_focal_mm(kind, mode, table, height) == pytest.approx(focal)
    lowest = min(least_height_mm(kind, mode, table, focal) or 0 for mode in kind.modes)
    assert choose_mode(kind, table, lowest * 1.001, focal).whole_table
    assert not choose_mode(kind, table, lowest * 0.98, focal).whole_table


def test_read_out_is_shorter_than_a_frame() -> None:
    for kind in CAMERAS.values():
        for mode in kind.modes:
            assert mode.readout_ms < 1000 / mode.rate_hz
            assert (mode.readout_ms == 0) == kind.global_shutter


def test_exposures_tell_their_streaks() -> None:
    sharp, steady = exposure_choices(50.0)
    assert (sharp.time_us, sharp.flicker_free) == (4000, False)
    assert (steady.time_us, steady.flicker_free) == (10_000, True)
    assert exposure_choices(60.0)[1].time_us == 8333
    assert sharp.blur_mm(9.0) == pytest.approx(36.0) and "36 mm" in sharp.why
    assert steady.blur_mm(2.0) == pytest.approx(20.0)
    assert [e.flicker_free for e in exposure_choices(None)] == [True]
