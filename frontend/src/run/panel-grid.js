import { chartsFor } from '../charts/index.js';
import { mergeMarks } from '../marks.js';
import { currentUnits } from '../unit-switch.js';
import { Panel } from './panel.js';
import { publishedFor } from './published.js';
import { MAX_SERIES, themeColours } from './series.js';

/**
 * The panels of a run on one time axis. Those in sight are drawn at once, the others one a frame, so that a page of
 * many panels stays as quick as the part of it that is looked at.
 */
export class PanelGrid {
  #root;
  #variants;
  #cursor;
  #panels;
  #stale = new Set();
  #inSight = new Set();
  #observer = new IntersectionObserver((entries) => this.#seen(entries));

  constructor(root, { run, scenario, counters, columns, cursor }) {
    this.#root = root;
    this.#variants = run.variants.map((variant) => variant.name).slice(0, MAX_SERIES);
    this.#cursor = cursor;
    this.#panels = chartsFor(scenario?.charts).filter((chart) => counters.has(chart.metric)).map((chart) => new Panel({
      chart,
      counter: counters.get(chart.metric),
      variants: this.#variants,
      columns,
      published: publishedFor(scenario, chart.metric),
      lastSecond: run.progress.ofSeconds,
    }));
  }

  connect() {
    this.#root.replaceChildren(...this.#panels.map((panel) => panel.element));
    const pointer = { hover: (second) => this.#cursor.hover(second), pick: (second) => this.#cursor.pin(second) };
    this.#panels.forEach((panel) => panel.connect(pointer));
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

  /** Takes the marks of a run. */
  setMarks(run) {
    const marks = mergeMarks(run.variants).map((mark) => ({ ...mark, series: this.#seriesOf(mark) }));
    this.#panels.forEach((panel) => panel.setMarks(marks));
  }

  /** Says that something changed which every panel shows. */
  invalidate() {
    this.#panels.forEach((panel) => this.#stale.add(panel));
  }

  /** Draws the panels in sight and one other, in each the same second; tells whether some are left for a next frame. */
  draw() {
    const view = { second: this.#cursor.second, placed: this.#cursor.isPlaced, units: currentUnits() };
    const stale = [...this.#stale];
    const other = stale.find((panel) => !this.#inSight.has(panel.element));
    stale.filter((panel) => panel === other || this.#inSight.has(panel.element)).forEach((panel) => {
      panel.draw(view);
      this.#stale.delete(panel);
    });
    return this.#stale.size > 0;
  }

  #seen(entries) {
    entries.forEach(({ target, isIntersecting }) =>
      isIntersecting ? this.#inSight.add(target) : this.#inSight.delete(target));
  }

  #seriesOf({ variants }) {
    return variants.length === 1 ? this.#variants.indexOf(variants[0]) : null;
  }
}
