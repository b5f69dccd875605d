// The referee's tablet: everything within two taps.

import { ballIcon } from "../balls.js";
import { h } from "../dom.js";
import { askedAbout, ballsAnswer, detailsOf, film, identityAnswer, isOver, mayPushOut, nextLine, noticeList, overCard, placeAnswer, questionCard, rulingPanel, scoreOf } from "../parts.js";
import { ballsNow, isWaiting, protestsOf, questionsFor, sizes, valid } from "../store.js";
import { ballScale, drawTable, isNarrow, POCKETS } from "../table.js";
import { hasToWarn, warnedAfter } from "../warned.js";
import { ballName, current, labelOf, pocketName, t } from "../words.js";
import { makeEntry } from "./entry.js";
import { doubtList, stepList } from "./table.js";

const TABS = ["now", "fouls", "correct", "undo", "players", "state"];

const isPool = (game) => /^(8ball|9ball|141)-/.test(game);

/** What no camera sees: the fact, the value that makes it a foul, and whether it can be one here. */
const UNSEEN = [
  ["double_hit", true], ["push_contact", true], ["miscue", true, (game, stroke) => (stroke?.events ?? []).some((event) => event.kind === "jump")], ["feet", 0], ["touched_by_hand", true], ["touched_by_clothing", true],
  ["touched_by_equipment", true], ["third_ball_disturbed", true], ["struck_with", "other"], ["balls_in_motion_at_strike", true],
  ["placement_by_tip_forward_motion", true, (game) => game === "8ball-hu"], ["marks_drawn", true, isPool], ["measuring_aid_used", true, isPool],
];

const upTo = (n) => Array.from({ length: n }, (_, i) => String(i + 1));

/** The balls that a stroke pocketed, as those on the table are told. */
const downIn = (stroke) => (stroke?.record.events ?? []).filter((event) => event.kind === "pocket").map((event) => ({ id: event.ball, seen: event.ball, pocket: event.pocket }));

/** Balls that a stroke began with, and that neither lie on the table after it nor were seen to leave it. */
function lostIn(stroke, state) {
  const told = new Set([...ballsNow(state), ...(stroke?.record.after ?? []), ...(stroke?.record.events ?? []).filter(({ kind }) => kind === "pocket" || kind === "off-table")].map((each) => each.ball ?? each.id));
  return (stroke?.record.before ?? []).filter((each) => !told.has(each.id)).map((each) => ({ id: each.id, seen: each.seen ?? each.id, lost: true }));
}

const isCue = (id) => ["cue", "crazy-cue"].includes(labelOf(id));

/** What a ball on the table can be. */
function labelsOf(state) {
  const game = state.session?.game ?? "";
  if (game === "congestion") return [...upTo(21), "crazy-8", "yellow", "green", "brown", "blue", "pink", "black", "cue", "crazy-cue"];
  return [...upTo(game.startsWith("9ball") ? 9 : 15), "cue"];
}

export function make({ store, connection, refresh, problem }) {
  let tab = "now";
  let ball = null;
  const said = (promise) => promise.catch(problem);
  /** Once it is taken, back to what is going on; unless somebody has gone elsewhere meanwhile. */
  const saidThenNow = (promise) => {
    const from = tab;
    return promise.then(() => tab === from && open("now")).catch(problem);
  };

  function own(question, answer) {
    if (question.about === "reposition_choice") return placeAnswer(question, answer, store.state, refresh);
    if (question.about === "ball_identity") return identityAnswer(question, answer);
    if (question.about === "chosen_ball" && question.purpose === "return") return ballsAnswer(question, answer, refresh);
    return null;
  }

  function now(state) {
    const questions = questionsFor(state, "referee", null);
    const last = valid(state).at(-1);
    const game = state.session?.game ?? "";
    const calls = game.startsWith("8ball") || game.startsWith("141");
    const down = downIn(last);
    const lost = lostIn(last, state);
    const lying = ball?.pocket || ball?.lost || (ball && isCue(ball.id)) ? null : ball; // what can be called
    const announced = state.said.at(-1);
    const called = announced?.kind === "call" ? announced : null;
    const player = state.next?.player;
    const foulRun = hasToWarn(game) && (state.score?.[player]?.fouls ?? 0) >= 2;
    const isWarned = state.warned === player;
    const inKitchen = isPool(game) && state.next?.cue_ball === "in-hand-behind-head-string";
    const session = state.session ?? {};
    return [
      overCard(state, [h("div", { class: "choices" },
        h("button", { type: "button", class: "send", "data-key": "again", onclick: () => said(connection.command("session", { game, players: session.players ?? [], options: session.options ?? {}, balls: session.ball_set ?? "any" })) }, t("play-again")),
        h("a", { class: "button", href: "/setup" }, t("another-game")),
        h("a", { class: "button", href: "/history" }, t("nav-history"))), h("p", { class: "quiet" }, t("over-undo"))]),
      questions.map((question) => questionCard(question, connection, refresh, problem, own(question, () => {}) ? own : undefined, state)),
      isWaiting(state) && !questions.length ? h("p", { class: "card asked" }, "? ", t("waiting-for-players"), " ", h("span", { class: "quiet" }, t("no-phone-help"))) : null,
      h("section", { class: "card" },
        h("h2", {}, calls && player ? (lying ? t("call-pocket", { ball: ballName(lying.id) }) : t("call-ball")) : t("nav-table")),
        nextLine(state.next, state.session),
        // The line is always there: a table that moves under a finger is touched in the wrong place.
        h("p", { role: "status", class: "announced" }, ball ? t("or-rename", { ball: ballName(ball.id) }) : !announced ? "\u00a0" : called ? t("called", { ball: ballName(called.ball), pocket: pocketName(called.pocket) }) : t(`option-${announced.kind}`)),
        isOver(state) ? null : h("div", { class: "choices" },
          calls ? h("button", { type: "button", "data-key": "safety", onclick: () => said(connection.input("safety", {}, player)) }, t("option-safety")) : null,
          mayPushOut(state) ? h("button", { type: "button", "data-key": "push-out", onclick: () => said(connection.input("push-out", {}, player)) }, t("option-push-out")) : null,
          foulRun ? h("button", { type: "button", "data-key": "warned", "aria-pressed": String(isWarned), onclick: () => said(connection.input("fact", { fact: "two_foul_warning", value: !isWarned }, player)) }, isWarned ? "✓ " : "", t("warned-two-fouls")) : null,
          inKitchen ? h("button", { type: "button", "data-key": "placement", onclick: () => said(connection.input("fact", { fact: "placement_warning", value: true }, player)) }, t("warned-placement")) : null,
          h("button", { type: "button", "data-key": "clip", onclick: () => said(connection.command("save-clip")) }, t("save-clip"))),
        drawTable(sizes(state), { balls: ballsNow(state), stroke: ball || state.disturbance ? null : last?.record, paths: last?.paths, spots: state.ruling?.spot, back: state.disturbance?.balls, vertical: isNarrow(), scale: ballScale(), called: lying ? { ball: labelOf(lying.id), seen: lying.seen } : called, asked: askedAbout(state),
          ...(game !== "none" ? {
            cues: true,
            onball: (each) => {
              ball = ball?.seen === each.seen ? null : each;
              refresh();
            },
          } : {}),
          ...(calls && player ? {
            onpocket: (pocket) => {
              if (!ball || ball.pocket || ball.lost || isCue(ball.id)) return; // as it is now: two touches may come before the page is drawn anew
              said(connection.input("call", { ball: labelOf(ball.id), pocket }, player));
              ball = null;
              refresh();
            },
          } : {}) }),
        // Below the table, so that the table does not move under the finger.
        game !== "none" ? [trayOf(down, "went-down", "down"), trayOf(lost, "not-seen-any-more", "lost")] : null,
        ball ? [pots(last, ball), otherNames(state, ball)] : null),
      rulingPanel(state.ruling, refresh, { protests: protestsOf(state) }),
      noticeList(state),
      last ? h("section", { class: "card" }, h("h2", {}, t("stroke-number", { n: last.record.number })), last.film ? film(last.film, connection, refresh, problem, t("clip-of-stroke", { n: last.record.number })) : null,
        last.kept.map((each) => film(each, connection, refresh, problem, t("clip-kept", { n: last.record.number }))), stepList(last.record), doubtList(last.record)) : null,
    ];
  }

  function fouls(state) {
    const game = state.session?.game ?? "";
    const last = valid(state).at(-1);
    const players = state.session?.players ?? [];
    return [
      h("section", { class: "card" }, h("h2", {}, t("unseen-title")), h("p", {}, last ? t("unseen-help", { n: last.record.number }) : t("no-stroke")),
        h("div", { class: "choices" }, UNSEEN.filter(([, , applies]) => applies?.(game, last?.record) ?? true).map(([fact, value]) => h("button", { type: "button", "data-key": `fact-${fact}`, disabled: !last, onclick: () => saidThenNow(connection.input("fact", { fact, value })) }, t(`fact-${fact}`))))),
      !isPool(game) ? null : h("section", { class: "card" }, h("h2", {}, t("unsporting-title")), h("div", { class: "choices" }, players.map((player) => h("button", { type: "button", "data-key": `unsporting-${player}`, onclick: () => saidThenNow(connection.input("unsporting", {}, player)) }, player)))),
    ];
  }

  function correct(state) {
    const game = state.session?.game ?? "";
    const last = valid(state).at(-1);
    const found = last?.ruling?.fouls ?? [];
    return [
      h("section", { class: "card" }, h("h2", {}, t("correct-foul")),
        found.length
          ? h("div", { class: "choices" }, found.map((foul, index) => h("button", { type: "button", "data-key": `not-${index}`, onclick: () => {
            const rest = found.filter((_, i) => i !== index).map(({ code, clause, ball: which }) => ({ code, clause, ...(which ? { ball: which } : {}) }));
            saidThenNow(connection.input("override", rest.length ? { fouls: rest } : { legal: true }));
          } }, t("not-a-foul", { foul: t(`foul-${foul.code}`) }))))
          : h("p", { class: "quiet" }, t("no-foul-to-correct"))),
      h("section", { class: "card" }, h("h2", {}, t("correct-first")), h("p", { class: "quiet" }, t("correct-first-help")),
        h("div", { class: "choices" }, (last?.record.before ?? []).filter((each) => each.id !== last.record.struck).map((each) => h("button", { type: "button", class: "ball-button", "data-key": `first-${each.id}`, "aria-label": ballName(each.id), onclick: () => saidThenNow(connection.input("fact", { fact: "first_contact", value: each.id })) }, ballIcon(each.id, 36))),
          last ? h("button", { type: "button", "data-key": "first-none", onclick: () => saidThenNow(connection.input("fact", { fact: "first_contact", value: null })) }, t("choice-none")) : null)),
      h("section", { class: "card" }, h("h2", {}, t("correct-ball")), h("p", { class: "quiet" }, t("correct-ball-help")),
        renaming(state)),
      // Within a rack: who breaks is told by entering a game.
      last && !last.ruling?.over && !isWaiting(state) && game !== "none" ? h("section", { class: "card" }, h("h2", {}, t("correct-next")),
        h("div", { class: "choices" }, (state.session.players ?? []).filter((player) => !state.score?.[player]?.out).flatMap((player) => [
          h("button", { type: "button", "data-key": `next-${player}`, onclick: () => saidThenNow(connection.input("override", { next: { player } })) }, t("next-player", { player })),
          game === "congestion" ? null : h("button", { type: "button", "data-key": `next-in-hand-${player}`, onclick: () => saidThenNow(connection.input("override", { next: { player, cue_ball: "in-hand" } })) }, `${player}: ${t("next-in-hand")}`)]))) : null,
      last && game.endsWith("-hu") && !game.startsWith("lag") ? h("section", { class: "card" }, h("h2", {}, t("protest-title")), h("p", { class: "quiet" }, t("protest-help", { n: last.record.number })),
        h("div", { class: "choices" }, (state.session.players ?? []).map((player) => h("button", { type: "button", "data-key": `protest-${player}`, disabled: last.protests.includes(player), onclick: () => saidThenNow(connection.input("protest", { of: last.record.number }, player)) }, player)))) : null,
    ];
  }

  /** Balls that don't lie on the table, to be touched like those that do. */
  function trayOf(balls, title, key) {
    const isIt = (each) => ball?.id === each.id && (ball.pocket || ball.lost);
    return balls.length ? h("div", { class: "choices down" }, h("span", {}, t(title)), balls.map((each) => h("button", { type: "button", class: "ball-button", "data-key": `${key}-${each.id}`, "aria-pressed": String(Boolean(isIt(each))), "aria-label": ballName(each.id), onclick: () => {
      ball = isIt(each) ? null : each;
      refresh();
    } }, ballIcon(each.id, 30)))) : null;
  }

  /** The ball that was touched went down in the last stroke, which nobody saw; or it did not: one more touch. */
  function pots(last, touched) {
    if (!last) return null;
    const rest = downIn(last).filter((each) => each.id !== touched.id).map((each) => [each.id, each.pocket]);
    const tell = (value, fact = "pocketed") => {
      ball = null;
      said(connection.input("fact", { fact, value }));
      refresh();
    };
    const off = (last.record.events ?? []).filter(({ kind }) => kind === "off-table").map((event) => event.ball);
    const n = last.record.number;
    if (touched.pocket) return h("div", { class: "choices" }, h("button", { type: "button", "data-key": "pot-not", onclick: () => tell(rest) }, t("pot-not", { ball: ballName(touched.id), n })));
    if (!(last.record.before ?? []).some((each) => each.id === touched.id)) return null;
    return h("div", { class: "pots" }, h("p", {}, t("pot-missed", { ball: ballName(touched.id), n })),
      h("div", { class: "choices" }, POCKETS.map((pocket) => h("button", { type: "button", "data-key": `pot-${pocket}`, onclick: () => tell([...rest, [touched.id, pocket]]) }, pocketName(pocket))),
        off.includes(touched.id) ? null : h("button", { type: "button", "data-key": "pot-off", onclick: () => tell([...off, touched.id], "off_table") }, t("pot-off"))));
  }

  let renamed = null;

  /** A ball that is down is told as what went down; one on the table as what it is. */
  function tellName(state, { id, seen, pocket }, label) {
    const fact = pocket
      ? { fact: "pocketed", value: downIn(valid(state).at(-1)).map((each) => [each.id === id ? label : each.id, each.pocket]) }
      : { fact: "ball_identity", value: { [seen]: label } };
    return connection.input("fact", fact);
  }

  /** The ball that was touched is really another one: one more touch. */
  function otherNames(state, touched) {
    return h("div", { class: "rename" }, h("p", {}, t("this-ball-is", { ball: ballName(touched.id) })),
      h("div", { class: "choices" }, labelsOf(state).filter((label) => label !== labelOf(touched.id)).map((label) => h("button", { type: "button", class: "ball-button", "data-key": `is-${label}`, "aria-label": ballName(label), onclick: () => {
        ball = null;
        said(tellName(state, touched, label));
        refresh();
      } }, ballIcon(label, 36)))));
  }

  function renaming(state) {
    const labels = labelsOf(state);
    const down = downIn(valid(state).at(-1));
    const seen = [...down, ...ballsNow(state).filter((each) => !down.some(({ id }) => id === each.id))];
    if (!renamed) return h("div", { class: "choices" }, seen.map((each) => h("button", { type: "button", class: "ball-button", "data-key": `this-${each.id}`, "aria-label": ballName(each.id), onclick: () => {
      renamed = each;
      refresh();
    } }, ballIcon(each.id, 36), each.pocket ? " ⤓" : "")));
    return [
      h("p", { role: "status" }, t("this-ball-is", { ball: ballName(renamed.id) })),
      h("div", { class: "choices" }, labels.map((label) => h("button", { type: "button", class: "ball-button", "data-key": `is-${label}`, "aria-label": ballName(label), onclick: () => {
        const wrong = renamed;
        renamed = null;
        saidThenNow(tellName(state, wrong, label));
      } }, ballIcon(label, 36))),
      h("button", { type: "button", "data-key": "is-not", onclick: () => {
        renamed = null;
        refresh();
      } }, t("cancel"))),
    ];
  }

  /** What was taken back and may be played again, each with the state it leads to; the nearest first. */
  function redo(state) {
    const strokes = state.undos.toReversed().flatMap((each) => each.strokes);
    if (!strokes.length) return null;
    return h("section", { class: "card redo" }, h("h2", {}, t("redo-title")), h("p", {}, t("redo-help")),
      h("ol", { class: "undo" }, strokes.map((stroke, index) => preview(state, stroke, h("button", { type: "button", "data-key": `redo-${stroke.record.number}`, onclick: () => saidThenNow(connection.input("redo", { to: stroke.record.number })) }, t("redo-button", { n: index + 1 }))))));
  }

  function undo(state) {
    const strokes = valid(state);
    const rows = [null, ...strokes.slice(0, -1)].toReversed();
    return [redo(state), h("section", { class: "card" }, h("h2", {}, t("undo-title")), h("p", {}, t("undo-help")),
      strokes.length ? h("ol", { class: "undo" }, state.since ? sinceRow(state, strokes.at(-1)) : null, rows.map((stroke) => {
        const to = stroke?.record.number ?? 0;
        const taken = strokes.filter((each) => each.record.number > to).length;
        return preview(state, stroke, h("button", { type: "button", "data-key": `undo-${to}`, onclick: () => saidThenNow(connection.input("undo", { to })) }, t("undo-button", { n: taken })), strokes[0].record.before);
      })) : state.since ? h("ol", { class: "undo" }, startRow(state)) : h("p", { class: "quiet" }, t("no-stroke")))];
  }

  /** What was said before any stroke, taken back: the game as it begins. */
  function startRow(state) {
    return preview(state, null, h("button", { type: "button", "data-key": "undo-0", onclick: () => saidThenNow(connection.input("undo", { to: 0 })) }, t("undo-said-start")), state.balls);
  }

  /** What was said since the last stroke, taken back: the game as it stood when that stroke was first ruled. */
  function sinceRow(state, last) {
    const to = last.record.number;
    const ruling = last.first ?? last.ruling;
    return preview(state, { ...last, ruling, warned: warnedAfter(last.warnedBefore, ruling) }, h("button", { type: "button", "data-key": "undo-said", onclick: () => saidThenNow(connection.input("undo", { to })) }, t("undo-said", { n: to })));
  }

  /** The game as it would stand after a stroke (null: before the first), and the button that leads there. */
  function preview(state, stroke, button, racked = []) {
    const to = stroke?.record.number ?? 0;
    const { ruling, score = ruling?.score ?? {}, next = ruling?.next, warned } = stroke ?? { ...state.begun, ruling: null };
    return h("li", { class: "preview", "data-key": `to-${to}` },
      h("div", { class: "mini" }, drawTable(sizes(state), { balls: (stroke ? stroke.record.after : racked) ?? [], label: t("undo-preview", { n: to }), scale: 1.6 })),
      h("div", {},
        h("h3", {}, stroke ? t("undo-after", { n: to }) : t("undo-start")),
        h("div", { class: "standing" }, Object.keys(score).map((player) => h("div", {}, h("b", {}, `${player} ${scoreOf(player, score).main}`), " ", detailsOf(player, score, { size: 22, game: state.session?.game, warned })))),
        nextLine(next, state.session),
        button));
  }

  function players(state) {
    const access = state.access;
    return [
      h("section", { class: "card" }, h("h2", {}, t("codes-title")), h("p", {}, t("codes-help")),
        h("div", { class: "codes" }, (access?.codes ?? []).map((each) => h("figure", {}, h("img", { src: each.qr, alt: t("qr-for", { player: each.player }), width: 210, height: 210 }), h("figcaption", {}, h("b", {}, each.player), h("code", {}, each.code), h("a", { href: `/player#${each.code}`, target: "_blank", rel: "noopener", "data-key": `here-${each.player}` }, t("open-here")), h("span", { class: "quiet" }, each.url.split("#")[0]))))),
        (state.session?.players ?? []).filter((player) => !(access?.codes ?? []).some((each) => each.player === player)).map((player) => h("p", {}, "✓ ", t("has-joined", { player }), " ", h("button", { type: "button", class: "small", "data-key": `new-${player}`, onclick: () => said(connection.command("new-code", { player })) }, t("new-code"))))),
      h("section", { class: "card" }, h("h2", {}, t("viewing-title")), h("label", { class: "switch" }, h("input", { type: "checkbox", id: "open-view", checked: access?.open ?? true, onchange: (event) => said(connection.command("open-view", { on: event.currentTarget.checked })) }), t("viewing-open"))),
      h("section", { class: "card" }, h("h2", {}, t("leave-title")), h("div", { class: "choices" }, (state.session?.players ?? []).flatMap((player) => [
        h("button", { type: "button", "data-key": `concede-${player}`, onclick: () => said(connection.input("concede", {}, player)) }, t("concedes", { player })),
        state.session.game === "congestion" ? h("button", { type: "button", "data-key": `leave-${player}`, onclick: () => said(connection.input("leave", {}, player)) }, t("leaves", { player })) : null]))),
    ];
  }

  const entry = makeEntry({ store, connection, refresh, say: saidThenNow });
  const sections = { now, fouls, correct, undo, players, state: entry.draw };

  function open(which) {
    tab = which;
    ball = null;
    renamed = null;
    entry.leave();
    refresh();
  }

  return {
    busy: () => ["INPUT", "SELECT"].includes(document.activeElement?.tagName) && tab === "state",
    draw() {
      const { state } = store;
      const asked = state.questions.length;
      return h("div", { class: "tablet" },
        h("h1", { class: "unseen" }, t("nav-referee")),
        h("div", { class: "tabs", role: "tablist", "aria-label": t("nav-referee") }, TABS.map((each) =>
          h("button", { type: "button", role: "tab", id: `tab-${each}`, "data-key": `tab-${each}`, "aria-selected": String(each === tab), "aria-controls": "tabpanel", onclick: () => open(each) }, t(`tab-${each}`), each === "now" && asked ? h("span", { class: "count" }, ` ${asked}`) : null))),
        state.session ? h("div", { id: "tabpanel", role: "tabpanel", "aria-labelledby": `tab-${tab}`, class: "panel", lang: current() }, sections[tab](state)) : h("p", { class: "card quiet", id: "tabpanel" }, t("no-session")));
    },
  };
}
