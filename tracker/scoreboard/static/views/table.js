// The table from above, with what to put where.

import { ballIcon } from "../balls.js";
import { h } from "../dom.js";
import { nextLine } from "../parts.js";
import { eventsShown, isDoubtful } from "../paths.js";
import { ballsNow, sizes, valid } from "../store.js";
import { backPlaces, ballScale, drawTable, isNarrow, placements } from "../table.js";
import { ballName, cushionName, number, pocketName, t } from "../words.js";

/** One event in words. */
export function eventLine(event) {
  if (event.kind === "contact") return t("step-contact", { a: ballName(event.balls[0]), b: ballName(event.balls[1]) });
  if (event.kind === "pocket") return event.pocket ? `${ballName(event.ball)} → ${pocketName(event.pocket)}` : `${t("went-down")} ${ballName(event.ball)}`;
  if (event.kind === "cushion") return `${ballName(event.ball)} → ${cushionName(event.cushion)}`;
  return t(`step-${event.kind}`, { ball: event.ball ? ballName(event.ball) : "" });
}

/** What happened, in order, with the numbers of the drawing. */
export function stepList(stroke) {
  return h("ol", { class: "steps" }, eventsShown(stroke).map((event) => {
    const doubtful = isDoubtful(stroke, event.index);
    return h("li", { class: doubtful ? "doubtful" : null }, eventLine(event), doubtful ? ` (${t("unsure")})` : "");
  }));
}

/** The films of the moments that stay open, each once. */
export const doubtClips = (stroke) => [...new Set((stroke.uncertain ?? []).map((each) => each.clip).filter(Boolean))];

/** What the film of a doubt shows: the event, or what is asked. */
export function doubtName(stroke, clip) {
  const { fact } = stroke.uncertain.find((each) => each.clip === clip);
  const event = stroke.events?.[Number(/^events\[(\d+)\]$/.exec(fact)?.[1])];
  return event ? eventLine(event) : t(`ask-${fact}`).replace(/^ask-/, "").replaceAll("_", " ");
}

/** Facts of the stroke that stay open. */
export function doubtList(stroke) {
  const facts = (stroke.uncertain ?? []).filter((each) => !each.fact.startsWith("events["));
  if (!facts.length) return null;
  return h("p", { class: "doubts" }, "? ", t("uncertain"), " ", facts.map((each) => t(`ask-${each.fact}`).replace(/^ask-/, "").replaceAll("_", " ")).join(" "));
}

export function make({ store }) {
  return {
    draw() {
      const { state } = store;
      const size = sizes(state);
      const balls = ballsNow(state);
      const last = valid(state).at(-1);
      const spots = placements(state.ruling?.spot ?? [], balls);
      const back = state.disturbance ? backPlaces(state.disturbance.balls ?? [], balls) : [];
      return h("div", { class: "tablepage" },
        h("h1", { class: "unseen" }, t("nav-table")),
        h("div", { class: "big" }, drawTable(size, { balls, stroke: state.disturbance ? null : last?.record, paths: last?.paths, spots: state.ruling?.spot, back: state.disturbance?.balls, vertical: isNarrow(), scale: ballScale() })),
        h("div", { class: "side" },
          nextLine(state.next, state.session),
          back.length ? h("section", { class: "card", role: "status" }, h("h2", {}, t("put-back")), h("ul", { class: "lines" }, back.map((each) => h("li", {}, ballIcon(each.ball, 28, { named: false }), ` ${ballName(each.ball)}: `, each.off === null ? t("missing") : t("off-by", { mm: number(each.off) }))))) : null,
          spots.length ? h("section", { class: "card" }, h("h2", {}, t("to-spot")), h("ul", { class: "lines" }, spots.map((spot) =>
            h("li", { class: spot.right ? "right" : null }, ballIcon(spot.ball, 28, { named: false }), ` ${ballName(spot.ball)}: `, spot.right ? `✓ ${t("is-right")}` : spot.off !== null && spot.off < 400 ? t("off-by", { mm: number(spot.off) }) : t("not-placed"))))) : null,
          last ? h("section", { class: "card" }, h("h2", {}, t("stroke-number", { n: last.record.number })), stepList(last.record), doubtList(last.record)) : h("p", { class: "card quiet" }, t("no-stroke"))));
    },
  };
}
