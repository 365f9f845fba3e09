import { Cursor } from '../cursor.js';
import { Selection } from '../selection.js';

/**
 * How a run is looked at: the cursor's second, the chosen seconds, the variant that others are compared with, and the
 * variants that are hidden. The address holds all of it.
 */
export class ViewState {
  cursor;
  selection;
  #variants;
  #address;
  #changed;
  #ofSeconds;
  #baseline;
  #hidden = new Set();

  /**
   * `changed(what)` is called after each change; `what` is `series` where lines come or go, else `view`. `ofSeconds` is
   * the last second that the run can have.
   */
  constructor(variants, address, changed, ofSeconds = Infinity) {
    this.#ofSeconds = ofSeconds;
    this.#variants = variants;
    this.#address = address;
    this.#changed = changed;
    this.cursor = new Cursor(() => this.#write('t', this.cursor.pinned));
    this.selection = new Selection(() => this.#write('range', this.selection.toString()));
    this.restore();
  }

  /** Takes the state that the address holds; an address that hides every variant hides none. */
  restore() {
    this.cursor.restore(secondOf(this.#address.get('t')));
    this.selection.restore(this.#address.get('range'), this.#ofSeconds);
    this.#baseline = Math.max(0, this.#variants.indexOf(this.#address.get('base')));
    const hidden = (this.#address.get('hide') ?? '').split(',');
    const places = this.#variants.flatMap((name, index) => (hidden.includes(name) ? [index] : []));
    this.#hidden = new Set(places.length < this.#variants.length ? places : []);
    this.#changed('series');
  }

  /** The place of the variant that others are compared with. */
  get baseline() {
    return this.#baseline;
  }

  /** Compares with the variant of this name. */
  compareWith(name) {
    this.#baseline = Math.max(0, this.#variants.indexOf(name));
    this.#write('base', this.#baseline === 0 ? null : name);
  }

  /** Compares with the next variant. */
  nextBaseline() {
    this.compareWith(this.#variants[(this.#baseline + 1) % this.#variants.length]);
  }

  /** The places of the variants that are hidden. */
  get hidden() {
    return this.#hidden;
  }

  /** Hides a variant, or shows it again; the last one stays. */
  toggle(index) {
    const hidden = new Set(this.#hidden);
    if (!hidden.delete(index)) {
      hidden.add(index);
    }
    if (index < this.#variants.length && hidden.size < this.#variants.length) {
      this.#hidden = hidden;
      this.#write('hide', this.#variants.filter((name, place) => hidden.has(place)).join(',') || null, 'series');
    }
  }

  /** Moves the end of the chosen seconds, and the cursor with it. */
  extend(by) {
    this.selection.extend(this.cursor.second, by, this.cursor.newest);
    this.cursor.pin(this.selection.end);
  }

  /** Lets go of the chosen seconds, or else of the cursor. */
  release() {
    if (this.selection.range === null) {
      this.cursor.pin(null);
    } else {
      this.selection.clear();
    }
  }

  #write(name, value, what = 'view') {
    const text = value === null ? null : String(value);
    if (this.#address.get(name) !== text) {
      this.#address.set(name, text);
    }
    this.#changed(what);
  }
}

function secondOf(text) {
  const second = Number.parseInt(text, 10);
  return Number.isInteger(second) && second > 0 ? second : null;
}
