import { difference, grouped, number, quantity, scaleOf } from '../format.js';
import { rangeWords } from '../selection.js';

/** A point of a share over a second, in milliseconds. */
const MILLIS_PER_POINT = 10;

/** Values as an account says them: few digits, always with the unit. */
export class Words {
  #units;

  /** `units` are binary or decimal. */
  constructor(units) {
    this.#units = units;
  }

  /** A share of one processor, from percent. */
  share(percent) {
    return percent < 1 ? 'less than 1\u00a0% of a core' : `${grouped(percent, 0)}\u00a0% of a core`;
  }

  /** Processor time used: a share of one processor, or of a brief variant the amount. */
  used(percent, { brief }) {
    return brief ? `${grouped(percent * MILLIS_PER_POINT, 0)}\u00a0ms of a core` : this.share(percent);
  }

  /** The seconds that a share is of, with a word before; nothing of a brief variant. */
  over(before, window, { brief }) {
    return brief ? '' : `${before}${rangeWords(window)}`;
  }

  /** What was done in a second: a rate, or of a brief variant the amount, from MiB. */
  done(mib, { brief }) {
    return brief ? this.size(mib * 1024) : this.rate(mib);
  }

  /** A rate, from MiB/s. */
  rate(value) {
    const scale = scaleOf('MiB/s', value, this.#units);
    return quantity(value, { ...scale, digits: value >= 10 ? 0 : scale.digits });
  }

  /** Two rates to be compared, in the same unit. */
  rates(one, other) {
    const scale = scaleOf('MiB/s', Math.max(one, other), this.#units);
    const exact = { ...scale, digits: Math.max(one, other) >= 10 ? 0 : scale.digits };
    return `${number(one, exact)} against ${quantity(other, exact)}`;
  }

  /** A size, from KiB. */
  size(kib) {
    const scale = scaleOf('KiB', kib, this.#units);
    return quantity(kib, { ...scale, digits: Math.abs(kib * scale.factor) >= 100 ? 0 : 1 });
  }

  /** A point in simulated time, from seconds. */
  time(second) {
    return `${grouped(second, 1)}\u00a0s`;
  }

  /** A difference in percent or as a factor. */
  difference(value, base) {
    return difference(value, base);
  }
}
