// What the records add up to: the session, the balls, the strokes with their rulings, what is asked, the score.

import { namedBall, namedPaths, namedStroke, namesAt } from "./naming.js";
import { settledStroke } from "./settled.js";
import { warnedAfter } from "./warned.js";

/** A cue ball in hand belongs wherever the player lays it: nobody has to put it back. */
function inHand(state, ball) {
  const where = state.next?.cue_ball;
  const own = where && typeof where === "object" ? where[ball.label] : ball.label === "cue" ? where : null;
  return String(own ?? "").startsWith("in-hand");
}

/** A state before any record. */
export const fresh = () => ({
  entered: false, // in the middle of a rack
  epoch: null,
  session: null,
  balls: [],
  strokes: [],
  ruling: null,
  score: {},
  next: null,
  questions: [],
  notices: [],
  disturbance: null,
  said: [],
  warned: null, // who was warned of two fouls in a row
  pea: null,
  live: {},
  access: null,
  begun: null, // how the game stood before its first stroke
  namings: [], // which ball is which, as people said: {since, after, value, undone}; after: how many strokes there were
  names: {}, // what follows from that for the balls as they lie now
  since: 0, // how much was said since the last stroke that an undo would take back
  undos: [], // what may be played again: the strokes that each undo took back, and what was said of the one before them
  told: null, // the input that was the last record, and what it may have changed
  refused: null, // {player, by, why}: an input that the game did not take
});

/** Keeps the state; `change` fires after every message, `ruling` with each ruling that is new to this page. */
export class Store extends EventTarget {
  constructor() {
    super();
    this.state = fresh();
  }

  listen(connection) {
    connection.addEventListener("records", ({ detail }) => this.#records(detail, connection));
    connection.addEventListener("shown", ({ detail }) => {
      this.state.live[detail.topic] = detail.value;
      this.dispatchEvent(new CustomEvent("live", { detail: detail.topic }));
    });
    connection.addEventListener("access", ({ detail }) => {
      this.state.access = detail;
      this.#changed();
    });
    for (const name of ["welcome", "state"]) connection.addEventListener(name, () => this.#changed());
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  #records({ epoch, first, records }) {
    if (epoch !== this.state.epoch || first === 0) {
      const { live, access } = this.state;
      this.state = { ...fresh(), epoch, live, access };
    }
    const news = [];
    for (const record of records) {
      if (record === null) { // for somebody else
        this.state.told = null;
        continue;
      }
      reduce(this.state, record);
      if (record.type === "ruling" || record.type === "question") news.push(record);
    }
    this.#changed();
    if (records.length < 100) for (const record of news) this.dispatchEvent(new CustomEvent("news", { detail: record }));
  }
}

export function reduce(state, record) {
  const refused = record.type === "notice" && record.code === "refused" ? state.told : null;
  if (refused) forget(state, refused, record.text);
  else if (record.type !== "notice") state.refused = null;
  state.told = record.type === "input" ? remember(state, record) : null;
  const take = TAKERS[record.type];
  if (take) take(state, record);
}

/** What an input may change, as it was: the program writes it down first, and then may refuse it. */
function remember(state, record) {
  const { pea, questions, said, warned, since, ruling, score, next, balls } = state;
  return {
    record, values: { pea, questions, said, warned, since, ruling, score, next, balls, undos: [...state.undos], namings: [...state.namings] },
    undone: [...state.strokes, ...state.namings].map((each) => [each, each.undone]), words: state.strokes.map((stroke) => [stroke, wordsOf(stroke)]),
  };
}

/** What people said of a stroke after it: who objects, what they settled. */
const wordsOf = ({ protests, settled }) => ({ protests, settled });
const UNSAID = { protests: [], settled: {} };

/** What was refused changes nothing, and whoever said it is told why. */
function forget(state, { record, values, undone, words }, why) {
  Object.assign(state, values, { refused: { player: record.player ?? null, by: record.by, why } });
  for (const [each, was] of undone) each.undone = was;
  for (const [stroke, was] of words) Object.assign(stroke, was);
  nameAll(state);
}

/** What is asked while the game may go on; whatever else was asked is settled once somebody is next. */
const OFFERS = new Set(["pea_value", "draw_new_pea", "prediction", "spot_nearest_choice"]);
/** Of these, what a stroke settles; a number that was not drawn until the break is entered without being asked for. */
const BEFORE_STROKE = new Set(["prediction", "spot_nearest_choice"]);
const isPast = ({ about, purpose }) => BEFORE_STROKE.has(about) || (about === "pea_value" && purpose === "deal");

/** What people say that changes a game, so that they may want to take it back. */
const WEIGHTY = new Set(["answer", "fact", "override", "concede", "leave", "join", "unsporting", "protest"]);

const TAKERS = {
  session(state, record) {
    const { epoch, live, access, notices } = state;
    Object.assign(state, fresh(), { epoch, live, access, notices, session: record });
  },
  state(state, record) {
    state.questions = []; // the game begins anew from here; what it asks now comes after
    for (const [player, { stash = [], whammies = 0, foul_innings = 0 }] of Object.entries(state.session?.game === "congestion" ? record.players ?? {} : {})) {
      state.score = { ...state.score, [player]: { ...state.score[player], stash, points: stash.reduce((sum, ball) => sum + (Number(String(ball).replace("crazy-", "")) || 0), 0), whammies, foul_innings } };
    }
    if (!state.strokes.length) state.entered = record.phase === "play";
    if (record.shooter) state.next = { ...state.next, player: record.shooter };
    state.warned = record.warned ?? null;
  },
  layout(state, record) {
    state.balls = record.balls;
  },
  stroke(state, record) {
    const inRack = !state.strokes.length && state.entered;
    state.begun ??= { ruling: state.ruling, score: state.score, next: state.next, warned: state.warned };
    const stroke = { record, seen: record, ruling: null, paths: null, seenPaths: null, undone: false, inRack, shooter: state.next?.player ?? (state.strokes.length ? null : firstPlayer(state)), asked: 0, ...UNSAID, film: null, kept: [], warnedBefore: state.warned, warned: null };
    state.strokes.push(stroke);
    nameStroke(state, stroke);
    if (record.after) state.balls = record.after;
    state.undos = [];
    state.since = 0;
    state.disturbance = null;
    state.said = [];
    state.questions = state.questions.filter((question) => !isPast(question));
  },
  paths(state, record) {
    const stroke = latest(state, record.of);
    if (!stroke) return;
    stroke.seenPaths = record.balls;
    nameStroke(state, stroke);
  },
  ruling(state, record) {
    const stroke = record.of === null ? null : latest(state, record.of);
    if (stroke) {
      stroke.ruling = record;
      stroke.film ??= record.clip ?? null;
      stroke.first ??= record;
      stroke.warned = warnedAfter(stroke.warnedBefore, record);
    }
    // Of a correction further back the rulings that it changes are written again; how the game stands is said by the last.
    const later = record.of === null ? null : valid(state).find((each) => each.record.number > record.of);
    if (later) {
      if (record.next) later.shooter = record.next.player; // ruled late: it was he who played on
      if (stroke) later.warnedBefore = stroke.warned;
      return;
    }
    state.warned = stroke ? stroke.warned : warnedAfter(state.warned, record);
    if (record.of !== null || record.log?.length || record.over) state.ruling = record;
    if (Object.keys(record.score ?? {}).length) state.score = record.score;
    state.next = record.next;
    if (record.over?.what === "match") state.questions = [];
    else if (record.next) state.questions = state.questions.filter((question) => OFFERS.has(question.about));
  },
  question(state, record) {
    state.questions = [...state.questions.filter((each) => each.id !== record.id), record];
    const stroke = state.strokes.at(-1);
    if (stroke) {
      stroke.asked += 1;
      stroke.clip ??= record.clip ?? null;
    }
  },
  disturbance(state, record) {
    if (["moved", "touched", "removed"].includes(record.kind)) {
      const balls = record.balls?.filter((ball) => !inHand(state, ball)).map((ball) => namedBall(ball, state.names));
      if (balls === undefined || balls.length) state.disturbance = { ...record, balls };
    } else if (record.kind === "placed" || record.kind === "racked") state.disturbance = null;
  },
  input(state, record) {
    if (!["undo", "redo"].includes(record.kind)) state.undos = [];
    state.since = ["undo", "redo"].includes(record.kind) ? 0 : state.since + (WEIGHTY.has(record.kind) ? 1 : 0);
    if ((record.kind === "fact" && record.fact === "ball_identity") || (record.kind === "answer" && record.about === "ball_identity")) {
      const last = valid(state).at(-1)?.record.number ?? 0;
      state.namings.push({ since: record.since ?? (last || 1), after: last, value: record.value ?? {}, undone: false });
      nameAll(state);
    }
    if (record.kind === "answer") {
      const at = state.questions.findIndex((q) => q.about === record.about && (!record.id || q.id === record.id) && (!record.player || !q.player || q.player === record.player));
      if (at >= 0) {
        settle(state, latest(state, state.questions[at].of), record.about, record.value);
        state.questions = state.questions.toSpliced(at, 1);
      }
    } else if (record.kind === "fact") {
      if (record.fact === "two_foul_warning") state.warned = record.value ? record.player ?? state.next?.player ?? null : null;
      else settle(state, Number.isFinite(record.of) ? latest(state, record.of) : valid(state).at(-1), record.fact, record.value);
    } else if (record.kind === "undo") {
      const strokes = valid(state).filter((stroke) => stroke.record.number > record.to);
      // With no stroke after it, what was said of that stroke is what goes.
      const ofIt = (each) => !strokes.length && each.since === record.to && each.after === record.to;
      const namings = state.namings.filter((each) => !each.undone && (each.since > record.to || ofIt(each)));
      for (const each of [...strokes, ...namings]) each.undone = true;
      const kept = valid(state).at(-1);
      state.undos.push({ strokes, namings, kept, words: kept && wordsOf(kept) });
      if (kept) Object.assign(kept, UNSAID); // what was said since is taken back with the rest
      stand(state);
    } else if (record.kind === "redo") {
      // Without a number what the last undo took back; with one, of all undos what goes up to that stroke.
      const taken = Number.isFinite(record.to) ? state.undos.splice(0).reverse() : state.undos.splice(-1);
      const back = { strokes: taken.flatMap((each) => each.strokes), namings: taken.flatMap((each) => each.namings) };
      const isBack = (number) => !Number.isFinite(record.to) || number <= record.to;
      for (const stroke of back.strokes) if (isBack(stroke.record.number)) stroke.undone = false;
      for (const naming of back.namings) if (isBack(naming.since)) naming.undone = false;
      const rest = { strokes: back.strokes.filter((each) => each.undone), namings: back.namings.filter((each) => each.undone) };
      for (const { kept, words } of taken) if (kept) Object.assign(kept, words);
      const last = valid(state).at(-1);
      if (last?.record.number === record.to) { // what was said after it stays taken back
        rest.kept = last;
        rest.words = wordsOf(last);
        Object.assign(last, UNSAID);
      }
      if (rest.strokes.length) state.undos.push(rest);
      stand(state);
    } else if (record.kind === "protest") {
      const last = valid(state).at(-1);
      if (last && (record.of ?? last.record.number) === last.record.number && record.player) last.protests = [...new Set([...last.protests, record.player])];
    } else if (record.kind === "pea") {
      state.pea = record.value;
    } else if (["call", "safety", "push-out"].includes(record.kind)) {
      state.said = [record];
    }
    if (record.kind === "answer" && record.about === "pea_value" && record.private_to && record.value !== "system") state.pea = record.value;
  },
  notice(state, record) {
    state.notices = [...state.notices.slice(-49), record];
    const [kept] = record.code === "clip" ? /clip-[\w.-]+\.mp4/.exec(record.text) ?? [] : [];
    if (kept) valid(state).at(-1)?.kept.push(kept);
  },
};

/** After strokes were taken back or played again: the game as it stands after the last that counts. */
function stand(state) {
  state.questions = [];
  const kept = valid(state).at(-1);
  const { ruling, score, next, warned } = kept?.ruling ? { ruling: kept.ruling, score: kept.ruling.score, next: kept.ruling.next, warned: kept.warned } : state.begun ?? { ruling: null, score: state.score, next: null, warned: null };
  Object.assign(state, { ruling, score, next, warned });
  const balls = kept?.seen.after ?? state.strokes.find((stroke) => stroke.undone)?.seen.before;
  if (balls) state.balls = balls;
  nameAll(state);
}

/** What somebody said of a stroke, from then on. Which ball is which is kept apart: it holds for the strokes after it too. */
function settle(state, stroke, fact, value) {
  if (!stroke || fact === "ball_identity") return;
  stroke.settled = { ...stroke.settled, [fact]: value };
  nameStroke(state, stroke);
}

/** The balls that the set has, as far as one stroke saw them all. */
const ballsOfSet = (state) => state.strokes[0]?.seen.before ?? state.balls;

function nameStroke(state, stroke) {
  const names = namesAt(state.namings, stroke.seen.number, ballsOfSet(state));
  stroke.record = settledStroke(namedStroke(stroke.seen, names), stroke.settled);
  stroke.paths = namedPaths(stroke.seenPaths, names);
}

function nameAll(state) {
  state.names = namesAt(state.namings, Infinity, ballsOfSet(state));
  for (const stroke of state.strokes) nameStroke(state, stroke);
}

function firstPlayer(state) {
  return state.session?.players?.[0] ?? null;
}

/** The stroke of that number which counts: the last one that was not taken back, else the last one. */
export function latest(state, number) {
  const same = state.strokes.filter((stroke) => stroke.record.number === number);
  return same.findLast((stroke) => !stroke.undone) ?? same.at(-1) ?? null;
}

/** Who objects to the ruling that stands; it is about the last stroke, or about nothing that can be objected to. */
export const protestsOf = (state) => (state.ruling?.of ? latest(state, state.ruling.of)?.protests : null) ?? [];

export const valid = (state) => state.strokes.filter((stroke) => !stroke.undone);

/** Whether the game waits for an answer, also for one that only another page is asked for. */
export const isWaiting = (state) => state.questions.some((each) => !OFFERS.has(each.about)) || (state.ruling !== null && !state.next && !state.ruling.over);

/** Questions that this page's person is to answer. */
export function questionsFor(state, role, player) {
  return state.questions.filter((question) => {
    if (role === "referee") return question.asks === "referee" || !question.private_to;
    return role === "player" && question.asks === "player" && question.player === player;
  });
}

/** The table's sizes in mm. */
export function sizes(state) {
  const table = state.session?.table ?? {};
  return { length: table.length_mm ?? 2540, width: table.width_mm ?? 1270, ball: state.session?.ball_diameter_mm ?? 57.15 };
}

/** Balls as they lie now: live where the camera says so, else as last at rest. */
export const ballsNow = (state) => ((Array.isArray(state.live.balls) ? state.live.balls : state.live.balls?.balls) ?? state.balls).map((ball) => namedBall(ball, state.names));
