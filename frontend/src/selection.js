const RANGE = /^(\d{1,6})-(\d{1,6})$/;

/** The seconds that the statistics are of: from one to another, both included, or all of them where none are chosen. */
export class Selection {
  #anchor = null;
  #end = null;
  #changed;

  /** `changed()` is called after each change; `text` may come from the address. */
  constructor(changed, text = null) {
    this.#changed = changed;
    this.restore(text);
  }

  /** The chosen seconds as `{ from, to }`, or null. */
  get range() {
    return this.#anchor === null
      ? null
      : { from: Math.min(this.#anchor, this.#end), to: Math.max(this.#anchor, this.#end) };
  }

  /** Chooses the seconds between two, whichever comes first. */
  choose(anchor, end) {
    [this.#anchor, this.#end] = [anchor, end];
    this.#changed();
  }

  /** Moves the end that is not the anchor; where nothing is chosen yet, the anchor is the second given. */
  extend(second, by, newest) {
    const anchor = this.#anchor ?? second;
    this.choose(anchor, Math.max(1, Math.min(newest, (this.#end ?? second) + by)));
  }

  /** The end that moves, or null. */
  get end() {
    return this.#end;
  }

  /** Chooses nothing. */
  clear() {
    this.choose(null, null);
  }

  /** Takes what `toString` wrote as far as it lies before a last second; anything else chooses nothing. */
  restore(text, last = Infinity) {
    const [, from, to] = RANGE.exec(text ?? '') ?? [];
    const end = Math.min(Number(to), last);
    const valid = Number(from) >= 1 && end >= Number(from);
    [this.#anchor, this.#end] = valid ? [Number(from), end] : [null, null];
  }

  /** The range as the address holds it, or null. */
  toString() {
    const range = this.range;
    return range === null ? null : `${range.from}-${range.to}`;
  }
}

/** Seconds in words: those of a range, else all up to the last there is. */
export function rangeWords(range, last) {
  if (range === null) {
    return last === 0 ? 'no second yet' : words(1, last);
  }
  return words(range.from, range.to);
}

function words(from, to) {
  return from === to ? `second ${from}` : `seconds ${from}\u2013${to}`;
}
