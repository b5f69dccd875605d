// The scoreboard: readable from five metres.

import { h } from "../dom.js";
import { aims, detailsOf, isOver, nextLine, overCard, rulingPanel, scoreOf } from "../parts.js";
import { ballsNow, isWaiting, protestsOf, sizes, valid } from "../store.js";
import { ballScale, drawTable, isNarrow } from "../table.js";
import { current, t, word } from "../words.js";

/** The question that everybody may hear, in words. */
function openQuestion(state) {
  return state.questions.find((question) => !question.private_to)?.page?.[current()]?.text ?? null;
}

export function make({ store, refresh }) {
  return {
    draw() {
      const { state } = store;
      if (!state.session) return h("p", { class: "card quiet" }, t("no-session"));
      const players = state.session.players ?? [];
      const up = state.next?.player;
      const last = valid(state).at(-1);
      const over = state.ruling?.over;
      return h("div", { class: `board ${players.length > 6 ? "many" : ""}` },
        h("h1", { class: "game" }, t(`game-${state.session.game}`), " ", aims(state.session).map((aim) => h("span", { class: "aim" }, ` · ${aim}`)), " ", over && over.what !== "match" ? h("span", { class: "tag" }, over.winner ? t(`over-${over.what}`, { winner: over.winner, reason: word("reason", over.reason) }) : t("over-nobody", { reason: word("reason", over.reason) })) : null),
        h("ol", { class: `players n${Math.min(players.length, 10)}` }, players.map((player) => {
          const { main, unit } = scoreOf(player, state.score);
          return h("li", { class: `player ${player === up ? "up" : ""} ${state.score?.[player]?.out ? "gone" : ""}`, "aria-current": player === up ? "true" : null },
            h("div", { class: "name" }, player === up ? h("span", { class: "arrow", title: t("at-the-table") }, "▶ ", h("span", { class: "unseen" }, t("at-the-table"))) : null, player),
            h("div", { class: "score" }, main, h("span", { class: "unit" }, unit)),
            detailsOf(player, state.score, { size: players.length > 4 ? 34 : 46, game: state.session.game, warned: state.warned }));
        })),
        isOver(state) ? overCard(state) : isWaiting(state) ? h("p", { class: "card asked" }, "? ", openQuestion(state) ?? t("waiting-for-answer")) : nextLine(state.next, state.session),
        h("div", { class: "two" },
          rulingPanel(state.ruling, refresh, { protests: protestsOf(state) }),
          h("section", { class: "card tablecard", "aria-label": t("nav-table") },
            drawTable(sizes(state), { balls: ballsNow(state), stroke: state.disturbance ? null : last?.record, paths: last?.paths, spots: state.ruling?.spot, back: state.disturbance?.balls, vertical: isNarrow(), scale: ballScale(true) }))));
    },
  };
}
