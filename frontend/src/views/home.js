import { isTerminal } from '../run-stream.js';
import { getJson } from '../api.js';
import { setText } from '../dom.js';

const EVERY_MILLIS = 2_000;

/** The list of experiments and recent runs: runs that are not over are followed until they are. */
export class HomeView {
  #root;
  #timer = null;

  constructor(root) {
    this.#root = root;
  }

  connect() {
    this.#root.querySelectorAll('time').forEach(localTime);
    this.#follow();
  }

  disconnect() {
    clearTimeout(this.#timer);
  }

  #follow() {
    const live = [...this.#root.querySelectorAll('[data-run]')].filter((row) => !isTerminal(row.dataset.status));
    if (live.length > 0) {
      this.#timer = setTimeout(() => this.#refresh(live), EVERY_MILLIS);
    }
  }

  async #refresh(rows) {
    await Promise.allSettled(rows.map(refresh));
    this.#follow();
  }
}

async function refresh(row) {
  const run = await getJson(`/runs/${encodeURIComponent(row.dataset.run)}`);
  row.dataset.status = run.status;
  const chip = row.querySelector('[data-part="status"]');
  chip.dataset.status = run.status;
  setText(chip, run.status.toLowerCase());
  setText(row.querySelector('[data-part="elapsed"]'), `${run.progress.second} of ${run.progress.ofSeconds} s`);
}

function localTime(element) {
  const options = { dateStyle: 'medium', timeStyle: 'short' };
  element.textContent = new Intl.DateTimeFormat('en-GB', options).format(new Date(element.dateTime));
}
