// What the program learns from the live picture: how the balls look, what the lens does. Both are confirmed or seen by eye.

import { ballIcon } from "../balls.js";
import { h, s } from "../dom.js";
import { ballName, number, t, told } from "../words.js";

/** What a topic says of itself: known words in the page's language, a refusal as the program wrote it. */
function progress(topic, shown) {
  if (!shown) return null;
  if (shown.said === "looking") return h("p", { role: "status" }, t(`${topic}-looking`, { percent: number(100 * (shown.share ?? 0)) }));
  if (shown.said === "working") return h("p", { role: "status" }, t("learning"));
  if (shown.said === "kept") return h("p", { class: "done", role: "status" }, "✓ ", t(`${topic}-kept`, { n: shown.n ?? shown.views ?? 0, error: number(shown.error_px ?? 0, 2) }));
  if (shown.said === "forgotten") return h("p", { class: "done", role: "status" }, t(`${topic}-forgotten`));
  if (shown.said === "learnt") return null;
  return h("p", { class: "doubts", role: "status", lang: told(shown.said).lang }, `⚠ ${told(shown.said).text}`);
}

const isBusy = (shown) => shown?.said === "looking" || shown?.said === "working";

/** The colours of the set: learnt, laid beside what was seen, and kept where a person says that they are right. */
export function coloursCard(state, connection, refresh, said, balls) {
  const shown = state.live.colours;
  coloursCard.wrong ??= new Set();
  const { wrong } = coloursCard;
  const rows = shown?.said === "learnt" ? shown.balls : [];
  const right = rows.map((each) => each.label).filter((label) => !wrong.has(label));
  return h("section", { class: "card", "data-key": "colours-card" }, h("h2", {}, t("setup-colours")), h("p", {}, t("setup-colours-help")),
    h("div", { class: "choices" },
      h("button", { type: "button", "data-key": "colours", disabled: isBusy(shown), onclick: () => {
        wrong.clear();
        said(connection.command("colours", { balls }));
      } }, t("learn-colours")),
      h("button", { type: "button", "data-key": "colours-forget", onclick: () => said(connection.command("colours", { confirm: false, balls })) }, t("forget-colours"))),
    progress("colours", shown),
    rows.length ? [
      h("p", {}, t("colours-check")),
      h("ul", { class: "swatches" }, rows.map((each) => h("li", {}, h("button", { type: "button", class: "ball-button", "data-key": `colour-${each.label}`, "aria-pressed": String(!wrong.has(each.label)), onclick: () => {
        if (wrong.has(each.label)) wrong.delete(each.label);
        else wrong.add(each.label);
        refresh();
      } },
      ballIcon(each.label, 40, { named: false }),
      each.picture ? h("img", { src: each.picture, alt: "", width: 48, height: 48 }) : null,
      s("svg", { viewBox: "0 0 1 1", width: 32, height: 32, "aria-hidden": "true" }, s("rect", { width: 1, height: 1, fill: each.colour })),
      h("span", {}, wrong.has(each.label) ? "✗ " : "✓ ", ballName(each.label)))))),
      shown.missing?.length ? h("p", { class: "doubts" }, "? ", t("colours-missing"), " ", shown.missing.map((label) => ballName(label)).join(", ")) : null,
      h("button", { type: "button", class: "send", "data-key": "colours-ok", disabled: !right.length, onclick: () => said(connection.command("colours", { confirm: right, balls })) }, t("confirm-colours", { n: right.length })),
    ] : null);
}

/** The lens: the board is printed, held under the camera for a while, and the lens kept for the next finding of the table. */
export function lensCard(state, connection, said) {
  const shown = state.live.lens;
  return h("section", { class: "card", "data-key": "lens-card" }, h("h2", {}, t("setup-lens")), h("p", {}, t("setup-lens-help")),
    h("p", {}, h("a", { href: "/board.pdf", target: "_blank", rel: "noopener" }, t("lens-board"))),
    h("button", { type: "button", "data-key": "lens", disabled: isBusy(shown), onclick: () => said(connection.command("lens")) }, t("learn-lens")),
    progress("lens", shown));
}
