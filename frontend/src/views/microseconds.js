import { Listeners } from '../dom.js';

/** The page of calls taken apart: other calls are shown as soon as they are chosen, in the unit that is shown. */
export class MicrosecondsView {
  #form;
  #listeners = new Listeners();

  constructor(root) {
    this.#form = root.querySelector('[data-part="choice"]');
  }

  connect() {
    const select = this.#form.querySelector('select');
    const pressed = this.#form.querySelector('[aria-pressed="true"]');
    this.#listeners.on(select, 'change', () => this.#form.requestSubmit(pressed));
  }

  disconnect() {
    this.#listeners.removeAll();
  }
}
