import { Listeners } from '../dom.js';

const SAID_MILLIS = 2_000;

/** A button that copies a text and says so in place of its label. */
export class CopyButton {
  #button;
  #textOf;
  #label;
  #timer = null;
  #listeners = new Listeners();

  /** `textOf()` is the text at the time of the click. */
  constructor(button, textOf) {
    this.#button = button;
    this.#textOf = textOf;
    this.#label = button.textContent;
    button.setAttribute('aria-live', 'polite');
  }

  connect() {
    this.#listeners.on(this.#button, 'click', () => this.copy());
  }

  disconnect() {
    this.#listeners.removeAll();
    clearTimeout(this.#timer);
  }

  /** Copies, and says whether that worked. */
  async copy() {
    const copied = await copyText(this.#textOf());
    this.#button.textContent = copied ? 'Copied' : 'Could not copy';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#button.textContent = this.#label), SAID_MILLIS);
  }
}

/** Copies a text; where the browser keeps its clipboard to secure pages, by way of a selection. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
