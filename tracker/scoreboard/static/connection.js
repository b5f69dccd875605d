// The socket: goes on from the last record after every break, and answers taps.

const STEPS_MS = [300, 600, 1200, 2500, 5000];
const BOUNCE_MS = 500; // a finger that touches twice by mistake does it sooner, one that means it later

/** Events: `records` ({epoch, first, records}), `shown` ({topic, value}), `access`, `welcome`, `state` ("open" or "lost"). */
export class Connection extends EventTarget {
  #socket = null;
  #epoch = null;
  #next = 0;
  #tries = 0;
  #waiting = new Map();
  #number = 0;
  #lost = false;
  #last = { text: "", at: 0, answer: null }; // the last tap

  /** tokenKey: where this page keeps its token; a referee's and a player's page in one browser stay apart. */
  constructor(tokenKey) {
    super();
    this.tokenKey = `callshot-${tokenKey}`;
    this.role = "viewer";
    this.player = null;
    this.alive = false;
  }

  get token() {
    return localStorage.getItem(this.tokenKey);
  }

  set token(value) {
    if (value) localStorage.setItem(this.tokenKey, value);
    else localStorage.removeItem(this.tokenKey);
  }

  open() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tries = 0;
      const hello = { op: "hello", from: this.#next };
      if (this.#epoch !== null) hello.epoch = this.#epoch;
      if (this.token) hello.token = this.token;
      socket.send(JSON.stringify(hello));
    });
    socket.addEventListener("message", (event) => this.#take(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.alive = false;
      this.#lost = true; // what is tapped now would come too late: it is refused
      this.#fire("state", "lost");
      for (const { reject } of this.#waiting.values()) reject(new Error("lost"));
      this.#waiting.clear();
      const wait = STEPS_MS[Math.min(this.#tries, STEPS_MS.length - 1)] * (0.7 + Math.random() * 0.6);
      this.#tries += 1;
      setTimeout(() => this.open(), wait);
    });
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #take(message) {
    if (message.op === "records") {
      this.#epoch = message.epoch;
      this.#next = message.first + message.records.length;
      this.#fire("records", message);
    } else if (message.op === "shown" || message.op === "access") {
      this.#fire(message.op, message);
    } else {
      if (message.op === "welcome") this.#welcome(message);
      const waiting = this.#waiting.get(message.id);
      if (waiting) {
        this.#waiting.delete(message.id);
        if (message.op === "refused") waiting.reject(new Error(message.text));
        else waiting.resolve(message);
      } else if (message.op === "refused") {
        // A message without its number could not be read at all: the oldest tap is meant.
        const oldest = [...this.#waiting.entries()][0];
        if (oldest) {
          this.#waiting.delete(oldest[0]);
          oldest[1].reject(new Error(message.text));
        }
      }
    }
  }

  #welcome(message) {
    this.alive = true;
    this.#lost = false;
    this.role = message.role;
    this.player = message.player;
    if ("token" in message) this.token = message.token;
    else if (message.role === "viewer" && this.token) this.token = null; // used up, or the program began anew
    this.#fire("welcome", message);
    this.#fire("state", "open");
  }

  /** Send and wait for the answer. Rejects with what to show. A tap made while the page still connects is kept. */
  async ask(message) {
    if (!this.alive && !this.#lost) await new Promise((resolve) => this.addEventListener("state", resolve, { once: true }));
    if (this.#socket?.readyState !== WebSocket.OPEN) throw new Error("lost");
    const text = JSON.stringify(message);
    if (text === this.#last.text && performance.now() - this.#last.at < BOUNCE_MS) return this.#last.answer;
    const id = (this.#number += 1);
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#last = { text, at: performance.now(), answer };
    this.#socket.send(JSON.stringify({ ...message, id }));
    return answer;
  }

  input(kind, values = {}, player = undefined) {
    return this.ask({ op: "input", kind, values, ...(player ? { player } : {}) });
  }

  command(name, values = {}) {
    return this.ask({ op: "command", name, values });
  }

  /** A file that may need this page's role. */
  async fetch(address) {
    return fetch(address, this.token ? { headers: { authorization: `Bearer ${this.token}` } } : {});
  }
}
