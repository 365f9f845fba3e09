import { address } from '../address.js';
import { getJson, streamUrl } from '../api.js';
import { FrameClock } from '../clock.js';
import { Cursor } from '../cursor.js';
import { Listeners, setText } from '../dom.js';
import { seconds } from '../format.js';
import { Connection } from '../run/connection.js';
import { Keys } from '../run/keys.js';
import { PaceControls } from '../run/pace-controls.js';
import { PanelGrid } from '../run/panel-grid.js';
import { RunHeader } from '../run/run-header.js';
import { TableTab } from '../run/table-tab.js';
import { Tabs } from '../run/tabs.js';
import { isTerminal, RunStream } from '../run-stream.js';
import { SampleColumns } from '../sample-columns.js';
import { toggleTheme } from '../theme.js';
import { toggleUnits } from '../unit-switch.js';

/** The page of one run: its state, its controls, its charts as they grow, its table. */
export class RunView {
  #root;
  #id;
  #parts;
  #cursor = new Cursor(() => this.#cursorMoved(), secondOf(address.get('t')));
  #columns = null;
  #grid = null;
  #stream = null;
  #clock = new FrameClock(() => this.#draw());
  #connected = true;
  #listeners = new Listeners();

  constructor(root) {
    this.#root = root;
    this.#id = root.dataset.run;
    this.#parts = {
      header: new RunHeader(root),
      connection: new Connection(this.#part('notice')),
      controls: new PaceControls(this.#part('controls'), this.#id, {
        run: (run) => this.#answered(run),
        problem: (text) => this.#parts.connection.notice(text),
      }),
      table: new TableTab(root, this.#id),
      tabs: new Tabs(this.#part('tabs'), (id) => this.#tabChosen(id)),
      keys: new Keys(this.#actions(), document.querySelector('[data-part="keys"]')),
    };
  }

  async connect() {
    ['controls', 'table', 'tabs', 'keys'].forEach((name) => this.#parts[name].connect());
    this.#listeners.on(document, 'themechange', () => this.#recolour());
    this.#listeners.on(document, 'unitschange', () => this.#request());
    this.#listeners.on(window, 'offline', () => this.#stream?.interrupt());
    this.#listeners.on(window, 'online', () => this.#stream?.retry());
    this.#listeners.on(this.#part('release'), 'click', () => this.#cursor.pin(null));
    try {
      await this.#load();
    } catch (problem) {
      this.#part('panels').replaceChildren();
      this.#parts.connection.notice(`The run could not be loaded. ${problem.message}`);
    }
  }

  disconnect() {
    this.#connected = false;
    this.#clock.stop();
    this.#stream?.disconnect();
    this.#grid?.disconnect();
    this.#listeners.removeAll();
    ['controls', 'table', 'tabs', 'keys'].forEach((name) => this.#parts[name].disconnect());
  }

  async #load() {
    const scenario = this.#root.dataset.scenario;
    const [run, counters, story] = await Promise.all([
      getJson(this.#path('')),
      getJson('/counters'),
      scenario ? getJson(`/scenarios/${encodeURIComponent(scenario)}`) : null,
    ]);
    if (this.#connected) {
      await this.#begin(run, new Map(counters.map((counter) => [counter.id, counter])), story);
    }
  }

  #begin(run, counters, scenario) {
    this.#columns = new SampleColumns(run.variants.map((variant) => variant.name), [...counters.keys()]);
    const context = { run, scenario, counters, columns: this.#columns, cursor: this.#cursor };
    this.#grid = new PanelGrid(this.#part('panels'), context);
    this.#grid.connect();
    this.#stream = new RunStream((after) => new EventSource(streamUrl(this.#id, after)), {
      sample: (sample) => this.#took(sample),
      status: (changed) => this.#show(changed),
      connection: (state) => this.#parts.connection.show(state),
      gap: ({ variant, from, to }) =>
        this.#parts.connection.notice(`The service does not have seconds ${from} to ${to} of ${variant}.`),
      check: () => this.#runAndSamples(),
    });
    this.#show(run);
    return this.#receive(run);
  }

  async #receive(run) {
    if (!isTerminal(run.status)) {
      this.#stream.connect();
      return;
    }
    const samples = await getJson(this.#path('/samples'));
    samples.forEach((sample) => this.#stream.accept(sample));
    this.#parts.connection.show('ended');
  }

  async #runAndSamples() {
    const run = await getJson(this.#path(''));
    return { run, samples: isTerminal(run.status) ? await getJson(this.#path('/samples')) : [] };
  }

  #took(sample) {
    this.#columns.add(sample);
    this.#cursor.reach(this.#columns.lastSecond);
    this.#root.dataset.samples = this.#columns.size;
    this.#request();
  }

  #show(run) {
    this.#parts.header.show(run);
    this.#parts.controls.show(run);
    this.#grid.setMarks(run);
    this.#request();
    if (isTerminal(run.status)) {
      this.#parts.table.refresh();
    }
  }

  #answered(run) {
    this.#parts.connection.notice('');
    this.#show(run);
  }

  #tabChosen(id) {
    if (id === 'table' && this.#columns !== null) {
      this.#parts.table.refresh();
    }
    this.#request();
  }

  #cursorMoved() {
    address.set('t', this.#cursor.pinned === null ? null : String(this.#cursor.pinned));
    this.#request();
  }

  #recolour() {
    this.#grid?.recolour();
    this.#request();
  }

  #request() {
    this.#grid?.invalidate();
    this.#clock.request();
  }

  #draw() {
    if (this.#grid !== null) {
      this.#showCursor();
      this.#parts.header.reach(this.#columns.lastSecond);
      if (this.#grid.draw()) {
        this.#clock.request();
      }
    }
  }

  #showCursor() {
    const { second, pinned } = this.#cursor;
    setText(this.#part('cursor'), second === 0 ? 'no second yet' : seconds(second));
    this.#part('release').hidden = pinned === null;
  }

  #actions() {
    return {
      pauseOrResume: () => this.#parts.controls.pauseOrResume(),
      step: () => this.#parts.controls.step(),
      move: (by) => this.#cursor.move(by),
      release: () => this.#cursor.pin(null),
      tab: (index) => this.#parts.tabs.choose(index),
      units: toggleUnits,
      theme: toggleTheme,
    };
  }

  #path(rest) {
    return `/runs/${encodeURIComponent(this.#id)}${rest}`;
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}

function secondOf(text) {
  const second = Number.parseInt(text, 10);
  return Number.isInteger(second) && second > 0 ? second : null;
}
