import { chartsFor } from '../charts/index.js';
import { mergeMarks } from '../marks.js';
import { currentUnits } from '../unit-switch.js';
import { Panel } from './panel.js';
import { changesScenario, publishedFor } from './published.js';
import { MAX_SERIES, themeColours } from './series.js';
import { emptyWords } from './state-words.js';

/**
 * The panels of a run on one time axis. In each frame what the pointer moves is drawn in every panel in sight, but only
 * one gets new lines, those in sight first and each in its turn: stroking lines is what costs most.
 */
export class PanelGrid {
  #root;
  #variants;
  #state;
  #panels;
  #staleLines = new Set();
  #staleViews = new Set();
  #inSight = new Set();
  #observer = new IntersectionObserver((entries) => this.#seen(entries));

  /** `request()` asks for a drawing in the next frame. */
  constructor(root, { run, scenario, counters, columns, state, request }) {
    this.#root = root;
    this.#variants = run.variants.map((variant) => variant.name).slice(0, MAX_SERIES);
    this.#state = state;
    const isChanged = changesScenario(run, scenario);
    const charts = chartsFor(scenario?.charts, run.variants).filter(({ metric }) => counters.has(metric));
    this.#panels = charts.map((chart) => new Panel({
      chart,
      counter: counters.get(chart.metric),
      variants: this.#variants,
      columns,
      published: publishedFor(scenario, chart.metric),
      isChanged,
      lastSecond: run.progress.ofSeconds,
      resized: (panel) => {
        this.#staleViews.add(panel);
        request();
      },
    }));
  }

  connect() {
    this.#root.replaceChildren(...this.#panels.map((panel) => panel.element));
    const { cursor, selection } = this.#state;
    const told = {
      hover: (second) => cursor.hover(second),
      pick: (second) => cursor.pin(second),
      select: (from, to) => selection.choose(from, to),
      toggle: (index) => this.#state.toggle(index),
    };
    this.#panels.forEach((panel) => panel.connect(told));
    this.#panels.forEach((panel) => this.#observer.observe(panel.element));
    this.recolour();
  }

  disconnect() {
    this.#observer.disconnect();
    this.#panels.forEach((panel) => panel.disconnect());
  }

  /** Takes the colours of the theme that is shown. */
  recolour() {
    const colours = themeColours();
    this.#panels.forEach((panel) => panel.setColours(colours));
  }

  /** Takes a run's marks, and its status for what empty charts say. */
  take(run) {
    const marks = mergeMarks(run.variants).map((mark) => ({ ...mark, series: this.#seriesOf(mark) }));
    this.#panels.forEach((panel) => panel.setMarks(marks));
    this.#panels.forEach((panel) => panel.setEmpty(emptyWords(run)));
  }

  /** Says that the lines changed, and with them all that is shown. */
  invalidate() {
    this.#panels.forEach((panel) => this.#staleLines.add(panel));
  }

  /** Says that somebody looks at something else; the lines stay. */
  invalidateView() {
    this.#panels.forEach((panel) => this.#staleViews.add(panel));
  }

  /** Draws for a frame; tells whether something is left for the next. */
  draw() {
    const view = this.#view();
    this.#inOrder(this.#staleLines).slice(0, 1).forEach((panel) => this.#drawLines(panel, view));
    this.#drawViews(view);
    return this.#staleLines.size + this.#staleViews.size > 0;
  }

  /** Draws everything at once and answers the panels as pictures. */
  pictures() {
    const view = this.#view();
    this.#panels.forEach((panel) => this.#drawLines(panel, view));
    this.#panels.forEach((panel) => this.#drawView(panel, view));
    return this.#panels.map((panel) => panel.picture());
  }

  #view() {
    const { cursor, selection, baseline, hidden } = this.#state;
    const { second, isPlaced } = cursor;
    return { second, placed: isPlaced, range: selection.range, baseline, hidden, units: currentUnits() };
  }

  #drawLines(panel, view) {
    panel.drawChart(view);
    this.#staleLines.delete(panel);
    this.#staleViews.add(panel);
  }

  #drawViews(view) {
    const drawn = this.#inOrder(this.#staleViews).filter((panel) => panel.isDrawn);
    const other = drawn.find((panel) => !this.#inSight.has(panel.element));
    drawn.filter((panel) => panel === other || this.#inSight.has(panel.element))
      .forEach((panel) => this.#drawView(panel, view));
  }

  #drawView(panel, view) {
    panel.drawView(view);
    this.#staleViews.delete(panel);
  }

  #inOrder(panels) {
    return [...panels].sort((a, b) => this.#inSight.has(b.element) - this.#inSight.has(a.element));
  }

  #seen(entries) {
    entries.forEach(({ target, isIntersecting }) =>
      isIntersecting ? this.#inSight.add(target) : this.#inSight.delete(target));
  }

  #seriesOf({ variants }) {
    return variants.length === 1 ? this.#variants.indexOf(variants[0]) : null;
  }
}
