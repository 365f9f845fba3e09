import { h, Listeners, setText } from '../dom.js';
import { number } from '../format.js';
import { isCompared } from './published.js';
import { lookOf, swatch } from './series.js';

/** The variants of a chart with their values at the cursor; each name is a button that hides its line. */
export class Legend {
  element;
  #variants;
  #published;
  #items;
  #listeners = new Listeners();

  /** `published` maps a variant to its published column or nothing. */
  constructor(variants, published) {
    this.#variants = variants;
    this.#published = published;
    this.#items = variants.map((name, index) => item(name, index));
    this.element = h('ul', { class: 'legend' }, this.#items.map(({ element }) => element));
  }

  /** Calls `toggle(index)` when a variant is to be hidden or shown. */
  connect(toggle) {
    this.#items.forEach(({ button }, index) => this.#listeners.on(button, 'click', () => toggle(index)));
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  /** Shows the values of a second, and which variants are hidden. */
  show({ second, values, scale, hidden }) {
    this.#items.forEach(({ element, button, value, published }, index) => {
      setText(value, number(values[index], scale));
      setText(published, this.#publishedText(this.#variants[index], second, scale));
      element.classList.toggle('is-hidden', hidden.has(index));
      button.setAttribute('aria-pressed', String(!hidden.has(index)));
    });
  }

  #publishedText(name, second, scale) {
    if (!this.#published.has(name)) {
      return '';
    }
    const column = this.#published.get(name);
    const index = column.seconds.indexOf(second);
    if (index >= 0) {
      const text = `published ${number(column.values[index], scale)}`;
      return isCompared(column, second) ? text : `${text}, not compared`;
    }
    return second === 0 ? 'published' : 'none published';
  }
}

function item(name, index) {
  const value = h('span', { class: 'legend-value' }, '–');
  const published = h('span', { class: 'legend-published' });
  const title = `Hide or show ${name} (shift+${index + 1})`;
  const button = h('button', { type: 'button', class: 'legend-name', 'aria-pressed': 'true', title }, name);
  const style = `--look: var(${lookOf(index).colour})`;
  return { value, published, button, element: h('li', { style }, swatch(index), button, value, published) };
}
