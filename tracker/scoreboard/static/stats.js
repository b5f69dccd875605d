// Statistics from the strokes, and the plots that show them.

import { s } from "./dom.js";
import { ballPaths } from "./paths.js";
import { potsOf } from "./settled.js";
import { labelOf, number, t } from "./words.js";

const isCue = (id) => ["cue", "crazy-cue"].includes(labelOf(id));
const place = (id, balls) => balls?.find((ball) => ball.id === id);

/**
 * One stroke's figures: distance to the first object ball, cut angle, whether that ball was made (null: not settled), speed
 * of the struck ball. open: it is not settled which balls went down; those that surely did are made.
 */
export function figures(stroke, size) {
  const { record } = stroke;
  const before = record.before;
  const cue = place(record.struck, before);
  const first = record.first_contact ? place(record.first_contact, before) : null;
  const { sure, open } = potsOf(record);
  const made = sure.filter((event) => !isCue(event.ball));
  const out = { made: made.length > 0, open, distance: null, cut: null, speed: null, first: null };
  if (!cue || !first) return out;
  const dx = first.x - cue.x;
  const dy = first.y - cue.y;
  out.distance = Math.hypot(dx, dy);
  const isMade = made.some((event) => event.ball === record.first_contact);
  const isFirst = !record.uncertain?.some(({ fact }) => fact === "first_contact");
  out.first = isFirst && (isMade || !open) ? isMade : null;
  const way = ballPaths(record, stroke.paths, size).find((path) => path.ball === record.first_contact);
  const contact = (record.events ?? []).findIndex((event) => event.kind === "contact");
  // Off a cushion the way to the ball is not the line between the two.
  const straight = !(record.events ?? []).slice(0, Math.max(0, contact)).some((event) => event.kind === "cushion");
  if (straight && way && way.points.length > 1) {
    const [a, b] = [way.points[0], way.points.find((point) => Math.hypot(point[0] - way.points[0][0], point[1] - way.points[0][1]) > 40) ?? way.points[1]];
    const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
    // The cue ball comes to where it meets the ball, on the other side of the way that this one goes.
    const reach = size.ball / (Math.hypot(ux, uy) || 1);
    const [gx, gy] = [dx - ux * reach, dy - uy * reach];
    const cos = (gx * ux + gy * uy) / (Math.hypot(gx, gy) * Math.hypot(ux, uy) || 1);
    out.cut = (Math.acos(Math.max(-1, Math.min(1, cos))) * 180) / Math.PI;
  }
  const struck = stroke.paths?.[record.struck];
  if (struck?.length > 2) {
    let fastest = 0;
    for (let i = 1; i < struck.length; i += 1) {
      const dt = struck[i][0] - struck[i - 1][0];
      // Shorter steps than a frame of a fast camera say more of noise than of speed.
      if (dt > 0.012) fastest = Math.max(fastest, Math.hypot(struck[i][1] - struck[i - 1][1], struck[i][2] - struck[i - 1][2]) / dt / 1000);
    }
    out.speed = fastest || null;
  }
  return out;
}

/**
 * Counts for the table and the plots. opening: the strokes that opened a rack; nobody aims at a ball in them. What is not
 * settled counts nowhere; `open` says in how many strokes it is not settled what went down.
 */
export function summary(strokes, size, opening = new Set(firstOfRacks(strokes))) {
  const each = strokes.map((stroke) => ({ stroke, ...figures(stroke, size) }));
  const fouls = {};
  for (const { stroke } of each) for (const foul of (stroke.ruling?.legal === false && stroke.ruling.fouls) || []) fouls[foul.code] = (fouls[foul.code] ?? 0) + 1;
  const bins = (value, edges) => edges.slice(0, -1).map((low, i) => {
    const inside = each.filter((one) => !opening.has(one.stroke) && one[value] !== null && one.first !== null && one[value] >= low && one[value] < edges[i + 1]);
    return { low, high: edges[i + 1], n: inside.length, made: inside.filter((one) => one.first).length };
  });
  return {
    strokes: each.length,
    made: each.filter((one) => one.made).length,
    open: each.filter((one) => one.open).length,
    foulStrokes: each.filter(({ stroke }) => stroke.ruling?.legal === false).length,
    fouls,
    distance: bins("distance", [0, 300, 600, 900, 1200, 1500, 2000, 4000]),
    cut: bins("cut", [0, 10, 20, 30, 40, 50, 60, 90.1]),
    speeds: each.map((one) => one.speed).filter((speed) => speed !== null),
    breaks: breaks(strokes.filter((stroke) => opening.has(stroke))),
  };
}

/** Of all strokes of a game, those that opened a rack; a game entered in the middle of one begins with none. */
export const firstOfRacks = (strokes) => strokes.filter((stroke, i) => !stroke.inRack && (i === 0 || strokes[i - 1].ruling?.over || strokes[i - 1].record.number > stroke.record.number));

/** What came of each break, as words -> how often: so many balls made, the cue ball lost, or not settled. */
function results(down) {
  const found = {};
  for (const { sure, open } of down) {
    const n = sure.filter((event) => !isCue(event.ball)).length;
    const name = sure.some((event) => isCue(event.ball)) ? t("break-scratch") : open ? t("break-open") : t("break-made", { n });
    found[name] = (found[name] ?? 0) + 1;
  }
  return found;
}

/** Opening strokes: how many, how many lawful, how many balls went down, how often the cue ball with them. */
function breaks(first) {
  const down = first.map(({ record }) => potsOf(record));
  return {
    n: first.length,
    results: results(down),
    legal: first.filter((stroke) => stroke.ruling?.legal).length,
    balls: down.map(({ sure }) => sure.filter((event) => !isCue(event.ball)).length).reduce((a, b) => a + b, 0),
    scratches: down.filter(({ sure }) => sure.some((event) => isCue(event.ball))).length,
  };
}

/** How many of the values fall between each two edges. */
export function histogram(values, edges, unit, label) {
  const rows = edges.slice(0, -1).map((low, i) => ({ low, high: edges[i + 1], n: values.filter((value) => value >= low && value < edges[i + 1]).length }));
  const [w, hgt] = [420, 190];
  const step = w / rows.length;
  const most = Math.max(1, ...rows.map((row) => row.n));
  return s("svg", { viewBox: `0 0 ${w} ${hgt + 24}`, class: "plot", role: "img", "aria-label": `${label}: ${rows.filter((row) => row.n).map((row) => `${row.low}–${row.high} ${unit}: ${row.n}`).join(", ") || t("nothing-yet")}` },
    rows.map((row, i) => s("g", {},
      s("rect", { x: i * step + 4, y: hgt - (row.n / most) * (hgt - 24), width: step - 8, height: (row.n / most) * (hgt - 24), class: "bar" }),
      row.n ? s("text", { x: (i + 0.5) * step, y: hgt - (row.n / most) * (hgt - 24) - 5, "text-anchor": "middle", class: "value" }, String(row.n)) : null,
      s("text", { x: (i + 0.5) * step, y: hgt + 17, "text-anchor": "middle", class: "axis" }, `${number(row.low)}–`))),
    s("line", { x1: 0, x2: w, y1: hgt, y2: hgt, class: "axisline" }));
}

/** Bars of a rate: height is the share, the count stands below. */
export function bars(rows, unit, label) {
  const [w, hgt] = [420, 190];
  const step = w / rows.length;
  return s("svg", { viewBox: `0 0 ${w} ${hgt + 46}`, class: "plot", role: "img", "aria-label": `${label}: ${rows.filter((row) => row.n).map((row) => `${row.low}–${Math.round(row.high)} ${unit}: ${row.made}/${row.n}`).join(", ") || t("nothing-yet")}` },
    [0.5, 1].map((share) => s("line", { x1: 0, x2: w, y1: hgt - share * (hgt - 24), y2: hgt - share * (hgt - 24), class: "gridline" })),
    rows.map((row, i) => {
      const share = row.n ? row.made / row.n : 0;
      const height = share * (hgt - 24);
      return s("g", {},
        s("rect", { x: i * step + 4, y: hgt - height, width: step - 8, height, class: "bar" }),
        row.n ? s("text", { x: (i + 0.5) * step, y: hgt - height - 5, "text-anchor": "middle", class: "value" }, `${Math.round(share * 100)} %`) : null,
        s("text", { x: (i + 0.5) * step, y: hgt + 17, "text-anchor": "middle", class: "axis" }, `${number(row.low)}–`),
        s("text", { x: (i + 0.5) * step, y: hgt + 35, "text-anchor": "middle", class: "axis" }, `n ${row.n}`));
    }),
    s("line", { x1: 0, x2: w, y1: hgt, y2: hgt, class: "axisline" }));
}

/** Counts as bars lying down, longest first. */
export function counts(entries, label) {
  const rows = Object.entries(entries).sort((a, b) => b[1] - a[1]);
  const most = Math.max(1, ...rows.map(([, n]) => n));
  return s("svg", { viewBox: `0 0 420 ${Math.max(1, rows.length) * 30}`, class: "plot", role: "img", "aria-label": `${label}: ${rows.map(([name, n]) => `${name} ${n}`).join(", ") || t("nothing-yet")}` },
    rows.map(([name, n], i) => s("g", { transform: `translate(0 ${i * 30})` }, s("rect", { x: 0, y: 3, width: 8 + (n / most) * 130, height: 22, class: "bar" }), s("text", { x: 18 + (n / most) * 130, y: 19, class: "value" }, `${n} × ${name}`))));
}

/** Where balls of the table came to rest, or the struck ball only: a grid of counts. */
export function heat(strokes, size, which) {
  const cell = 100;
  const grid = new Map();
  let most = 1;
  for (const { record } of strokes) {
    for (const ball of record.after ?? []) {
      if (which === "cue" ? !isCue(ball.id) : isCue(ball.id)) continue;
      const key = `${Math.floor(ball.y / cell)},${Math.floor(ball.x / cell)}`;
      grid.set(key, (grid.get(key) ?? 0) + 1);
      most = Math.max(most, grid.get(key));
    }
  }
  const [w, l] = [size.width / 2, size.length / 2];
  return s("svg", { viewBox: `${-l - 40} ${-w - 40} ${2 * l + 80} ${2 * w + 80}`, class: "plot heat", role: "img", "aria-label": t(`heat-${which}`) },
    s("rect", { x: -l - 40, y: -w - 40, width: 2 * l + 80, height: 2 * w + 80, fill: "#0e4652" }), s("rect", { x: -l, y: -w, width: 2 * l, height: 2 * w, fill: "#12353d" }),
    [...grid].map(([key, n]) => {
      const [y, x] = key.split(",").map(Number);
      return s("g", {}, s("rect", { x: y * cell, y: x * cell, width: cell, height: cell, fill: "#ffd84d", opacity: 0.15 + 0.85 * (n / most) }), s("text", { x: (y + 0.5) * cell, y: (x + 0.7) * cell, "text-anchor": "middle", "font-size": 60, fill: n / most > 0.4 ? "#000" : "#fff" }, String(n)));
    }));
}
