// Looking back: every stroke with its drawing, filters, statistics, files to take home.

import { ballIcon } from "../balls.js";
import { h } from "../dom.js";
import { film, rulingPanel } from "../parts.js";
import { sizes, valid } from "../store.js";
import { potsOf } from "../settled.js";
import { bars, counts, firstOfRacks, heat, histogram, summary } from "../stats.js";
import { ballScale, drawTable, isNarrow } from "../table.js";
import { current, number, setGame, t, word } from "../words.js";
import { ALL, Games, NOW } from "./games.js";
import { doubtClips, doubtName, doubtList, stepList } from "./table.js";

/** The balls that went down, as pictures; a question mark where that is not settled. */
function madeIn(record) {
  const { sure, open } = potsOf(record);
  return sure.length || open ? h("span", { class: "made" }, " ", sure.map(({ ball }) => ballIcon(ball, 22)), open ? ` ? (${t("break-open")})` : "") : null;
}

export function make({ store, connection, refresh, problem }) {
  const filter = { game: NOW, player: "", what: "all" };
  const games = new Games(connection, refresh);
  let chosen = null;
  let asked = null;

  /** Which games there are: once this page may look, and whenever another game has begun. */
  function look() {
    if (!connection.alive || asked === store.state.epoch) return;
    asked = store.state.epoch;
    games.look().catch(() => {}); // where looking is not open to everybody, the game that is on is not shown either
  }

  const query = (name) => (name === NOW ? "" : `&game=${encodeURIComponent(name)}`);

  async function save(address, name) {
    const answer = await connection.fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  async function share(stroke, name) {
    const n = stroke.record.number;
    const address = `/stroke/${n}.png?lang=${current()}${query(name)}`;
    const answer = await connection.fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const file = new File([await answer.blob()], `stroke-${n}.png`, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title: t("stroke-number", { n }) });
    else await save(address, file.name);
  }

  function passes(stroke) {
    if (filter.player && stroke.shooter !== filter.player) return false;
    if (filter.what === "fouls") return (stroke.ruling?.fouls ?? []).length > 0;
    if (filter.what === "questions") return stroke.asked > 0;
    if (filter.what === "made") return potsOf(stroke.record).sure.length > 0;
    return true;
  }

  const nameOf = (game) => (game === "none" ? t("games-none") : t(`game-${game}`));
  const gameLine = (game) => `${game.name} · ${nameOf(game.game)} · ${game.players.join(" – ")} · ${t("strokes-n", { n: game.strokes })}${game.winner ? ` · ${t("won-by", { winner: game.winner })}` : ""}`;
  const headOf = (name, state) => (name === NOW ? t("game-now") : `${name} · ${nameOf(state.session?.game ?? "none")} · ${(state.session?.players ?? []).join(" – ")}`);

  /** Who has won how many of the games that are looked at. */
  function winners(places) {
    const won = {};
    for (const { state } of places) {
      const over = state.ruling?.over;
      if (over?.what === "match" && over.winner) won[over.winner] = (won[over.winner] ?? 0) + 1;
    }
    return Object.keys(won).length ? h("section", { class: "card won" }, h("h2", {}, t("games-won")), counts(won, t("games-won"))) : null;
  }

  return {
    live: () => {},
    draw() {
      look();
      const places = games.chosen(filter.game, store.state);
      if (!places.length && !games.list?.length && games.left === 0) return h("p", { class: "card quiet" }, t("no-session"));
      const entries = places.flatMap(({ name, state }) => state.strokes.map((stroke) => ({ stroke, name, state })));
      const shown = entries.filter(({ stroke }) => passes(stroke));
      const counted = shown.map((each) => each.stroke).filter((stroke) => !stroke.undone);
      const at = shown.find((each) => each.stroke === chosen) ?? shown.at(-1) ?? null;
      const stroke = at?.stroke ?? null;
      const state = at?.state ?? store.state;
      const size = sizes(state);
      setGame(state.session?.game);
      const sums = summary(counted, size, new Set(places.flatMap((each) => firstOfRacks(valid(each.state)))));
      const moments = stroke ? doubtClips(stroke.record) : [];
      const clip = stroke?.film ?? (moments.includes(stroke?.clip) ? null : stroke?.clip) ?? stroke?.record.clip;
      const players = [...new Set(places.flatMap((each) => each.state.session?.players ?? []))];
      return h("div", { class: "history" },
        h("h1", { class: "unseen" }, t("nav-history")),
        h("section", { class: "card filters" },
          games.list?.length ? [
            h("label", { for: "f-game" }, t("filter-game")),
            h("select", { id: "f-game", onchange: (event) => {
              filter.game = event.currentTarget.value;
              filter.player = "";
              games.load(filter.game).catch(problem);
            } },
            h("option", { value: NOW, selected: filter.game === NOW }, t("game-now")),
            h("option", { value: ALL, selected: filter.game === ALL }, t("games-all", { n: games.list.length })),
            games.list.map((game) => h("option", { value: game.name, selected: filter.game === game.name }, gameLine(game)))),
          ] : null,
          h("label", { for: "f-player" }, t("filter-player")),
          h("select", { id: "f-player", onchange: (event) => {
            filter.player = event.currentTarget.value;
            refresh();
          } }, h("option", { value: "", selected: !filter.player }, t("filter-all")), players.map((player) => h("option", { value: player, selected: player === filter.player }, player))),
          h("label", { for: "f-what" }, t("filter-what")),
          h("select", { id: "f-what", onchange: (event) => {
            filter.what = event.currentTarget.value;
            refresh();
          } }, ["all", "fouls", "questions", "made"].map((what) => h("option", { value: what, selected: what === filter.what }, t(`filter-${what}`)))),
          games.left ? h("p", { role: "status" }, t("games-loading", { n: games.left })) : null,
          h("div", { class: "choices" },
            h("button", { type: "button", "data-key": "csv", onclick: () => save(`/export/strokes.csv?lang=${current()}${query(filter.game)}`, "callshot-strokes.csv").catch(problem) }, t("export-csv")),
            h("button", { type: "button", "data-key": "jsonl", onclick: () => save(`/export/records.jsonl?lang=${current()}${query(filter.game)}`, "callshot-records.jsonl").catch(problem) }, t("export-jsonl")))),
        filter.game === NOW ? null : winners(places),
        h("div", { class: "two" },
          h("section", { class: "card strokes" }, h("h2", {}, t("strokes-n", { n: shown.length })),
            shown.length ? h("ol", { class: "list" }, shown.toReversed().map(({ stroke: each, name, state: its }, index, rows) => {
              const fouls = each.ruling?.fouls ?? [];
              const status = each.undone ? "undone" : each.ruling?.legal === false ? "foul" : each.ruling?.legal === null ? "open" : "legal";
              const sign = { undone: "↶", foul: "✗", open: "?", legal: "✓" }[status];
              const text = each.undone ? t("ruling-undone") : fouls.map((foul) => word("foul", foul.code)).join("; ");
              const over = each.undone ? null : each.ruling?.over;
              const head = filter.game === ALL && rows[index - 1]?.name !== name ? h("h3", {}, headOf(name, its)) : null;
              return h("li", { "data-key": `row-${name}-${its.strokes.indexOf(each)}` }, head, h("button", { type: "button", class: `row ${status}`, "data-key": `s-${each.record.number}-${its.strokes.indexOf(each)}${name ? `-${name}` : ""}`, "aria-pressed": String(each === stroke), onclick: () => {
                chosen = each;
                refresh();
              } }, h("b", {}, `${each.record.number}`), ` ${sign} `, each.shooter ?? "", madeIn(each.record), text ? ` – ${text}` : "", over?.winner ? ` – ${t(`over-${over.what}`, { winner: over.winner, reason: word("reason", over.reason) })}` : "", each.protests.length ? " ⚑" : ""));
            })) : h("p", { class: "quiet" }, t("nothing-yet"))),
          stroke ? h("section", { class: "card detail" }, h("h2", {}, t("stroke-number", { n: stroke.record.number })), at.name === NOW ? null : h("p", { class: "quiet" }, headOf(at.name, state)),
            drawTable(size, { balls: stroke.record.after ?? stroke.record.before ?? [], stroke: stroke.record, paths: stroke.paths, spots: [], vertical: isNarrow(), scale: ballScale(true) }),
            h("div", { class: "choices" }, h("button", { type: "button", "data-key": "share", onclick: () => share(stroke, at.name).catch(problem) }, t("share"))),
            clip ? film(clip, connection, refresh, problem, t("clip-of-stroke", { n: stroke.record.number })) : null,
            stroke.kept.map((each) => film(each, connection, refresh, problem, t("clip-kept", { n: stroke.record.number }))),
            moments.filter((each) => each !== clip).map((each) => film(each, connection, refresh, problem, t("clip-of", { what: doubtName(stroke.record, each) }))),
            stepList(stroke.record), doubtList(stroke.record), stroke.ruling ? rulingPanel(stroke.ruling, refresh, { protests: stroke.protests }) : null) : null),
        h("section", { class: "card stats" }, h("h2", {}, t("stats")),
          h("p", {}, t("stats-line", { strokes: sums.strokes, made: sums.made, fouls: sums.foulStrokes })),
          sums.open ? h("p", { class: "doubts" }, "? ", t("stats-open", { n: sums.open })) : null,
          sums.breaks.n ? h("p", {}, t("stats-breaks", sums.breaks)) : null,
          sums.speeds.length ? h("p", {}, t("stats-speed", { fastest: number(Math.max(...sums.speeds), 1), mean: number(sums.speeds.reduce((a, b) => a + b, 0) / sums.speeds.length, 1) })) : null,
          h("div", { class: "plots" },
            h("figure", {}, h("figcaption", {}, t("plot-distance")), bars(sums.distance, "mm", t("plot-distance"))),
            h("figure", {}, h("figcaption", {}, t("plot-cut")), bars(sums.cut, "°", t("plot-cut"))),
            h("figure", {}, h("figcaption", {}, t("plot-speed")), histogram(sums.speeds, [0, 1, 2, 3, 4, 5, 6, 8, 10, 20], "m/s", t("plot-speed"))),
            h("figure", {}, h("figcaption", {}, t("plot-breaks")), sums.breaks.n ? counts(sums.breaks.results, t("plot-breaks")) : h("p", { class: "quiet" }, t("nothing-yet"))),
            h("figure", {}, h("figcaption", {}, t("plot-fouls")), Object.keys(sums.fouls).length ? null : h("p", { class: "quiet" }, t("nothing-yet")), counts(Object.fromEntries(Object.entries(sums.fouls).map(([code, n]) => [word("foul", code), n])), t("plot-fouls"))),
            h("figure", {}, h("figcaption", {}, t("heat-cue")), heat(counted, size, "cue")),
            h("figure", {}, h("figcaption", {}, t("heat-object")), heat(counted, size, "object")))));
    },
  };
}
