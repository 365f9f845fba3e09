/** Lines over simulated time. This is the only module that knows Chart.js. */
import { Chart, Decimation, LineController, LineElement, LinearScale, PointElement } from 'chart.js';
import { grouped } from '../format.js';
import { radiusOf } from '../run/series.js';
import { overlay } from './overlay.js';

Chart.register(Decimation, LineController, LineElement, LinearScale, PointElement);

const FONT = { family: 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif', size: 11 };
const PUBLISHED_DOTS = [1.5, 4.5];
const FAINT = 0.35;
const ROOM_FOR_DOT = 4;
const WIDTH = 1.75;
const ROOM_FOR_LABELS = 26;

/**
 * One panel's chart: a line a series and, behind it, dots where figures were published. It is drawn anew only when
 * something that it shows has changed.
 */
export class LineChart {
  #chart;
  #published;
  #ceiling;
  #lines;
  #scale = { unit: '', factor: 1, digits: 1 };
  #overlay = { marks: [], unit: '', font: FONT, colours: {}, lines: [], empty: '', hasPublished: false };
  #isStale = true;
  #isRestyled = true;

  /**
   * `series` are `{ dash, published }`, published being `{ seconds, values }` or null; `lastSecond` is the end
   * of the axis; `ceiling` the least height of the value axis in the metric's unit, 0 for none; `resized()` is called
   * when the canvas got another size.
   */
  constructor(canvas, { series, lastSecond, ceiling, resized }) {
    this.#ceiling = ceiling;
    this.#published = series.map((one) => one.published);
    this.#overlay.hasPublished = this.#published.some((column) => column !== null);
    this.#lines = series.map(() => []);
    this.#chart = new Chart(canvas, {
      type: 'line',
      data: { datasets: [...series.map(line), ...series.map(({ published }) => dots(published))] },
      options: { ...optionsOf(lastSecond), onResize: resized },
      plugins: [overlay(this.#overlay)],
    });
  }

  /** Takes the colours of the theme: one a series, and those of grid, text and surface. */
  setColours(colours) {
    const datasets = this.#chart.data.datasets;
    datasets.forEach((dataset, index) => {
      dataset.borderColor = colours.series[index % this.#lines.length];
      dataset.backgroundColor = dataset.borderColor;
    });
    for (const axis of Object.values(this.#chart.options.scales)) {
      axis.ticks.color = colours.text;
      axis.grid.color = colours.grid;
      axis.border.color = colours.axis;
    }
    this.#overlay.colours = colours;
    this.#isRestyled = true;
    this.#isStale = true;
  }

  /** Shows values in a scale of `format.js`, lines made anew from the columns: one `{ seconds, values }` a series. */
  setScale(scale, columns) {
    this.#scale = scale;
    this.#overlay.unit = scale.unit;
    this.#chart.options.scales.y.suggestedMax = this.#ceiling * scale.factor;
    this.#lines = columns.map((column) => this.#points(column, 0));
    this.#overlay.lines = this.#lines;
    const published = this.#published.map((column) => (column === null ? [] : this.#points(column, 0)));
    [...this.#lines, ...published].forEach((points, index) => (this.#chart.data.datasets[index].data = points));
    this.#isStale = true;
  }

  /** Adds to each line the points that it does not have yet. */
  append(columns) {
    columns.forEach((column, index) => {
      const points = this.#points(column, this.#lines[index].length);
      points.forEach((point) => this.#lines[index].push(point));
      this.#isStale ||= points.length > 0;
    });
  }

  /** Sets the vertical lines `{ second, label, series }`; series is an index, or null for a mark that several share. */
  setMarks(marks) {
    this.#overlay.marks = marks;
    this.#isStale = true;
  }

  /** Says what stands where no line is yet. */
  setEmpty(words) {
    this.#overlay.empty = words;
    this.#isStale = true;
  }

  /** Hides the series at some places, with what was published of them, and shows the others. */
  setHidden(hidden) {
    this.#chart.data.datasets.forEach((dataset, index) => {
      this.#isStale ||= dataset.hidden !== hidden.has(index % this.#lines.length);
      dataset.hidden = hidden.has(index % this.#lines.length);
    });
  }

  /** Draws, where something has changed; tells whether it has. */
  draw() {
    const wasStale = this.#isStale;
    if (wasStale) {
      this.#lines.forEach(({ length }, index) => this.#setRadius(index, radiusOf(length)));
      this.#chart.update(this.#isRestyled ? undefined : 'none');
      this.#isRestyled = false;
      this.#isStale = false;
    }
    return wasStale;
  }

  /** The size of the canvas in pixels of the page, how many of its own each has, and the area of the lines. */
  get place() {
    const { width, height, chartArea, currentDevicePixelRatio } = this.#chart;
    return { width, height, ratio: currentDevicePixelRatio, area: chartArea };
  }

  /** The colours that it is drawn in. */
  get colours() {
    return this.#overlay.colours;
  }

  /** The type that it is written in. */
  get font() {
    return FONT;
  }

  /** Whether the series at a place is shown. */
  shows(index) {
    return !this.#chart.data.datasets[index].hidden;
  }

  /** The place of a second from the left of the canvas. */
  xOf(second) {
    return this.#chart.scales.x.getPixelForValue(second);
  }

  /** The place of a value, in the metric's unit, from the top of the canvas. */
  yOf(value) {
    return this.#chart.scales.y.getPixelForValue(value * this.#scale.factor);
  }

  /** The whole second at a place of the canvas. */
  secondAt(offsetX) {
    const { min, max } = this.#chart.scales.x;
    return Math.max(min, Math.min(max, Math.round(this.#chart.scales.x.getValueForPixel(offsetX))));
  }

  /** Gives the canvas back. */
  destroy() {
    this.#chart.destroy();
  }

  /** The chart library looks at how points are to look only in an update that is not the quickest. */
  #setRadius(index, radius) {
    const dataset = this.#chart.data.datasets[index];
    this.#isRestyled ||= dataset.pointRadius !== radius;
    dataset.pointRadius = radius;
  }

  #points({ seconds, values }, from) {
    const points = [];
    for (let i = from; i < seconds.length; i++) {
      points.push({ x: seconds[i], y: values[i] * this.#scale.factor });
    }
    return points;
  }
}

/** Later lines lie on top: a dash over a full line of the same values leaves both to be seen. */
function line({ dash }, index) {
  return { data: [], borderDash: dash, order: -index, hidden: false, clip: ROOM_FOR_DOT };
}

/** What lies outside the seconds that are compared is fainter. */
function dots(published) {
  const isOutside = ({ p0, p1 }) => p0.parsed.x < published?.from || p1.parsed.x > published?.to;
  const borderColor = (piece) => (isOutside(piece) ? faint(piece.chart.data.datasets[piece.datasetIndex].borderColor)
    : undefined);
  const segment = { borderColor };
  return { data: [], borderDash: PUBLISHED_DOTS, borderCapStyle: 'round', order: 1, hidden: false, segment };
}

/** A colour as the browser resolves it, rgb(1, 2, 3), seen through. */
function faint(colour) {
  return colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${FAINT})`);
}

function optionsOf(lastSecond) {
  const axis = { border: { display: true }, ticks: { font: FONT, maxRotation: 0 }, grid: { drawTicks: false } };
  return {
    animation: false,
    events: [],
    parsing: false,
    normalized: true,
    spanGaps: false,
    maintainAspectRatio: false,
    borderWidth: WIDTH,
    elements: { point: { radius: 0 }, line: { borderJoinStyle: 'bevel' } },
    layout: { padding: { top: ROOM_FOR_LABELS, right: 6 } },
    plugins: { decimation: { enabled: true, algorithm: 'min-max' } },
    scales: {
      x: { ...axis, type: 'linear', min: 0, max: lastSecond, ticks: secondTicks(axis.ticks, lastSecond) },
      y: { ...axis, type: 'linear', beginAtZero: true, ticks: valueTicks(axis.ticks) },
    },
  };
}

function secondTicks(ticks, lastSecond) {
  const callback = (value, index, all) => (index === all.length - 1 ? `${value} s` : value);
  return { ...ticks, callback, maxTicksLimit: 8, precision: 0, includeBounds: lastSecond <= 10, padding: 4 };
}

/** All ticks have as many digits as their distance needs: 0.5 and 1.5, but 1 and 2. */
function valueTicks(ticks) {
  const callback = (value, index, all) => grouped(value, digitsOf(all[1]?.value - all[0].value));
  return { ...ticks, callback, maxTicksLimit: 5, padding: 6 };
}

function digitsOf(distance) {
  const [, decimals = ''] = String(Number((distance || 1).toPrecision(3))).split('.');
  return Math.min(3, decimals.length);
}
