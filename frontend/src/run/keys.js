import { h, Listeners } from '../dom.js';
import { Keyboard } from '../keyboard.js';

const SHIFT = { shift: true };

/**
 * The keys of the run page: `{ code, shift, label, does, action }`, from the actions by name. One without a label is
 * listed with the one before.
 */
export function keysOf(actions) {
  return [
    { code: 'Space', label: 'space', does: 'pause or resume', action: actions.pauseOrResume },
    { code: 'Period', label: '.', does: 'one simulated second', action: actions.step },
    { code: 'ArrowLeft', label: '← →', does: 'cursor a second back or on', action: () => actions.move(-1) },
    { code: 'ArrowRight', label: null, does: 'cursor a second on', action: () => actions.move(1) },
    { code: 'ArrowLeft', ...SHIFT, label: 'shift ← →', does: 'choose seconds', action: () => actions.extend(-1) },
    { code: 'ArrowRight', ...SHIFT, label: null, does: 'choose seconds', action: () => actions.extend(1) },
    { code: 'Escape', label: 'esc', does: 'all seconds again; then the newest', action: actions.release },
    { code: 'Digit1', label: '1', does: 'charts', action: () => actions.tab(0) },
    { code: 'Digit2', label: '2', does: 'table', action: () => actions.tab(1) },
    { code: 'Digit3', label: '3', does: 'kernel files', action: () => actions.tab(2) },
    { code: 'Digit4', label: '4', does: 'events', action: () => actions.tab(3) },
    { code: 'Digit5', label: '5', does: 'spec', action: () => actions.tab(4) },
    { code: 'KeyB', label: 'b', does: 'compare with the next variant', action: actions.baseline },
    ...[1, 2, 3, 4].map((place) => ({
      code: `Digit${place}`,
      shift: true,
      label: place === 1 ? 'shift 1\u20134' : null,
      does: 'hide or show a variant',
      action: () => actions.toggle(place - 1),
    })),
    { code: 'BracketLeft', label: '[ ]', does: 'kernel files: the one before, after', action: () => actions.file(-1) },
    { code: 'BracketRight', label: null, does: 'kernel files: the next', action: () => actions.file(1) },
    { code: 'KeyM', label: 'm', does: 'kernel files: marked lines only', action: actions.only },
    { code: 'KeyS', label: 's', does: 'share: copy the address of this view', action: actions.share },
    { code: 'KeyE', label: 'e', does: 'export', action: actions.exports },
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
  const rows = keys.filter(({ label }) => label !== null).map(({ label, does }) =>
    h('div', {}, h('dt', {}, h('kbd', {}, label)), h('dd', {}, does)));
  const close = h('form', { method: 'dialog' }, h('button', {}, 'Close'));
  const head = h('header', {}, h('h2', { id: 'keys-title' }, 'Keys'), close);
  return h('dialog', { class: 'keys', 'aria-labelledby': 'keys-title' }, head, h('dl', {}, rows));
}
