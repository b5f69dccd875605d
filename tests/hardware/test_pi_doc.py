"""The numbers of docs/PI.md are those of the code, and the unit file is what it says."""

from __future__ import annotations

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest

from callshot.hardware.camera_modes import CAMERAS, choose_mode, least_height_mm, longest_focal_mm
from callshot.rules.equipment import TABLES
from callshot.tracker.app import run
from callshot.tracker.live_loop import ALIVE_EVERY_S
from callshot.tracker.start import INTERRUPTED, TERMINATED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "PI.md").read_text(encoding="utf-8")
UNIT = ROOT / "hardware" / "data" / "callshot.service"
RAIL_MM = 150.0


def test_the_mounting_table_is_that_of_the_arithmetic() -> None:
    for name, table in TABLES.items():
        outer = (table.length_mm + 2 * RAIL_MM, table.width_mm + 2 * RAIL_MM)
        cells = [name, f"{outer[0] / 1000:.2f} x {outer[1] / 1000:.2f}"]
        for key in ("imx708", "imx708_wide", "imx500"):
            kind = CAMERAS[key]
            height = least_height_mm(kind, kind.modes[0], outer)
            assert height is not None
            mm_per_px = choose_mode(kind, outer, height * 1.001).mm_per_px
            cells.append(f"{height / 1000:.2f} ({mm_per_px:.1f})")
        for key in ("imx296", "imx477"):
            kind = CAMERAS[key]
            lenses = [longest_focal_mm(kind, kind.modes[0], outer, h) for h in (2000.0, 2500.0, 3000.0)]
            cells.append(" / ".join(f"{lens:.1f}" for lens in lenses))
        assert "| " + " | ".join(cells) + " |" in PAGE


def test_the_read_out_times_are_those_of_the_modes() -> None:
    for kind in CAMERAS.values():
        for mode in kind.modes:
            size = f"| {mode.width_px}x{mode.height_px} at {mode.rate_hz:.0f}"
            line = next(row for row in PAGE.splitlines() if size in row)
            read_out = "all rows at once" if mode.readout_ms == 0 else f"{mode.readout_ms:.0f} ms"
            assert line.endswith(f"| {read_out} |"), line


def the_unit() -> configparser.ConfigParser:
    """The systemd unit."""
    unit = configparser.ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(UNIT)
    return unit


def test_the_unit_has_a_watchdog_no_root_and_one_place_to_write() -> None:
    unit = the_unit()
    service = unit["Service"]
    assert service["User"] not in ("", "root", "0")
    assert service["Type"] == "notify" and int(service["WatchdogSec"]) >= 30
    assert service["Restart"] == "always" and unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert service["ProtectSystem"] == "strict" and service["StateDirectory"] == "callshot"
    assert service["IPAddressDeny"] == "any"


def test_the_unit_knows_the_exit_codes_of_the_program() -> None:
    service = the_unit()["Service"]
    assert service["SuccessExitStatus"].split() == [str(INTERRUPTED), str(TERMINATED)]
    assert service["RestartPreventExitStatus"] == str(run(["run", "--no-such-option"]))
    no_camera = run(["run", "--source", "camera:999", "--calibration", "nowhere.toml"])
    assert no_camera == 1, "started again: a camera may come back"


def test_the_watchdog_waits_far_longer_than_the_program_is_silent() -> None:
    service = the_unit()["Service"]
    assert int(service["WatchdogSec"]) >= 20 * ALIVE_EVERY_S
    assert int(service["TimeoutStopSec"]) >= 15, "clips and records are written to the end"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    here = tmp_path / "callshot.service"
    unit = UNIT.read_text(encoding="utf-8")
    program = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    here.write_text(unit.replace(program, "ExecStart=/bin/sh"), encoding="utf-8")  # what is verified has to be there
    verify = ["systemd-analyze", "verify", "--man=no", str(here)]
    done = subprocess.run(verify, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "callshot" not in done.stderr, done.stderr
    here.write_text(here.read_text(encoding="utf-8").replace("WatchdogSec=60", "WatchdogSec=sixty"), encoding="utf-8")
    wrong = subprocess.run(verify, capture_output=True, text=True, timeout=60)
    assert "sixty" in wrong.stderr, "verify would not have seen a mistake"
