// A player's phone: what is his alone, and what he may choose.

import { ballIcon } from "../balls.js";
import { h } from "../dom.js";
import { ballsAnswer, detailsOf, freeAnswer, isOver, mayPushOut, nextLine, overCard, placeAnswer, questionCard, rulingPanel, scoreOf } from "../parts.js";
import { ballsNow, isWaiting, protestsOf, questionsFor, sizes } from "../store.js";
import { ballScale, drawTable } from "../table.js";
import { ballName, current, labelOf, number, pocketName, t, told } from "../words.js";

export function make({ store, connection, refresh, problem }) {
  let wrong = "";
  let ball = null;
  let showPea = false;
  let declaring = null;
  let leaving = false;

  async function join(code) {
    try {
      await connection.ask({ op: "join", code });
      wrong = "";
      history.replaceState(null, "", "/player");
    } catch (error) {
      if (connection.role !== "player") wrong = error.message; // his own code, read once more
    }
    refresh();
  }

  /** A phone, or the tablet, that several players share: what was this one's alone goes with him. */
  function handOn() {
    if (leaving) connection.ask({ op: "logout" }).catch(problem);
    leaving = !leaving;
    showPea = false;
    refresh();
  }

  if (location.hash.length > 1) {
    const code = location.hash.slice(1);
    const once = () => {
      connection.removeEventListener("welcome", once);
      join(code); // on a device that others use too it is another one than before
    };
    connection.addEventListener("welcome", once);
  }

  function joinForm() {
    return h("form", { class: "card login", onsubmit: (event) => {
      event.preventDefault();
      join(document.getElementById("code").value);
    } },
    h("h1", {}, t("join-title")), h("p", {}, t("join-help")), h("label", { for: "code" }, t("join-code")),
    h("input", { id: "code", autocomplete: "off", autocapitalize: "characters", maxlength: 12, required: true }),
    wrong ? h("p", { class: "trouble", role: "alert", lang: told(wrong).lang }, told(wrong).text) : null,
    h("button", { type: "submit" }, t("join-button")));
  }

  function own(question, answer) {
    if (question.about === "chosen_ball" && question.purpose === "return") return ballsAnswer(question, answer, refresh);
    if (question.about === "reposition_choice") return placeAnswer(question, answer, store.state, refresh);
    if (question.about === "pea_value") return peaForm((value) => answer(value), question.candidates);
    if (question.about === "chosen_ball") {
      const each = question.candidates ?? [];
      return h("div", { class: "choices" }, each.map((value, index) => h("button", { type: "button", class: "ball-button", "data-key": `${question.id}-${index}`, onclick: () => answer(value) }, value === null ? t("choice-decline") : [ballIcon(value, 40, { named: false }), ` ${ballName(value)}`])));
    }
    const choices = question.page?.[document.documentElement.lang]?.choices ?? [];
    if (choices.length) return h("div", { class: "choices" }, choices.map((choice, index) => h("button", { type: "button", "data-key": `${question.id}-${index}`, onclick: () => answer(choice.value) }, choice.text)));
    return freeAnswer(question, answer);
  }

  function peaForm(send, numbers = Array.from({ length: 15 }, (_, i) => i + 1)) {
    return h("div", { class: "choices peas" },
      h("button", { type: "button", class: "wide", "data-key": "pea-system", onclick: () => send("system") }, t("pea-draw")),
      numbers.map((n) => h("button", { type: "button", "data-key": `pea-${n}`, onclick: () => send(n) }, String(n))));
  }

  function secretCard(player, state) {
    if (state.session?.game !== "congestion") return null;
    const points = state.score?.[player]?.points ?? 0;
    return h("section", { class: "card secret" },
      h("h2", {}, t("pea-title")),
      state.pea === null
        ? h("details", { "data-key": "pea-enter" }, h("summary", {}, t("pea-enter")), peaForm((value) => connection.input("pea", { value }).catch(problem)))
        : h("p", { class: "pea" },
          h("button", { type: "button", "data-key": "pea-show", "aria-pressed": String(showPea), onclick: () => {
            showPea = !showPea;
            refresh();
          } }, showPea ? t("pea-hide") : t("pea-show")),
          showPea ? h("span", { class: "value", "data-secret": "pea" }, t("pea-total", { pea: state.pea, total: number(points + Number(state.pea)) })) : h("span", { class: "value" }, "• •")),
      isOver(state) || state.score?.[player]?.out ? null : h("div", { class: "choices" }, ["win", "bust"].map((value) => h("button", { type: "button", "data-key": `declare-${value}`, class: declaring === value ? "sure" : null, onclick: () => {
        if (declaring === value) {
          declaring = null;
          connection.input("declare", { value }).catch(problem);
        } else declaring = value;
        refresh();
      } }, declaring === value ? t("declare-sure", { what: t(`option-${value}`) }) : t(`declare-${value}`)))));
  }

  /** What the game waits for, where somebody else is to say it; what is asked of one alone is not told. */
  function waitsFor(state) {
    if (!isWaiting(state)) return null;
    const open = state.questions.filter((question) => !question.private_to).map((question) => question.page?.[current()]?.text).filter(Boolean);
    return h("p", { class: "card asked", role: "status" }, "? ", open.length ? t("waiting-for", { what: open.join(" ") }) : t("waiting-for-answer"));
  }

  function callCard(state) {
    const game = state.session?.game ?? "";
    const mine = state.next?.player === connection.player;
    if (!mine || isOver(state) || !(game.startsWith("8ball") || game.startsWith("141") || mayPushOut(state))) return null;
    const said = state.said.at(-1);
    const called = said?.kind === "call" ? said : null;
    const calls = !game.startsWith("9ball");
    return h("section", { class: "card" },
      h("h2", {}, calls ? (ball ? t("call-pocket", { ball: ballName(ball.id) }) : t("call-ball")) : t("announce")),
      said ? h("p", { role: "status" }, called ? t("called", { ball: ballName(called.ball), pocket: pocketName(called.pocket) }) : t(`option-${said.kind}`)) : null,
      calls ? drawTable(sizes(state), { balls: ballsNow(state), vertical: true, scale: ballScale(), called: ball ? { ball: labelOf(ball.id) } : called, label: t("call-ball"),
        onball: (each) => {
          ball = each;
          refresh();
        },
        onpocket: (pocket) => {
          if (!ball) return;
          connection.input("call", { ball: labelOf(ball.id), pocket }).catch(problem);
          ball = null;
          refresh();
        } }) : null,
      h("div", { class: "choices" },
        calls ? h("button", { type: "button", "data-key": "safety", onclick: () => connection.input("safety").catch(problem) }, t("option-safety")) : null,
        mayPushOut(state) ? h("button", { type: "button", "data-key": "push-out", onclick: () => connection.input("push-out").catch(problem) }, t("option-push-out")) : null));
  }

  return {
    draw() {
      const { state } = store;
      if (connection.role !== "player") return joinForm();
      const player = connection.player;
      const { main, unit } = scoreOf(player, state.score);
      const questions = questionsFor(state, "player", player);
      const mine = state.next?.player === player;
      return h("div", { class: "phone" },
        h("section", { class: `card me ${mine ? "up" : ""}` }, h("h1", {}, mine ? "▶ " : "", player), h("p", { class: "score" }, main, h("span", { class: "unit" }, unit)), detailsOf(player, state.score, { size: 40, game: state.session?.game, warned: state.warned }), mine ? h("p", { class: "yours" }, t("your-turn")) : nextLine(state.next, state.session)),
        state.refused?.by === "player" && state.refused.player === player ? h("p", { class: "card doubts", role: "alert", lang: told(state.refused.why).lang }, "⚠ ", t("refused", { why: told(state.refused.why).text })) : null,
        overCard(state),
        questions.map((question) => questionCard(question, connection, refresh, problem, own, state)),
        questions.length ? null : waitsFor(state),
        secretCard(player, state),
        callCard(state),
        rulingPanel(state.ruling, refresh, { protests: protestsOf(state) }),
        h("p", {}, h("button", { type: "button", class: `small ${leaving ? "sure" : ""}`, "data-key": "hand-on", onclick: handOn }, leaving ? t("hand-on-sure", { player }) : t("hand-on"))));
    },
  };
}
