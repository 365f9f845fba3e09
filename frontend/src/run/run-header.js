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

  constructor(root) {
    this.#root = root;
  }

  /** Shows a run's state. */
  show(run) {
    const { second, ofSeconds } = run.progress;
    const chip = this.#part('status');
    setText(chip, run.status.toLowerCase());
    chip.dataset.status = run.status;
    setText(this.#part('elapsed'), `${seconds(second)} of ${seconds(ofSeconds)} simulated`);
    setText(this.#part('state'), stateOf(run));
    Object.assign(this.#part('progress'), { value: second, max: ofSeconds });
    this.#part('failure').hidden = run.failure === null || run.failure === undefined;
    setText(this.#part('failure-detail'), run.failure?.detail ?? '');
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}

function stateOf(run) {
  return run.status === 'RUNNING' ? `Running at ${pace(run.pace)}` : WORDS[run.status];
}
