import { address } from '../address.js';
import { h, Listeners, setText } from '../dom.js';
import { differing, linesOfText } from '../lines.js';
import { CopyButton } from './copy-button.js';
import { KernelFiles, WHOLE_RUN } from './kernel-files.js';
import { aboutFile } from './kernel-words.js';
import { showLines } from './lines-view.js';
import { swatch } from './series.js';

const USUAL = 'proc/meminfo';

/**
 * The kernel's own files as they stood at the cursor's second, the variants side by side: what differs between them
 * and what changed since the second before is marked. One file is fetched at a time, always the newest that is wanted.
 */
export class KernelTab {
  #root;
  #files;
  #state = null;
  #panes = [];
  #list = null;
  #isShown = false;
  #isBusy = false;
  #wanted = null;
  #shown = '';
  #listeners = new Listeners();

  constructor(root, runId) {
    this.#root = root;
    this.#files = new KernelFiles(runId);
  }

  connect() {
    this.#listeners.on(this.#part('file'), 'change', () => this.#choose(this.#part('file').value));
    this.#listeners.on(this.#part('only'), 'change', () => this.toggleOnly(this.#part('only').checked));
    const slider = this.#part('slider');
    this.#listeners.on(slider, 'input', () => this.#state?.cursor.pin(slider.valueAsNumber));
  }

  disconnect() {
    this.#listeners.removeAll();
    this.#panes.forEach(({ copy }) => copy.disconnect());
  }

  /** Takes the variants that are shown and how it is looked at. */
  begin(variants, state) {
    this.#state = state;
    this.#panes = variants.map((name, index) => this.#pane(name, index));
    this.#part('files').replaceChildren(...this.#panes.map(({ element }) => element));
  }

  /** Says whether the tab is the one that is seen; only then is anything fetched. */
  show(isShown) {
    this.#isShown = isShown;
    if (isShown && this.#shown === '') {
      this.#say('Loading\u2026');
    }
    this.refresh();
  }

  /** Shows the file that the address names at the cursor's second. */
  refresh() {
    if (!this.#isShown || this.#state === null) {
      return;
    }
    const { second, newest } = this.#state.cursor;
    Object.assign(this.#part('slider'), { min: Math.min(1, newest), max: newest, value: second });
    setText(this.#part('slider-second'), second === 0 ? 'no second yet' : `second ${second} of ${newest}`);
    this.#part('only').checked = this.#isOnly();
    this.#wanted = { file: this.#file(), second, newest, baseline: this.#state.baseline, only: this.#isOnly() };
    if (!this.#isBusy) {
      this.#work();
    }
  }

  /** Shows the file that is so many places further in the list. */
  next(by) {
    if (this.#isShown && this.#list !== null) {
      const place = this.#list.indexOf(this.#file()) + by;
      this.#choose(this.#list.at(place % this.#list.length));
    }
  }

  /** Shows marked lines only, or all. */
  toggleOnly(only = !this.#isOnly()) {
    if (this.#isShown) {
      address.set('only', only ? 'marked' : null);
      this.refresh();
    }
  }

  #choose(file) {
    address.visit('file', file === USUAL ? null : file);
    this.refresh();
  }

  #file() {
    return address.get('file') ?? USUAL;
  }

  #isOnly() {
    return address.get('only') === 'marked';
  }

  async #work() {
    this.#isBusy = true;
    while (this.#wanted !== null) {
      const wanted = this.#wanted;
      this.#wanted = null;
      await this.#fetchAndShow(wanted);
    }
    this.#isBusy = false;
  }

  async #fetchAndShow(wanted) {
    try {
      await this.#fillList();
      const key = keyOf(wanted);
      if (key !== this.#shown) {
        const [now, before] = await this.#texts(wanted);
        this.#showTexts(wanted, [now, before]);
        this.#shown = now.includes(null) ? '' : key;
      }
    } catch (problem) {
      this.#say(`The file could not be fetched. ${problem.message}`);
    }
  }

  async #fillList() {
    if (this.#list === null) {
      const listed = await this.#files.list(this.#panes.map(({ name }) => name));
      this.#list = [...listed, ...WHOLE_RUN];
      this.#part('file').replaceChildren(h('optgroup', { label: 'at the second' }, optionsOf(listed)),
        h('optgroup', { label: 'of the whole run' }, optionsOf(WHOLE_RUN)));
    }
  }

  /** The texts of the second and of the one before, by variant; before the first second there is none. */
  #texts({ file, second }) {
    const before = second > 1 && !WHOLE_RUN.includes(file);
    const at = (when) => Promise.all(this.#panes.map(({ name }) => this.#files.text(name, file, when)));
    return Promise.all([second === 0 ? [] : at(second), before ? at(second - 1) : []]);
  }

  #showTexts({ file, second, baseline, only }, [now, before]) {
    this.#part('file').value = file;
    setText(this.#part('about'), aboutFile(file));
    this.#say(second === 0 ? 'The first second is not simulated yet.' : '');
    const lines = now.map((text) => linesOfText(text ?? ''));
    this.#panes.forEach((pane, index) => this.#showPane(pane, {
      path: this.#files.pathOf(pane.name, file, second),
      text: now[index],
      lines: lines[index] ?? [],
      others: lines[index === baseline ? Number(baseline === 0) : baseline],
      before: before[index],
      only,
    }));
  }

  #showPane(pane, { path, text, lines, others, before, only }) {
    pane.text = text ?? '';
    pane.link.href = `/api/v1${path}`;
    if (text === null) {
      pane.pre.textContent = 'This variant has no such file at this second.';
      return;
    }
    const differs = others === undefined ? new Set() : differing(lines, others);
    const changed = typeof before === 'string' ? differing(lines, linesOfText(before)) : new Set();
    showLines(pane.pre, lines, { differs, changed, only });
    if (only && pane.pre.childElementCount === 0 && text !== undefined) {
      pane.pre.textContent = 'No line differs, none has changed.';
    }
  }

  #say(text) {
    setText(this.#part('kernel-notice'), text);
    this.#part('kernel-notice').hidden = text === '';
  }

  #pane(name, index) {
    const pre = h('pre', { tabindex: '0', 'aria-label': `The file in ${name}` });
    const button = h('button', { type: 'button' }, 'Copy');
    const link = h('a', { href: '#' }, 'plain text');
    const caption = h('figcaption', {}, swatch(index), h('span', {}, name), link, button);
    const pane = { name, pre, link, text: '', element: h('figure', {}, caption, pre) };
    pane.copy = new CopyButton(button, () => pane.text);
    pane.copy.connect();
    return pane;
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}

/** What must be the same for the texts to be: a text of the whole run grows with it, one of a second does not. */
function keyOf({ file, second, newest, baseline, only }) {
  return JSON.stringify([file, WHOLE_RUN.includes(file) ? newest : second, baseline, only]);
}

function optionsOf(files) {
  return files.map((file) => h('option', { value: file }, file));
}
