import { h, Listeners, setText } from '../dom.js';
import { seconds } from '../format.js';
import { rangeWords } from '../selection.js';

/** What is looked at, in words beside the tabs: the cursor's second, the chosen seconds, the variant compared with. */
export class CursorLine {
  #root;
  #state;
  #listeners = new Listeners();

  /** `state()` is the view state, null before there is one. */
  constructor(root, state) {
    this.#root = root;
    this.#state = state;
  }

  connect() {
    const actions = {
      release: (state) => state.cursor.pin(null),
      back: (state) => state.cursor.move(-1),
      on: (state) => state.cursor.move(1),
      'clear-range': (state) => state.selection.clear(),
    };
    for (const [part, action] of Object.entries(actions)) {
      this.#listeners.on(this.#part(part), 'click', () => this.#state() && action(this.#state()));
    }
    this.#listeners.on(this.#part('baseline'), 'change', () => this.#state().compareWith(this.#part('baseline').value));
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  /** Takes the names of the variants. */
  begin(variants) {
    this.#part('baseline').replaceChildren(...variants.map((name) => h('option', { value: name }, name)));
    this.#part('baseline-choice').hidden = variants.length < 2;
  }

  /** Shows the state. */
  draw() {
    const { cursor, selection, baseline } = this.#state();
    const { range } = selection;
    setText(this.#part('cursor'), cursor.second === 0 ? 'no second yet' : seconds(cursor.second));
    this.#part('release').hidden = cursor.pinned === null;
    this.#part('range-line').hidden = range === null;
    setText(this.#part('range'), range === null ? '' : rangeWords(range, cursor.newest));
    this.#part('baseline').selectedIndex = baseline;
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="${name}"]`);
  }
}
