"""Everything that is agreed before play: the three options of CP-8.2 and the house's readings (OQ-CP-..)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from callshot.rules.congestion.balls import NUMBERED, take
from callshot.rules.game import Option, Setting
from callshot.rules.match import RACES

_YES_NO = ("yes", "no")
_NO_YES = ("no", "yes")

OPTIONS: Final[tuple[Option, ...]] = (
    Option("option_1", _NO_YES, "everyone has two strokes every inning (CP-8.2.opt1)"),
    Option("option_2", _NO_YES, "a counting second stroke earns a third; needs option_1 (CP-8.2.opt2)"),
    Option("option_3", _NO_YES, "points and balls are forecast before each inning (CP-8.2.opt3.a)"),
    Option("option_3_sub", _NO_YES, "one more stroke after a met forecast; needs option_3 (CP-8.2.opt3.sub.a)"),
    Option("cp.pea_count", ("15", "16"), "how many peas the bottle holds", "OQ-CP-01"),
    Option("cp.final_score_9", ("76", "86"), "final score for nine players", "OQ-CP-02"),
    Option("cp.eights_used", ("crazy", "one-plain"), "the 8s in the rack", "OQ-CP-03"),
    Option("cp.head_rack_pose", ("apex-head-spot", "base-head-string", "taught"), "the head rack", "OQ-CP-04"),
    Option("cp.rack_sides", ("either", "fixed"), "sides of the outer whammies in the triangles", "OQ-CP-05"),
    Option(
        "cp.failed_open_break",
        ("foul", "rerack", "incoming-choice", "no-penalty"),
        "what follows a break that is not open",
        "OQ-CP-06",
    ),
    Option("cp.pocketed_counts_as_rail_on_break", _YES_NO, "a pocketed ball counts among the four", "OQ-CP-07"),
    Option("cp.whammy_earns_stroke", _YES_NO, "a whammy on a legal stroke earns the next one", "OQ-CP-08"),
    Option("cp.opt1_second_stroke_after_foul", _YES_NO, "option 1 holds after a foul too", "OQ-CP-09"),
    Option("cp.option_combinations", ("free", "exclusive"), "exclusive: option 3 excludes 1 and 2", "OQ-CP-10"),
    Option("cp.opt3_met", ("within-five", "exact", "balls-too"), "when a forecast is met", "OQ-CP-11"),
    Option("cp.opt3_removal", ("inning", "stash", "compulsory"), "which ball may be removed, or must be", "OQ-CP-12"),
    Option("cp.opt3_pile_use", _NO_YES, "balls of the inning may pay fouls and debts", "OQ-CP-13"),
    Option(
        "cp.opt3_whammy_exception",
        ("bonus-only", "illegal-never"),
        "where option 3 excepts whammies: the bonus stroke, or any illegal stroke",
        "OQ-CP-14",
    ),
    Option("cp.either_cue_ball_contact", _YES_NO, "either cue ball's contact and cushion count", "OQ-CP-15"),
    Option("cp.foul_counting", ("each", "one-per-stroke", "per-ball"), "fouls that are paid for a stroke", "OQ-CP-16"),
    Option("cp.jumped_object_in_hand", _NO_YES, "a jumped object ball puts the struck cue ball in hand", "OQ-CP-17"),
    Option("cp.jumped_whammy_foul", _NO_YES, "jumping a whammy is a foul too", "OQ-CP-18"),
    Option("cp.pocketed_cue_ball", ("scratch",), "a pocketed cue ball is as one off the table", "OQ-CP-19"),
    Option("cp.in_hand_after_other_foul", _NO_YES, "every foul puts the struck cue ball in hand", "OQ-CP-20"),
    Option("cp.kitchen_rule_scope", ("in-hand", "any-kitchen"), "which cue ball must pass the head string", "OQ-CP-21"),
    Option("cp.nearest_ball_spot", ("whammies-count", "whammies-skipped"), "balls behind the head string", "OQ-CP-22"),
    Option("cp.total_definition", ("held",), "balls now held, plus the pea", "OQ-CP-23"),
    Option("cp.declare_before_shooting", _YES_NO, "a win may be declared before the first stroke", "OQ-CP-24"),
    Option("cp.false_claim", ("redraw", "no-redraw", "foul"), "what follows a wrong claim", "OQ-CP-25"),
    Option("cp.bust_ends_inning", _YES_NO, "a shooter's bust ends his inning", "OQ-CP-26"),
    Option("cp.bust_resets", ("none", "debts", "all"), "what a bust wipes out beside the stash", "OQ-CP-27"),
    Option("cp.bust_pea", ("returned", "stays-out"), "the old pea when a busted player draws", "OQ-CP-28"),
    Option("cp.bust_deadline", ("next-player", "next-stroke"), "until when a bust can be declared", "OQ-CP-29"),
    Option("cp.end_of_balls", ("disqualify", "leave-out"), "a player found over at the end of the balls", "OQ-CP-30"),
    Option("cp.whammy_count_by", ("ball", "stroke"), "how the four whammies are counted", "OQ-CP-31"),
    Option(
        "cp.fourth_whammy_colour",
        ("fourth", "last-action", "last-dropped"),
        "which whammy of the stroke he goes out on",
        "OQ-CP-32",
    ),
    Option("cp.out_yellow_green_debts", ("cancelled", "paid-first"), "debts of one out on yellow or green", "OQ-CP-33"),
    Option("cp.claims_of_leaver", ("lapse", "to-table"), "balls owed to a player who leaves", "OQ-CP-34"),
    Option("cp.debt_ball", ("highest", "choice", "lowest"), "which ball pays a debt", "OQ-CP-35"),
    Option("cp.settle_granularity", ("each-transfer", "after-action"), "when new balls pay debts", "OQ-CP-36"),
    Option("cp.maroon_return", ("anyone", "not-shooter", "must-bring-under"), "returns after maroon", "OQ-CP-37"),
    Option("cp.maroon_draw_order", ("after-shooter", "game-order"), "who redraws first", "OQ-CP-38"),
    Option("cp.blue_mode", ("one-by-one", "all-fixed"), "when the blue picks are made", "OQ-CP-39"),
    Option("cp.black_optional", _NO_YES, "the black picks may be declined", "OQ-CP-40"),
    Option("cp.extra_reposition", ("add-up", "largest"), "extra repositions of several actions", "OQ-CP-41"),
    Option("cp.same_inning_ban", ("all-placed", "sunk-only"), "which placed whammies are dead", "OQ-CP-42"),
    Option("cp.banned_whammy", ("prior-player", "referee"), "who puts a dead whammy back", "OQ-CP-43"),
    Option("cp.stick_foul", ("stay", "restore", "per-ball"), "balls moved while sticking", "OQ-CP-44"),
    Option("cp.debt_netting", ("chain", "net"), "two players who owe each other", "OQ-CP-45"),
    Option("cp.centre_line_limit", ("full-line", "centre-spot"), "how far the long string is used", "OQ-CP-46"),
    Option("cp.spot_right_side", ("head", "foot"), "the right side as seen from that end", "OQ-CP-47"),
    Option("cp.spot_batch", ("one", "per-cause"), "balls spotted in one batch, or a batch for each cause", "OQ-CP-48"),
    Option("cp.three_fouls_and_fourth", ("whammy-first", "fouls-first"), "out for both at once", "OQ-CP-49"),
    Option("cp.win_vs_out", ("out", "declare-first"), "exact total on the fourth whammy", "OQ-CP-50"),
    Option("cp.last_player", ("wins", "must-reach"), "only one player is left", "OQ-CP-51"),
    Option("cp.join_leave", ("score-stays", "score-follows"), "final score when players join or leave", "OQ-CP-52"),
    Option("cp.general_rules_source", ("hu", "fi", "wpa"), "the general rules behind the house rules", "OQ-CP-53"),
    Option("cp.jaws", ("line",), "in the jaws: beyond the line joining the pocket's points", "OQ-CP-54"),
    Option("cp.disqualification", ("silent", "warn"), "warn privately before the deadline", "OQ-CP-55"),
    Option("cp.pending_win", ("open",), "an exact total out of turn protects nobody", "OQ-CP-56"),
    Option("cp.fouling_inning", ("shot-only",), "only innings with a stroke count in the run", "OQ-CP-57"),
    Option("cp.bonus_stroke", ("ordinary",), "bonus and third strokes score as any", "OQ-CP-58"),
    Option("cp.penalty_ball", ("any", "own"), "which balls may pay a foul", "OQ-CP-59"),
    Option("cp.bust_sticky", ("sticky", "at-deadline"), "when a bust is judged", "OQ-CP-60"),
    Option("race", RACES, "games that win the match"),
    Option("next_breaker", ("winner", "alternate", "loser"), "who breaks the next game; loser: with the fewest points"),
)  # fmt: skip

_VALUES: Final = {o.key: o.values for o in OPTIONS}

FINAL_SCORES: Final[Mapping[int, int]] = {2: 276, 3: 196, 4: 156, 5: 136, 6: 116, 7: 106, 8: 96, 9: 76, 10: 76}
"""CP-2.3: by number of players at the start."""


class House(dict[str, str]):
    """The chosen value of every option. Never changed once made."""

    def yes(self, key: str) -> bool:
        """The option is taken."""
        return self[key] == "yes"

    def target(self, players: int) -> int:
        """CP-2.3, OQ-CP-02."""
        if players == 9:
            return int(self["cp.final_score_9"])
        return FINAL_SCORES[max(2, min(players, 10))]

    @property
    def peas(self) -> tuple[int, ...]:
        """CP-3.6: the numbers in the bottle."""
        return tuple(range(1, int(self["cp.pea_count"]) + 1))

    @property
    def numbered(self) -> tuple[str, ...]:
        """The 49 numbered balls of this house's racks (OQ-CP-03)."""
        if self["cp.eights_used"] == "crazy":
            return NUMBERED
        return (*(take(NUMBERED, "crazy-8") or ()), "8")

    @property
    def normal_strokes(self) -> int:
        """CP-8.2.a, CP-8.2.opt2: strokes of an inning, the bonus stroke not counted."""
        return 3 if self.yes("option_2") else 2


def _value(value: object) -> str:
    """Yes and no as a record may hold them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value).strip().lower()
    return {"true": "yes", "on": "yes", "false": "no", "off": "no"}.get(text, text)


def read_house(setting: Setting) -> House | str:
    """The house's choices, defaults filled in; a text says what is wrong with them (CP-8.2.opt0, OQ-CP-10)."""
    house = House({o.key: o.default for o in OPTIONS})
    for key, raw in setting.options.items():
        if key not in _VALUES:
            return f"there is no option {key!r}; `callshot games congestion` lists them"
        value = _value(raw)
        if value not in _VALUES[key]:
            return f"option {key} is one of {', '.join(_VALUES[key])}, not {value!r}"
        house[key] = value
    if house.yes("option_2") and not house.yes("option_1"):
        return "option_2 needs option_1"
    if house.yes("option_3_sub") and not house.yes("option_3"):
        return "option_3_sub needs option_3"
    if house["cp.option_combinations"] == "exclusive" and house.yes("option_3") and house.yes("option_1"):
        return "with cp.option_combinations=exclusive, option_3 excludes option_1 and option_2"
    return house


def check_players(players: tuple[str, ...]) -> str | None:
    """CP-2.3: two to ten, each with a name of his own; None where all is well."""
    if not 2 <= len(players) <= 10:
        return f"Congestion is for 2 to 10 players, not {len(players)}"
    if len(set(players)) < len(players):
        return "two players have the same name"
    if any(not p or p == "TABLE" for p in players):
        return "no player can be called TABLE or nothing"
    return None
