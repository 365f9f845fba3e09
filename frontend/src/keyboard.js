import { Listeners } from './dom.js';

/** Elements that have a use of their own for a key. */
const OWN_USE = 'input, textarea, select, [contenteditable]';
const PRESSED_BY_SPACE = 'button, summary, a, [role="tab"]';

/** Tells whether a key event asks for a binding `{ code, shift }`; keys are physical ones. */
export function matches(event, binding) {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  return plain && event.code === binding.code && event.shiftKey === (binding.shift ?? false);
}

/** Runs actions by physical key; each binding is `{ code, shift, action }`. */
export class Keyboard {
  #bindings;
  #listeners = new Listeners();

  constructor(bindings) {
    this.#bindings = bindings;
  }

  connect() {
    this.#listeners.on(document, 'keydown', (event) => this.#pressed(event));
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  #pressed(event) {
    const binding = this.#bindings.find((candidate) => matches(event, candidate));
    if (binding === undefined || isBusy(event)) {
      return;
    }
    event.preventDefault();
    binding.action();
  }
}

function isBusy(event) {
  const target = event.target;
  const taken = target.matches?.(OWN_USE) || (event.code === 'Space' && target.matches?.(PRESSED_BY_SPACE));
  return taken || document.querySelector('dialog[open]') !== null;
}
