import { post } from '../api.js';
import { Listeners, setText } from '../dom.js';
import { isTerminal } from '../run-stream.js';

/**
 * The buttons that steer a live run: pause or resume, one second, four paces, cancel. What is pressed before the run's
 * state is known is done as soon as it is.
 */
export class PaceControls {
  #root;
  #path;
  #told;
  #run = null;
  #known = Promise.withResolvers();
  #listeners = new Listeners();

  /** `told` has `run(run)` for the state that the service answers and `problem(text)`. */
  constructor(root, runId, told) {
    this.#root = root;
    this.#path = `/runs/${encodeURIComponent(runId)}`;
    this.#told = told;
  }

  connect() {
    const actions = { pause: () => this.pauseOrResume(), step: () => this.step(), cancel: () => this.cancel() };
    for (const [name, action] of Object.entries(actions)) {
      this.#listeners.on(this.#button(name), 'click', action);
    }
    this.#paces().forEach((button) => this.#listeners.on(button, 'click', () => this.#choose(button.value)));
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  /** Shows the controls in the run's state; a run that is over has none. */
  show(run) {
    this.#run = run;
    this.#known.resolve();
    const live = !isTerminal(run.status);
    const paused = run.status === 'PAUSED';
    this.#root.hidden = !live;
    setText(this.#button('pause').querySelector('[data-label]'), paused ? 'Resume' : 'Pause');
    this.#button('pause').dataset.shows = paused ? 'resume' : 'pause';
    this.#paces().forEach((button) => button.setAttribute('aria-pressed', String(button.value === String(run.pace))));
  }

  /** Pauses a run that goes on, resumes one that is paused. */
  async pauseOrResume() {
    await this.#known.promise;
    return this.#send(this.#run.status === 'PAUSED' ? 'resume' : 'pause');
  }

  /** Advances by one simulated second; a run that goes on is paused first. */
  async step() {
    await this.#known.promise;
    if (this.#run.status !== 'PAUSED') {
      await this.#send('pause');
    }
    return this.#send('step');
  }

  /** Ends the run. */
  cancel() {
    return this.#send('cancel');
  }

  #choose(value) {
    return this.#send('pace', { pace: value === 'max' ? value : Number(value) });
  }

  async #send(action, body) {
    await this.#known.promise;
    if (isTerminal(this.#run.status)) {
      return;
    }
    try {
      const run = await post(`${this.#path}/${action}`, body);
      if (run?.status) {
        this.#told.run(run);
      }
    } catch (problem) {
      this.#told.problem(`Could not ${action} the run. ${problem.message}`);
    }
  }

  #button(name) {
    return this.#root.querySelector(`[data-action="${name}"]`);
  }

  #paces() {
    return [...this.#root.querySelectorAll('button[data-pace]')];
  }
}
