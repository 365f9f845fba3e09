/** How long a change may wait before it is written: browsers refuse an address that changes with every frame. */
const WRITE_MILLIS = 250;

/**
 * The state that the address holds, by name: `tab`, `t` (the cursor's second), `range`, `base`, `hide`, `file`, `only`,
 * `events` (groups of events), `of` (the variant they are of), `show` (which cells of a table), `theme`, `unit`. What
 * changes all the time replaces the entry of the history, a step that one may want back makes a new one.
 */
export class Address {
  #window;
  #pending = null;
  #timer = null;

  /** `window` is the browser's unless a test brings its own. */
  constructor(window) {
    this.#window = window;
  }

  /** The value of a name, or null. */
  get(name) {
    return this.#params().get(name);
  }

  /** Sets a value, or removes it where it is null, without a new entry in the history. */
  set(name, value) {
    this.#pending = changed(this.#params(), name, value);
    this.#timer ??= this.#window.setTimeout(() => this.flush(), WRITE_MILLIS);
  }

  /** Sets a value as a new entry in the history, so that the back button leads to the former. */
  visit(name, value) {
    if (this.get(name) !== value) {
      this.flush();
      const url = this.#with(changed(this.#params(), name, value));
      this.#window.history.pushState(null, '', url);
    }
  }

  /** Writes what waits. */
  flush() {
    if (this.#pending !== null) {
      this.#window.history.replaceState(this.#window.history.state, '', this.href);
      this.forget();
    }
  }

  /** Gives up what waits: the browser has gone to another entry. */
  forget() {
    this.#window.clearTimeout(this.#timer);
    this.#timer = null;
    this.#pending = null;
  }

  /** The address as it is shared: with all that waits. */
  get href() {
    return this.#with(this.#params());
  }

  #params() {
    return this.#pending ?? new URLSearchParams(this.#window.location.search);
  }

  #with(params) {
    const url = new URL(this.#window.location.href);
    url.search = params.toString().replaceAll('%2F', '/');
    return url.href;
  }
}

function changed(params, name, value) {
  const all = new URLSearchParams(params);
  if (value === null) {
    all.delete(name);
  } else {
    all.set(name, value);
  }
  return all;
}

/** The address of this page. */
export const address = new Address(globalThis);
