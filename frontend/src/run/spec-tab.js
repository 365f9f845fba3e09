import { post } from '../api.js';
import { h, Listeners } from '../dom.js';
import { differing, linesOfJson } from '../lines.js';
import { CopyButton } from './copy-button.js';
import { showLines } from './lines-view.js';
import { curlLine, requestBody } from './request-body.js';

/** Simulated seconds a second of a run that is started to be watched. */
const WATCHED_PACE = 5;

/**
 * The complete spec of each variant, lines marked that differ from the variant compared with; and the request that
 * runs it again, which can be changed before it is sent; the button in the page's head sends it as it is.
 */
export class SpecTab {
  #root;
  #run = null;
  #request = null;
  #problem;
  #copies = [];
  #compared = null;
  #listeners = new Listeners();

  /** `problem(text)` says that the run could not be started from the head. */
  constructor(root, problem) {
    this.#root = root;
    this.#problem = problem;
  }

  connect() {
    this.#listeners.on(this.#part('body'), 'input', () => this.#showCurl());
    this.#listeners.on(this.#part('send'), 'click', () => this.#send());
    this.#listeners.on(this.#root, 'submit', (event) => this.#again(event));
  }

  disconnect() {
    this.#listeners.removeAll();
    this.#copies.forEach((copy) => copy.disconnect());
  }

  /** Takes the run and its scenario, null where the variants are the owner's. */
  begin(run, scenario, baseline) {
    this.#run = run;
    this.#compared = null;
    this.#request = requestBody(run, scenario);
    const body = this.#part('body');
    body.value = JSON.stringify(this.#request, null, 2);
    body.rows = Math.min(24, body.value.split('\n').length + 1);
    this.#copies = [...this.#root.querySelectorAll('#spec [data-copies]')].map((button) => new CopyButton(button,
      () => this.#textOf(button.dataset.copies)));
    this.#copies.forEach((copy) => copy.connect());
    this.#showCurl();
    this.compare(baseline);
  }

  /** Marks the lines that differ from those of the variant at a place; in that variant, from those of the next. */
  compare(baseline) {
    if (this.#compared === baseline) {
      return;
    }
    this.#compared = baseline;
    const texts = this.#run.variants.map(({ spec }) => linesOfJson(spec));
    const panes = [...this.#root.querySelectorAll('#spec .specs pre')];
    panes.forEach((pane, index) => {
      const others = texts[index === baseline ? Number(baseline === 0) : baseline] ?? texts[index];
      showLines(pane, texts[index], { differs: differing(texts[index], others) });
    });
  }

  #textOf(what) {
    return what === 'body' || what === 'curl'
      ? this.#part(what).value ?? this.#part(what).textContent
      : JSON.stringify(this.#run.variants[Number(what)].spec, null, 2);
  }

  #showCurl() {
    const body = this.#body();
    this.#part('send').disabled = body === null;
    this.#part('curl').textContent = body === null ? '' : curlLine(location.origin, body);
    this.#say(body === null ? ['This is not JSON yet.'] : []);
  }

  #body() {
    try {
      return JSON.parse(this.#part('body').value);
    } catch {
      return null;
    }
  }

  /** The form itself knows the scenario only: what this run changed of it would be lost. */
  async #again(event) {
    if (event.target.matches('[data-part="again"]') && this.#request !== null) {
      event.preventDefault();
      try {
        await start({ ...this.#request, pace: WATCHED_PACE });
      } catch (problem) {
        this.#problem(`The run could not be started. ${problem.message}`);
      }
    }
  }

  async #send() {
    try {
      await start(this.#body());
    } catch (problem) {
      const faults = (problem.errors ?? []).map(({ pointer, detail }) => `${pointer || 'the request'}: ${detail}`);
      this.#say([problem.message, ...faults]);
    }
  }

  #say(lines) {
    this.#part('faults').hidden = lines.length === 0;
    this.#part('faults').replaceChildren(...lines.map((line) => h('li', {}, line)));
  }

  #part(name) {
    return this.#root.querySelector(`#spec [data-part="${name}"]`);
  }
}

async function start(body) {
  const run = await post('/runs', body);
  location.assign(`/runs/${encodeURIComponent(run.id)}`);
}
