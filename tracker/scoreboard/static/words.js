// The page's words, in the language that was chosen: texts as trees from the server, names of balls and pockets.

export const LANGUAGES = ["en", "fi", "hu"];

const loaded = new Map();
let language = "en";
let words = { messages: {}, balls: {}, whammies: {}, pockets: {}, cushions: {} };
let whammies = false;

/** The language of this page: asked for in the address, chosen before, or the browser's. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("callshot-lang");
  const known = [asked, ...navigator.languages.map((each) => each.slice(0, 2))].find((each) => LANGUAGES.includes(each));
  return known ?? "en";
}

/** Load a language and make it the page's. */
export async function speak(wanted) {
  if (!loaded.has(wanted)) {
    const answer = await fetch(`/words/${wanted}.json`);
    if (!answer.ok) throw new Error(`words: ${answer.status}`);
    loaded.set(wanted, await answer.json());
  }
  words = loaded.get(wanted);
  language = wanted;
  document.documentElement.lang = wanted;
}

/** Choose a language for this browser. */
export async function choose(wanted) {
  localStorage.setItem("callshot-lang", wanted);
  await speak(wanted);
}

export const current = () => language;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const toldBefore = new Map(); // the page is drawn ten times a second, its notices are few

/** What the program says in English, in the page's language: {text, lang}. It stays English where nobody wrote it. */
export function told(said) {
  const key = `${language} ${said}`;
  if (!toldBefore.has(key)) toldBefore.set(key, translated(said));
  return toldBefore.get(key);
}

function translated(said) {
  const english = said.replace(/^line \d+: /, ""); // which line of the records it was helps nobody at the table
  for (const [pattern, own] of words.refusals ?? []) {
    const names = pattern.filter((part) => typeof part !== "string").map((part) => part.v);
    const match = new RegExp(`^${pattern.map((part) => (typeof part === "string" ? escaped(part) : "(.+?)")).join("")}$`, "s").exec(english);
    if (match) return { text: render(own, Object.fromEntries(names.map((name, i) => [name, match[i + 1]]))), lang: language };
  }
  return { text: english, lang: "en" };
}

/** In Congestion the snooker colours are whammies. */
export function setGame(game) {
  whammies = game === "congestion";
}

function render(tree, values) {
  return tree
    .map((part) => {
      if (typeof part === "string") return part;
      const value = values[part.v];
      if (!part.o) return String(value ?? "");
      const plural = String(value) === "1" ? "one" : "other";
      return render(part.o[String(value)] ?? part.o[plural] ?? part.o[part.d], values);
    })
    .join("");
}

/** A message; its own key where nobody wrote it. */
export function t(key, values = {}) {
  const tree = words.messages[key];
  return tree ? render(tree, values) : key;
}

export const knows = (key) => key in words.messages;

/** An option, a foul, a reason in words; the bare word where it is not known. */
export const word = (kind, code) => (knows(`${kind}-${code}`) ? t(`${kind}-${code}`) : String(code));

const LOG_NAMES = { plain: "cue", crazy: "crazy-cue", maroon: "brown", orange: "pink" };

/** `5a` -> `5`. */
export function labelOf(id) {
  const name = LOG_NAMES[id] ?? id;
  return name in words.balls || name.length < 2 ? name : name.slice(0, -1);
}

export const ballName = (id) => (whammies ? words.whammies : words.balls)[labelOf(id)] ?? id;
export const pocketName = (pocket) => words.pockets[pocket] ?? pocket;
export const cushionName = (cushion) => words.cushions[cushion] ?? cushion;
export const number = (value, digits = 0) => new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);
