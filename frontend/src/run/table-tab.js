import { getText } from '../api.js';
import { Listeners } from '../dom.js';

const COPIED_MILLIS = 2_000;

/** The comparison as fixed-width text for a mail, with a button that copies it. */
export class TableTab {
  #root;
  #path;
  #timer = null;
  #listeners = new Listeners();

  constructor(root, runId) {
    this.#root = root;
    this.#path = `/runs/${encodeURIComponent(runId)}/table`;
  }

  connect() {
    this.#listeners.on(this.#button(), 'click', () => this.#copy());
  }

  disconnect() {
    this.#listeners.removeAll();
    clearTimeout(this.#timer);
  }

  /** Fetches the table anew; a table that cannot be had leaves the former one. */
  async refresh() {
    try {
      this.#text().textContent = await getText(this.#path);
    } catch (problem) {
      this.#text().textContent ||= `The table could not be fetched. ${problem.message}`;
    }
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#text().textContent);
      this.#say('Copied');
    } catch {
      getSelection().selectAllChildren(this.#text());
      this.#say('Selected: copy with the keyboard');
    }
  }

  #say(words) {
    this.#button().textContent = words;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#button().textContent = 'Copy'), COPIED_MILLIS);
  }

  #button() {
    return this.#root.querySelector('[data-part="copy"]');
  }

  #text() {
    return this.#root.querySelector('[data-part="table"]');
  }
}
