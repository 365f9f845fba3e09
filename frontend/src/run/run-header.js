import { setText } from '../dom.js';
import { pace, seconds } from '../format.js';

/** What each status means in words. */
const WORDS = {
  QUEUED: 'Queued: it starts as soon as a worker is free.',
  RUNNING: 'Running',
  PAUSED: 'Paused: press space to go on, . for one second.',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled: what was measured stays.',
};

/** Status, progress and elapsed simulated time, with the failure where there is one. */
export class RunHeader {
  #root;
  #second = 0;
  #ofSeconds = 0;

  constructor(root) {
    this.#root = root;
  }

  /** Shows a run's state. */
  show(run) {
    this.#ofSeconds = run.progress.ofSeconds;
    const chip = this.#part('status');
    setText(chip, run.status.toLowerCase());
    chip.dataset.status = run.status;
    setText(this.#part('state'), stateOf(run));
    this.#part('failure').hidden = run.failure === null || run.failure === undefined;
    setText(this.#part('failure-detail'), run.failure?.detail ?? '');
    this.reach(run.progress.second);
  }

  /** Shows that a second is simulated; samples may tell it before the status does. */
  reach(second) {
    this.#second = Math.max(this.#second, second);
    setText(this.#part('elapsed'), `${seconds(this.#second)} of ${seconds(this.#ofSeconds)} simulated`);
    Object.assign(this.#part('progress'), { max: this.#ofSeconds, value: this.#second });
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}

function stateOf(run) {
  return run.status === 'RUNNING' ? `Running at ${pace(run.pace)}` : WORDS[run.status];
}
