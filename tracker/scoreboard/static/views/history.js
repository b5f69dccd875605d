// Looking back: every stroke with its drawing, filters, statistics, files to take home.

import { h } from "../dom.js";
import { film, rulingPanel } from "../parts.js";
import { sizes } from "../store.js";
import { bars, counts, heat, histogram, summary } from "../stats.js";
import { drawTable, isNarrow } from "../table.js";
import { current, number, t, word } from "../words.js";
import { doubtClips, doubtList, stepList } from "./table.js";

export function make({ store, connection, refresh, problem }) {
  const filter = { player: "", what: "all" };
  let chosen = null;

  async function save(address, name) {
    const answer = await connection.fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  async function share(stroke) {
    const n = stroke.record.number;
    const answer = await connection.fetch(`/stroke/${n}.png?lang=${current()}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const file = new File([await answer.blob()], `stroke-${n}.png`, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title: t("stroke-number", { n }) });
    else await save(`/stroke/${n}.png?lang=${current()}`, file.name);
  }

  function passes(stroke) {
    if (filter.player && stroke.shooter !== filter.player) return false;
    if (filter.what === "fouls") return (stroke.ruling?.fouls ?? []).length > 0;
    if (filter.what === "questions") return stroke.asked > 0;
    if (filter.what === "made") return (stroke.record.events ?? []).some((event) => event.kind === "pocket");
    return true;
  }

  return {
    live: () => {},
    draw() {
      const { state } = store;
      if (!state.session) return h("p", { class: "card quiet" }, t("no-session"));
      const size = sizes(state);
      const shown = state.strokes.filter(passes);
      const counted = shown.filter((stroke) => !stroke.undone);
      const stroke = shown.includes(chosen) ? chosen : shown.at(-1) ?? null;
      const sums = summary(counted, size);
      const clip = stroke?.clip ?? stroke?.record.clip;
      return h("div", { class: "history" },
        h("h1", { class: "unseen" }, t("nav-history")),
        h("section", { class: "card filters" },
          h("label", { for: "f-player" }, t("filter-player")),
          h("select", { id: "f-player", onchange: (event) => {
            filter.player = event.currentTarget.value;
            refresh();
          } }, h("option", { value: "" }, t("filter-all")), (state.session.players ?? []).map((player) => h("option", { value: player, selected: player === filter.player }, player))),
          h("label", { for: "f-what" }, t("filter-what")),
          h("select", { id: "f-what", onchange: (event) => {
            filter.what = event.currentTarget.value;
            refresh();
          } }, ["all", "fouls", "questions", "made"].map((what) => h("option", { value: what, selected: what === filter.what }, t(`filter-${what}`)))),
          h("div", { class: "choices" },
            h("button", { type: "button", "data-key": "csv", onclick: () => save(`/export/strokes.csv?lang=${current()}`, "callshot-strokes.csv").catch(problem) }, t("export-csv")),
            h("button", { type: "button", "data-key": "jsonl", onclick: () => save("/export/records.jsonl", "callshot-records.jsonl").catch(problem) }, t("export-jsonl")))),
        h("div", { class: "two" },
          h("section", { class: "card strokes" }, h("h2", {}, t("strokes-n", { n: shown.length })),
            shown.length ? h("ol", { class: "list" }, shown.toReversed().map((each) => {
              const fouls = each.ruling?.fouls ?? [];
              const status = each.undone ? "undone" : each.ruling?.legal === false ? "foul" : each.ruling?.legal === null ? "open" : "legal";
              const sign = { undone: "↶", foul: "✗", open: "?", legal: "✓" }[status];
              const text = each.undone ? t("ruling-undone") : fouls.map((foul) => word("foul", foul.code)).join("; ");
              return h("li", {}, h("button", { type: "button", class: `row ${status}`, "data-key": `s-${each.record.number}-${state.strokes.indexOf(each)}`, "aria-pressed": String(each === stroke), onclick: () => {
                chosen = each;
                refresh();
              } }, h("b", {}, `${each.record.number}`), ` ${sign} `, each.shooter ?? "", text ? ` – ${text}` : ""));
            })) : h("p", { class: "quiet" }, t("nothing-yet"))),
          stroke ? h("section", { class: "card detail" }, h("h2", {}, t("stroke-number", { n: stroke.record.number })),
            drawTable(size, { balls: stroke.record.after ?? stroke.record.before ?? [], stroke: stroke.record, paths: stroke.paths, spots: [], vertical: isNarrow() }),
            h("div", { class: "choices" }, h("button", { type: "button", "data-key": "share", onclick: () => share(stroke).catch(problem) }, t("share"))),
            clip ? film(clip, connection, refresh, problem) : null,
            doubtClips(stroke.record).filter((each) => each !== clip).map((each) => film(each, connection, refresh, problem)),
            stepList(stroke.record), doubtList(stroke.record), stroke.ruling ? rulingPanel(stroke.ruling, refresh) : null) : null),
        h("section", { class: "card stats" }, h("h2", {}, t("stats")),
          h("p", {}, t("stats-line", { strokes: sums.strokes, made: sums.made, fouls: sums.foulStrokes })),
          sums.breaks.n ? h("p", {}, t("stats-breaks", sums.breaks)) : null,
          sums.speeds.length ? h("p", {}, t("stats-speed", { fastest: number(Math.max(...sums.speeds), 1), mean: number(sums.speeds.reduce((a, b) => a + b, 0) / sums.speeds.length, 1) })) : null,
          h("div", { class: "plots" },
            h("figure", {}, h("figcaption", {}, t("plot-distance")), bars(sums.distance, "mm", t("plot-distance"))),
            h("figure", {}, h("figcaption", {}, t("plot-cut")), bars(sums.cut, "°", t("plot-cut"))),
            h("figure", {}, h("figcaption", {}, t("plot-speed")), histogram(sums.speeds, [0, 1, 2, 3, 4, 5, 6, 8, 10, 20], "m/s", t("plot-speed"))),
            h("figure", {}, h("figcaption", {}, t("plot-fouls")), Object.keys(sums.fouls).length ? null : h("p", { class: "quiet" }, t("nothing-yet")), counts(Object.fromEntries(Object.entries(sums.fouls).map(([code, n]) => [word("foul", code), n])), t("plot-fouls"))),
            h("figure", {}, h("figcaption", {}, t("heat-cue")), heat(counted, size, "cue")),
            h("figure", {}, h("figcaption", {}, t("heat-object")), heat(counted, size, "object")))));
    },
  };
}
