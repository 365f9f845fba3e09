import { chartsFor } from '../charts/index.js';
import { mergeMarks } from '../marks.js';
import { currentUnits } from '../unit-switch.js';
import { Panel } from './panel.js';
import { publishedFor } from './published.js';
import { MAX_SERIES, themeColours } from './series.js';

/** The panels of a run on one time axis. */
export class PanelGrid {
  #root;
  #variants;
  #cursor;
  #panels;

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
    this.recolour();
  }

  disconnect() {
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

  /** Draws what there is, in every panel the same second. */
  draw() {
    const view = { second: this.#cursor.second, placed: this.#cursor.isPlaced, units: currentUnits() };
    this.#panels.forEach((panel) => panel.draw(view));
  }

  #seriesOf({ variants }) {
    return variants.length === 1 ? this.#variants.indexOf(variants[0]) : null;
  }
}
