import { h, setText } from '../dom.js';
import { FolioMap } from './folio-map.js';
import { historyOf, pagesAt } from './folios.js';
import { MemoryGauge, setPages, standing } from './memory-gauge.js';
import { actorOf, historyWords, micros, millis } from './words.js';

const BEGIN = 'Nothing has happened yet: the cache is empty. Step on.';
const END = 'Nothing happens any more.';

/** One variant of a lesson: its map, its memory, its CPU times, and what just happened in words. */
export class VariantPanel {
  #root;
  #happens;
  #recording;
  #playthrough;
  #place;
  #kinds;
  #map;
  #gauge;

  /**
   * `root` shows the machine, `happens` the words; `place` is the recording's in the playthrough; `kinds` are the kinds
   * of facts by name; `choose` is told of the page that is looked at.
   */
  constructor({ root, happens, recording, playthrough, place, kinds, choose }) {
    this.#root = root;
    this.#happens = happens;
    this.#recording = recording;
    this.#playthrough = playthrough;
    this.#place = place;
    this.#kinds = kinds;
    this.#map = new FolioMap(this.#part('map'), recording.filePages, choose);
    const free = Array.from({ length: playthrough.last + 1 }, (_, moment) => playthrough.step(place, moment).freePages);
    this.#gauge = new MemoryGauge(this.#part('gauge'), free, recording.watermarks);
  }

  connect() {
    this.#map.connect();
  }

  disconnect() {
    this.#map.disconnect();
  }

  /** Shows a moment; `page` is the page that is looked at, null for none. */
  show(moment, page) {
    const step = this.#playthrough.step(this.#place, moment);
    const moved = this.#playthrough.at(moment).moved[this.#place];
    this.#root.dataset.moved = this.#happens.dataset.moved = String(moved);
    this.#map.show(pagesAt(this.#recording, step.number), page);
    this.#gauge.show(moment);
    this.#showFigures(step);
    this.#showHappened(step, moved);
    this.#showHistory(step, page);
  }

  #showFigures(step) {
    const { level, words } = standing(step.freePages, this.#recording.watermarks);
    this.#part('free').dataset.level = level;
    setPages(this.#part('free'), step.freePages);
    const onLists = step.perCpuPages === 0 ? '' : `, ${step.perCpuPages} more on per-CPU lists`;
    setText(this.#part('standing'), words + onLists);
    setPages(this.#part('cached'), step.cachedPages);
    setText(this.#part('reader-cpu'), micros(step.readerCpuNanos));
    setText(this.#part('kswapd-cpu'), micros(step.kswapdCpuNanos));
    this.#part('kswapd-cpu').dataset.busy = String(step.kswapdCpuNanos > 0);
  }

  #showHappened(step, moved) {
    const start = this.#playthrough.startNanos;
    const actor = actorOf(step.actor);
    const when = step.number === 0 ? 'before the start' : `${moved ? 'now' : 'since'} ${millis(step.nanos, start)}`;
    this.#word('actor').dataset.actor = step.actor.startsWith('kswapd') ? 'kswapd' : step.context;
    setText(this.#word('actor'), actor.name);
    setText(this.#word('when'), [actor.role, when].filter((words) => words !== '').join(' · '));
    this.#word('path').parentElement.dataset.empty = String(step.facts.length === 0);
    this.#word('path').replaceChildren(...pathOf(this.#kinds.get(step.facts.at(-1)?.kind)?.path ?? []));
    this.#word('facts').replaceChildren(...factsOf(step));
    this.#word('changed').replaceChildren(...changesOf(step.changed));
  }

  #showHistory(step, page) {
    const history = this.#word('history');
    history.hidden = page === null;
    if (page !== null) {
      const known = historyOf(this.#recording, page, step.number);
      setText(history, historyWords(page, known, this.#kinds, this.#playthrough.startNanos));
    }
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }

  #word(name) {
    return this.#happens.querySelector(`[data-part="${name}"]`);
  }
}

function pathOf(path) {
  return path.flatMap((name, place) => [place > 0 ? ' → ' : '', h('code', {}, name)]);
}

function factsOf(step) {
  if (step.facts.length === 0) {
    return [h('li', {}, step.number === 0 ? BEGIN : END)];
  }
  return step.facts.map(({ kind, words, why }) => h('li', { 'data-kind': kind },
    h('span', { class: 'says' }, words), why ? h('span', { class: 'fact-why' }, why) : null));
}

function changesOf(changed) {
  const names = Object.keys(changed);
  return names.length === 0 ? [h('li', {}, 'none')] : names.map((name) => h('li', {},
    h('code', {}, name), ` ${changed[name] > 0 ? '+' : '−'}${Math.abs(changed[name]).toLocaleString('en-GB')}`));
}
