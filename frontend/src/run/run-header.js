import { setText } from '../dom.js';
import { elapsedWords, filledSeconds, stateWords } from './state-words.js';

/** Status, progress and elapsed simulated time, with the failure where there is one. */
export class RunHeader {
  #root;
  #second = 0;
  #run = null;

  constructor(root) {
    this.#root = root;
  }

  /** Shows a run's state. */
  show(run) {
    this.#run = run;
    const chip = this.#part('status');
    setText(chip, run.status.toLowerCase());
    chip.dataset.status = run.status;
    this.#part('failure').hidden = run.failure === null || run.failure === undefined;
    setText(this.#part('failure-detail'), run.failure?.detail ?? '');
    this.reach(run.progress.second);
  }

  /** Shows that a second is simulated; samples may tell it before the status does. */
  reach(second) {
    this.#second = Math.max(this.#second, second);
    setText(this.#part('state'), stateWords(this.#run, this.#second));
    setText(this.#part('elapsed'), elapsedWords(this.#run, this.#second));
    const bar = { max: this.#run.progress.ofSeconds, value: filledSeconds(this.#run, this.#second) };
    Object.assign(this.#part('progress'), bar);
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}
