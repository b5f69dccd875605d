// Elements are built, never parsed: whatever people call themselves stays text. What is drawn anew is matched with
// what stands: an element that is still wanted stays the same one, so that focus, typing, a film and a finger stay on it.

const SVG = "http://www.w3.org/2000/svg";
/** These are what the person sees and changes, not how the element was written. */
const LIVE = ["value", "checked", "disabled", "selected", "open"];

/** What an element was last drawn with: {live: {name: value}, on: {event: handler}}. */
const drawn = new WeakMap();

function handle(event) {
  drawn.get(event.currentTarget)?.on[event.type]?.(event);
}

function drawnOf(element) {
  if (!drawn.has(element)) drawn.set(element, { live: {}, on: {} });
  return drawn.get(element);
}

/** Call `act` on an event of an element; it stays with the element when it is drawn anew. */
export function listen(element, name, act) {
  const { on } = drawnOf(element);
  if (!(name in on)) element.addEventListener(name, handle);
  on[name] = act;
}

const wanted = (children) => children.flat(9).filter((child) => child !== null && child !== undefined && child !== false);

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (LIVE.includes(name)) {
      drawnOf(element).live[name] = value ?? false;
      if (value !== null && value !== undefined && value !== false) element[name] = value;
    } else if (value === null || value === undefined || value === false) continue;
    else if (name.startsWith("on")) listen(element, name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...wanted(children));
  return element;
}

/** An HTML element: `h("p", {class: "x", onclick: f}, "text", child)`. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** What tells an element from its neighbours. */
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") || node.id || node.getAttribute("data-question") || null : null);
const kindOf = (node) => `${node.nodeName} ${keyOf(node) ?? ""}`;

/** Make an old node look and act as a new one of its kind. */
function renew(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !LIVE.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (!LIVE.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [was, now] = [drawnOf(old), drawnOf(fresh)];
  renewChildren(old, [...fresh.childNodes]);
  // What a person typed or chose since stays, unless something else is to stand there now.
  for (const [name, value] of Object.entries(now.live)) if (was.live[name] !== value && old[name] !== value) old[name] = value;
  for (const name of Object.keys(was.live)) if (!(name in now.live) && name !== "value") old[name] = false;
  was.live = now.live;
  for (const name of Object.keys(was.on)) if (!(name in now.on)) was.on[name] = null;
  for (const [name, act] of Object.entries(now.on)) listen(old, name, act);
}

function renewChildren(place, fresh) {
  const old = new Map();
  for (const child of place.childNodes) {
    const kind = kindOf(child);
    if (!old.has(kind)) old.set(kind, []);
    old.get(kind).push(child);
  }
  const pairs = fresh.map((node) => [node, old.get(kindOf(node))?.shift() ?? null]);
  // First what is gone, so that what stays need not be moved: a node that is moved loses the focus and the press on it.
  for (const rest of old.values()) for (const child of rest) child.remove();
  let at = place.firstChild;
  for (const [node, standing] of pairs) {
    if (standing === at && standing !== null) at = at.nextSibling;
    else place.insertBefore(standing ?? node, at);
    if (standing) renew(standing, node);
  }
}

/** Draw new children in place of the old ones, keeping the focus on the control of the same `id` or `data-key`. */
export function show(place, ...children) {
  const active = document.activeElement;
  const key = active && place.contains(active) ? keyOf(active) : null;
  renewChildren(place, wanted(children).map((child) => (child instanceof Node ? child : document.createTextNode(child))));
  if (key && document.activeElement !== active) {
    const again = [...place.querySelectorAll("[data-key], [id]")].find((each) => keyOf(each) === key);
    again?.focus({ preventScroll: true });
  }
}

let saying = [];

/** Tell a screen reader; what comes in one moment is told together. */
export function tell(text) {
  saying.push(text);
  if (saying.length > 1) return;
  setTimeout(() => {
    document.getElementById("said").textContent = saying.join(" ");
    saying = [];
  }, 60);
}
