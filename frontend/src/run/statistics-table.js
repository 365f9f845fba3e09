import { h, setText } from '../dom.js';
import { difference, number } from '../format.js';
import { swatch } from './series.js';

const BASE = ['mean', 'min', 'max'];

/**
 * Mean, smallest, largest, and sum or last value of each variant, and what the others differ from the first. A sum is
 * shown where one means something: bytes for a rate, processor seconds for a share, events; else the last value.
 */
export class StatisticsTable {
  element;
  #counter;
  #columns;
  #rows;
  #differences;
  #total;

  constructor(counter, variants) {
    this.#counter = counter;
    this.#columns = [...BASE, hasSum(counter) ? 'sum' : 'last'];
    this.#rows = variants.map(() => this.#columns.map(() => h('td', {}, '–')));
    this.#differences = variants.slice(1).map(() => this.#columns.map(() => h('td', {}, '–')));
    this.#total = h('th', { scope: 'col' }, this.#columns.at(-1));
    this.element = this.#build(variants);
  }

  /** Shows the statistics of each variant in a scale. */
  show(statistics, scale, units) {
    const sum = sumScale(this.#counter, statistics, scale, units);
    setText(this.#total, hasSum(this.#counter) ? `sum, ${sum.unit}` : 'last');
    this.#rows.forEach((cells, index) => this.#showRow(cells, statistics[index], scale, sum));
    this.#differences.forEach((cells, index) => this.#showDifference(cells, statistics[index + 1], statistics[0]));
  }

  #showRow(cells, values, scale, sum) {
    this.#columns.forEach((name, at) => setText(cells[at], number(values[name], name === 'sum' ? sum : scale)));
  }

  #showDifference(cells, values, base) {
    this.#columns.forEach((name, at) => setText(cells[at], difference(values[name], base[name])));
  }

  #build(variants) {
    const head = h('tr', {}, h('td'), BASE.map((name) => h('th', { scope: 'col' }, name)), this.#total);
    const rows = variants.map((name, index) =>
      h('tr', {}, h('th', { scope: 'row' }, swatch(index), name), this.#rows[index]));
    const differences = this.#differences.map((cells, index) => {
      const label = variants.length > 2 ? `${variants[index + 1]}, difference` : 'difference';
      const title = `${variants[index + 1]} against ${variants[0]}, in percent of ${variants[0]}`;
      return h('tr', { class: 'difference' }, h('th', { scope: 'row', title }, label), cells);
    });
    return h('table', { class: 'statistics' }, h('thead', {}, head), h('tbody', {}, rows, differences));
  }
}

function hasSum({ kind }) {
  return kind === 'rate' || kind === 'events';
}

/** The scale of a sum over seconds: a rate of bytes becomes bytes, a share of a processor becomes processor seconds. */
function sumScale(counter, statistics, scale, units) {
  if (counter.unit === '%') {
    return { unit: 'CPU s', factor: 0.01, digits: 2 };
  }
  if (counter.unit !== 'MiB/s') {
    return { ...scale, unit: counter.unit === '1/s' ? 'calls' : scale.unit };
  }
  return units === 'decimal'
    ? { unit: 'GB', factor: 1048576 / 1e9, digits: 1 }
    : { unit: 'GiB', factor: 1 / 1024, digits: 1 };
}
