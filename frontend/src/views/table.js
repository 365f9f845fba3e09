import { address } from '../address.js';
import { Listeners, setText } from '../dom.js';
import { first, isShown, nearest, step } from '../validation/residuals.js';

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const GROUPS = ['all', 'fit', 'check', 'extra'];

/**
 * The page of a published table: which cells are shown is chosen by buttons and in the address, the plot says what its
 * marks are. The marks are one stop of Tab; arrows move between them.
 */
export class TableView {
  #root;
  #plot;
  #words;
  #buttons;
  #points;
  #listeners = new Listeners();

  constructor(root) {
    this.#root = root;
    this.#plot = root.querySelector('[data-part="plot"]');
    this.#words = root.querySelector('[data-part="words"]');
    this.#buttons = [...root.querySelectorAll('[data-part="groups"] button')];
    this.#points = [...this.#plot.querySelectorAll('.point')];
  }

  connect() {
    this.#buttons.forEach((button) => this.#listeners.on(button, 'click', () => this.#choose(button.value)));
    this.#listeners.on(this.#plot, 'pointermove', (event) => this.#point(event));
    this.#listeners.on(this.#plot, 'keydown', (event) => this.#move(event));
    this.#points.forEach((point) => this.#listeners.on(point, 'focus', () => this.#say(point)));
    this.#listeners.on(globalThis, 'popstate', () => this.#show());
    this.#show();
  }

  disconnect() {
    this.#listeners.removeAll();
    address.flush();
  }

  #choose(group) {
    address.set('show', group === 'all' ? null : group);
    this.#show();
  }

  get #group() {
    const asked = address.get('show');
    return GROUPS.includes(asked) ? asked : 'all';
  }

  #show() {
    const group = this.#group;
    this.#root.dataset.show = group;
    this.#buttons.forEach((button) => button.setAttribute('aria-pressed', String(button.value === group)));
    this.#stopAt(first(this.#marks(), group));
  }

  #marks() {
    return this.#points.map((point) => {
      const box = point.querySelector('.mark').getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, group: point.dataset.group };
    });
  }

  #point(event) {
    const index = nearest(this.#marks(), event.clientX, event.clientY, this.#group);
    if (index >= 0) {
      this.#say(this.#points[index]);
    }
  }

  #move(event) {
    const delta = STEPS[event.key];
    const index = this.#points.indexOf(event.target);
    if (delta !== undefined && index >= 0 && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      const next = step(this.#marks(), index, delta, this.#group);
      this.#stopAt(next);
      this.#points[next].focus();
    }
  }

  /** Tab stops at one mark only. */
  #stopAt(index) {
    this.#points.forEach((point, i) => point.setAttribute('tabindex', i === index ? '0' : '-1'));
  }

  #say(point) {
    this.#points.forEach((other) => other.classList.toggle('said', other === point));
    if (isShown({ group: point.dataset.group }, this.#group)) {
      setText(this.#words, point.getAttribute('aria-label'));
    }
  }
}
