import { h } from '../dom.js';

/** What a sign at the start of a line says. */
const SIGNS = { differs: '≠', changed: 'Δ' };

/**
 * Shows lines in an element: those that differ from the other variant and those that changed since the second before
 * are marked by a sign as well as by a colour. `differs` and `changed` are sets of keys; `only` leaves the others out.
 */
export function showLines(element, lines, { differs = new Set(), changed = new Set(), only = false }) {
  const rows = lines.map(({ key, text }) => ({ text, differs: differs.has(key), changed: changed.has(key) }));
  const shown = only ? rows.filter((row) => row.differs || row.changed) : rows;
  const { scrollTop, scrollLeft } = element;
  element.replaceChildren(...shown.map(row));
  Object.assign(element, { scrollTop, scrollLeft });
}

function row({ text, differs, changed }) {
  const sign = `${differs ? SIGNS.differs : ' '}${changed ? SIGNS.changed : ' '}`;
  const classes = ['line', differs ? 'differs' : '', changed ? 'changed' : ''].filter(Boolean).join(' ');
  return h('span', { class: classes }, h('span', { class: 'sign', 'aria-hidden': 'true' }, sign), `${text}\n`);
}
