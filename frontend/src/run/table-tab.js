import { getText } from '../api.js';
import { CopyButton } from './copy-button.js';

/** The comparison as fixed-width text for a mail, with a button that copies it. */
export class TableTab {
  #root;
  #path;
  #copy;

  constructor(root, runId) {
    this.#root = root;
    this.#path = `/runs/${encodeURIComponent(runId)}/table`;
    this.#copy = new CopyButton(root.querySelector('[data-part="copy"]'), () => this.#text().textContent);
  }

  connect() {
    this.#copy.connect();
  }

  disconnect() {
    this.#copy.disconnect();
  }

  /** Fetches the table anew; a table that cannot be had leaves the former one. */
  async refresh() {
    try {
      this.#text().textContent = await getText(this.#path);
    } catch (problem) {
      this.#text().textContent ||= `The table could not be fetched. ${problem.message}`;
    }
  }

  #text() {
    return this.#root.querySelector('[data-part="table"]');
  }
}
