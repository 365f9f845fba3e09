import { write } from './overlay.js';

const SHAPE_RADIUS = 4;
const SHADE = 0.14;
const GAP = 4;

/**
 * What moves with the pointer, on a canvas of its own above a chart, so that the lines need not be drawn anew: the
 * second that is looked at with a shape on each line, and the seconds that are chosen.
 */
export class CursorLayer {
  #canvas;
  #shapes;

  /** `shapes` are the names of the series' shapes in their order. */
  constructor(canvas, shapes) {
    this.#canvas = canvas;
    this.#shapes = shapes;
  }

  /**
   * Draws over a `LineChart`: `second` to mark or null, `range` to shade or null, `values` of the second in the
   * metric's unit, one a series.
   */
  draw(chart, { second, range, values }) {
    const { width, height, ratio, area } = chart.place;
    const ctx = this.#cleared(width, height, ratio);
    const { colours } = chart;
    if (range !== null) {
      shade(ctx, chart, range, colours);
    }
    if (second !== null) {
      vertical(ctx, area, pixel(chart.xOf(second)), colours.strong);
      values.forEach((value, index) => this.#mark(ctx, chart, { second, value, index }));
    }
  }

  #cleared(width, height, ratio) {
    const canvas = this.#canvas;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    }
    const ctx = canvas.getContext('2d');
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    return ctx;
  }

  #mark(ctx, chart, { second, value, index }) {
    if (Number.isFinite(value) && chart.shows(index)) {
      const { colours } = chart;
      const place = [pixel(chart.xOf(second)), chart.yOf(value)];
      drawShape(ctx, this.#shapes[index], place, colours.series[index], colours.surface);
    }
  }
}

/** A sample is of the second before its place, so a range begins a second before its first. */
function shade(ctx, chart, { from, to }, colours) {
  const { area } = chart.place;
  const [left, right] = [Math.max(area.left, pixel(chart.xOf(from - 1))), pixel(chart.xOf(to))];
  ctx.save();
  ctx.fillStyle = colours.accent;
  ctx.globalAlpha = SHADE;
  ctx.fillRect(left, area.top, right - left, area.bottom - area.top);
  ctx.restore();
  [left, right].forEach((x) => vertical(ctx, area, x, colours.accent));
  const text = from === to ? `${to}` : `${from}\u2013${to}`;
  const style = { font: chart.font, colour: colours.accent, align: 'left' };
  write(ctx, text, left + GAP, area.bottom - GAP, style);
}

function pixel(x) {
  return Math.round(x) + 0.5;
}

function vertical(ctx, { top, bottom }, x, colour) {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, bottom);
  ctx.stroke();
  ctx.restore();
}

function drawShape(ctx, shape, [x, y], colour, surface) {
  ctx.save();
  ctx.fillStyle = colour;
  ctx.strokeStyle = surface;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  SHAPES[shape](ctx, x, y, SHAPE_RADIUS);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

const SHAPES = {
  circle: (ctx, x, y, r) => ctx.arc(x, y, r, 0, 2 * Math.PI),
  square: (ctx, x, y, r) => ctx.rect(x - r, y - r, 2 * r, 2 * r),
  triangle: (ctx, x, y, r) => polygon(ctx, [[x, y - r - 1], [x + r + 1, y + r], [x - r - 1, y + r]]),
  diamond: (ctx, x, y, r) => polygon(ctx, [[x, y - r - 1], [x + r + 1, y], [x, y + r + 1], [x - r - 1, y]]),
};

function polygon(ctx, points) {
  points.forEach(([x, y], index) => (index === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
}
