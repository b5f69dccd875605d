"""Whether what `callshot rule` writes is what the record stream's contract says, field by field."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

CODES = (
    "no_object_ball wrong_ball_first simultaneous_first_contact no_cushion frozen_ball_not_driven scratch"
    " cue_ball_off_table object_ball_off_table jumped_object_ball touched_ball no_foot balls_moving illegal_jump"
    " third_ball_disturbed double_hit push kitchen_placement kitchen_not_crossed not_tip placed_with_tip_forward"
    " returned_by_object table_marked gap_measured illegal_break safety_break wrong_cue_ball_on_break not_from_kitchen"
    " not_foot_rack_first cue_ball_first_on_break not_open_break touched_ball_while_sticking whammy_on_bonus_stroke"
    " lag_side_cushion lag_crossed lag_pocketed lag_no_foot_cushion lag_in_jaws lag_off_table"
)
TOKENS = (
    "FOUL SCORE PILE PENALTY SPOT OWES PAID STICK UNSTICK WHAMMY GIVE TAKE SWAP NO_SWAP NOTHING REDRAW RETURN"
    " REPOSITION REPLACE_PRE_BREAK OUT BUST DISQUALIFIED CLAIM_REJECTED WIN PREDICTION PREDICTION_MET"
    " PREDICTION_MISSED REMOVE IN_HAND NEXT COIN_FLIP END_OF_BALLS STROKE_WHILE_STUCK POINTS GROUPS CALL CALL_MADE"
    " CALL_MISSED SAFETY PUSH_OUT FOUL_RUN WARN OPTIONS CHOICE RERACK PLACE LAG REPLAY_LAG DRAW LOSS RACK"
)
OPTIONS = (
    "accept kitchen anywhere rerack-i-break rerack-you-break rebreak spot-8 play give-back break pass solids stripes"
    " safety called push-out bonus"
)
CUE = frozenset(("in-position", "in-hand", "in-hand-behind-head-string"))
CLAUSE = re.compile(r"(FI|HU|CP)-[\w.]+")
LABELS = frozenset((*map(str, range(1, 22)), "crazy-8", "red", "yellow", "green", "brown", "blue", "pink", "black"))
RULING = ("type", "t", "of", "legal", "fouls", "spot", "score", "next", "over", "log", "say")
QUESTION = ("type", "t", "id", "asks", "player", "about", "candidates", "clause")


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _ruling(r: Mapping[str, Any]) -> list[str]:
    bad = [f"no {name}" for name in RULING if name not in r]
    if bad:
        return bad
    if r["of"] is not None and not _whole(r["of"]):
        bad.append(f"of {r['of']!r}")
    if r["legal"] not in (True, False, None):
        bad.append(f"legal {r['legal']!r}")
    for f in r["fouls"]:
        if set(f) != {"code", "clause", "ball"} or f["code"] not in CODES.split() or not CLAUSE.fullmatch(f["clause"]):
            bad.append(f"foul {f!r}")
    for s in r["spot"]:
        if not (isinstance(s.get("ball"), str) and _number(s.get("x")) and _number(s.get("y"))):
            bad.append(f"spot {s!r}")
    n = r["next"]
    if n is not None:
        if set(n) != {"player", "stroke_no", "cue_ball", "ball_on", "options"}:
            bad.append(f"next {n!r}")
        cues = n["cue_ball"].values() if isinstance(n["cue_ball"], dict) else [n["cue_ball"]]
        if not set(cues) <= CUE:
            bad.append(f"cue_ball {n['cue_ball']!r}")
        if not set(n["ball_on"]) <= LABELS or not set(n["options"]) <= {*OPTIONS.split()}:
            bad.append(f"next {n!r}")
        if not _whole(n["stroke_no"]) or not isinstance(n["player"], str):
            bad.append(f"next {n!r}")
    o = r["over"]
    if o is not None and (set(o) != {"what", "winner", "reason", "clause"} or o["what"] not in ("rack", "match")):
        bad.append(f"over {o!r}")
    if not _texts(r["log"]) or any(re.split(r"[(;]", token)[0] not in TOKENS.split() for token in r["log"]):
        bad.append(f"log {r['log']!r}")
    if any(set(s) != {"lang", "text"} for s in r["say"]):
        bad.append(f"say {r['say']!r}")
    return bad


def _question(q: Mapping[str, Any]) -> list[str]:
    bad = [f"no {name}" for name in QUESTION if name not in q]
    if bad:
        return bad
    if q["asks"] not in ("player", "referee"):
        bad.append(f"asks {q['asks']!r}")
    if not isinstance(q["about"], str) or not isinstance(q["candidates"], list):
        bad.append(f"about {q['about']!r} candidates {q['candidates']!r}")
    if not isinstance(q["clause"], str) or not CLAUSE.fullmatch(q["clause"]):
        bad.append(f"clause {q['clause']!r}")
    return bad


def faults(out: Sequence[Mapping[str, Any]]) -> list[str]:
    """Everything in these records that the contract does not allow; empty where all is well."""
    bad = []
    for at, r in enumerate(out):
        if r["type"] == "ruling":
            bad += [f"{at}: ruling: {b}" for b in _ruling(r)]
        elif r["type"] == "question":
            bad += [f"{at}: question: {b}" for b in _question(r)]
        elif r["type"] == "notice" and not (
            isinstance(r.get("level"), str) and isinstance(r.get("code"), str) and isinstance(r.get("text"), str)
        ):
            bad.append(f"{at}: notice {r!r}")
    return bad
