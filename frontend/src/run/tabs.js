import { address } from '../address.js';
import { Listeners } from '../dom.js';

/**
 * Turns the page's sections into tabs: `nav` holds a link to each section by its id. Without scripts the sections
 * follow each other. The address remembers the chosen one; the back button leads to the one before.
 */
export class Tabs {
  #links;
  #changed;
  #listeners = new Listeners();

  /** `changed(id)` is called with the section that is shown. */
  constructor(nav, changed) {
    this.#links = [...nav.querySelectorAll('a')];
    this.#changed = changed;
    nav.setAttribute('role', 'tablist');
    this.#links.forEach((link) => this.#dress(link));
  }

  connect() {
    this.#links.forEach((link) => this.#listeners.on(link, 'click', (event) => {
      event.preventDefault();
      this.choose(idOf(link));
    }));
    this.#links.forEach((link) => this.#listeners.on(link, 'keydown', (event) => this.#pressed(event, link)));
    this.restore();
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  /** Shows the section that the address names. */
  restore() {
    const named = this.#links.find((link) => idOf(link) === address.get('tab'));
    this.#show(idOf(named ?? this.#links[0]));
  }

  /** Shows a section by its id, or the one at a place. */
  choose(id) {
    const chosen = typeof id === 'number' ? idOf(this.#links[id]) : id;
    address.visit('tab', chosen === idOf(this.#links[0]) ? null : chosen);
    this.#show(chosen);
  }

  #dress(link) {
    link.setAttribute('role', 'tab');
    link.setAttribute('aria-controls', idOf(link));
    link.id = `tab-${idOf(link)}`;
    const section = document.getElementById(idOf(link));
    section.setAttribute('role', 'tabpanel');
    section.setAttribute('aria-labelledby', link.id);
  }

  #pressed(event, link) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.code];
    if (by !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      const next = this.#links.at((this.#links.indexOf(link) + by) % this.#links.length);
      this.choose(idOf(next));
      next.focus();
    }
  }

  #show(id) {
    for (const link of this.#links) {
      const chosen = idOf(link) === id;
      link.setAttribute('aria-selected', String(chosen));
      link.tabIndex = chosen ? 0 : -1;
      document.getElementById(idOf(link)).hidden = !chosen;
    }
    this.#changed(id);
  }
}

function idOf(link) {
  return link.hash.slice(1);
}
