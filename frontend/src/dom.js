/** Makes an element; attributes that are null or false are left out, true means present. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets an element's text, touching the document only where it differs. */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** The listeners of one view, removed together. */
export class Listeners {
  #abort = new AbortController();

  /** Listens until `removeAll`. */
  on(target, type, listener) {
    target.addEventListener(type, listener, { signal: this.#abort.signal });
  }

  /** Removes every listener at once. */
  removeAll() {
    this.#abort.abort();
  }
}
