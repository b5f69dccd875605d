// The table from above, drawn from records. Head at the left, or at the bottom on a narrow screen.

import { ballGroup, colourOf } from "./balls.js";
import { listen, s } from "./dom.js";
import { ballPaths, eventPlace, eventsShown, isDoubtful, pocketPlace } from "./paths.js";
import { ballName, labelOf, number, pocketName, t } from "./words.js";

const CUSHION = 50;
const RAIL = 110;
export const POCKETS = ["head-left", "head-right", "side-left", "side-right", "foot-left", "foot-right"];
const MARKS = { contact: "#c45414", cushion: "#145ca0", pocket: "#106e3c", "off-table": "#aa1828", jump: "#6e328c", return: "#6e328c", touch: "#aa1828" };
export const RIGHT_MM = 3; // nearer than this a placed ball is right: finer than a hand places
const POCKET_REACH = 130; // mm around a pocket: on a tablet's table of 70 cm it is wider than a fingertip
const BALL_REACH = 1.1; // ball diameters

/**
 * @param size table sizes in mm
 * @param view {scale (how much larger than life balls are drawn, where they would be too small to tell), balls, stroke, paths, spots, back, vertical, onball, onpocket, label, called, cues (whether cue balls can be touched too)}
 */
export function drawTable(size, view) {
  const vertical = view.vertical ?? false;
  const at = vertical ? (x, y) => [x, -y] : (x, y) => [y, x];
  const out = CUSHION + RAIL;
  const [w, l] = [size.width / 2, size.length / 2];
  const [boxX, boxY] = vertical ? [w + out, l + out] : [l + out, w + out];
  const rect = (margin, fill, extra = {}) => {
    const [x, y] = vertical ? [w + margin, l + margin] : [l + margin, w + margin];
    return s("rect", { x: -x, y: -y, width: 2 * x, height: 2 * y, fill, ...extra });
  };
  const line = (a, b, extra) => {
    const [p, q] = [at(...a), at(...b)];
    return s("line", { x1: p[0], y1: p[1], x2: q[0], y2: q[1], ...extra });
  };
  const cloth = [
    rect(out, "#5c3a24", { rx: 40 }),
    rect(CUSHION, "#0e4652"),
    rect(0, "#1f6c7a"),
    line([-w, -l / 2], [w, -l / 2], { stroke: "#5d98a3", "stroke-width": 4 }),
    line([0, l / 2], [0, l], { stroke: "#5d98a3", "stroke-width": 3, "stroke-dasharray": "24 18" }),
    ...[-l / 2, 0, l / 2].map((y) => {
      const p = at(0, y);
      return s("circle", { cx: p[0], cy: p[1], r: 8, fill: "#5d98a3" });
    }),
  ];
  const pockets = POCKETS.map((pocket) => {
    const p = at(...pocketPlace(pocket, size));
    const called = view.called?.pocket === pocket;
    const shape = s("circle", { cx: p[0], cy: p[1], r: pocket.startsWith("side") ? 62 : 68, fill: "#0b0b0c", stroke: called ? "#ffec78" : "none", "stroke-width": 14 });
    if (!view.onpocket) return shape;
    return touchable(s("g", {}, shape, s("circle", { cx: p[0], cy: p[1], r: POCKET_REACH, fill: "transparent" })), pocketName(pocket), () => view.onpocket(pocket), `pocket-${pocket}`);
  });
  const layers = [s("g", { class: "cloth" }, cloth), s("g", { class: "pockets" }, pockets)];
  if (view.stroke) layers.push(...strokeLayers(view.stroke, view.paths, view.spots, size, at, view.scale ?? 1));
  if (view.back?.length) layers.push(...backLayer(view.back, view.balls ?? [], size, at));
  layers.push(s("g", { class: "balls" }, (view.balls ?? []).map((ball) => oneBall(ball, size, at, view))));
  if (view.spots?.length) layers.push(...spotLayer(view.spots, view.balls ?? [], size, at));
  const svg = s(
    "svg",
    { viewBox: `${-boxX} ${-boxY} ${2 * boxX} ${2 * boxY}`, class: `table${vertical ? " vertical" : ""}`, role: view.onball || view.onpocket ? "group" : "img", "aria-label": view.label ?? t("table-label") },
    layers,
  );
  const touch = touchOf(view, size);
  if (view.onplace) svg.classList.add("touchable");
  if (touch) {
    listen(svg, "click", (event) => {
      const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(event.currentTarget.getScreenCTM().inverse());
      // A press by a screen reader or a key has no place: it means what it was given to.
      if (event.detail > 0) touch(...(vertical ? [p.x, -p.y] : [p.y, p.x]));
      else event.target.closest("[data-key]")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    });
  }
  return svg;
}

/** What a touch at (x, y) mm means: the nearest of what can be touched, whatever else is drawn there. Null: nothing. */
function touchOf(view, size) {
  if (view.onplace) {
    return (x, y) => {
      if (Math.abs(x) <= (size.width - size.ball) / 2 && Math.abs(y) <= (size.length - size.ball) / 2) view.onplace(Math.round(x), Math.round(y));
    };
  }
  if (!view.onball && !view.onpocket) return null;
  return (x, y) => {
    const from = (place) => Math.hypot(place[0] - x, place[1] - y);
    const balls = view.onball ? (view.balls ?? []).filter((ball) => canTouch(ball, view)).map((ball) => ({ share: from([ball.x, ball.y]) / (BALL_REACH * size.ball), act: () => view.onball(ball) })) : [];
    const pockets = view.onpocket ? POCKETS.map((pocket) => ({ share: from(pocketPlace(pocket, size)) / POCKET_REACH, act: () => view.onpocket(pocket) })) : [];
    const nearest = [...balls, ...pockets].reduce((best, each) => (each.share < best.share ? each : best));
    if (nearest.share <= 1) nearest.act();
  };
}

function touchable(group, label, act, key) {
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "0");
  group.setAttribute("aria-label", label);
  group.setAttribute("data-key", key);
  group.classList.add("touchable");
  listen(group, "keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act();
    }
  });
  return group;
}

const canTouch = (ball, view) => view.cues || !["cue", "crazy-cue"].includes(labelOf(ball.id));

function oneBall(ball, size, at, view) {
  const p = at(ball.x, ball.y);
  const group = ballGroup(ball.id, p[0], p[1], (size.ball / 2) * (view.scale ?? 1), { "data-ball": ball.id });
  const unsure = (ball.confidence ?? 1) < 0.8;
  if (unsure) {
    group.append(s("circle", { r: size.ball * 0.66, fill: "none", stroke: "#fff", "stroke-width": 5, "stroke-dasharray": "10 8" }));
    group.append(s("text", { x: size.ball * 0.55, y: -size.ball * 0.4, "font-size": size.ball * 0.8, "font-weight": 700, fill: "#fff" }, "?"));
    group.querySelector("title").textContent = `${ballName(ball.id)} (${t("unsure")})`;
  }
  if (view.asked?.includes(ball.seen ?? ball.id)) {
    group.append(s("circle", { r: size.ball * 0.9, fill: "none", stroke: "#ffec78", "stroke-width": 8, "stroke-dasharray": "16 10" }));
    group.append(s("text", { x: size.ball * 0.75, y: -size.ball * 0.6, "font-size": size.ball, "font-weight": 700, fill: "#ffec78", stroke: "#0d2a31", "stroke-width": 12, "paint-order": "stroke" }, "?"));
  }
  if (view.called && (view.called.seen ?? view.called.ball) === (view.called.seen ? ball.seen : labelOf(ball.id))) group.append(s("circle", { r: size.ball * 0.72, fill: "none", stroke: "#ffec78", "stroke-width": 9 }));
  if (view.onball && canTouch(ball, view)) {
    group.append(s("circle", { r: size.ball * BALL_REACH, fill: "transparent" }));
    return touchable(group, ballName(ball.id), () => view.onball(ball), `ball-${ball.id}`);
  }
  return group;
}

function strokeLayers(stroke, tracked, spots, size, at, scale) {
  const paths = ballPaths(stroke, tracked, size);
  const ways = paths.toReversed().flatMap((path) => {
    const points = path.points.map((p) => at(...p).map((v) => Math.round(v * 10) / 10).join(",")).join(" ");
    const colour = colourOf(labelOf(path.ball));
    const dark = ["#18181a", "#141416"].includes(colour);
    const base = { points, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", ...(path.tracked ? {} : { "stroke-dasharray": "34 30" }) };
    return [s("polyline", { ...base, stroke: dark ? "#fff" : "#0d2a31", "stroke-width": 19 }), s("polyline", { ...base, stroke: colour, "stroke-width": 11 })];
  });
  const moved = new Set(paths.map((path) => path.ball));
  const ghosts = (stroke.before ?? []).filter((ball) => moved.has(ball.id)).map((ball) => {
    const p = at(ball.x, ball.y);
    return ballGroup(ball.id, p[0], p[1], (size.ball / 2) * scale, { opacity: 0.45 });
  });
  const full = [...(stroke.after ?? stroke.before ?? []), ...(spots ?? [])].map((each) => [each.x, each.y]);
  const placed = eventsShown(stroke).map((event, index) => ({ event, index, place: eventPlace(event, stroke, paths, size, tracked) })).filter((each) => each.place);
  const dots = placed.map((each) => each.place);
  for (const [i, each] of placed.entries()) each.spot = aside(each.place, placed.slice(0, i).map((other) => other.spot), full, dots, size, scale);
  // Numbers come last: no line crosses them.
  const marks = [
    ...placed.flatMap(({ place, spot }) => {
      const [p, q] = [at(...place), at(...spot)];
      return [s("line", { x1: p[0], y1: p[1], x2: q[0], y2: q[1], stroke: "#101416", "stroke-width": 5 }), s("circle", { cx: p[0], cy: p[1], r: 9, fill: "#101416" })];
    }),
    ...placed.flatMap(({ event, index, spot }) => {
      const doubtful = isDoubtful(stroke, event.index);
      const q = at(...spot);
      return [
        // A square, for a circle with a number is a ball.
        s("rect", { x: q[0] - 25 * scale, y: q[1] - 25 * scale, width: 50 * scale, height: 50 * scale, rx: 8, fill: doubtful ? "#6b6b6b" : MARKS[event.kind], stroke: "#101416", "stroke-width": 5, ...(doubtful ? { "stroke-dasharray": "12 8" } : {}) }),
        s("text", { x: q[0], y: q[1] + 10 * scale, "text-anchor": "middle", "font-size": 28 * scale, "font-weight": 700, fill: "#fff" }, `${index + 1}${doubtful ? "?" : ""}`),
      ];
    }),
  ];
  return [s("g", { class: "ways", opacity: 0.92 }, ways), s("g", { class: "ghosts" }, ghosts), s("g", { class: "marks" }, marks)];
}

const TURNS = [225, 135, 315, 45, 180, 0, 270, 90, 202, 158, 22, 338, 248, 292, 112, 68].map((degrees) => (degrees * Math.PI) / 180);

/** The nearest place for a number beside what it marks that is clear of other numbers and of what lies there. */
function aside(place, marks, full, dots, size, scale) {
  for (let ring = 0; ring < 16; ring += 1) {
    const far = size.ball * (1.4 + 0.5 * ring) * scale;
    for (const turn of TURNS) {
      const at = [place[0] + far * Math.cos(turn), place[1] + far * Math.sin(turn)];
      if (Math.abs(at[0]) > size.width / 2 + 90 || Math.abs(at[1]) > size.length / 2 + 90) continue;
      const from = (other) => Math.hypot(at[0] - other[0], at[1] - other[1]);
      if (marks.every((other) => from(other) > 80 * scale) && full.every((other) => from(other) > (35 + size.ball * 0.62) * scale) && dots.every((other) => from(other) > 35 * scale + 10)) return at;
    }
  }
  return place;
}

/** For each ball to be spotted: where it must be, the ball that lies nearest to there, and how far off it is in mm. */
export function placements(spots, balls) {
  return spots.map((spot) => {
    const label = labelOf(spot.ball);
    const near = balls
      .filter((ball) => ball.id === spot.ball || labelOf(ball.id) === label)
      .map((ball) => ({ ball, off: Math.hypot(ball.x - spot.x, ball.y - spot.y) }))
      .sort((a, b) => a.off - b.off)[0];
    return { ...spot, seen: near?.ball ?? null, off: near?.off ?? null, right: near ? near.off <= RIGHT_MM : false };
  });
}

function spotLayer(spots, balls, size, at) {
  return placements(spots, balls).map((spot) => {
    const p = at(spot.x, spot.y);
    const ring = s("circle", { cx: p[0], cy: p[1], r: size.ball / 2 + 7, fill: "none", stroke: spot.right ? "#7dff9a" : "#ffec78", "stroke-width": 8, ...(spot.right ? {} : { "stroke-dasharray": "16 10" }) });
    const parts = [ring];
    const q = spot.seen ? at(spot.seen.x, spot.seen.y) : null;
    if (spot.right) parts.push(s("text", { x: p[0] + size.ball * 0.8, y: p[1] - size.ball * 0.5, "font-size": 54, "font-weight": 700, fill: "#7dff9a" }, "✓"));
    else if (q && spot.off < 400) {
      parts.push(s("line", { x1: q[0], y1: q[1], x2: p[0], y2: p[1], stroke: "#ffec78", "stroke-width": 6 }));
      parts.push(s("text", { x: p[0] + size.ball * 0.8, y: p[1] - size.ball * 0.6, "font-size": 54, "font-weight": 700, fill: "#ffec78", stroke: "#0d2a31", "stroke-width": 12, "paint-order": "stroke" }, `${number(spot.off)} mm`));
    } else parts.push(ballGroup(spot.ball, p[0], p[1], size.ball / 2, { opacity: 0.6 }));
    return s("g", { class: spot.right ? "spot right" : "spot" }, parts);
  });
}

/** A disturbance: where each ball was, against where it is. */
export function backPlaces(moved, balls) {
  return moved
    .filter((each) => each.from)
    .map((each) => {
      const now = balls.find((ball) => ball.id === each.id) ?? (each.to ? { x: each.to.x, y: each.to.y } : null);
      return { ball: each.id, x: each.from.x, y: each.from.y, now, off: now ? Math.hypot(now.x - each.from.x, now.y - each.from.y) : null };
    })
    .filter((each) => each.off === null || each.off > RIGHT_MM);
}

function backLayer(moved, balls, size, at) {
  return backPlaces(moved, balls).map((each) => {
    const p = at(each.x, each.y);
    const parts = [ballGroup(each.ball, p[0], p[1], size.ball / 2, { opacity: 0.55 }), s("circle", { cx: p[0], cy: p[1], r: size.ball / 2 + 7, fill: "none", stroke: "#ffec78", "stroke-width": 8, "stroke-dasharray": "16 10" })];
    if (each.now) {
      const q = at(each.now.x, each.now.y);
      parts.unshift(s("line", { x1: q[0], y1: q[1], x2: p[0], y2: p[1], stroke: "#ffec78", "stroke-width": 7 }));
      parts.push(s("text", { x: p[0] + size.ball * 0.8, y: p[1] - size.ball * 0.6, "font-size": 54, "font-weight": 700, fill: "#ffec78", stroke: "#0d2a31", "stroke-width": 12, "paint-order": "stroke" }, `${number(each.off)} mm`));
    }
    return s("g", { class: "back" }, parts);
  });
}

/** How much larger than life balls are drawn on this screen: on a phone a true one has three pixels to each side. */
export const ballScale = (small = false) => (isNarrow() ? 1.6 : small ? 1.35 : 1);

/** Whether the screen is higher than wide: then the table stands. */
export const isNarrow = () => window.innerWidth < 620 && window.innerHeight > window.innerWidth;
