// How balls look. The same colours as in the diagrams.

import { s } from "./dom.js";
import { ballName, labelOf } from "./words.js";

const POOL = ["#f4be22", "#184aa8", "#ce2626", "#582e84", "#ee741a", "#12703e", "#7a1c28", "#18181a"];
const NAMED = {
  cue: "#faf8f0", "crazy-cue": "#faf8f0", "crazy-8": "#18181a", red: "#c01820", yellow: "#f0cc28", green: "#107a46",
  brown: "#782c28", blue: "#1c5cc4", pink: "#f08048", black: "#141416", solid: "#96969c", stripe: "#96969c", ball: "#aaaab0",
};
const MARKS = { "crazy-8": "8", "crazy-cue": "C", yellow: "Y", green: "G", brown: "M", blue: "B", pink: "O", black: "K", red: "R", solid: "S", stripe: "S", ball: "?" };

export function colourOf(label) {
  const n = Number(label);
  if (Number.isInteger(n) && n >= 1 && n <= 21) return n === 16 ? POOL[7] : n < 16 ? POOL[(n - 1) % 8] : POOL[n - 17];
  return NAMED[label] ?? NAMED.ball;
}

export const isStriped = (label) => label === "stripe" || Number(label) >= 9;
export const markOf = (label) => (Number(label) ? label : MARKS[label] ?? "");

/** A ball of radius r at (x, y) of an SVG. */
export function ballGroup(id, x, y, r, extra = {}) {
  const label = labelOf(id);
  const colour = colourOf(label);
  const mark = markOf(label);
  const band = 0.7;
  const half = Math.sqrt(1 - band * band);
  const inner = r * 0.93;
  const parts = [s("circle", { r, fill: "#14181a" }), s("circle", { r: inner, fill: isStriped(label) ? "#fff" : colour })];
  if (isStriped(label)) {
    const a = inner * half;
    const b = inner * band;
    parts.push(s("path", { d: `M${-a} ${-b}A${inner} ${inner} 0 0 0 ${-a} ${b}L${a} ${b}A${inner} ${inner} 0 0 0 ${a} ${-b}Z`, fill: colour }));
  }
  if (mark) {
    if (label !== "crazy-cue") parts.push(s("circle", { r: r * (mark.length > 1 ? 0.58 : isStriped(label) ? 0.5 : 0.57), fill: "#fff" }));
    parts.push(s("text", { "text-anchor": "middle", y: r * (mark.length > 1 ? 0.26 : 0.33), "font-size": r * (mark.length > 1 ? 0.72 : 0.95), "font-weight": 700, fill: "#141416" }, mark));
  }
  return s("g", { transform: `translate(${x} ${y})`, ...extra }, s("title", {}, ballName(id)), ...parts);
}

/** A ball as a small picture among text. */
export function ballIcon(id, size = 28, { named = true } = {}) {
  const told = named ? { role: "img", "aria-label": ballName(id) } : { "aria-hidden": "true" };
  return s("svg", { viewBox: "-1.05 -1.05 2.1 2.1", width: size, height: size, class: "ball", ...told }, ballGroup(id, 0, 0, 1));
}
