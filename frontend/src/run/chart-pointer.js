import { Listeners } from '../dom.js';

/** How far a pointer must go before it draws a range and does not merely click. */
const DRAG_PIXELS = 5;

/** The pointer on one chart, mouse or finger: it shows a second, a click stays there, a drag chooses seconds. */
export class ChartPointer {
  #canvas;
  #secondAt;
  #told;
  #down = null;
  #listeners = new Listeners();

  /** `secondAt(x)` is the second at a place of the canvas; `told` has `hover(second)`, `pick`, `select(from, to)`. */
  constructor(canvas, secondAt, told) {
    this.#canvas = canvas;
    this.#secondAt = secondAt;
    this.#told = told;
  }

  connect() {
    this.#listeners.on(this.#canvas, 'pointerdown', (event) => this.#pressed(event));
    this.#listeners.on(this.#canvas, 'pointermove', (event) => this.#moved(event));
    this.#listeners.on(this.#canvas, 'pointerup', (event) => this.#released(event));
    this.#listeners.on(this.#canvas, 'pointercancel', () => this.#left());
    this.#listeners.on(this.#canvas, 'pointerleave', () => this.#left());
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  #pressed(event) {
    if (event.button === 0) {
      this.#down = { x: event.offsetX, isDrag: false };
      this.#canvas.setPointerCapture(event.pointerId);
    }
  }

  #moved(event) {
    this.#told.hover(this.#secondAt(event.offsetX));
    if (this.#down !== null) {
      this.#down.isDrag ||= Math.abs(event.offsetX - this.#down.x) >= DRAG_PIXELS;
      this.#drag(event.offsetX);
    }
  }

  /** A sample is of the second before its place: what is dragged over from 4 to 8 are the seconds 5 to 8. */
  #drag(x) {
    if (this.#down.isDrag) {
      const [from, to] = [this.#secondAt(this.#down.x), this.#secondAt(x)];
      this.#told.select(...(from < to ? [from + 1, to] : [Math.max(1, from), Math.min(to + 1, Math.max(1, from))]));
    }
  }

  #released(event) {
    const wasClick = this.#down !== null && !this.#down.isDrag;
    this.#left();
    if (wasClick) {
      this.#told.pick(this.#secondAt(event.offsetX));
    }
  }

  #left() {
    this.#down = null;
    this.#told.hover(null);
  }
}
