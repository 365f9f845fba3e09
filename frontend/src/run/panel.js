import { CursorLayer } from '../charts/cursor-layer.js';
import { LineChart } from '../charts/line-chart.js';
import { h, Listeners, setText } from '../dom.js';
import { number, quantity, scaleOf } from '../format.js';
import { rangeWords } from '../selection.js';
import { statisticsOf, within } from '../statistics.js';
import { ChartPointer } from './chart-pointer.js';
import { DataTable } from './data-table.js';
import { helpFor } from './help.js';
import { Legend } from './legend.js';
import { publishedNote } from './published.js';
import { lookOf } from './series.js';
import { StatisticsTable } from './statistics-table.js';

/**
 * One counter over time with a line a variant: title, values at the cursor, chart, statistics, and the figures as a
 * table. The chart is drawn when there is something new in it, the rest whenever somebody looks elsewhere.
 */
export class Panel {
  element;
  #chart;
  #layer;
  #chartDescriptor;
  #counter;
  #columns;
  #variants;
  #published;
  #legend;
  #statistics;
  #table;
  #note;
  #publishedNote;
  #scale = null;
  #units = null;
  #range = null;
  #stated = '';
  #canvas;
  #pointer = null;
  #listeners = new Listeners();

  /**
   * `published` maps a variant to its published column or nothing, `isChanged` says that they are of another run;
   * `resized(panel)` asks for a drawing.
   */
  constructor({ chart, counter, variants, columns, published, isChanged, lastSecond, resized }) {
    this.#chartDescriptor = chart;
    this.#counter = counter;
    this.#variants = variants;
    this.#columns = columns;
    this.#published = published;
    this.#legend = new Legend(variants, published);
    this.#statistics = new StatisticsTable(counter, variants);
    this.#table = new DataTable(chart.title, variants);
    this.#canvas = h('canvas', { role: 'img' });
    this.#note = h('p', { class: 'panel-note', hidden: true }, chart.quiet ?? '');
    const told = publishedNote(variants.flatMap((name) => published.get(name) ?? []), isChanged);
    this.#publishedNote = h('p', { class: 'panel-note', hidden: told === '' }, told);
    const layer = h('canvas', { class: 'cursor-layer', 'aria-hidden': 'true' });
    this.element = this.#build(layer);
    const looks = variants.map((name, index) => lookOf(index));
    this.#layer = new CursorLayer(layer, looks.map(({ shape }) => shape));
    this.#chart = new LineChart(this.#canvas, {
      series: variants.map((name, index) => ({ ...looks[index], published: published.get(name) ?? null })),
      lastSecond,
      ceiling: chart.ceiling ?? 0,
      resized: () => resized(this),
    });
  }

  /** Reports to `told`: `hover(second)`, `pick(second)`, `select(from, to)`, and `toggle(index)` of a variant. */
  connect(told) {
    this.#pointer = new ChartPointer(this.#canvas, (x) => this.#chart.secondAt(x), told);
    this.#pointer.connect();
    this.#legend.connect(told.toggle);
    this.#listeners.on(this.#table.element, 'toggle', () =>
      this.#table.show(this.#columnsShown(), this.#scale, this.#range));
  }

  /** Removes listeners and chart. */
  disconnect() {
    this.#pointer.disconnect();
    this.#legend.disconnect();
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

  /** Takes what stands where no line is yet. */
  setEmpty(words) {
    this.#chart.setEmpty(words);
  }

  /** Whether there are lines yet. */
  get isDrawn() {
    return this.#scale !== null;
  }

  /** Draws the lines, where they changed. */
  drawChart({ units, hidden }) {
    const shown = this.#columnsShown();
    this.#rescale(shown, units);
    this.#chart.append(shown);
    this.#chart.setHidden(hidden);
    this.#chart.draw();
  }

  /** Shows a second, the chosen seconds, and their statistics; the chart must have been drawn. */
  drawView({ second, placed, range, baseline, hidden, units }) {
    const values = this.#variants.map((name) => this.#columns.of(name).at(this.#chartDescriptor.metric, second));
    this.#layer.draw(this.#chart, { second: placed ? second : null, range, values });
    this.#legend.show({ second, values, scale: this.#scale, hidden });
    this.#range = range;
    this.#showStatistics(range, baseline, units);
  }

  /** What a picture of the panel needs: its title, its canvases, and a line of words a variant. */
  picture() {
    const canvases = [...this.element.querySelectorAll('.plot canvas')];
    return { title: this.#chartDescriptor.title, canvases, words: this.#statistics.words(this.#scale.unit) };
  }

  /** Moving the cursor changes no statistics: they are made anew only when seconds, base or scale are others. */
  #showStatistics(range, baseline, units) {
    const shown = this.#columnsShown();
    const lengths = shown.map(({ seconds }) => seconds.length);
    const state = JSON.stringify([lengths, range, baseline, units, this.#scale]);
    if (state !== this.#stated) {
      this.#stated = state;
      const statistics = shown.map((column) => statisticsOf(within(column, range)));
      const seconds = rangeWords(range, this.#columns.lastSecond);
      this.#statistics.show({ statistics, scale: this.#scale, units, baseline, seconds });
      this.#describe(statistics, seconds);
      this.#table.show(shown, this.#scale, range);
    }
  }

  #columnsShown() {
    return this.#variants.map((name) => {
      const columns = this.#columns.of(name);
      return { seconds: columns.column('second'), values: columns.column(this.#chartDescriptor.metric) };
    });
  }

  #rescale(shown, units) {
    const peaks = this.#variants.map((name) => this.#columns.of(name).peak(this.#chartDescriptor.metric));
    const published = [...this.#published.values()].map(({ values }) => Math.max(...values));
    const peak = Math.max(0, ...peaks, ...published);
    const scale = scaleOf(this.#counter.unit, peak, units);
    const changed = this.#scale === null || scale.unit !== this.#scale.unit || units !== this.#units;
    this.#scale = scale;
    this.#units = units;
    if (changed) {
      this.#chart.setScale(scale, shown);
    }
  }

  #describe(statistics, seconds) {
    const simulated = statistics.some(({ mean }) => Number.isFinite(mean));
    const flat = simulated && statistics.every(({ min, max }) => !(min < 0 || max > 0));
    this.#note.hidden = !(flat && this.#chartDescriptor.quiet);
    const means = this.#variants.map((name, index) => `${name}: mean ${quantity(statistics[index].mean, this.#scale)}`);
    const words = `${this.#chartDescriptor.title} over simulated time, ${seconds}. ${means.join('; ')}.`;
    if (this.#canvas.getAttribute('aria-label') !== words) {
      this.#canvas.setAttribute('aria-label', words);
    }
  }

  #build(layer) {
    const help = helpFor(this.#chartDescriptor, this.#counter);
    const heading = h('header', { class: 'panel-head' }, h('h3', {}, this.#chartDescriptor.title), help.button);
    const chart = h('div', { class: 'plot' }, this.#canvas, layer);
    const below = [this.#note, this.#publishedNote, this.#statistics.element, this.#table.element];
    return h('article', { class: 'panel', 'data-metric': this.#counter.id }, heading, help.text, this.#legend.element,
      chart, below);
  }
}
