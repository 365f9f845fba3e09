import { address } from '../address.js';
import { getJson } from '../api.js';
import { h, Listeners, setText } from '../dom.js';
import { causesOf, groupsOf, GROUPS, logPath, rowOf, summaryOf, textOf, tracePath } from './event-log.js';

/** The most rows: a page that grows without end would be of no use to anybody. */
const MAX_ROWS = 2000;

/**
 * The event log of one variant in one second: each device read with the call and the rule that caused it. The log is
 * the run once more, so a log is fetched only where its second, variant or kinds have changed, one at a time; of a run
 * that goes on the second stays until another is chosen.
 */
export class EventsTab {
  #root;
  #runId;
  #state = null;
  #isShown = false;
  #isBusy = false;
  #held = null;
  #wanted = null;
  #shown = null;
  #events = [];
  #next = null;
  #lastSecondOf = () => 0;
  #listeners = new Listeners();

  constructor(root, runId) {
    this.#root = root;
    this.#runId = runId;
  }

  connect() {
    this.#part('event-groups').append(...GROUPS.map(({ id, label }) =>
      h('label', { class: 'look' }, h('input', { type: 'checkbox', value: id }), h('span', {}, label))));
    this.#listeners.on(this.#part('event-groups'), 'change', () => this.#chooseGroups());
    this.#listeners.on(this.#part('event-variant'), 'change', () => {
      address.visit('of', this.#part('event-variant').selectedIndex === 0 ? null : this.#part('event-variant').value);
      this.refresh();
    });
    this.#listeners.on(this.#part('event-more'), 'click', () => this.#more());
    this.#listeners.on(this.#part('event-again'), 'click', () => this.#again());
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  /** Takes the variants that are shown, how it is looked at, and the last second there is of each variant. */
  begin(variants, state, lastSecondOf) {
    this.#state = state;
    this.#lastSecondOf = lastSecondOf;
    const options = variants.map((name) => h('option', { value: name }, name));
    this.#part('event-variant').replaceChildren(...options);
  }

  /** Says whether the tab is the one that is seen; only then is anything fetched. */
  show(isShown) {
    this.#isShown = isShown;
    this.refresh();
  }

  /**
   * Shows the log of the cursor's second; while the cursor follows the run, that of the second first seen; of a variant
   * that ended earlier its last.
   */
  refresh() {
    if (!this.#isShown || this.#state === null) {
      return;
    }
    const { pinned, newest, second } = this.#state.cursor;
    this.#held = pinned === null ? Math.min(this.#held ?? newest, newest) || null : null;
    const variant = this.#variant();
    const last = Math.min(newest, this.#lastSecondOf(variant));
    const wanted = {
      variant,
      groups: groupsOf(address.get('events')),
      second: Math.min(last, pinned === null ? this.#held ?? 0 : second),
      last,
    };
    this.#draw(wanted);
    if (wanted.second > 0 && keyOf(wanted) !== keyOf(this.#wanted)) {
      this.#wanted = wanted;
      this.#work();
    }
  }

  #draw({ variant, groups, second, last }) {
    this.#part('event-variant').value = variant;
    this.#boxes().forEach((box) => (box.checked = groups.includes(box.value)));
    setText(this.#part('event-second'), second === 0 ? 'no second yet' : `second ${second} of ${last}`);
    this.#part('event-trace').hidden = second === 0;
    this.#part('event-trace').href = `/api/v1${tracePath(this.#runId, variant, { second, last })}`;
    if (second === 0) {
      this.#say('The first second is not simulated yet.', false);
    }
  }

  #variant() {
    const names = [...this.#part('event-variant').options].map(({ value }) => value);
    return names.includes(address.get('of')) ? address.get('of') : names[0];
  }

  #chooseGroups() {
    const chosen = this.#boxes().filter(({ checked }) => checked).map(({ value }) => value);
    address.visit('events', textOf(chosen));
    this.refresh();
  }

  async #work() {
    if (this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    while (keyOf(this.#wanted) !== keyOf(this.#shown)) {
      const wanted = this.#wanted;
      this.#events = [];
      this.#next = null;
      this.#say('Running the machine again\u2026', false);
      await this.#fetch(wanted, null);
      this.#shown = wanted;
    }
    this.#isBusy = false;
  }

  async #more() {
    if (!this.#isBusy && this.#next !== null) {
      this.#isBusy = true;
      this.#part('event-more').disabled = true;
      await this.#fetch(this.#shown, this.#next);
      this.#isBusy = false;
      this.#work();
    }
  }

  #again() {
    this.#shown = null;
    this.#work();
  }

  async #fetch(wanted, after) {
    try {
      const log = await getJson(logPath(this.#runId, wanted.variant, wanted, after));
      this.#take(wanted, log);
    } catch (problem) {
      this.#say(`The events could not be had. ${problem.message}`, true);
      this.#showRows();
    }
  }

  #take({ second }, { events, truncated, next }) {
    const rows = events.map((event) => tableRow(rowOf(event)));
    const body = this.#part('event-rows');
    if (this.#events.length === 0) {
      body.replaceChildren(...rows);
    } else {
      body.append(...rows);
    }
    this.#events = [...this.#events, ...events];
    this.#next = truncated ? next : null;
    const summary = summaryOf(this.#events, second, truncated);
    this.#say(this.#events.length === 0 ? summary : '', false);
    setText(this.#part('event-summary'), summary);
    const causes = causesOf(this.#events);
    setText(this.#part('event-causes'), causes === '' ? '' : `Why: ${causes}.`);
    this.#showRows();
  }

  #showRows() {
    this.#part('event-table').hidden = this.#events.length === 0;
    const more = this.#part('event-more');
    more.disabled = false;
    more.hidden = this.#next === null || this.#events.length >= MAX_ROWS;
  }

  #say(text, isFailure) {
    setText(this.#part('event-notice-text'), text);
    this.#part('event-notice').hidden = text === '';
    this.#part('event-notice').classList.toggle('notice', isFailure);
    this.#part('event-again').hidden = !isFailure;
  }

  #boxes() {
    return [...this.#part('event-groups').querySelectorAll('input')];
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}

/** What must be the same for the log to be. */
function keyOf(wanted) {
  return wanted === null ? '' : JSON.stringify([wanted.variant, wanted.groups, wanted.second]);
}

function tableRow({ time, actor, words, pages, rule, call }) {
  return h('tr', {},
    h('th', { scope: 'row', class: 'event-time' }, time),
    h('td', { class: 'event-actor' }, actor),
    h('td', { class: 'event-words' }, words),
    h('td', { class: 'event-pages' }, pages),
    h('td', { class: 'event-rule' }, rule),
    h('td', { class: 'event-call' }, call));
}
