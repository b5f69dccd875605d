// Games that were kept, and the one that is on: fetched when somebody looks at them, each as a state of its own.

import { fresh, reduce } from "../store.js";

export const NOW = "";
export const ALL = "*";

/** The list of past games and the states of those that were looked at. `refresh` is called when something has come. */
export class Games {
  #connection;
  #refresh;
  #states = new Map();
  list = null;
  left = 0; // how many are still to come

  constructor(connection, refresh) {
    this.#connection = connection;
    this.#refresh = refresh;
  }

  /** Ask which games there are. Rejects with what to show. */
  async look() {
    const answer = await this.#connection.fetch("/past.json");
    if (!answer.ok) throw new Error(String(answer.status));
    this.list = await answer.json();
    this.#refresh();
  }

  /** Have the games that are looked at. Rejects with what to show. */
  async load(which) {
    const names = (which === ALL ? (this.list ?? []).map((game) => game.name) : [which]).filter((name) => name && !this.#states.has(name));
    this.left = names.length;
    this.#refresh();
    for (const name of names) {
      const answer = await this.#connection.fetch(`/past/${encodeURIComponent(name)}.jsonl`);
      if (!answer.ok) throw new Error(String(answer.status));
      const state = fresh();
      for (const line of (await answer.text()).split("\n")) if (line) reduce(state, JSON.parse(line));
      this.#states.set(name, state);
      this.left -= 1;
      this.#refresh();
    }
  }

  /** [{name, state}] of what is looked at, the oldest first; `now` is the state of the game that is on. */
  chosen(which, now) {
    if (which === NOW) return now.session ? [{ name: NOW, state: now }] : [];
    const past = (this.list ?? []).map((game) => game.name).filter((name) => (which === ALL || which === name) && this.#states.has(name));
    return [...past.toReversed().map((name) => ({ name, state: this.#states.get(name) })), ...(which === ALL && now.session ? [{ name: NOW, state: now }] : [])];
  }
}
