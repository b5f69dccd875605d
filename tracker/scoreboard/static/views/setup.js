// Setting up: game, players, options, balls, table, languages, volume.

import { h, s } from "../dom.js";
import { isPlayed, noticeList } from "../parts.js";
import { current, LANGUAGES, number, t, told, word } from "../words.js";
import { coloursCard, lensCard } from "./learning.js";

const HEADS = ["left", "right", "top", "bottom"];
const CORNERS = ["head-left", "head-right", "foot-right", "foot-left"];

/** The set that a game is played with; null where any will do. */
const setFor = (game) => (game === "congestion" ? "congestion" : game.startsWith("9ball") ? "pool9" : game.startsWith("8ball") || game.startsWith("141") ? "pool15" : null);

const sentence = (text) => text.charAt(0).toLocaleUpperCase(current()) + text.slice(1);

export function make({ store, connection, refresh, redraw, problem }) {
  let known = null;
  let chosen = null;
  let chosenFor = null; // the session that the form was filled from
  let touched = false; // somebody is choosing: what is played meanwhile does not change it under his hands
  let sure = ""; // what was asked for once while a game runs: the second time it is done
  let corners = null;
  let dragged = null;
  let picture = null;
  let pictureSize = { width: 1280, height: 720 };
  let done = "";
  let asked = ""; // what was asked for last: there its refusal is told

  let spoken = null;

  /** The games with their options in the page's language. */
  function lookUp() {
    if (spoken === current()) return;
    spoken = current();
    fetch(`/games.json?lang=${spoken}`).then((answer) => answer.json()).then((games) => {
      known = games;
      refresh();
    });
  }

  /** Why something can't be, as the program says it. */
  function refusal(setup) {
    if (!setup.said || setup.said === "found") return null;
    if (setup.said === "looking") return h("p", { role: "status" }, t("table-looking"));
    const { text, lang } = told(setup.said);
    return h("p", { class: "doubts", role: "status", lang }, `⚠ ${text}`);
  }

  const said = (promise) => promise.then(() => {
    done = t("setup-sent");
    refresh();
  }).catch(problem);

  function start(state) {
    const session = state.session ?? {};
    if (chosen && (touched || chosenFor === state.session)) return chosen;
    chosenFor = state.session;
    chosen = {
      game: known.games[session.game] ? session.game : Object.keys(known.games)[0],
      players: session.players?.length ? [...session.players] : [t("player-seat", { n: 1 }), t("player-seat", { n: 2 })],
      options: { ...session.options },
      balls: session.ball_set ?? setFor(known.games[session.game] ? session.game : Object.keys(known.games)[0]) ?? "any",
      langs: state.live.sound?.langs?.length ? [...state.live.sound.langs] : [current()],
    };
    return chosen;
  }

  /** Does it, or asks first where a game is being played. */
  function unlessPlayed(what, act) {
    if (isPlayed(store.state) && sure !== what) sure = what;
    else {
      sure = "";
      act();
    }
    refresh();
  }

  function gameCard() {
    const pick = chosen;
    const options = known.games[pick.game] ?? [];
    const choosing = () => {
      touched = true;
    };
    const begin = () => {
      const own = new Set(options.map((option) => option.key));
      asked = "session";
      said(connection.command("session", { game: pick.game, players: pick.players.map((name) => name.trim().replace(/\s+/gu, " ")).filter(Boolean), options: Object.fromEntries(Object.entries(pick.options).filter(([key]) => own.has(key))), balls: pick.balls, langs: pick.langs }));
      touched = false;
    };
    return h("form", { class: "card", oninput: choosing, onchange: choosing, onsubmit: (event) => {
      event.preventDefault();
      unlessPlayed("begin", begin);
    } },
    h("h2", {}, t("setup-game")),
    h("label", { for: "game" }, t("setup-game")),
    h("select", { id: "game", onchange: (event) => {
      pick.game = event.currentTarget.value;
      pick.balls = setFor(pick.game) ?? pick.balls;
      refresh();
    } }, Object.keys(known.games).map((game) => h("option", { value: game, selected: game === pick.game }, t(`game-${game}`)))),
    h("fieldset", {}, h("legend", {}, t("setup-players")),
      pick.players.map((name, i) => h("div", { class: "row" },
        h("input", { id: `name-${i}`, "aria-label": t("player-seat", { n: i + 1 }), value: name, maxlength: 200, oninput: (event) => {
          pick.players[i] = event.currentTarget.value;
        } }),
        h("button", { type: "button", class: "small", "data-key": `up-${i}`, disabled: i === 0, "aria-label": t("move-up", { player: name }), onclick: () => {
          choosing();
          [pick.players[i - 1], pick.players[i]] = [pick.players[i], pick.players[i - 1]];
          refresh();
        } }, "↑"),
        h("button", { type: "button", class: "small", "data-key": `del-${i}`, disabled: pick.players.length < 2, "aria-label": t("remove", { player: name }), onclick: () => {
          choosing();
          pick.players.splice(i, 1);
          refresh();
        } }, "✕"))),
      pick.players.length < 10 ? h("button", { type: "button", class: "small", "data-key": "add", onclick: () => {
        choosing();
        pick.players.push(t("player-seat", { n: pick.players.length + 1 }));
        refresh();
      } }, t("add-player")) : null),
    h("label", { for: "set" }, t("setup-balls")),
    h("select", { id: "set", onchange: (event) => {
      pick.balls = event.currentTarget.value;
    } }, known.balls.map((set) => h("option", { value: set, selected: set === pick.balls }, t(`set-${set}`)))),
    h("details", { "data-key": "options", open: pick.openOptions ? true : null, ontoggle: (event) => {
      pick.openOptions = event.currentTarget.open;
    } }, h("summary", {}, t("setup-options", { n: options.length })),
    options.map((option) => h("div", { class: "option" },
      h("label", { for: `o-${option.key}` }, h("span", { lang: option.lang }, sentence(option.meaning)), h("code", { class: "quiet" }, ` ${option.key}`)),
      h("select", { id: `o-${option.key}`, onchange: (event) => {
        pick.options[option.key] = event.currentTarget.value;
      } }, option.values.map((value, i) => h("option", { value, selected: (pick.options[option.key] ?? option.values[0]) === value }, i === 0 ? `${option.words[i]} (${t("default")})` : option.words[i])))))),
    h("fieldset", { class: "inline" }, h("legend", {}, t("setup-languages")), LANGUAGES.map((lang) => h("label", { class: "switch" }, h("input", { type: "checkbox", id: `l-${lang}`, checked: pick.langs.includes(lang), onchange: (event) => {
      pick.langs = event.currentTarget.checked ? [...pick.langs, lang] : pick.langs.filter((each) => each !== lang);
    } }), t(`page-language-${lang}`)))),
    sure && isPlayed(store.state) ? h("p", { class: "doubts", role: "alert" }, t("setup-is-played", { players: (store.state.session.players ?? []).join(" – ") })) : null,
    h("div", { class: "choices" },
      h("button", { type: "submit", "data-key": "begin", class: sure === "begin" ? "sure" : null }, sure === "begin" ? t("setup-begin-sure") : t("setup-begin")),
      h("button", { type: "button", "data-key": "end", class: sure === "end" ? "sure" : null, onclick: () => unlessPlayed("end", () => said(connection.command("end"))) }, sure === "end" ? t("setup-end-sure") : t("setup-end"))),
    asked === "session" ? refusal(store.state.live.setup ?? {}) : null);
  }

  function soundCard(state) {
    const sound = state.live.sound ?? { percent: 100, muted: false };
    return h("section", { class: "card" }, h("h2", {}, t("setup-sound")),
      h("label", { for: "volume" }, t("setup-volume")),
      h("input", { id: "volume", type: "range", min: 0, max: 100, step: 5, value: String(sound.percent), onchange: (event) => said(connection.command("volume", { percent: Number(event.currentTarget.value) })) }),
      h("div", { class: "choices" }, h("button", { type: "button", "data-key": "mute", "aria-pressed": String(sound.muted), onclick: () => said(connection.command("mute", { on: true })) }, t("setup-mute")), h("button", { type: "button", "data-key": "unmute", "aria-pressed": String(!sound.muted), onclick: () => said(connection.command("mute", { on: false })) }, t("setup-unmute"))));
  }

  function healthCard(state) {
    const health = state.live.health;
    if (!health) return null;
    const parts = [t("health-fps", { fps: number(health.fps ?? 0, 1), dropped: number(health.dropped ?? 0) })];
    if (Number.isFinite(health.temperature_c)) parts.push(t("health-temperature", { c: number(health.temperature_c) }));
    if (Number.isFinite(health.disk_free_bytes)) parts.push(t("health-disk", { gb: number(health.disk_free_bytes / 1e9, 1) }));
    return h("section", { class: "card" }, h("h2", {}, t("health")), h("ul", { class: "lines" }, parts.map((part) => h("li", {}, part))));
  }

  async function look() {
    const answer = await connection.fetch("/live/picture.jpg");
    if (!answer.ok) {
      picture = null;
      done = t("no-picture");
    } else {
      if (picture) URL.revokeObjectURL(picture);
      const blob = await answer.blob();
      picture = URL.createObjectURL(blob);
      const bitmap = await createImageBitmap(blob);
      pictureSize = { width: bitmap.width, height: bitmap.height };
      done = "";
    }
    const setup = store.state.live.setup ?? {};
    corners ??= setup.corners_px ?? [[0.1, 0.12], [0.1, 0.88], [0.9, 0.88], [0.9, 0.12]].map(([x, y]) => [x * pictureSize.width, y * pictureSize.height]);
    refresh();
  }

  function move(index, x, y) {
    corners[index] = [Math.max(0, Math.min(pictureSize.width, x)), Math.max(0, Math.min(pictureSize.height, y))];
  }

  function tableCard(state) {
    const setup = state.live.setup ?? {};
    const { width, height } = pictureSize;
    const place = (event, svg) => {
      const box = svg.getBoundingClientRect();
      return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
    };
    const drawCorners = () => {
      return s("svg", { viewBox: `0 0 ${width} ${height}`, class: "corners", role: "group", "aria-label": t("corners"),
        onpointermove: (event) => {
          if (dragged === null) return;
          move(dragged, ...place(event, event.currentTarget));
          redraw();
        },
        onpointerup: () => {
          dragged = null;
        } },
        s("image", { href: picture, width, height }),
        setup.outline_px ? s("polygon", { points: setup.outline_px.map((p) => p.join(",")).join(" "), fill: "none", stroke: "#7dff9a", "stroke-width": 3 }) : null,
        s("polygon", { points: corners.map((p) => p.join(",")).join(" "), fill: "none", stroke: "#ffec78", "stroke-width": 4 }),
        corners.map((p, i) => s("g", { class: "handle", tabindex: 0, role: "slider", "data-key": `corner-${i}`, "aria-label": t(`corner-${CORNERS[i]}`), "aria-valuenow": Math.round(p[0]), "aria-valuetext": `${Math.round(p[0])}, ${Math.round(p[1])}`,
          onpointerdown: (event) => {
            dragged = i;
            event.currentTarget.setPointerCapture(event.pointerId);
          },
          onkeydown: (event) => {
            const step = event.shiftKey ? 10 : 1;
            const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
            if (!by) return;
            event.preventDefault();
            move(i, p[0] + by[0], p[1] + by[1]);
            redraw();
          } }, s("circle", { cx: p[0], cy: p[1], r: width / 45, fill: "#ffec7855", stroke: "#ffec78", "stroke-width": 4 }), s("circle", { cx: p[0], cy: p[1], r: 3, fill: "#d00" }))));
    };
    return h("section", { class: "card" }, h("h2", {}, t("setup-table")), h("p", {}, t("setup-table-help")),
      setup.error_mm !== undefined ? h("p", {}, t("table-error", { mm: number(setup.error_mm, 1) })) : null,
      asked === "session" ? null : refusal(setup),
      h("div", { class: "choices" },
        h("button", { type: "button", "data-key": "look", onclick: () => look().catch(problem) }, picture ? t("look-again") : t("look")),
        h("button", { type: "button", "data-key": "find", onclick: () => {
          asked = "table";
          said(connection.command("calibrate"));
        } }, t("find-table"))),
      picture && corners ? [drawCorners(),
        h("label", { for: "head" }, t("setup-head")),
        h("select", { id: "head" }, HEADS.map((head) => h("option", { value: head, selected: head === (setup.head ?? "left") }, t(`side-${head}`)))),
        h("label", { for: "tablesize" }, t("setup-size")),
        h("select", { id: "tablesize" }, [...new Set([...known.tables, setup.table ?? "9ft"])].map((table) => h("option", { value: table, selected: table === (setup.table ?? "9ft") }, word("table", table)))),
        h("button", { type: "button", "data-key": "use-corners", onclick: () => {
          asked = "table";
          said(connection.command("calibrate", { corners: corners.map((p) => p.map((v) => Math.round(v * 10) / 10)), head: document.getElementById("head").value, table: document.getElementById("tablesize").value }));
        } }, t("use-corners"))] : null);
  }

  const busy = () => dragged !== null;

  return {
    busy,
    live: (topic) => {
      if (topic === "setup" && store.state.live.setup?.corners_px && dragged === null) corners = store.state.live.setup.corners_px.map((p) => [...p]);
      if (["setup", "health", "colours", "lens", "sound"].includes(topic) && !busy()) refresh();
    },
    draw() {
      lookUp();
      if (!known) return h("p", { class: "card quiet" }, t("connection-waiting"));
      start(store.state);
      return h("div", { class: "setup" }, h("h1", { class: "unseen" }, t("nav-setup")), done ? h("p", { class: "done", role: "status" }, done) : null, noticeList(store.state), gameCard(), tableCard(store.state), coloursCard(store.state, connection, refresh, said, chosen.balls), lensCard(store.state, connection, said), soundCard(store.state), healthCard(store.state));
    },
  };
}
