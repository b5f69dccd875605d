// A finger that touches twice at once means what lay there the first time: what has come in its place meanwhile (the next
// question, another tab) is not pressed by it.

const AT_ONCE_MS = 350; // double touches come sooner; nobody reads what is new and presses it in that time
const SAME_PLACE_PX = 30; // a fingertip

const keys = () => new Set([...document.querySelectorAll("[data-key]")].map((element) => element.dataset.key));

/** Lets no such touch through to what is drawn on the page. */
export function withoutBounces() {
  let last = { at: -Infinity, x: 0, y: 0, there: new Set() };
  document.addEventListener("click", (event) => {
    if (event.detail === 0) return; // a key of the keyboard has no place
    const [at, x, y] = [performance.now(), event.clientX, event.clientY];
    const key = event.target.closest?.("[data-key]")?.dataset.key;
    const again = at - last.at < AT_ONCE_MS && Math.hypot(x - last.x, y - last.y) < SAME_PLACE_PX;
    if (again && key && !last.there.has(key)) {
      event.stopPropagation();
      event.preventDefault();
    } else last = { at, x, y, there: keys() };
  }, true);
}
