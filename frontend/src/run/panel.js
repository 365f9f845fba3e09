import { LineChart } from '../charts/line-chart.js';
import { h, Listeners, setText } from '../dom.js';
import { number, quantity, scaleOf } from '../format.js';
import { statisticsOf } from '../statistics.js';
import { DataTable } from './data-table.js';
import { helpFor } from './help.js';
import { lookOf, swatch } from './series.js';
import { StatisticsTable } from './statistics-table.js';

/**
 * One counter over time with a line a variant: title, values at the cursor, chart, statistics, and the figures as a
 * table.
 */
export class Panel {
  element;
  #chart;
  #chartDescriptor;
  #counter;
  #columns;
  #variants;
  #published;
  #legend = new Map();
  #statistics;
  #table;
  #note;
  #scale = null;
  #units = null;
  #canvas;
  #listeners = new Listeners();

  /** `published` maps a variant to its published column or nothing. */
  constructor({ chart, counter, variants, columns, published, lastSecond }) {
    this.#chartDescriptor = chart;
    this.#counter = counter;
    this.#variants = variants;
    this.#columns = columns;
    this.#published = published;
    this.#statistics = new StatisticsTable(counter, variants);
    this.#table = new DataTable(chart.title, variants);
    this.#canvas = h('canvas', { role: 'img' });
    this.#note = h('p', { class: 'panel-note', hidden: true }, chart.quiet ?? '');
    this.element = this.#build();
    this.#chart = new LineChart(this.#canvas, {
      series: variants.map((name, index) => ({ ...lookOf(index), published: published.get(name) ?? null })),
      lastSecond,
      ceiling: chart.ceiling ?? 0,
    });
  }

  /** Reports the second under the pointer, null when it leaves, and the second that is clicked. */
  connect({ hover, pick }) {
    const second = (event) => this.#chart.secondAt(event.offsetX);
    this.#listeners.on(this.#canvas, 'pointermove', (event) => hover(second(event)));
    this.#listeners.on(this.#canvas, 'pointerleave', () => hover(null));
    this.#listeners.on(this.#canvas, 'click', (event) => pick(second(event)));
    this.#listeners.on(this.#table.element, 'toggle', () => this.#table.show(this.#columnsShown(), this.#scale));
  }

  /** Removes listeners and chart. */
  disconnect() {
    this.#listeners.removeAll();
    this.#chart.destroy();
  }

  /** Takes the colours of the theme. */
  setColours(colours) {
    this.#chart.setColours(colours);
  }

  /** Takes the marks as the time axis shows them. */
  setMarks(marks) {
    this.#chart.setMarks(marks);
  }

  /** Shows what there is, the values of a second in the legend; `placed` draws a line there. */
  draw({ second, placed, units }) {
    const shown = this.#columnsShown();
    const statistics = shown.map(({ values }) => statisticsOf(values));
    this.#rescale(shown, statistics, units);
    this.#chart.append(shown);
    this.#chart.setCursor(placed ? second : null);
    this.#chart.draw();
    this.#drawLegend(second);
    this.#statistics.show(statistics, this.#scale, units);
    this.#table.show(shown, this.#scale);
    this.#describe(statistics, shown);
  }

  #columnsShown() {
    return this.#variants.map((name) => {
      const columns = this.#columns.of(name);
      return { seconds: columns.column('second'), values: columns.column(this.#chartDescriptor.metric) };
    });
  }

  #rescale(shown, statistics, units) {
    const scale = scaleOf(this.#counter.unit, this.#peak(statistics), units);
    const changed = this.#scale === null || scale.unit !== this.#scale.unit || units !== this.#units;
    this.#scale = scale;
    this.#units = units;
    if (changed) {
      this.#chart.setScale(scale, shown);
    }
  }

  #peak(statistics) {
    const published = [...this.#published.values()].map(({ values }) => Math.max(...values));
    const peaks = [...statistics.map(({ max }) => max), ...published].filter(Number.isFinite);
    return Math.max(0, ...peaks);
  }

  #drawLegend(second) {
    for (const [name, { value, published }] of this.#legend) {
      setText(value, number(this.#columns.of(name).at(this.#chartDescriptor.metric, second), this.#scale));
      setText(published, this.#published.has(name) ? this.#publishedText(name, second) : '');
    }
  }

  #publishedText(name, second) {
    const { seconds, values } = this.#published.get(name);
    const index = seconds.indexOf(second);
    if (index >= 0) {
      return `published ${number(values[index], this.#scale)}`;
    }
    return second === 0 ? 'published' : 'none published';
  }

  #describe(statistics, shown) {
    const simulated = shown.some(({ values }) => values.length > 0);
    const flat = simulated && statistics.every(({ min, max }) => !(min < 0 || max > 0));
    this.#note.hidden = !(flat && this.#chartDescriptor.quiet);
    const means = this.#variants.map((name, index) => `${name}: mean ${quantity(statistics[index].mean, this.#scale)}`);
    this.#canvas.setAttribute('aria-label', `${this.#chartDescriptor.title} over simulated time. ${means.join('; ')}.`);
  }

  #build() {
    const help = helpFor(this.#chartDescriptor, this.#counter);
    const heading = h('header', { class: 'panel-head' }, h('h3', {}, this.#chartDescriptor.title), help.button);
    const legend = h('ul', { class: 'legend' }, this.#variants.map((name, index) => this.#legendItem(name, index)));
    const chart = h('div', { class: 'plot' }, this.#canvas);
    const below = [this.#note, this.#statistics.element, this.#table.element];
    return h('article', { class: 'panel', 'data-metric': this.#counter.id }, heading, help.text, legend, chart, below);
  }

  #legendItem(name, index) {
    const value = h('span', { class: 'legend-value' }, '–');
    const published = h('span', { class: 'legend-published' });
    this.#legend.set(name, { value, published });
    const style = `--look: var(${lookOf(index).colour})`;
    return h('li', { style }, swatch(index), h('span', { class: 'legend-name' }, name), value, published);
  }
}
