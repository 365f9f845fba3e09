import { h, setText } from '../dom.js';

const WIDTH = 1000;
const HEIGHT = 100;
const SVG = 'http://www.w3.org/2000/svg';

/** Free memory moment by moment up to now, against the watermarks. */
export class MemoryGauge {
  #free;
  #most;
  #area = svg('path', { class: 'gauge-area' });
  #line = svg('path', { class: 'gauge-line' });
  #now = h('span', { class: 'gauge-now', 'aria-hidden': 'true' });

  /** `free` are the free pages by moment, `watermarks` are `{ min, low, high }`. */
  constructor(root, free, watermarks) {
    this.#free = free;
    this.#most = Math.max(...free, watermarks.high);
    const names = Object.entries(watermarks);
    const lines = names.map(([name, pages]) => svg('path', { class: `gauge-mark ${name}`, d: this.#across(pages) }));
    const chart = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    chart.append(this.#area, ...lines, this.#line);
    const labels = names.map(([name, pages]) => h('span', { class: `gauge-label ${name}`, 'aria-hidden': 'true',
      style: `bottom: ${this.#percent(pages)}%` }, `${name} ${pages}`));
    root.replaceChildren(chart, ...labels, this.#now);
  }

  /** Shows what was free up to a moment. */
  show(moment) {
    const points = this.#free.slice(0, moment + 1).map((pages, number) => [this.#x(number), this.#y(pages)]);
    const steps = points.map(([x, y], number) => (number === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
    const end = points.at(-1);
    this.#line.setAttribute('d', steps);
    this.#area.setAttribute('d', `${steps}V${HEIGHT}H0Z`);
    this.#now.style.left = `${end[0] / WIDTH * 100}%`;
    this.#now.style.bottom = `${this.#percent(this.#free[moment])}%`;
  }

  #x(moment) {
    return this.#free.length === 1 ? 0 : Number((moment / (this.#free.length - 1) * WIDTH).toFixed(1));
  }

  #y(pages) {
    return Number((HEIGHT - this.#percent(pages) / 100 * HEIGHT).toFixed(1));
  }

  #percent(pages) {
    return pages / this.#most * 100;
  }

  #across(pages) {
    return `M0 ${this.#y(pages)}H${WIDTH}`;
  }
}

/** How free memory stands to the watermarks, in words. */
export function standing(freePages, { min, low, high }) {
  if (freePages <= min) {
    return { level: 'min', words: 'at the min watermark' };
  }
  if (freePages <= low) {
    return { level: 'low', words: 'at the low watermark' };
  }
  return freePages <= high
    ? { level: 'high', words: 'between the low and the high watermark' }
    : { level: 'plenty', words: 'above the high watermark' };
}

/** Sets a number with its unit, as `48 pages`. */
export function setPages(element, pages) {
  setText(element, `${pages} ${pages === 1 ? 'page' : 'pages'}`);
}

function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  return element;
}
