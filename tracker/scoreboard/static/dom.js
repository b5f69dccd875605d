// Elements are built, never parsed: whatever people call themselves stays text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
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

/** Put new children in place of the old ones, keeping the focus on the control of the same `id` or `data-key`. */
export function show(place, ...children) {
  const active = document.activeElement;
  const key = active && place.contains(active) ? active.dataset.key ?? active.id : null;
  place.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  if (key) {
    const again = [...place.querySelectorAll("[data-key], [id]")].find((e) => (e.dataset.key ?? e.id) === key);
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
