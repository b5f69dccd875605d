// For a stream: transparent, score, the balls still on the table, the last ruling.

import { ballIcon } from "../balls.js";
import { h } from "../dom.js";
import { scoreOf } from "../parts.js";
import { ballsNow } from "../store.js";
import { current, labelOf, t } from "../words.js";

export function make({ store }) {
  return {
    draw() {
      const { state } = store;
      if (!state.session) return h("div", { class: "overlay" });
      const tray = [...ballsNow(state)].map((ball) => ball.id).filter((id) => !["cue", "crazy-cue"].includes(labelOf(id))).sort((a, b) => Number(labelOf(a)) - Number(labelOf(b)) || a.localeCompare(b));
      const lines = state.ruling?.page?.[current()] ?? [];
      return h("div", { class: "overlay" },
        lines.length ? h("p", { class: "lastruling" }, lines.slice(0, 3).join(" ")) : null,
        h("div", { class: "strip" },
          (state.session.players ?? []).map((player) => {
            const { main } = scoreOf(player, state.score);
            return h("span", { class: player === state.next?.player ? "seat up" : "seat" }, player === state.next?.player ? "▶ " : "", h("span", { class: "name" }, player), h("b", {}, main));
          })),
        tray.length <= 22 ? h("div", { class: "tray", role: "img", "aria-label": t("on-the-table", { n: tray.length }) }, tray.map((id) => ballIcon(id, 26))) : null);
    },
  };
}
