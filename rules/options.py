"""The house options of the pool games: every key of the open questions, its values with the default reading first."""

from __future__ import annotations

from typing import Final

from callshot.rules.game import Option
from callshot.rules.match import MATCH_OPTIONS

GENERAL: Final = (
    *MATCH_OPTIONS,
    Option(
        "gen.two_foul_warning",
        ("system", "referee"),
        "who warns a player on two fouls; without it the third counts as the second",
    ),
    Option(
        "gen.third_ball",
        ("stroke-only", "any-contact"),
        "which touch of a third ball, in playing a frozen one, is a foul",
        "OQ-HU-10",
    ),
    Option(
        "gen.jump_allowed",
        ("raised-cue", "forbidden", "per-game"),
        "jump shots: with a raised cue, never, or where the game's own section allows them (none of these does)",
        "OQ-HU-11",
    ),
    Option("gen.foul_run_clear", ("any-lawful-stroke", "not-push-out"), "what clears a run of fouls", "OQ-HU-14"),
    Option(
        "gen.in_hand_optional",
        ("right", "duty"),
        "whether the incoming player may leave the cue ball where it lies",
        "OQ-HU-16",
    ),
    Option(
        "gen.spot_touching", ("touching", "gap"), "spotted balls touch the balls there, or stand 1 mm clear", "OQ-HU-17"
    ),
    Option(
        "gen.spot_front_limit",
        ("head-cushion", "centre-spot"),
        "how far in front of the foot spot balls are spotted",
        "OQ-HU-18",
    ),
)

HU_GENERAL: Final = (
    Option(
        "hu.kitchen_warning",
        ("warned", "outright"),
        "a shot from outside the kitchen is a foul after a warning, or at once",
        "OQ-HU-02",
    ),
    Option("hu.simultaneous_hit", ("unlawful-ball", "always", "never"), "two balls met at once are a foul", "OQ-HU-03"),
    Option("hu.frozen_towards", ("allowed", "foul"), "a stroke towards a ball frozen to the cue ball", "OQ-HU-04"),
    Option("hu.legal_pocket", ("any-ball",), "which ball pocketed satisfies the stroke", "OQ-HU-05"),
    Option("hu.spot_place", ("foot-spot-then-line",), "where driven-off balls come back", "OQ-HU-07"),
    Option("hu.rail_frozen_or", ("none-of-three",), "when playing a ball frozen to a cushion is a foul", "OQ-HU-08"),
    Option("hu.feet", ("none-on-floor",), "when the feet are a foul", "OQ-HU-09"),
    Option("hu.foul_combination", ("one-foul",), "several fouls on one stroke, in the run of fouls", "OQ-HU-13"),
    Option(
        "hu.chalk_return",
        ("any-ball", "cue-ball"),
        "which ball, back on the bed by a foreign object, is a foul",
        "OQ-HU-19",
    ),
    Option("hu.ball_diameter", ("57.15",), "mm", "OQ-HU-33"),
    Option(
        "hu.break_not_crossing",
        ("not-begun", "foul"),
        "a break whose cue ball does not cross the head string",
        "OQ-HU-35",
    ),
    Option("hu.pocketed_meaning", ("physical",), "what pocketed means", "OQ-HU-38"),
)

FI_GENERAL: Final = (
    Option("fi.touch_subject", ("cue-stick",), "what must not touch a ball", "OQ-FI-01"),
    Option("fi.frozen_fourth", ("four", "three"), "ways to satisfy the frozen-ball rule", "OQ-FI-02"),
    Option("fi.jump_return", ("no-foul",), "a ball that returns to the bed", "OQ-FI-09"),
    Option("fi.turn_change", ("both",), "a miss and a foul pass the turn", "OQ-FI-29"),
    Option("fi.gap_filler", ("hungarian",), "what fills the gaps of the general part", "OQ-FI-33"),
)

CALLS: Final = Option(
    "calls", ("spoken", "evident"), "a ball made without a call: ask whether it was evident, or take it as evident"
)

EIGHT_FI: Final = (
    *GENERAL,
    *FI_GENERAL,
    CALLS,
    Option("fi.eight_own_ball_foul", ("spotted", "down"), "own balls made on a foul or a safety", "OQ-FI-06"),
    Option("fi.eight_wrong_pocket", ("spotted", "down"), "own ball made in a wrong pocket or uncalled", "OQ-FI-07"),
    Option("fi.eight_break_8", ("rerack", "spot"), "the 8 made with other balls on a foul break", "OQ-FI-10"),
    Option("fi.eight_break_options", ("all-three",), "the options after a failed break", "OQ-FI-11"),
    Option(
        "fi.eight_open_table",
        ("called-ball", "break-group"),
        "whether the balls of one group only, made on the break, fix it",
        "OQ-FI-12",
    ),
    Option("fi.eight_misplaced", ("ignored",), "the sentence on the 15th ball", "OQ-FI-13"),
    Option("fi.eight_first_open", ("foul", "allowed"), "the 8 struck first on an open table", "OQ-FI-14"),
    Option("fi.eight_same_stroke", ("loss", "spotted"), "the 8 made with the last own ball", "OQ-FI-30"),
    Option("fi.eight_open_foul_balls", ("spotted", "down"), "balls made on a foul on the open table", "OQ-FI-35"),
    Option(
        "fi.eight_off_table", ("spotted", "opponents-stay-off"), "the opponent's ball driven off the table", "OQ-FI-36"
    ),
)

EIGHT_HU: Final = (
    *GENERAL,
    *HU_GENERAL,
    CALLS,
    Option(
        "hu.eight_off_table", ("spotted", "opponents-stay-off"), "the opponent's ball driven off the table", "OQ-HU-06"
    ),
    Option("hu.eight_rack_side", ("both-groups", "corners-only"), "the outer rows of the rack", "OQ-HU-21"),
    Option("hu.eight_break_lists", ("unshuffled",), "the option lists after the break", "OQ-HU-22"),
    Option(
        "hu.eight_break_scratch",
        ("lost-only", "always"),
        "when the kept position after a break foul is played from the kitchen",
        "OQ-HU-23",
    ),
    Option("hu.eight_break_8_foul", ("kitchen", "as-it-lies"), "the 8 spotted after a foul break", "OQ-HU-24"),
    Option("hu.eight_call_duty", ("every-stroke", "after-first-ball"), "from when a call is due", "OQ-HU-25"),
    Option("hu.eight_combo", ("own-ball-first", "literal"), "first contact of a combination", "OQ-HU-26"),
    Option("hu.eight_wrong_pocket", ("down", "spotted"), "own ball made in a wrong pocket", "OQ-HU-27"),
    Option("hu.eight_first_open", ("allowed", "foul"), "the 8 struck first on an open table", "OQ-HU-28"),
    Option("hu.safety_own_ball", ("down", "spotted"), "own ball made on a safety", "OQ-HU-29"),
    Option("hu.stalemate", ("ask-after-three",), "when a draw is put to the referee", "OQ-HU-36"),
    Option("hu.unannounced_safety", ("ordinary",), "a safety nobody heard", "OQ-HU-37"),
    Option(
        "hu.eight_break_8_foul_breaker",
        ("opponent-decides", "breaker", "opponent"),
        "who breaks the new rack after the 8 on a foul break",
        "OQ-HU-39",
    ),
)

NINE_FI: Final = (
    *GENERAL,
    *FI_GENERAL,
    Option("fi.nine_break_rails", ("one", "four"), "balls to a pocket or cushion on the break", "OQ-FI-15"),
    Option("fi.nine_break_options", ("in-hand",), "what the incoming player gets after a break foul", "OQ-FI-16"),
    Option("fi.push_balls", ("down-but-9",), "balls made on a push-out", "OQ-FI-17"),
)

NINE_HU: Final = (
    *GENERAL,
    *HU_GENERAL,
    Option("hu.nine_break_lists", ("unshuffled",), "the option lists after the break", "OQ-HU-30"),
    Option(
        "hu.push_suspends",
        ("all", "first-and-cushion"),
        "whether the frozen-ball rule is suspended on a push-out",
        "OQ-HU-31",
    ),
    Option(
        "hu.nine_break_foul_counts",
        ("every-foul", "only-scratch"),
        "which break foul is the first of three",
        "OQ-HU-32",
    ),
)

TARGETS: Final = ("50", "25", "75", "100", "125", "150")
"""Points that win a game of 14.1; any whole number is taken."""

_STRAIGHT: Final = (
    CALLS,
    Option("target", TARGETS, "points that win; any whole number"),
    Option(
        "fi.break_141_penalty", ("neither", "every-miss"), "when a missed called break costs two points", "OQ-FI-18"
    ),
    Option("fi.break_141_scratch", ("two", "three"), "points for a failed break with the cue ball lost", "OQ-FI-19"),
    Option("fi.break_141_repeat", ("rerack", "position"), "how a failed break is repeated", "OQ-FI-20"),
    Option("fi.spot_scope_141", ("stroke", "turn"), "which other balls come back after a missed call", "OQ-FI-21"),
    Option("fi.extra_balls_141", ("score", "only-called"), "balls made together with the called one", "OQ-FI-22"),
    Option("fi.rerack_gaps", ("table",), "rerack cases that the document leaves out", "OQ-FI-23"),
    Option("fi.full_rack_break", ("no", "yes"), "a full rack in mid-game asks for an opening break", "OQ-FI-24"),
    Option("fi.three_foul_rerack", ("fifteen",), "what is racked after three fouls", "OQ-FI-31"),
    Option(
        "fi.break_141_run", ("none", "scratch-counts"), "fouls of the opening break in the run of fouls", "OQ-FI-32"
    ),
    Option("fi.rerack_direction", ("spots-any-kitchen-across",), "directions after a rerack", "OQ-FI-34"),
)

STRAIGHT_FI: Final = (
    *GENERAL,
    *FI_GENERAL,
    *_STRAIGHT,
    Option("fi.off_table_141", ("no-foul", "foul"), "an object ball off the table", "OQ-FI-03"),
    Option("fi.three_foul_141", ("15-more", "15-instead", "18-in-all"), "points for the third foul", "OQ-FI-04"),
    Option("fi.in_hand_141", ("lost-only", "anywhere"), "cue ball in hand after a foul", "OQ-FI-05"),
)

STRAIGHT_HU: Final = (
    *GENERAL,
    *HU_GENERAL,
    *_STRAIGHT,
    Option("hu.three_foul_141", ("18-in-all", "18-more", "15-more"), "points for the third foul", "OQ-HU-12"),
    Option("hu.in_hand_141", ("lost-only", "anywhere"), "cue ball in hand after a foul", "OQ-HU-15"),
    Option("hu.unsporting_141", ("opponent-chooses", "always-rerack"), "the rack after unsporting conduct", "OQ-HU-20"),
    Option("hu.game_141", ("finnish-chapter", "wpa-chapter"), "what fills the missing 14.1 chapter", "OQ-HU-34"),
)
