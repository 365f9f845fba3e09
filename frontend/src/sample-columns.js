const FIRST_CAPACITY = 64;

/** The most seconds a page keeps of one variant: a day. */
const MAX_SECONDS = 86_400;

/** The samples of one variant: a column of doubles for the seconds and for each metric. */
class VariantColumns {
  length = 0;
  #columns = new Map();
  #peaks = new Map();
  #capacity = FIRST_CAPACITY;

  constructor(metrics) {
    ['second', ...metrics].forEach((name) => this.#columns.set(name, new Float64Array(FIRST_CAPACITY)));
  }

  /** The last second there is, 0 before the first. */
  get lastSecond() {
    return this.length === 0 ? 0 : this.#columns.get('second')[this.length - 1];
  }

  add(second, values) {
    if (this.length === this.#capacity) {
      this.#grow();
    }
    for (const [name, column] of this.#columns) {
      const value = name === 'second' ? second : (values[name] ?? NaN);
      column[this.length] = value;
      if (value > (this.#peaks.get(name) ?? -Infinity)) {
        this.#peaks.set(name, value);
      }
    }
    this.length++;
  }

  /** The values of a metric, or the seconds under the name `second`, in order of time. */
  column(name) {
    return this.#columns.get(name).subarray(0, this.length);
  }

  /** The largest value of a metric so far, 0 where there is none above. */
  peak(name) {
    return Math.max(0, this.#peaks.get(name) ?? 0);
  }

  /** The place of a second, or -1. */
  indexOf(second) {
    const all = this.column('second');
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (all[middle] === second) {
        return middle;
      }
      [low, high] = all[middle] < second ? [middle + 1, high] : [low, middle - 1];
    }
    return -1;
  }

  /** The value of a metric in a second, NaN where there is none. */
  at(name, second) {
    const index = this.indexOf(second);
    return index < 0 ? NaN : this.#columns.get(name)[index];
  }

  #grow() {
    this.#capacity *= 2;
    for (const [name, column] of this.#columns) {
      const larger = new Float64Array(this.#capacity);
      larger.set(column);
      this.#columns.set(name, larger);
    }
  }
}

/** All samples of a run as columns, one set a variant. */
export class SampleColumns {
  #variants;

  constructor(variants, metrics) {
    this.#variants = new Map(variants.map((name) => [name, new VariantColumns(metrics)]));
  }

  /** Adds a sample; one of a variant that is not shown, or beyond a day, is left out. */
  add(sample) {
    const variant = this.#variants.get(sample.variant);
    if (variant !== undefined && variant.length < MAX_SECONDS) {
      variant.add(sample.second, sample.values);
    }
  }

  /** The columns of a variant. */
  of(variant) {
    return this.#variants.get(variant);
  }

  /** The last second that any variant has, 0 before the first. */
  get lastSecond() {
    return Math.max(0, ...[...this.#variants.values()].map((variant) => variant.lastSecond));
  }

  /** How many samples there are. */
  get size() {
    return [...this.#variants.values()].reduce((sum, variant) => sum + variant.length, 0);
  }
}
