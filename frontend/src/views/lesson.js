import { address } from '../address.js';
import { getJson } from '../api.js';
import { h, Listeners, setText } from '../dom.js';
import { Keyboard } from '../keyboard.js';
import { MARKS, pagesAt, STATES } from '../learn/folios.js';
import { Player } from '../learn/player.js';
import { Playthrough } from '../learn/playthrough.js';
import { Quiz } from '../learn/quiz.js';
import { VariantPanel } from '../learn/variant-panel.js';
import { millis } from '../learn/words.js';
import { toggleTheme } from '../theme.js';

const STEP_MILLIS = 900;

/** A lesson: the machines of its variants on one clock, stepped forward and back. */
export class LessonView {
  #root;
  #id;
  #playthrough = null;
  #player = null;
  #panels = [];
  #chapters = [];
  #quiz = null;
  #gate = 0;
  #isInView = false;
  #page = null;
  #keyboard;
  #listeners = new Listeners();
  #connected = false;

  constructor(root) {
    this.#root = root;
    this.#id = root.dataset.lesson;
    this.#keyboard = new Keyboard(this.#keys());
  }

  connect() {
    this.#connected = true;
    this.#root.querySelector('.story-words').open = false;
    this.#load().catch((problem) => this.#fail(problem));
  }

  disconnect() {
    this.#connected = false;
    this.#listeners.removeAll();
    this.#keyboard.disconnect();
    this.#player?.disconnect();
    this.#quiz?.disconnect();
    this.#panels.forEach((panel) => panel.disconnect());
  }

  #keys() {
    return [
      { code: 'ArrowRight', action: () => this.#step(1) },
      { code: 'ArrowLeft', action: () => this.#step(-1) },
      { code: 'Home', action: () => this.#player.move(-Infinity) },
      { code: 'End', action: () => this.#step(Infinity) },
      { code: 'Space', action: () => this.#playOrPause() },
      { code: 'KeyT', action: toggleTheme },
    ];
  }

  async #load() {
    const path = `/lessons/${encodeURIComponent(this.#id)}`;
    const lesson = await getJson(path);
    const recordings = await Promise.all(lesson.variants
      .map(({ name }) => getJson(`${path}/variants/${encodeURIComponent(name)}/steps`)));
    if (this.#connected) {
      this.#build(lesson, recordings);
    }
  }

  #build(lesson, recordings) {
    const playthrough = new Playthrough(recordings);
    this.#playthrough = playthrough;
    this.#gate = playthrough.momentOf(lesson.quiz.before) - 1;
    const clock = { every: (action) => setInterval(action, STEP_MILLIS), stop: (timer) => clearInterval(timer) };
    this.#player = new Player(playthrough.last, clock, () => this.#show());
    const kinds = new Map(lesson.kinds.map((kind) => [kind.kind, kind]));
    this.#panels = recordings.map((recording, place) => new VariantPanel({
      root: this.#root.querySelectorAll('[data-part="machine"]')[place],
      happens: this.#root.querySelectorAll('[data-part="happens"]')[place],
      recording, playthrough, place, kinds,
      choose: (page) => this.#choose(page),
    }));
    this.#quiz = new Quiz(this.#part('quiz'), lesson.quiz, () => this.#player.release());
    const end = lesson.chapters.length - 1;
    this.#chapters = lesson.chapters.map((chapter, place) => this.#chapter(chapter, place === end));
    this.#part('chapters').replaceChildren(...this.#chapters.map(({ button }) => h('li', {}, button)));
    this.#part('legend').replaceChildren(...legend(recordings));
    this.#start();
  }

  /** Takes up what the address says; whoever comes with a later step has been past the question. */
  #start() {
    this.#page = numberOf(address.get('page'), this.#panels.length === 0 ? 0 : this.#root.dataset.pages - 1);
    this.#player.go(numberOf(address.get('step'), this.#playthrough.last) ?? 0);
    this.#player.holdAt(this.#gate);
    this.#part('slider').max = this.#playthrough.last;
    this.#panels.forEach((panel) => panel.connect());
    this.#quiz.connect();
    this.#keyboard.connect();
    const buttons = { first: -Infinity, back: -1, step: 1, last: Infinity };
    Object.entries(buttons).forEach(([action, by]) =>
      this.#listeners.on(this.#root.querySelector(`[data-action="${action}"]`), 'click', () => this.#step(by)));
    this.#listeners.on(this.#root.querySelector('[data-action="play"]'), 'click', () => this.#playOrPause());
    this.#listeners.on(this.#part('slider'), 'input', ({ target }) => this.#goTo(Number(target.value)));
    this.#root.dataset.ready = 'true';
    this.#show();
  }

  #chapter({ title, at }, isEnd) {
    const moment = isEnd ? this.#playthrough.last : this.#playthrough.momentOf(at);
    const button = h('button', { type: 'button', class: 'chapter' }, title);
    this.#listeners.on(button, 'click', () => this.#goTo(moment));
    return { moment, button };
  }

  #step(by) {
    this.#bringIntoView();
    if (by > 0 && this.#player.isHeld) {
      this.#quiz.insist();
    } else {
      this.#player.move(by);
    }
  }

  #playOrPause() {
    this.#bringIntoView();
    if (this.#player.isHeld) {
      this.#quiz.insist();
    } else {
      this.#player.playOrPause();
    }
  }

  #goTo(moment) {
    this.#bringIntoView();
    this.#player.move(moment - this.#player.position);
    this.#part('slider').value = this.#player.position;
  }

  /** Who begins to step wants to see the machines and the words: once, where they do not fit below the introduction. */
  #bringIntoView() {
    const machines = this.#root.querySelector('.machines').getBoundingClientRect();
    if (!this.#isInView && machines.bottom > innerHeight) {
      this.#part('stage').scrollIntoView({ block: 'start' });
    }
    this.#isInView = true;
  }

  #choose(page) {
    this.#page = page === this.#page ? null : page;
    this.#show();
  }

  #show() {
    const moment = this.#player.position;
    this.#panels.forEach((panel) => panel.show(moment, this.#page));
    this.#showControls(moment);
    this.#showChapters(moment);
    this.#quiz.show(moment === this.#gate);
    this.#part('conclusion').hidden = moment < this.#playthrough.last;
    this.#root.dataset.moment = String(moment);
    this.#root.dataset.open = String(this.#player.limit === this.#playthrough.last);
    address.set('step', moment === 0 ? null : moment);
    address.set('page', this.#page);
  }

  #showControls(moment) {
    const { last, startNanos } = this.#playthrough;
    const words = `step ${moment} of ${last} · ${millis(this.#playthrough.at(moment).nanos, startNanos)}`;
    setText(this.#part('position'), words);
    this.#part('slider').value = moment;
    this.#part('slider').setAttribute('aria-valuetext', words);
    const play = this.#root.querySelector('[data-action="play"]');
    play.dataset.shows = this.#player.isPlaying ? 'pause' : 'play';
    setText(play.querySelector('[data-label]'), this.#player.isPlaying ? 'Pause' : 'Play');
    this.#root.querySelectorAll('[data-action="first"], [data-action="back"]')
      .forEach((button) => (button.disabled = moment === 0));
    this.#root.querySelectorAll('[data-action="step"], [data-action="last"]')
      .forEach((button) => (button.disabled = moment === last));
    this.#part('held').hidden = !this.#player.isHeld;
  }

  #showChapters(moment) {
    const current = this.#chapters.findLast((chapter) => chapter.moment <= moment);
    this.#chapters.forEach(({ moment: at, button }) => {
      button.disabled = at > this.#player.limit;
      button.setAttribute('aria-current', String(button === current?.button));
    });
  }

  #fail(problem) {
    const notice = this.#part('notice');
    this.#root.dataset.ready = 'failed';
    notice.hidden = false;
    setText(notice, `The steps could not be loaded: ${problem.message} The story below is complete without them.`);
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}

/** A whole number from 0 to `most`, as near as the text says, or null where it says none. */
function numberOf(text, most) {
  return /^\d{1,9}$/.test(text ?? '') ? Math.min(Number(text), most) : null;
}

/** The signs that occur in the recordings. */
function legend(recordings) {
  const pages = recordings.flatMap((recording) => recording.steps.flatMap(({ number }) => pagesAt(recording, number)));
  const seen = new Set(pages.flatMap(({ state, marks }) => [state, ...marks]));
  const inUse = Object.entries(STATES).filter(([state]) => seen.has(state));
  const states = inUse.map(([state, { sign, means }]) => h('li', {},
    h('span', { class: 'folio', 'data-state': state, 'aria-hidden': 'true' }, sign), means));
  const marks = Object.entries(MARKS).filter(([mark]) => seen.has(mark)).map(([mark, means]) => h('li', {},
    h('span', { class: 'folio', 'data-state': 'ready', 'data-marks': mark, 'aria-hidden': 'true' }), means));
  return [...states, ...marks];
}
