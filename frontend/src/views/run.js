import { address } from '../address.js';
import { getJson, streamUrl } from '../api.js';
import { FrameClock } from '../clock.js';
import { Listeners, setText } from '../dom.js';
import { AccountBlock } from '../run/account-block.js';
import { Connection } from '../run/connection.js';
import { CopyButton } from '../run/copy-button.js';
import { CursorLine } from '../run/cursor-line.js';
import { EventsTab } from '../run/events-tab.js';
import { ExportMenu } from '../run/export-menu.js';
import { KernelTab } from '../run/kernel-tab.js';
import { Keys } from '../run/keys.js';
import { PaceControls } from '../run/pace-controls.js';
import { PanelGrid } from '../run/panel-grid.js';
import { RunHeader } from '../run/run-header.js';
import { pictureContent } from '../run/picture-content.js';
import { MAX_SERIES, shownWords } from '../run/series.js';
import { SpecTab } from '../run/spec-tab.js';
import { TableTab } from '../run/table-tab.js';
import { Tabs } from '../run/tabs.js';
import { ViewState } from '../run/view-state.js';
import { isTerminal, RunStream } from '../run-stream.js';
import { SampleColumns } from '../sample-columns.js';
import { restoreTheme, toggleTheme } from '../theme.js';
import { toggleUnits } from '../unit-switch.js';

/** The parts that listen by themselves from the first moment on. */
const CONNECTED = ['controls', 'table', 'kernel', 'events', 'spec', 'share', 'exports', 'cursor', 'tabs', 'keys'];

/** The page of one run: its state, its controls, its charts as they grow, its texts. */
export class RunView {
  #root;
  #id;
  #parts;
  #run = null;
  #state = null;
  #columns = null;
  #grid = null;
  #account = null;
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
      kernel: new KernelTab(root, this.#id),
      events: new EventsTab(root, this.#id),
      spec: new SpecTab(root, (text) => this.#parts.connection.notice(text)),
      share: new CopyButton(this.#part('share'), () => address.href),
      exports: new ExportMenu(this.#part('export'), `run-${this.#id}`, () => this.#picture()),
      cursor: new CursorLine(root, () => this.#state),
      tabs: new Tabs(this.#part('tabs'), (id) => this.#tabChosen(id)),
      keys: new Keys(this.#actions(), document.querySelector('[data-part="keys"]')),
    };
  }

  async connect() {
    CONNECTED.forEach((name) => this.#parts[name].connect());
    this.#listeners.on(document, 'themechange', () => this.#recolour());
    this.#listeners.on(document, 'unitschange', () => this.#request());
    this.#listeners.on(window, 'offline', () => this.#stream?.interrupt());
    this.#listeners.on(window, 'online', () => this.#stream?.retry());
    this.#listeners.on(window, 'popstate', () => this.#returned());
    try {
      await this.#load();
    } catch (problem) {
      this.#part('panels').replaceChildren();
      this.#parts.connection.notice(`The run could not be loaded. ${problem.message}`);
    }
  }

  disconnect() {
    this.#connected = false;
    address.flush();
    this.#clock.stop();
    this.#stream?.disconnect();
    this.#grid?.disconnect();
    this.#account?.disconnect();
    this.#listeners.removeAll();
    CONNECTED.forEach((name) => this.#parts[name].disconnect());
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
    const variants = run.variants.map((variant) => variant.name);
    this.#columns = new SampleColumns(variants, [...counters.keys()]);
    const shown = variants.slice(0, MAX_SERIES);
    this.#state = new ViewState(shown, address, (what) => this.#viewChanged(what),
      run.progress.ofSeconds);
    const state = this.#state;
    const request = () => this.#soon();
    const context = { run, scenario, counters, columns: this.#columns, state, request };
    this.#grid = new PanelGrid(this.#part('panels'), context);
    this.#grid.connect();
    this.#account = new AccountBlock(this.#part('account-block'), this.#columns, request);
    this.#parts.kernel.begin(shown, state);
    this.#parts.events.begin(shown, state, (name) => this.#columns.of(name).lastSecond);
    this.#parts.spec.begin(run, scenario, state.baseline);
    this.#parts.cursor.begin(shown);
    this.#say('shown', shownWords(variants));
    this.#stream = new RunStream((after) => new EventSource(streamUrl(this.#id, after)), this.#handlers());
    this.#show(run);
    return this.#receive(run);
  }

  #handlers() {
    return {
      sample: (sample) => this.#took(sample),
      status: (changed) => this.#show(changed),
      connection: (state) => this.#parts.connection.show(state),
      gap: ({ variant, from, to }) =>
        this.#parts.connection.notice(`The service does not have seconds ${from} to ${to} of ${variant}.`),
      check: () => this.#runAndSamples(),
    };
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
    this.#state.cursor.reach(this.#columns.lastSecond);
    this.#root.dataset.samples = this.#columns.size;
    this.#request();
  }

  #show(run) {
    this.#run = run;
    this.#parts.header.show(run);
    this.#parts.controls.show(run);
    this.#grid.take(run);
    this.#account.take(run);
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
    this.#parts.kernel.show(id === 'kernel');
    this.#parts.events.show(id === 'events');
    this.#request();
  }

  /** The back button led to another state of this page. */
  #returned() {
    address.forget();
    restoreTheme();
    document.dispatchEvent(new Event('unitschange'));
    this.#state?.restore();
    this.#parts.tabs.restore();
  }

  #viewChanged(what) {
    if (what === 'series') {
      this.#grid?.invalidate();
    }
    this.#grid?.invalidateView();
    this.#soon();
  }

  #recolour() {
    this.#grid?.recolour();
    this.#request();
  }

  #request() {
    this.#grid?.invalidate();
    this.#soon();
  }

  #soon() {
    this.#root.dataset.drawn = 'false';
    this.#clock.request();
  }

  #draw() {
    if (this.#grid !== null) {
      this.#parts.cursor.draw();
      this.#parts.kernel.refresh();
      this.#parts.events.refresh();
      this.#parts.spec.compare(this.#state.baseline);
      this.#parts.header.reach(this.#columns.lastSecond);
      this.#account.draw(this.#state.baseline);
      const isLeft = this.#grid.draw();
      this.#root.dataset.drawn = String(!isLeft);
      if (isLeft) {
        this.#clock.request();
      }
    }
  }

  #picture() {
    return this.#grid === null ? null : pictureContent(this.#root, this.#run, this.#state, this.#grid.pictures());
  }

  #actions() {
    const parts = () => this.#parts;
    return {
      pauseOrResume: () => parts().controls.pauseOrResume(),
      step: () => parts().controls.step(),
      move: (by) => this.#state?.cursor.move(by),
      extend: (by) => this.#state?.extend(by),
      release: () => this.#state?.release(),
      baseline: () => this.#state?.nextBaseline(),
      toggle: (index) => this.#state?.toggle(index),
      tab: (index) => parts().tabs.choose(index),
      file: (by) => parts().kernel.next(by),
      only: () => parts().kernel.toggleOnly(),
      share: () => parts().share.copy(),
      exports: () => parts().exports.toggle(),
      units: toggleUnits,
      theme: toggleTheme,
    };
  }

  #path(rest) {
    return `/runs/${encodeURIComponent(this.#id)}${rest}`;
  }

  /** Writes a line that is there only where it says something. */
  #say(name, text) {
    setText(this.#part(name), text);
    this.#part(name).hidden = text === '';
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}
