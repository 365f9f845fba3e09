import { address } from './address.js';
import { Listeners } from './dom.js';

const DARK = matchMedia('(prefers-color-scheme: dark)');

/** The button that turns dark into light and back; the choice is in the address and kept for the next visit. */
export class ThemeButton {
  #button;
  #listeners = new Listeners();

  constructor(button) {
    this.#button = button;
  }

  connect() {
    this.#listeners.on(this.#button, 'click', toggleTheme);
    this.#listeners.on(DARK, 'change', announce);
    this.#listeners.on(document, 'themechange', () => this.#show());
    this.#show();
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  #show() {
    const other = currentTheme() === 'dark' ? 'light' : 'dark';
    this.#button.setAttribute('aria-label', `Switch to the ${other} theme`);
    this.#button.title = `Switch to the ${other} theme (T)`;
  }
}

/** The theme that is shown: dark or light. */
function currentTheme() {
  return document.documentElement.dataset.theme ?? (DARK.matches ? 'dark' : 'light');
}

/** Shows the other theme. */
export function toggleTheme() {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  address.set('theme', theme);
  keep(theme);
  announce();
}

/** Shows the theme that the address names, where it names one. */
export function restoreTheme() {
  const theme = address.get('theme');
  if (theme !== null && theme !== currentTheme()) {
    document.documentElement.dataset.theme = theme;
    announce();
  }
}

function keep(theme) {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage may be switched off: the address still holds it.
  }
}

function announce() {
  document.dispatchEvent(new Event('themechange'));
}
