"""`make bench`: accuracy on the footage beside the project and speed on this machine -> docs/BENCHMARKS.md.

Sections that other runs write by hand (mutation testing, soak, other machines) stand between their own marks and are
left as they are.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.benchmarks import accuracy, speed

PAGE = accuracy.ROOT / "docs" / "BENCHMARKS.md"
HEAD = """# Benchmarks

Measured, never guessed: `make bench` writes the sections between the marks, failures included; what was run by hand
says so. Accuracy is the scorer's, over footage that no constant was tuned to clip by clip; every clip is calibrated by
itself, from its own pictures, with only the table's size, its head end and its ball set told. Speeds are ratios against
a reference measured in the same run, since machines differ and drift.
"""


def percent(part: float | None) -> str:
    return "-" if part is None else f"{100 * part:.1f} %"


def share(part: int, whole: int) -> str:
    return "-" if not whole else f"{100 * part / whole:.1f} % ({part}/{whole})"


def f1(d: dict[str, Any]) -> str:
    wrong = d["fn"] + d["fp"]
    return "-" if not d["tp"] + wrong else f"{2 * d['tp'] / (2 * d['tp'] + wrong):.3f}"


def first_judged(r: dict[str, Any]) -> int:
    f, a = r["first_contact"], r["ambiguous_first_contact"]
    return f["right"] + f["wrong"] + f["uncertain"] + f["missed"] + sum(a.values())


def first_right(r: dict[str, Any]) -> int:
    return r["first_contact"]["right"] + r["ambiguous_first_contact"]["marked"] + r["ambiguous_first_contact"]["picked"]


def quality(kind: str, r: dict[str, Any]) -> str:
    """Precision, recall and F1 of one kind of event."""
    e = r["events"][kind]
    return f"{percent(e['precision'])} / {percent(e['recall'])} / {f1(e)}"


def silent(kind: str, r: dict[str, Any]) -> str:
    """Of the facts stated as certain, how many are wrong."""
    e = r["silent_errors"][kind]
    return share(e["wrong"], e["sure"])


MEASURES: list[tuple[str, Callable[[dict[str, Any]], str]]] = [
    ("strokes found", lambda r: share(r["strokes"]["found"], r["strokes"]["truth"])),
    ("strokes spurious", lambda r: str(r["strokes"]["spurious"])),
    ("struck ball right, of found", lambda r: share(r["struck"]["right"], r["strokes"]["found"])),
    ("first contact right, of all", lambda r: share(first_right(r), first_judged(r))),
    ("first contact marked uncertain", lambda r: str(r["first_contact"]["uncertain"])),
    ("first contact wrong, stated as certain", lambda r: share(r["first_contact"]["wrong"], first_judged(r))),
    *(
        (f"{kind}: precision / recall / F1", partial(quality, kind))
        for kind in ("contact", "contact_clear", "cushion", "pocket", "off-table", "head-string", "touch")
    ),
    ("cushion time error, median", lambda r: _ms(r["events"]["cushion"].get("dt_median_abs_s"))),
    ("balls at rest found", lambda r: share(r["rest"]["balls"] - r["rest"]["missing"], r["rest"]["balls"])),
    ("balls at rest false", lambda r: share(r["rest"]["false"], r["rest"]["balls"])),
    (
        "position, median / 95 % / worst",
        lambda r: " / ".join(_mm(r["rest"][f"{k}_mm"]) for k in ("median", "p95", "max")),
    ),
    ("label exact / generic / wrong", lambda r: "{exact} / {generic} / {wrong}".format(**r["identity"])),
    ("group right", lambda r: percent(r["identity"]["group_accuracy"])),
    ("same id before and after", lambda r: share(*r["identity"]["kept_through_strokes"])),
    ("disturbances found / missed / spurious", lambda r: "{found} / {missed} / {spurious}".format(**r["disturbance"])),
    *(
        (f"silent errors: {kind}", partial(silent, kind))
        for kind in ("event", "struck", "first_contact", "label", "all")
    ),
]


def summary_rows(reports: dict[str, dict[str, Any]]) -> list[str]:
    """One column a kind of footage, one row a measure."""
    head = ["| measure | " + " | ".join(reports) + " |", "| --- |" + " --- |" * len(reports)]
    return head + [f"| {name} | " + " | ".join(of(r) for r in reports.values()) + " |" for name, of in MEASURES]


def _ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:.1f} ms"


def _mm(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f} mm"


def clip_rows(runs: list[accuracy.Run], reports: dict[str, dict[str, Any]], tables: dict[str, Any]) -> list[str]:
    """One row a clip, failures included."""
    corner = {Path(path).parent.name: max(errors) if errors else None for path, errors in tables["rows"]}
    rows = [
        "| clip | corners, worst | strokes | spurious | first contact | contact F1 | cushion F1 | pocket F1 "
        "| rest found | false | median | labels | silent | remark |",
        "| --- |" + " --- |" * 13,
    ]
    for run in runs:
        r = reports[run.kind]["groups"].get(run.name)
        if r is None:
            continue
        s, rest, ev = r["strokes"], r["rest"], r["events"]
        labels, wrong = r["identity"], r["silent_errors"]["all"]
        remark = run.trouble.replace("|", "/")
        rows.append(
            f"| {run.kind}/{run.name} | {_mm(corner.get(run.name))} | {s['found']}/{s['truth']} | {s['spurious']} "
            f"| {first_right(r)}/{first_judged(r)} | {f1(ev['contact'])} | {f1(ev['cushion'])} | {f1(ev['pocket'])} "
            f"| {rest['balls'] - rest['missing']}/{rest['balls']} | {rest['false']} | {_mm(rest['median_mm'])} "
            f"| {labels['exact']}/{labels['balls']} | {wrong['wrong']}/{wrong['sure']} | {remark} |"
        )
    return rows


def reliability_rows(reports: dict[str, dict[str, Any]]) -> list[str]:
    """Of facts stated with confidence p, the share that was right."""
    rows = [
        "| stated confidence | " + " | ".join(f"{k}: right of facts" for k in reports) + " |",
        "| --- |" + " --- |" * len(reports),
    ]
    first = next(iter(reports.values()))
    for k, bin_ in enumerate(first["calibration"]):
        cells = [f"{percent(r['calibration'][k]['right'])} of {r['calibration'][k]['facts']}" for r in reports.values()]
        rows.append(f"| {bin_['from']:.2f} to {bin_['to']:.2f} | " + " | ".join(cells) + " |")
    return rows


def section(name: str, lines: list[str]) -> str:
    return f"<!-- {name}: made by make bench -->\n" + "\n".join(lines) + f"\n<!-- end {name} -->\n"


def put(page: str, name: str, text: str) -> str:
    """Replace a section, or add it at the end."""
    pattern = re.compile(rf"<!-- {name}: made by make bench -->.*?<!-- end {name} -->\n", re.S)
    return pattern.sub(lambda _: text, page) if pattern.search(page) else page.rstrip() + "\n\n" + text


def accuracy_sections(out: Path, only: str) -> dict[str, str]:
    runs = accuracy.run_all(out, only)
    kinds = [k for k in ("real", "rendered") if any(r.kind == k for r in runs)]
    reports = {k: accuracy.score(k, out) for k in kinds}
    for k in kinds:
        (out / f"{k}-disagreements.txt").write_text("\n".join(reports[k]["log"]) + "\n", encoding="utf-8")
    tables = accuracy.score_tables(runs)
    s = tables["summary"]
    found = [
        "## Table finding",
        "",
        f"Found by itself: {share(s['found'], s['tables'])}. "
        f"Nose corners: median error {s['corner_mm_median']:.1f} mm, worst {s['corner_mm_max']:.1f} mm; "
        f"accepted with more than 25 mm: {s['worse_than_25_mm']}.",
    ]
    return {
        "tables": section("tables", found),
        "accuracy": section("accuracy", ["## Accuracy", "", *summary_rows(reports)]),
        "reliability": section("reliability", ["## What a confidence is worth", "", *reliability_rows(reports)]),
        "clips": section("clips", ["## Clip by clip", "", *clip_rows(runs, reports, tables)]),
    }


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--only", default="", help="clips whose name holds this; prints, and leaves the page alone")
    ap.add_argument("--out", type=Path, default=accuracy.ROOT / "bench-output")
    ap.add_argument("--what", default="accuracy,speed", help="which parts to run")
    a = ap.parse_args()
    sections: dict[str, str] = {}
    if "speed" in a.what:
        sections["speed"] = section("speed", ["## Speed", "", *speed.rows()])
    if "accuracy" in a.what:
        if (accuracy.SHARED / "footage").is_dir():
            sections |= accuracy_sections(a.out, a.only)
        else:
            print("no footage beside the project: accuracy is left as it was", file=sys.stderr)
    if a.only:
        print("\n".join(sections.values()))
        return 0
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else HEAD
    for name, text in sections.items():
        page = put(page, name, text)
    PAGE.write_text(page, encoding="utf-8")
    print(f"wrote {PAGE.relative_to(accuracy.ROOT)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
