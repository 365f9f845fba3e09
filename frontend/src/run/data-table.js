import { h } from '../dom.js';
import { number } from '../format.js';
import { placeOf } from '../statistics.js';

/** The most rows: the table of an hour would cost more than all charts together. */
const MAX_ROWS = 300;

/**
 * The figures of a chart as a table, made when it is opened and kept up while it is open: those of the chosen seconds,
 * or of all; of very many the last.
 */
export class DataTable {
  element;
  #title;
  #body;
  #caption;
  #shown = '';

  constructor(title, variants) {
    this.#title = title;
    this.#body = h('tbody');
    this.#caption = h('caption');
    const head = h('tr', {}, ['second', ...variants].map((name) => h('th', { scope: 'col' }, name)));
    const table = h('table', { class: 'figures' }, this.#caption, h('thead', {}, head), this.#body);
    this.element = h('details', { class: 'data' }, h('summary', {}, 'Figures'),
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${title}, second by second` }, table));
  }

  /** Shows the columns within a range, null for all, where the table is open and something changed. */
  show(columns, scale, range) {
    const state = JSON.stringify([columns.map(({ seconds }) => seconds.length), scale.unit, scale.digits, range]);
    if (this.element.open && state !== this.#shown) {
      this.#shown = state;
      this.#write(columns, scale, range);
    }
  }

  #write(columns, scale, range) {
    const { seconds } = columns.reduce((a, b) => (b.seconds.length > a.seconds.length ? b : a));
    const first = range === null ? 0 : placeOf(seconds, range.from);
    const end = range === null ? seconds.length : placeOf(seconds, range.to + 1);
    const from = Math.max(first, end - MAX_ROWS);
    const cut = from > first ? `; the last ${MAX_ROWS} seconds: choose others, or take all by Export` : '';
    this.#caption.textContent = `${this.#title}, ${scale.unit}${cut}`;
    this.#body.replaceChildren(...[...seconds.subarray(from, end)].map((second, index) =>
      h('tr', {}, h('th', { scope: 'row' }, String(second)),
        columns.map(({ values }) => h('td', {}, number(values[from + index], scale))))));
  }
}
