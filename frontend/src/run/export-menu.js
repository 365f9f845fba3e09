import { Listeners } from '../dom.js';
import { pictureOf, saveCanvas } from './picture.js';

/** The menu of files to keep: links to the samples in each form, the table, and a picture of the charts. */
export class ExportMenu {
  #menu;
  #name;
  #content;
  #listeners = new Listeners();

  /** `content()` answers `{ title, lines, legend, panels, colours }` for the picture, null before there are charts. */
  constructor(menu, name, content) {
    this.#menu = menu;
    this.#name = name;
    this.#content = content;
  }

  connect() {
    this.#listeners.on(this.#menu, 'click', (event) => event.target.closest('.menu-items') && this.#close());
    this.#listeners.on(this.#menu, 'keydown', (event) => this.#pressed(event));
    this.#listeners.on(document, 'pointerdown', (event) => !this.#menu.contains(event.target) && this.#close());
    this.#listeners.on(this.#menu.querySelector('[data-action="picture"]'), 'click', () => this.#savePicture());
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  /** Opens the menu with its first entry focused, or closes it. */
  toggle() {
    this.#menu.open = !this.#menu.open;
    if (this.#menu.open) {
      this.#items()[0].focus();
    }
  }

  #pressed(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.code];
    if (by !== undefined && this.#menu.open) {
      const items = this.#items();
      items.at((items.indexOf(document.activeElement) + by) % items.length).focus();
      event.preventDefault();
    } else if (event.code === 'Escape' && this.#menu.open) {
      this.#close();
      event.stopPropagation();
    }
  }

  #close() {
    if (this.#menu.open) {
      const hadFocus = this.#menu.contains(document.activeElement);
      this.#menu.open = false;
      if (hadFocus) {
        this.#menu.querySelector('summary').focus();
      }
    }
  }

  #items() {
    return [...this.#menu.querySelectorAll('.menu-items a, .menu-items button')];
  }

  async #savePicture() {
    const content = this.#content();
    if (content !== null) {
      await saveCanvas(pictureOf(content), `${this.#name}.png`);
    }
  }
}
