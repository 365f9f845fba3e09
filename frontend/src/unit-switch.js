import { address } from './address.js';
import { Listeners } from './dom.js';

/** The switch between powers of 1024 (MiB) and of 1000 (MB); the choice is in the address. */
export class UnitSwitch {
  #group;
  #listeners = new Listeners();

  constructor(group) {
    this.#group = group;
  }

  connect() {
    this.#buttons().forEach((button) => this.#listeners.on(button, 'click', () => chooseUnits(button.value)));
    this.#listeners.on(document, 'unitschange', () => this.#show());
    this.#show();
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  #buttons() {
    return [...this.#group.querySelectorAll('button')];
  }

  #show() {
    this.#buttons().forEach((button) => button.setAttribute('aria-pressed', String(button.value === currentUnits())));
  }
}

/** The units that are shown: binary or decimal. */
export function currentUnits() {
  return address.get('unit') === 'decimal' ? 'decimal' : 'binary';
}

/** Shows the other units. */
export function toggleUnits() {
  chooseUnits(currentUnits() === 'binary' ? 'decimal' : 'binary');
}

function chooseUnits(units) {
  address.set('unit', units === 'binary' ? null : units);
  document.dispatchEvent(new Event('unitschange'));
}
