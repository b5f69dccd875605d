// Entering a game that is under way: what the camera can't know of it.

import { h } from "../dom.js";
import { isPlayed } from "../parts.js";
import { ballsNow } from "../store.js";
import { hasToWarn } from "../warned.js";
import { ballName, labelOf, t } from "../words.js";

const TABLE = "TABLE";
/** As rulings say where a cue ball is, and as a state says it. */
const HANDS = { "in-position": "", "in-hand": "anywhere", "in-hand-behind-head-string": "kitchen" };

const option = (now) => ([value, text]) => h("option", { value, selected: value === now }, text);
const select = (id, values, now, props = {}) => h("select", { id, ...props }, values.map(option(now)));
const field = (id, label, input) => [h("label", { for: id }, label), input];

/** Labels of the balls on the table: in Congestion there are several of one number, elsewhere one that is seen twice is one. */
function seenOn(state) {
  const labels = ballsNow(state).map((each) => labelOf(each.id));
  return state.session?.game === "congestion" ? labels : [...new Set(labels)];
}

/** The form; `say` takes the promise of what was sent. */
export function makeEntry({ store, connection, refresh, say }) {
  let debts = null; // [[debtor, creditor]], the oldest first; null: as the scoreboard says
  let sure = false; // asked for once while a game is played: the second time it is done

  const standing = (state, names) => names.flatMap((player) => (state.score?.[player]?.owes ?? []).map(([creditor, kind]) => [player, creditor, kind]));

  function debtRows(state, names) {
    const rows = debts ?? standing(state, names);
    const change = (next) => {
      debts = next;
      refresh();
    };
    const set = (i, at) => (event) => {
      const now = debts ?? rows; // the other side of this debt may have been chosen since this was drawn
      debts = now.with(i, at ? [now[i][0], event.currentTarget.value] : [event.currentTarget.value, now[i][1]]);
    };
    const creditors = [[TABLE, t("score-table")], ...names.map((name) => [name, name])];
    return h("fieldset", {}, h("legend", {}, t("entry-debts")),
      rows.map(([debtor, creditor], i) => h("div", { class: "row", "data-key": `debt-${i}` },
        select(`st-debtor-${i}`, names.map((name) => [name, name]), debtor, { "aria-label": t("entry-debtor"), onchange: set(i, 0) }), "→",
        select(`st-creditor-${i}`, creditors, creditor, { "aria-label": t("entry-creditor"), onchange: set(i, 1) }),
        h("button", { type: "button", class: "small", "data-key": `debt-del-${i}`, "aria-label": t("entry-debt-paid"), onclick: () => change(rows.toSpliced(i, 1)) }, "✕"))),
      h("button", { type: "button", class: "small", "data-key": "debt-add", onclick: () => change([...rows, [names[0], TABLE]]) }, t("entry-debt-add")));
  }

  /** What the form says, as a `state` record has it. */
  function read(form, state, names) {
    const game = state.session?.game ?? "none";
    const value = (id) => form.querySelector(`#${id}`)?.value;
    const whole = (id) => Number(value(id));
    const cues = game === "congestion" ? ["cue", "crazy-cue"] : ["cue"];
    const fields = { shooter: value("st-shooter"), phase: value("st-phase") };
    fields.in_hand = Object.fromEntries(cues.map((cue) => [cue, value(`st-hand-${cue}`)]).filter(([, where]) => where));
    if (fields.phase === "break") delete fields.in_hand; // as every break is played
    if (game === "congestion") {
      fields.stroke_no = whole("st-stroke");
      fields.debts = debts ?? standing(state, names);
      fields.players = Object.fromEntries(names.map((player, i) => [player, {
        stash: value(`st-stash-${i}`).split(/[\s,;]+/).filter(Boolean), whammies: whole(`st-whammies-${i}`), foul_innings: whole(`st-fouls-${i}`),
      }]));
    } else {
      fields.score = Object.fromEntries(names.map((player, i) => [player, whole(`st-score-${i}`)]));
      fields.fouls = Object.fromEntries(names.map((player, i) => [player, whole(`st-fouls-${i}`)]));
    }
    if (value("st-warned")) fields.warned = value("st-warned");
    if (game.startsWith("8ball") && value("st-group") !== "open") fields.groups = { [names[0]]: value("st-group"), [names[1]]: value("st-group") === "solids" ? "stripes" : "solids" };
    const on = seenOn(state);
    return on.length ? { ...fields, on_table: on } : fields;
  }

  function submitted(event, state, names) {
    event.preventDefault();
    if (isPlayed(state) && !sure) {
      sure = true;
      refresh();
      return;
    }
    const fields = read(event.currentTarget, state, names);
    sure = false;
    debts = null;
    say(connection.command("session", { game: state.session.game, players: names, options: state.session.options ?? {}, state: fields }));
  }

  function personFields(state, player, i) {
    /** What the scoreboard says stands there already: most of it need not be typed again. */
    const known = (name) => Number(state.score?.[player]?.[name]) || 0;
    const count = (id, value, min, max) => h("input", { id, type: "number", value: String(value), min, max });
    const congestion = state.session?.game === "congestion";
    return h("fieldset", {}, h("legend", {}, player),
      congestion
        ? [field(`st-stash-${i}`, t("entry-stash"), h("input", { id: `st-stash-${i}`, value: (state.score?.[player]?.stash ?? []).join(", ") })),
          field(`st-whammies-${i}`, t("entry-whammies"), count(`st-whammies-${i}`, known("whammies"), 0, 3))]
        : field(`st-score-${i}`, t("entry-score"), count(`st-score-${i}`, known("points") || known("racks"), -200, 1000)),
      field(`st-fouls-${i}`, t("entry-fouls"), count(`st-fouls-${i}`, Math.min(2, known(congestion ? "foul_innings" : "fouls")), 0, 2)));
  }

  function draw(state) {
    const game = state.session?.game ?? "none";
    const names = state.session?.players ?? [];
    const congestion = game === "congestion";
    const seen = seenOn(state).length;
    const where = state.next?.cue_ball;
    const hands = [["", t("entry-lies")], ["anywhere", t("option-anywhere")], ["kitchen", t("option-kitchen")]];
    return [h("form", { class: "card entry", onsubmit: (event) => submitted(event, state, names) },
      h("h2", {}, t("entry-title")), h("p", {}, t("entry-help")),
      field("st-shooter", t("entry-shooter"), select("st-shooter", names.map((name) => [name, name]), state.next?.player ?? names[0])),
      congestion ? field("st-stroke", t("entry-stroke"), h("input", { id: "st-stroke", type: "number", value: String(state.next?.stroke_no ?? 1), min: 1, max: state.session.page?.inning ?? 3 })) : null,
      field("st-phase", t("entry-phase"), select("st-phase", [["play", t("phase-play")], ["break", t("phase-break")]])),
      (congestion ? ["cue", "crazy-cue"] : ["cue"]).map((cue) => field(`st-hand-${cue}`, ballName(cue), select(`st-hand-${cue}`, hands, HANDS[typeof where === "object" ? where?.[cue] : where] ?? ""))),
      game.startsWith("8ball") ? field("st-group", t("entry-group", { player: names[0] ?? "" }), select("st-group", [["open", t("group-open")], ["solids", t("option-solids")], ["stripes", t("option-stripes")]], state.score?.[names[0]]?.group ?? "open")) : null,
      h("div", { class: "people" }, names.map((player, i) => personFields(state, player, i))),
      congestion ? debtRows(state, names) : null,
      hasToWarn(game) ? field("st-warned", t("entry-warned"), select("st-warned", [["", t("entry-nobody")], ...names.map((name) => [name, name])], state.warned ?? "")) : null,
      h("p", { class: "quiet" }, t("entry-balls", { n: seen })),
      sure ? h("p", { class: "doubts", role: "alert" }, t("setup-is-played", { players: names.join(" – ") })) : null,
      h("button", { type: "submit", class: sure ? "sure" : null }, sure ? t("entry-sure") : t("entry-button")))];
  }

  return {
    draw,
    leave() {
      debts = null;
      sure = false;
    },
  };
}
