import { Listeners } from './dom.js';

/** Elements that have a use of their own for keys, and for which; what is typed into has one for all. */
const OWN_USE = [
  ['input:not([type="range"], [type="checkbox"]), textarea, [contenteditable]', /./],
  ['input[type="range"]', /^(Arrow|Home|End|Page)/],
  ['select', /^(Arrow|Home|End|Page|Key|Space|Enter)/],
  ['button, summary, a, [role="tab"], input[type="checkbox"]', /^Space$/],
];

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
  const isTaken = OWN_USE.some(([elements, keys]) => keys.test(event.code) && event.target.matches?.(elements));
  return isTaken || document.querySelector('dialog[open]') !== null;
}
