"""Makes the demo recording and its truth: `python -m callshot.models.training.demo_recording [FOLDER]`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from callshot.models.drawing.film_passage import camera_record, write_truth, write_video
from callshot.models.drawing.scenarios import SCENARIOS


def main(folder: Path) -> None:
    """Write demo.mp4, demo_truth.jsonl and demo_camera.json."""
    filming = SCENARIOS["nine-ball"]()
    folder.mkdir(parents=True, exist_ok=True)
    write_truth(filming.passage, folder / "demo_truth.jsonl", "demo.mp4")
    record = camera_record(filming.scene, "demo.mp4", filming.rate_hz, "left", "pool9")
    (folder / "demo_camera.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    write_video(filming, folder / "demo.mp4")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "data")
