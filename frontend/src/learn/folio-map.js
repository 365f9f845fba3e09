import { h, Listeners, setText } from '../dom.js';
import { MARKS, STATES } from './folios.js';

const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -16, ArrowDown: 16 };

/** A file page by page: one cell a page, in file order. In it the arrow keys move from page to page. */
export class FolioMap {
  #root;
  #cells = [];
  #chosen = 0;
  #choose;
  #listeners = new Listeners();

  /** `choose` is told of the page that is looked at. */
  constructor(root, filePages, choose) {
    this.#root = root;
    this.#choose = choose;
    this.#cells = Array.from({ length: filePages }, (_, page) => cellOf(page));
    root.replaceChildren(...this.#cells);
  }

  connect() {
    this.#listeners.on(this.#root, 'click', (event) => this.#clicked(event));
    this.#listeners.on(this.#root, 'keydown', (event) => this.#pressed(event));
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  /** Shows pages as `pagesAt` gives them; `chosen` is the page that is looked at, null for none. */
  show(pages, chosen) {
    this.#chosen = chosen ?? 0;
    pages.forEach((page, number) => draw(this.#cells[number], page, number, number === chosen));
    this.#cells.forEach((cell, number) => (cell.tabIndex = number === this.#chosen ? 0 : -1));
  }

  #clicked({ target }) {
    const number = this.#cells.indexOf(target.closest('.folio'));
    if (number >= 0) {
      this.#choose(number);
    }
  }

  #pressed(event) {
    if (event.code in MOVES && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      const number = this.#chosen + MOVES[event.code];
      if (number >= 0 && number < this.#cells.length) {
        this.#choose(number);
        this.#cells[number].focus();
      }
    }
  }
}

function cellOf(page) {
  return h('button', { type: 'button', class: 'folio', tabindex: page === 0 ? 0 : -1 });
}

function draw(cell, { state, marks }, number, chosen) {
  const means = [STATES[state].means, ...marks.map((mark) => MARKS[mark])].join(', ');
  const label = `page ${number}: ${means}`;
  if (cell.title !== label) {
    cell.dataset.state = state;
    cell.dataset.marks = marks.join(' ');
    cell.title = label;
    cell.setAttribute('aria-label', label);
    setText(cell, STATES[state].sign);
  }
  cell.setAttribute('aria-pressed', String(chosen));
}
