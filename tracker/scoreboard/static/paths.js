// The way of every ball in a stroke, in mm: as tracked where points are known, else from event to event.

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const placeOf = (id, balls) => {
  const ball = balls?.find((each) => each.id === id);
  return ball ? [ball.x, ball.y] : null;
};

export function pocketPlace(pocket, size) {
  const [end, side] = pocket.split("-");
  const x = (size.width / 2 + 20) * (side === "left" ? -1 : 1);
  return end === "side" ? [x * 1.02, 0] : [x, (size.length / 2 + 20) * (end === "head" ? -1 : 1)];
}

/** [{ball, points, tracked}], the struck ball first. */
export function ballPaths(stroke, tracked, size) {
  const moved = new Set([stroke.struck, ...Object.keys(tracked ?? {})]);
  for (const event of stroke.events ?? []) for (const ball of [event.ball, ...(event.balls ?? [])]) moved.add(ball);
  for (const ball of stroke.before ?? []) {
    const after = placeOf(ball.id, stroke.after);
    if (after && distance(after, [ball.x, ball.y]) > size.ball / 10) moved.add(ball.id);
  }
  const paths = [];
  for (const ball of moved) {
    if (!ball) continue;
    const points = (tracked?.[ball] ?? []).map((point) => [point[1], point[2]]);
    if (points.length >= 2) paths.push({ ball, points, tracked: true });
    else {
      const known = fromEvents(ball, stroke, size);
      if (known.length >= 2) paths.push({ ball, points: known, tracked: false });
    }
  }
  return paths;
}

function fromEvents(ball, stroke, size) {
  const points = [];
  const add = (point) => {
    if (point && (!points.length || distance(point, points.at(-1)) > 1)) points.push(point);
  };
  add(placeOf(ball, stroke.before));
  const touched = new Set([stroke.struck]);
  for (const event of stroke.events ?? []) {
    if (event.kind === "contact" && event.balls.includes(ball) && points.length) {
      const other = event.balls.find((each) => each !== ball);
      const resting = touched.has(other) ? null : placeOf(other, stroke.before);
      if (resting) {
        const from = points.at(-1);
        const gap = distance(from, resting);
        if (gap > size.ball) {
          const share = 1 - size.ball / gap;
          add([from[0] + (resting[0] - from[0]) * share, from[1] + (resting[1] - from[1]) * share]);
        }
      }
    } else if (event.ball === ball) {
      if (event.kind === "pocket" && event.pocket) add(pocketPlace(event.pocket, size));
      else if ((event.kind === "cushion" || event.kind === "off-table") && Number.isFinite(event.x)) add([event.x, event.y]);
    }
    for (const each of event.balls ?? []) touched.add(each);
  }
  add(placeOf(ball, stroke.after));
  return points;
}

const KINDS = ["contact", "cushion", "pocket", "off-table", "jump", "return", "touch"];
const MANY = 16;

/** What is worth a number on the drawing: everything, or of a break what a referee would tell. */
export function eventsShown(stroke) {
  const events = (stroke.events ?? []).map((event, index) => ({ ...event, index })).filter((event) => KINDS.includes(event.kind));
  if (events.length <= MANY) return events;
  const first = events.find((event) => event.kind === "contact");
  return events.filter((event) => event === first || !["contact", "cushion"].includes(event.kind) || event.ball === stroke.struck);
}

/** Where an event is marked, or null. */
export function eventPlace(event, stroke, paths, size, tracked) {
  if (event.kind === "pocket" && event.pocket) return pocketPlace(event.pocket, size);
  if (Number.isFinite(event.x)) return [event.x, event.y];
  if (event.kind !== "contact") return null;
  for (const ball of event.balls) {
    const resting = placeOf(ball, stroke.before);
    const first = stroke.events.findIndex((each) => each.kind === "contact" && each.balls.includes(ball));
    if (!resting || ball === stroke.struck || first !== event.index) continue;
    const other = paths.find((path) => path.ball !== ball && event.balls.includes(path.ball));
    if (!other) return resting;
    const near = other.points.reduce((best, point) => (Math.abs(distance(point, resting) - size.ball) < Math.abs(distance(best, resting) - size.ball) ? point : best));
    const gap = distance(near, resting);
    if (gap < 1e-6) return resting;
    const half = size.ball / 2 / gap;
    return [resting[0] + (near[0] - resting[0]) * half, resting[1] + (near[1] - resting[1]) * half];
  }
  return between(event, tracked);
}

/** Where two rolling balls met: the middle of where both were seen at that time; null where their ways were not seen. */
function between(event, tracked) {
  const places = event.balls.map((ball) => seenAt(tracked?.[ball], event.t)).filter(Boolean);
  if (!places.length) return null;
  return [0, 1].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);
}

/** Where a ball was at a time, from points [t, x, y]. */
function seenAt(points, t) {
  if (!points?.length || !Number.isFinite(t)) return null;
  const after = points.findIndex((point) => point[0] >= t);
  if (after < 0) return points.at(-1).slice(1);
  if (after === 0) return points[0].slice(1);
  const [[t0, x0, y0], [t1, x1, y1]] = [points[after - 1], points[after]];
  const share = t1 > t0 ? (t - t0) / (t1 - t0) : 0;
  return [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share];
}

/** Facts of a stroke that the camera could not settle. */
export const isDoubtful = (stroke, index) => (stroke.uncertain ?? []).some((each) => each.fact === `events[${index}]`);
