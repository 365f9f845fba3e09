import { h } from '../dom.js';
import { number } from '../format.js';

/** The figures of a chart as a table, made when it is opened and kept up while it is open. */
export class DataTable {
  element;
  #title;
  #body;
  #unit;
  #shown = '';

  constructor(title, variants) {
    this.#title = title;
    this.#body = h('tbody');
    this.#unit = h('caption');
    const head = h('tr', {}, ['second', ...variants].map((name) => h('th', { scope: 'col' }, name)));
    const table = h('table', { class: 'figures' }, this.#unit, h('thead', {}, head), this.#body);
    this.element = h('details', { class: 'data' }, h('summary', {}, 'Figures'),
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${title}, second by second` }, table));
  }

  /** Shows the columns, where the table is open and something changed. */
  show(columns, scale) {
    const state = `${columns.map(({ seconds }) => seconds.length)} ${scale.unit} ${scale.digits}`;
    if (!this.element.open || state === this.#shown) {
      return;
    }
    this.#shown = state;
    this.#unit.textContent = `${this.#title}, ${scale.unit}`;
    this.#body.replaceChildren(...rowsOf(columns, scale));
  }
}

function rowsOf(columns, scale) {
  const longest = columns.reduce((a, b) => (b.seconds.length > a.seconds.length ? b : a));
  return [...longest.seconds].map((second, index) => h('tr', {}, h('th', { scope: 'row' }, String(second)),
    columns.map(({ values }) => h('td', {}, number(values[index], scale)))));
}
