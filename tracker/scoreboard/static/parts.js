// Pieces that several pages share: the ruling, the questions, the score, lists of balls.

import { ballIcon } from "./balls.js";
import { h } from "./dom.js";
import { ballsNow, latest, sizes, valid } from "./store.js";
import { ballScale, drawTable, isNarrow } from "./table.js";
import { hasToWarn } from "./warned.js";
import { ballName, current, knows, labelOf, number, t, told, word } from "./words.js";

const clauses = new Map();

/** Have what the clauses say, in a language; English has them all, others those that rulings name. */
async function loadClauses(lang, refresh) {
  if (clauses.has(lang)) return;
  clauses.set(lang, {});
  const answer = await fetch(lang === "en" ? "/static/clauses.json" : `/static/clauses-${lang}.json`);
  if (answer.ok) clauses.set(lang, await answer.json());
  refresh();
}

/** What a clause says: {text, lang}. Some fouls name it with its letter, some the whole paragraph. */
function clauseText(id) {
  for (const lang of [current(), "en"]) {
    const known = clauses.get(lang) ?? {};
    const text = known[id] ?? Object.entries(known).find(([key]) => key.startsWith(`${id}.`))?.[1];
    if (text) return { text, lang };
  }
  return { text: t("clause-unknown"), lang: current() };
}

const openClauses = new Set();

/** A clause's number; one tap shows what it says. */
export function clauseButton(id, refresh, place = "") {
  const key = `${id}${place && ` ${place}`}`;
  const isOpen = openClauses.has(key);
  if (isOpen) for (const lang of new Set(["en", current()])) loadClauses(lang, refresh);
  const said = clauseText(id);
  const text = h("span", { class: "clause-text", lang: said.lang, hidden: !isOpen }, isOpen ? said.text : "");
  return h("span", { class: "clause" },
    h("button", { type: "button", class: "small", "data-key": `clause-${key}`, "aria-expanded": String(isOpen), onclick: () => {
      if (isOpen) openClauses.delete(key);
      else openClauses.add(key);
      refresh();
    } }, id), text);
}

/** What the program had to say of itself or of a tap: the latest few. */
export function noticeList(state, most = 3) {
  const shown = state.notices.slice(-most).toReversed();
  if (!shown.length) return null;
  const signs = { info: "ℹ", warning: "⚠", error: "✗" };
  return h("section", { class: "card notices" }, h("h2", {}, t("notices")), h("ul", { class: "lines" }, shown.map((notice) => h("li", { class: notice.level === "info" ? "quiet" : "doubts", lang: told(notice.text).lang }, `${signs[notice.level] ?? "⚠"} ${told(notice.text).text}`))));
}

/** The latest ruling in words: status, fouls with clause, lines. */
export function rulingPanel(ruling, refresh, { title = true, protests = [] } = {}) {
  if (!ruling) return h("section", { class: "card ruling" }, h("h2", {}, t("ruling-title")), h("p", { class: "quiet" }, t("ruling-none")));
  const open = ruling.legal === null && ruling.of !== null;
  const status = open ? "open" : ruling.legal ? "legal" : "foul";
  const sign = { open: "?", legal: "✓", foul: "✗" }[status];
  const heading = ruling.of === null ? t("ruling-title") : t(`stroke-${status}`, { n: ruling.of });
  // The heading says it already.
  const lines = (ruling.page?.[current()] ?? []).filter((line) => !title || (line !== t("ruling-legal") && line !== t("ruling-open")));
  const room = lines.join("").length + 30 * lines.length; // a wall display has nobody to scroll it: much is said smaller
  const size = room > 560 ? "longest" : room > 330 ? "long" : "";
  const clausesOf = [...new Set([...(ruling.fouls ?? []).map((foul) => foul.clause), ruling.over?.clause].filter(Boolean))];
  return h("section", { class: `card ruling ${ruling.of === null ? "plain" : status} ${size}` },
    title ? h("h2", {}, ruling.of === null ? heading : [h("span", { class: "sign", "aria-hidden": "true" }, sign), " ", heading]) : null,
    h("ul", { class: "lines" }, lines.map((line) => h("li", {}, line))),
    protests.length ? h("p", { class: "doubts" }, "⚑ ", t("protested", { players: protests.join(", ") })) : null,
    clausesOf.length ? h("p", { class: "clauses" }, t("clauses"), " ", clausesOf.map((id) => clauseButton(id, refresh))) : null);
}

/** The stroke that a question is about, where a later one is on the table already: its number and its drawing. */
function earlierStroke(question, state) {
  const newest = state ? valid(state).at(-1)?.record.number : undefined;
  if (newest === undefined || !Number.isFinite(question.of) || question.of >= newest) return null;
  const stroke = latest(state, question.of);
  const name = t("about-stroke", { n: question.of });
  return h("figure", { class: "earlier", "data-stroke": String(question.of) }, h("figcaption", {}, name),
    stroke ? drawTable(sizes(state), { balls: stroke.record.after ?? stroke.record.before ?? [], stroke: stroke.record, paths: stroke.paths, vertical: isNarrow(), scale: ballScale(true), label: name }) : null);
}

/** What is asked, with its answers as buttons. */
export function questionCard(question, connection, refresh, problem, own, state) {
  const page = question.page?.[current()];
  const choices = page?.choices ?? (question.candidates ?? []).map((value) => ({ value, text: String(value) }));
  const answer = (value) => connection.input("answer", { about: question.about, value, id: question.id }, connection.role === "referee" ? question.player ?? undefined : undefined).catch(problem);
  const heading = page?.text ?? question.about;
  return h("section", { class: "card question", "data-question": question.id, "aria-label": heading },
    h("h2", {}, heading),
    earlierStroke(question, state),
    question.clause ? h("p", { class: "clauses" }, clauseButton(question.clause, refresh, question.id)) : null,
    question.clip ? film(question.clip, connection, refresh, problem, t("clip-asked")) : null,
    own ? own(question, answer) : choices.length ? h("div", { class: "choices" }, choices.map((choice, index) =>
      h("button", { type: "button", "data-key": `${question.id}-${index}`, onclick: () => answer(choice.value) }, choice.text))) : freeAnswer(question, answer));
}

const films = new Map();

/** A short film, of what `what` says: fetched with this page's role, once, when somebody wants to see it. */
export function film(clip, connection, refresh, problem, what = t("clip")) {
  const name = clipName(clip);
  const known = films.get(name);
  if (known) return h("video", { controls: true, playsinline: true, src: known, "aria-label": what });
  return h("button", { type: "button", "data-key": `film-${name}`, onclick: async () => {
    try {
      const answer = await connection.fetch(`/clips/${encodeURIComponent(name)}`);
      if (!answer.ok) throw new Error(t("no-film"));
      films.set(name, URL.createObjectURL(await answer.blob()));
      refresh();
    } catch (error) {
      problem(error);
    }
  } }, `▶ ${what}`);
}

export const clipName = (clip) => String(clip?.name ?? clip).split("/").at(-1);

/** Which ball a ball is: what it would be, as pictures; of several balls each with what it would be. */
export function identityAnswer(question, answer) {
  return h("div", { class: "choices" }, (question.candidates ?? []).map((value, index) => {
    const pairs = Object.entries(value ?? {});
    const named = pairs.map(([id, label]) => (pairs.length > 1 ? `${ballName(id)} → ${ballName(label)}` : ballName(label))).join(", ");
    return h("button", { type: "button", class: "ball-button", "data-key": `${question.id}-${index}`, onclick: () => answer(value) }, pairs.map(([, label]) => ballIcon(label, 40, { named: false })), ` ${named}`);
  }));
}

/** Records' ids of the balls that the open questions are about: they are marked on the table. */
export const askedAbout = (state) => state.questions.filter((question) => question.about === "ball_identity").flatMap((question) => (question.candidates ?? []).flatMap((value) => Object.keys(value ?? {})));

/** A question with no candidates: a number, or two for a forecast. */
export function freeAnswer(question, answer) {
  const field = (name, id) => h("label", {}, t(name), h("input", { id: `${question.id}-${id}`, type: "number", min: 0, max: 500, required: true, inputmode: "numeric" }));
  const fields = question.about === "prediction" ? [field("points", "a"), field("balls", "b")] : [field("value", "a")];
  return h("form", { class: "free", onsubmit: (event) => {
    event.preventDefault();
    const [a, b] = [...event.currentTarget.querySelectorAll("input")].map((input) => Number(input.value));
    answer(question.about === "prediction" ? { points: a, balls: b } : a);
  } }, fields, h("button", { type: "submit" }, t("send")));
}

const several = new Map();

/** Several balls at once, for what is returned or pocketed. */
export function ballsAnswer(question, answer, refresh) {
  const candidates = question.candidates ?? [];
  if (!several.has(question.id)) several.set(question.id, new Set());
  const chosen = several.get(question.id);
  const box = h("div", { class: "choices" }, candidates.map((ball, index) => h("button", { type: "button", "data-key": `${question.id}-ball-${index}`, "aria-pressed": String(chosen.has(index)), class: "ball-button", onclick: () => {
    if (chosen.has(index)) chosen.delete(index);
    else chosen.add(index);
    refresh();
  } }, ballIcon(ball, 40, { named: false }), ` ${ballName(ball)}`)));
  return h("div", {}, box, h("button", { type: "button", class: "send", onclick: () => {
    several.delete(question.id);
    answer([...chosen].sort((a, b) => a - b).map((index) => candidates[index]));
  } }, t("send")));
}

/** Where whammies are put: the camera sees it, or the table is touched where no camera does. */
export function placeAnswer(question, answer, state, refresh) {
  const placed = (placeAnswer.placed ??= {});
  const mine = (placed[question.id] ??= { chosen: question.candidates?.[0], at: {} });
  const balls = [...ballsNow(state).filter((ball) => !(labelOf(ball.id) in mine.at)), ...Object.entries(mine.at).map(([id, [x, y]]) => ({ id, x, y }))];
  return h("div", {},
    h("div", { class: "choices" }, h("button", { type: "button", class: "send", "data-key": `${question.id}-seen`, onclick: () => answer({}) }, t("place-seen"))),
    h("details", { "data-key": `${question.id}-touch`, open: mine.open ? true : null, ontoggle: (event) => {
      mine.open = event.currentTarget.open;
    } }, h("summary", {}, t("place-touch")),
    h("div", { class: "choices" }, (question.candidates ?? []).map((label) => h("button", { type: "button", class: "ball-button", "data-key": `${question.id}-${label}`, "aria-pressed": String(label === mine.chosen), onclick: () => {
      mine.chosen = label;
      refresh();
    } }, ballIcon(label, 36, { named: false }), ` ${ballName(label)}`))),
    drawTable(sizes(state), { balls, vertical: isNarrow(), onplace: (x, y) => {
      mine.at[mine.chosen] = [x, y];
      refresh();
    } }),
    h("button", { type: "button", class: "send", "data-key": `${question.id}-send`, disabled: !Object.keys(mine.at).length, onclick: () => answer(mine.at) }, t("send"))));
}

/** One person's line on the scoreboard, as the game counts. */
export function scoreOf(player, score) {
  const entry = score?.[player] ?? {};
  if (entry.stash) return { main: number(entry.points ?? 0), unit: t("unit-points") };
  if ("points" in entry) return { main: number(entry.points), unit: t("unit-points") };
  if ("racks" in entry) return { main: number(entry.racks), unit: t("unit-racks") };
  return { main: "–", unit: "" };
}

/** Each word with how often it comes. */
const counted = (words) => [...new Set(words)].map((word) => [word, words.filter((each) => each === word).length]);

/** Fouls in a row; of two, where the game has the duty to warn, whether the player was warned. */
function foulRun(player, fouls, game, warned) {
  if (!fouls) return null;
  if (fouls < 2 || !hasToWarn(game)) return h("span", { class: "tag" }, t("fouls-in-row", { n: fouls }));
  return h("span", { class: "tag warn" }, "⚠ ", t("fouls-in-row", { n: fouls }), " – ", t(player === warned ? "is-warned" : "is-not-warned"));
}

/** The finer points under the number: foul run with its warning, group, stash, debts, whammies. */
export function detailsOf(player, score, { size = 30, game = "", warned = null } = {}) {
  const entry = score?.[player] ?? {};
  const out = [];
  if (entry.group) out.push(h("span", { class: "tag" }, word("option", entry.group)));
  out.push(foulRun(player, entry.fouls, game, warned));
  if (entry.whammies) out.push(h("span", { class: `tag ${entry.whammies >= 3 ? "warn" : ""}` }, entry.whammies >= 3 ? "⚠ " : "", t("whammies", { n: entry.whammies })));
  if (entry.foul_innings) out.push(h("span", { class: `tag ${entry.foul_innings >= 2 ? "warn" : ""}` }, entry.foul_innings >= 2 ? "⚠ " : "", t("innings-fouls", { n: entry.foul_innings })));
  for (const [creditor, n] of counted((entry.owes ?? []).map(([each]) => each))) out.push(h("span", { class: "tag" }, t("owes", { whom: creditor === "TABLE" ? t("score-table") : creditor }), n > 1 ? ` × ${n}` : ""));
  if (entry.out) out.push(h("span", { class: "tag warn" }, t("is-out"), knows(`reason-${entry.out}`) ? `: ${t(`reason-${entry.out}`)}` : ""));
  return [
    entry.stash?.length ? h("div", { class: "stash" }, entry.stash.map((ball) => ballIcon(ball, size))) : null,
    out.some(Boolean) ? h("div", { class: "tags" }, out) : null,
  ];
}

/** What the game is played to. */
export const aims = (session) => (session?.page?.aims ?? []).map(({ what, n }) => t(`aim-${what}`, { n }));

/** Who has won and why, as the ruling's last words tell it, large, once a match is over; what may follow. */
export function overCard(state, more = null) {
  const over = state.ruling?.over;
  if (over?.what !== "match") return null;
  return h("section", { class: "card over", role: "status" }, h("h2", {}, state.ruling.page?.[current()]?.at(-1) ?? t("over-match", { winner: over.winner ?? "–", reason: word("reason", over.reason) })), more);
}

/** A game that somebody would lose: it has a stroke, and is not over. */
export const isPlayed = (state) => Boolean(state.session) && !isOver(state) && valid(state).length > 0;

/** Whether the next stroke may be a push-out. */
export const mayPushOut = (state) => (state.next?.options ?? []).includes("push-out");

/** Whether nothing more is played in this game. */
export const isOver = (state) => state.ruling?.over?.what === "match";

/** Which stroke of the inning comes, and how many it can have. */
function strokeOf(next, session) {
  if (next.options?.includes("bonus")) return t("option-bonus");
  const most = session?.page?.inning;
  return most ? t("stroke-of-inning-most", { n: next.stroke_no, most }) : t("stroke-of-inning", { n: next.stroke_no });
}

/** Who is next and how, in a few words. */
export function nextLine(next, session) {
  if (!next) return null;
  const choices = (next.options ?? []).filter((option) => option !== "bonus"); // that one is earned, not chosen
  const hand = typeof next.cue_ball === "string" ? (knows(`next-${next.cue_ball}`) ? t(`next-${next.cue_ball}`) : "") : Object.values(next.cue_ball ?? {}).some((how) => how !== "in-position") ? t("next-in-hand-behind-head-string") : "";
  return h("div", { class: "next" },
    h("span", { class: "who" }, t("next-player", { player: next.player })), " ",
    next.stroke_no ? h("span", { class: "tag" }, strokeOf(next, session)) : null,
    hand ? h("span", { class: "tag" }, hand) : null,
    next.ball_on?.length && next.ball_on.length <= 9 ? h("span", { class: "on" }, t("ball-on"), " ", next.ball_on.map((ball) => ballIcon(ball, 34)), " ") : null,
    choices.length ? h("span", { class: "tag" }, t("may-choose"), " ", choices.map((option) => word("option", option)).join("; ")) : null);
}
