// Which page this is, its connection, and the frame around it.

import { withoutBounces } from "./bounce.js";
import { Connection } from "./connection.js";
import { h, show, tell } from "./dom.js";
import { Store } from "./store.js";
import { choose, current, LANGUAGES, preferred, setGame, speak, t, told } from "./words.js";

const NAMES = ["scoreboard", "table", "referee", "player", "setup", "history", "overlay"];
const name = NAMES.find((each) => location.pathname === `/${each}`) ?? "scoreboard";
// A phone has little room: its page leads only to what a player looks at.
const LINKS = name === "player" ? ["player", "scoreboard", "table"] : NAMES.filter((each) => each !== "overlay");
const needsReferee = name === "referee" || name === "setup";

const connection = new Connection(name === "player" ? "player" : "referee");
const store = new Store();
const root = document.getElementById("root");
document.body.dataset.view = name;
withoutBounces();

const context = { connection, store, name, refresh, redraw, problem };
let view = null;
let trouble = "";

// Between pressing and letting go nothing is drawn anew: what lies under the finger would move away, and the tap be lost.
let held = null;
let letGo = null;
let wanted = false;
const hold = () => {
  clearTimeout(held);
  clearTimeout(letGo); // the next press came before the last one was over
  held = setTimeout(release, 30000);
};
const soonReleased = () => {
  clearTimeout(letGo);
  letGo = setTimeout(release, 0);
};
const release = () => {
  clearTimeout(held);
  held = null;
  if (wanted) refresh();
};
const isKey = (event) => event.key === " " || event.key === "Enter";
document.addEventListener("pointerdown", hold, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, soonReleased, true);
// A mouse that was let go outside the window says so when it comes back.
document.addEventListener("pointermove", (event) => held !== null && event.pointerType === "mouse" && event.buttons === 0 && soonReleased(), true);
document.addEventListener("keydown", (event) => isKey(event) && hold(), true);
document.addEventListener("keyup", (event) => isKey(event) && soonReleased(), true);

/** Show what went wrong with a tap, for a while. */
function problem(error) {
  trouble = error.message === "lost" ? t("connection-lost") : t("refused", { why: told(error.message).text });
  tell(trouble);
  refresh();
  setTimeout(() => {
    trouble = "";
    refresh();
  }, 6000);
}

/** Draw the page anew as soon as nobody is pressing on it. */
function refresh() {
  wanted = held !== null;
  if (!wanted) redraw();
}

function redraw() {
  wanted = false;
  setGame(store.state.session?.game);
  document.title = `${t(`nav-${name}`)} · callshot`;
  if (name === "overlay") {
    show(root, view.draw());
    return;
  }
  const allowed = !needsReferee || connection.role === "referee";
  show(
    root,
    header(),
    trouble ? h("p", { class: "trouble", role: "alert" }, trouble) : null,
    connection.alive ? null : h("p", { class: "trouble waiting" }, t("connection-waiting")),
    // Before anything is known the line above says all there is to say.
    h("main", { id: "main", tabindex: "-1" }, !connection.alive && !store.state.session ? null : allowed ? view.draw() : login()),
  );
}

function header() {
  return h(
    "header",
    {},
    h("a", { class: "skip", href: "#main" }, t("skip-to-content")),
    h("nav", { "aria-label": t("nav-label") }, LINKS.map((each) =>
      h("a", { href: each === "scoreboard" ? "/" : `/${each}`, "aria-current": each === name ? "page" : null }, t(`nav-${each}`)))),
    h("div", { class: "languages", role: "group", "aria-label": t("language") }, LANGUAGES.map((each) =>
      h("button", { type: "button", class: "small", "data-key": `lang-${each}`, lang: each, "aria-pressed": String(each === current()), "aria-label": t(`page-language-${each}`),
        onclick: async () => {
          await choose(each);
          refresh();
        } }, each.toUpperCase()))),
  );
}

let pinWrong = "";
function login() {
  return h(
    "form",
    { class: "card login", onsubmit: async (event) => {
      event.preventDefault();
      const pin = document.getElementById("pin");
      try {
        await connection.ask({ op: "login", pin: pin.value });
        pinWrong = "";
        pin.value = "";
      } catch (error) {
        pinWrong = error.message;
        tell(told(pinWrong).text);
      }
      refresh();
    } },
    h("h1", {}, t("login-title")),
    h("p", {}, t("login-help")),
    h("label", { for: "pin" }, t("login-pin")),
    h("input", { id: "pin", inputmode: "numeric", autocomplete: "off", type: "password", maxlength: 12, required: true }),
    pinWrong ? h("p", { class: "trouble", role: "alert", lang: told(pinWrong).lang }, told(pinWrong).text) : null,
    h("button", { type: "submit" }, t("login-button")),
  );
}

function announce({ detail }) {
  const lines = detail.type === "ruling" ? detail.page?.[current()] : [detail.page?.[current()]?.text];
  if (lines?.length) tell(lines.join(" "));
}

await speak(preferred());
view = (await import(`./views/${name}.js`)).make(context);
store.listen(connection);
let due = false;
const soon = () => {
  if (due) return;
  due = true;
  // Not an animation frame: a page that is hidden, or whose screen sleeps, has none and would stay as it was.
  setTimeout(() => {
    due = false;
    // What somebody is typing is not swept away under his fingers.
    if (!(view.busy?.() ?? false)) refresh();
  }, 30);
};
store.addEventListener("change", soon);
store.addEventListener("live", ({ detail }) => (view.live ? view.live(detail) : soon()));
store.addEventListener("news", announce);
window.addEventListener("resize", soon);
refresh();
connection.open();
