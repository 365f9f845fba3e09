import { h, setText } from '../dom.js';
import { difference, number } from '../format.js';
import { swatch } from './series.js';

const BASE = ['mean', 'min', 'max'];
const DIFFERENCE = 'the difference in percent, or × how many times as much';
const NO_BASE = 'n/a: the variant compared with has nothing here, and nothing has no percent';

/**
 * Mean, smallest, largest, and sum or last value of each variant over some seconds, and what the others differ from
 * the one they are compared with. A sum is shown where one means something: bytes for a rate, processor seconds for a
 * share, events; else the last value.
 */
export class StatisticsTable {
  element;
  #counter;
  #variants;
  #columns;
  #rows;
  #differences;
  #total;
  #seconds = h('th', { scope: 'col', class: 'of-seconds' });

  constructor(counter, variants) {
    this.#counter = counter;
    this.#variants = variants;
    this.#columns = [...BASE, hasSum(counter) ? 'sum' : 'last'];
    this.#rows = variants.map(() => this.#cells());
    this.#differences = variants.map(() => this.#differenceRow());
    this.#total = h('th', { scope: 'col' }, this.#columns.at(-1));
    this.element = this.#build();
  }

  /** Shows the statistics of each variant in a scale; `seconds` says in words what they are of. */
  show({ statistics, scale, units, baseline, seconds }) {
    const sum = sumScale(this.#counter, statistics, scale, units);
    setText(this.#seconds, seconds);
    setText(this.#total, hasSum(this.#counter) ? `sum, ${sum.unit}` : 'last');
    this.#rows.forEach((cells, index) => this.#showRow(cells, statistics[index], scale, sum));
    this.#differences.forEach((row, index) => this.#showDifference(row, index, statistics, baseline));
  }

  /** The means as words, one line a variant, as the table shows them. */
  words(unit) {
    return this.#variants.map((name, index) => `${name}: mean ${this.#rows[index][0].textContent} ${unit}`);
  }

  #showRow(cells, values, scale, sum) {
    this.#columns.forEach((name, at) => setText(cells[at], number(values[name], name === 'sum' ? sum : scale)));
  }

  #showDifference({ row, label, cells }, index, statistics, baseline) {
    row.hidden = index === baseline;
    const others = this.#variants.length > 2 ? `${this.#variants[index]} ` : '';
    setText(label, `${others}vs ${this.#variants[baseline]}`);
    label.title = `${this.#variants[index]} vs ${this.#variants[baseline]}: ${DIFFERENCE}`;
    this.#columns.forEach((name, at) => {
      setText(cells[at], difference(statistics[index][name], statistics[baseline][name]));
      cells[at].title = cells[at].textContent === 'n/a' ? NO_BASE : '';
    });
  }

  #cells() {
    return this.#columns.map(() => h('td', {}, '–'));
  }

  #differenceRow() {
    const label = h('span', { class: 'name' });
    const cells = this.#cells();
    return { label, cells, row: h('tr', { class: 'difference' }, h('th', { scope: 'row' }, label), cells) };
  }

  #build() {
    const head = h('tr', {}, this.#seconds, BASE.map((name) => h('th', { scope: 'col' }, name)), this.#total);
    const rows = this.#variants.map((name, index) =>
      h('tr', {}, nameCell(name, index), this.#rows[index]));
    const differences = this.#differences.map(({ row }) => row);
    return h('table', { class: 'statistics' }, h('thead', {}, head), h('tbody', {}, rows, differences));
  }
}

function nameCell(name, index) {
  return h('th', { scope: 'row', title: name }, swatch(index), h('span', { class: 'name' }, name));
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
