// A stroke as people settled it: what the camera was not sure of, or saw wrongly, and somebody has said since.

import { labelOf } from "./words.js";

const EVENT = /^events\[(\d+)\]$/;
const CUES = ["cue", "crazy-cue"];

/** Which event of a stroke a fact speaks of; -1 where it is none. */
export const eventOf = (fact) => Number(EVENT.exec(fact)?.[1] ?? -1);

/** An event that did not happen keeps its place, for doubts name events by their place. */
const never = (event) => ({ ...event, kind: null });

/** A stroke's record with what was said of it (fact -> value, as answers and facts give them). */
export function settledStroke(record, said) {
  if (!Object.keys(said).length) return record;
  const out = { ...record, events: [...(record.events ?? [])], uncertain: (record.uncertain ?? []).filter(({ fact }) => !(fact in said)) };
  for (const [fact, value] of Object.entries(said)) {
    const event = out.events[eventOf(fact)];
    if (event) out.events[eventOf(fact)] = value === null ? never(event) : { ...event, ...value };
    else if (fact === "first_contact" && !Array.isArray(value)) out.first_contact = value;
  }
  if (Array.isArray(said.pocketed)) tellLeft(out, "pocket", said.pocketed.map((each) => (Array.isArray(each) ? { ball: each[0], pocket: each[1] ?? null } : { ball: each, pocket: null })));
  if (Array.isArray(said.off_table)) tellLeft(out, "off-table", said.off_table.map((ball) => ({ ball })));
  if ("cue_ball_pocketed" in said && !said.pocketed) out.events = out.events.map((event) => (!said.cue_ball_pocketed && event.kind === "pocket" && CUES.includes(labelOf(event.ball)) ? never(event) : event));
  return out;
}

/** These balls left the table so (kind), and no others; where the camera saw it in the same pocket, that is when. */
function tellLeft(record, kind, balls) {
  const told = [...balls];
  const take = (event) => {
    const at = told.findIndex(({ ball, pocket }) => labelOf(ball) === labelOf(event.ball) && (pocket ?? event.pocket) === event.pocket);
    return at < 0 ? null : told.splice(at, 1)[0];
  };
  record.events = record.events.map((event) => (event.kind !== kind ? event : take(event) ? event : never(event)));
  record.events.push(...told.map((each) => ({ t: record.t_end, kind, ...each })));
  record.uncertain = record.uncertain.filter(({ fact }) => ![null, kind].includes(record.events[eventOf(fact)]?.kind));
  record.after = record.after?.filter((ball) => !told.some((each) => each.ball === ball.id));
}

/** Whether an event of a stroke may not have happened so: what is uncertain in it is more than its pocket or its place. */
export function isOpen(record, index) {
  const { kind, ball } = record.events[index];
  const doubt = record.uncertain?.find(({ fact }) => eventOf(fact) === index);
  return Boolean(doubt) && doubt.candidates.some((each) => each === null || (each.kind ?? kind) !== kind || (each.ball ?? ball) !== ball);
}

/** The balls that went down in a stroke: those that surely did, and whether there is one of which it is not settled. */
export function potsOf(record) {
  const events = record.events ?? [];
  const whole = record.uncertain?.some(({ fact }) => fact === "pocketed") ?? false;
  const seen = events.map((event, index) => ({ ...event, open: whole || isOpen(record, index) })).filter((event) => event.kind === "pocket");
  // What was seen as something else may have been a ball that dropped.
  const others = events.some((event, index) => event.kind !== "pocket" && record.uncertain?.some(({ fact, candidates }) => eventOf(fact) === index && candidates.some((each) => each?.kind === "pocket")));
  return { sure: seen.filter((event) => !event.open), open: whole || others || seen.some((event) => event.open) };
}
