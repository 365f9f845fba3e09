import { h } from '../dom.js';
import { number } from '../format.js';

/** The figures of a chart as a table, made when it is opened and kept up while it is open. */
export class DataTable {
  element;
  #title;
  #body;
  #unit;
  #written = { scale: '', lengths: [] };

  constructor(title, variants) {
    this.#title = title;
    this.#body = h('tbody');
    this.#unit = h('caption');
    const head = h('tr', {}, ['second', ...variants].map((name) => h('th', { scope: 'col' }, name)));
    const table = h('table', { class: 'figures' }, this.#unit, h('thead', {}, head), this.#body);
    this.element = h('details', { class: 'data' }, h('summary', {}, 'Figures'),
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${title}, second by second` }, table));
  }

  /** Shows the columns, where the table is open; only rows that are new are written. */
  show(columns, scale) {
    if (!this.element.open) {
      return;
    }
    const written = { scale: `${scale.unit} ${scale.digits}`, lengths: columns.map(({ seconds }) => seconds.length) };
    const from = written.scale === this.#written.scale ? Math.min(...this.#written.lengths) : 0;
    const isNew = from === 0 || written.lengths.some((length, index) => length > this.#written.lengths[index]);
    this.#written = written;
    if (isNew) {
      this.#unit.textContent = `${this.#title}, ${scale.unit}`;
      [...this.#body.rows].slice(from).forEach((row) => row.remove());
      this.#body.append(...rowsOf(columns, scale, from));
    }
  }
}

function rowsOf(columns, scale, from) {
  const { seconds } = columns.reduce((a, b) => (b.seconds.length > a.seconds.length ? b : a));
  return [...seconds.subarray(from)].map((second, index) => h('tr', {}, h('th', { scope: 'row' }, String(second)),
    columns.map(({ values }) => h('td', {}, number(values[from + index], scale)))));
}
