import { setText } from '../dom.js';

const LOST = 'Connection lost. Reconnecting\u2026, nothing is missed.';

/** The one line that says what is wrong: a lost connection, seconds that are missing, a control that was refused. */
export class Connection {
  #line;
  #lost = false;
  #notice = '';

  constructor(line) {
    this.#line = line;
  }

  /** Takes the stream's state: `live`, `lost` or `ended`; what was said while it was lost goes with that. */
  show(state) {
    if (this.#lost && state !== 'lost') {
      this.#notice = '';
    }
    this.#lost = state === 'lost';
    this.#line.closest('[data-view]').dataset.connection = state;
    this.#say();
  }

  /** Says something until the next notice; an empty text takes it away. */
  notice(text) {
    this.#notice = text;
    this.#say();
  }

  #say() {
    const text = this.#lost ? LOST : this.#notice;
    setText(this.#line, text);
    this.#line.hidden = text === '';
  }
}
