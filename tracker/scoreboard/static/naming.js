// Which ball is which, once a person has said so: the eyes go on writing the ids they know, the page shows the names that
// are right. As in the rules: of a label that the set has once, two balls change names.

import { labelOf } from "./words.js";

const LETTERS = "zyxwvutsrqponmlkjihgfedcba";

/** Id as the records write it -> id as people know it, for stroke `number` (all words said of it and of earlier ones). */
export function namesAt(namings, number, balls) {
  const names = {};
  const said = namings.filter((each) => !each.undone && each.since <= number).toSorted((a, b) => a.since - b.since);
  for (const { value } of said) tell(names, value, balls);
  return names;
}

function tell(names, told, balls) {
  const nameOf = (id) => names[id] ?? id;
  for (const [id, label] of Object.entries(told)) {
    const was = nameOf(id);
    if (labelOf(was) === label) continue;
    const ids = [...new Set([...balls.map((ball) => ball.id), ...Object.keys(names), label])];
    const holders = ids.filter((each) => !(each in told) && labelOf(nameOf(each)) === label);
    const owned = Math.max(1, balls.filter((ball) => labelOf(ball.id) === label).length);
    if (holders.length === owned && holders.length === 1) names[holders[0]] = was;
    const taken = new Set([...ids.filter((each) => each !== id).map(nameOf)]);
    names[id] = [label, ...[...LETTERS].map((letter) => label + letter)].find((each) => !taken.has(each)) ?? label;
  }
  for (const id of Object.keys(names)) if (names[id] === id) delete names[id];
}

/** A ball as people know it; `seen` is the id of the records. */
export const namedBall = (ball, names) => ({ ...ball, id: names[ball.id] ?? ball.id, seen: ball.seen ?? ball.id });

/** A stroke with its balls as people know them. */
export function namedStroke(record, names) {
  if (!Object.keys(names).length) return record;
  const one = (id) => (id ? names[id] ?? id : id);
  return {
    ...record,
    struck: one(record.struck),
    first_contact: one(record.first_contact),
    before: record.before?.map((ball) => namedBall(ball, names)),
    after: record.after?.map((ball) => namedBall(ball, names)),
    events: record.events?.map((event) => ({ ...event, ...(event.ball ? { ball: one(event.ball) } : {}), ...(event.balls ? { balls: event.balls.map(one) } : {}) })),
  };
}

/** Ways of balls by id, under the names that are right. */
export const namedPaths = (paths, names) => (paths ? Object.fromEntries(Object.entries(paths).map(([id, points]) => [names[id] ?? id, points])) : paths);
