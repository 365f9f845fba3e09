import { accountKey, accountOf } from '../account/account.js';
import { h, setText } from '../dom.js';
import { isTerminal } from '../run-stream.js';
import { currentUnits } from '../unit-switch.js';
import { MAX_SERIES, swatch } from './series.js';

/** How often the words are made anew while a run goes on. */
const EVERY_MILLIS = 1_000;

/** The block that says in plain sentences what happened in the run so far. */
export class AccountBlock {
  #root;
  #columns;
  #run = null;
  #made = '';
  #madeAt = -Infinity;
  #request;
  #timer = null;

  /** `request()` asks for a drawing in the next frame. */
  constructor(root, columns, request) {
    this.#root = root;
    this.#columns = columns;
    this.#request = request;
  }

  disconnect() {
    clearTimeout(this.#timer);
  }

  /** Takes the state of the run, which has the marks. */
  take(run) {
    this.#run = run;
    this.#madeAt = -Infinity;
  }

  /** Writes the sentences, where something is new and the former ones have stood long enough. */
  draw(baseline) {
    const state = accountKey(this.#run, this.#columns, { baseline, units: currentUnits() });
    if (state === this.#made) {
      return;
    }
    clearTimeout(this.#timer);
    const wait = this.#madeAt + EVERY_MILLIS - performance.now();
    if (wait > 0) {
      this.#timer = setTimeout(this.#request, wait);
      return;
    }
    [this.#made, this.#madeAt] = [state, performance.now()];
    this.#write(baseline);
  }

  #write(baseline) {
    const options = { baseline, units: currentUnits(), shown: MAX_SERIES };
    const account = accountOf(this.#run.variants, this.#columns, options);
    const last = this.#columns.lastSecond;
    const title = isTerminal(this.#run.status) ? 'What happened' : `What happened so far, second ${last}`;
    setText(this.#root.querySelector('h2'), title);
    this.#root.hidden = account === null;
    if (account !== null) {
      this.#root.querySelector('[data-part="account"]').replaceChildren(...rowsOf(account));
    }
  }
}

function rowsOf({ headline, variants, comparison }) {
  const columns = variants.map((variant, index) => h('section', {}, heading(variant, index),
    h('p', {}, variant.sentences.join(' '))));
  const compared = comparison.length === 0 ? [] : [h('section', { class: variants.length > 2 ? 'compared wide' : '' },
    h('h3', {}, 'Compared'), h('div', {}, comparison.map((sentence) => h('p', {}, sentence))))];
  const [who, ...why] = headline;
  const words = h('p', { class: 'headline' }, h('strong', {}, who), ` ${why.join(' ')}`);
  return [words, h('div', { class: 'account-parts' }, columns, compared)];
}

function heading({ name, title }, index) {
  return h('h3', {}, swatch(index), name, title === name ? null : h('span', { class: 'account-title' }, title));
}
