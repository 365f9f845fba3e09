import { h, Listeners } from '../dom.js';
import { Keyboard } from '../keyboard.js';

/** The keys of the run page: `{ code, shift, label, does, action }`, from the actions by name. */
export function keysOf(actions) {
  return [
    { code: 'Space', label: 'space', does: 'pause or resume', action: actions.pauseOrResume },
    { code: 'Period', label: '.', does: 'one simulated second', action: actions.step },
    { code: 'ArrowLeft', label: '←', does: 'cursor a second back', action: () => actions.move(-1) },
    { code: 'ArrowRight', label: '→', does: 'cursor a second on', action: () => actions.move(1) },
    { code: 'Escape', label: 'esc', does: 'let the cursor follow the newest second', action: actions.release },
    { code: 'Digit1', label: '1', does: 'charts', action: () => actions.tab(0) },
    { code: 'Digit2', label: '2', does: 'table', action: () => actions.tab(1) },
    { code: 'Digit3', label: '3', does: 'spec', action: () => actions.tab(2) },
    { code: 'KeyU', label: 'u', does: 'powers of 1024 or of 1000', action: actions.units },
    { code: 'KeyT', label: 't', does: 'dark or light', action: actions.theme },
    { code: 'Slash', shift: true, label: '?', does: 'this list', action: actions.help },
  ];
}

/** The keys at work, and the dialog that lists them. */
export class Keys {
  #keyboard;
  #dialog;
  #button;
  #listeners = new Listeners();

  /** `button` opens the list too. */
  constructor(actions, button) {
    const keys = keysOf({ ...actions, help: () => this.#dialog.showModal() });
    this.#keyboard = new Keyboard(keys);
    this.#button = button;
    this.#dialog = dialogOf(keys);
  }

  connect() {
    document.body.append(this.#dialog);
    this.#keyboard.connect();
    this.#listeners.on(this.#button, 'click', () => this.#dialog.showModal());
  }

  disconnect() {
    this.#listeners.removeAll();
    this.#keyboard.disconnect();
    this.#dialog.remove();
  }
}

function dialogOf(keys) {
  const rows = keys.map(({ label, does }) => h('div', {}, h('dt', {}, h('kbd', {}, label)), h('dd', {}, does)));
  const close = h('form', { method: 'dialog' }, h('button', {}, 'Close'));
  return h('dialog', { class: 'keys', 'aria-labelledby': 'keys-title' },
    h('h2', { id: 'keys-title' }, 'Keys'), h('dl', {}, rows), close);
}
