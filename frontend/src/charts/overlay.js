/**
 * What is drawn over a chart's lines: the unit above the value axis, marks as vertical lines with their label, and the
 * second that is looked at with a shape on each line.
 */
const GAP = 4;
const LABELS_ABOVE = 12;
const SHAPE_RADIUS = 4;
const MARK_DASH = [2, 3];

/** A plugin of the chart library; it reads `state` anew at each drawing. */
export function overlay(state) {
  return {
    id: 'overlay',
    beforeDatasetsDraw: (chart) => drawMarks(chart, state),
    afterDatasetsDraw: (chart) => {
      drawUnit(chart, state);
      drawCursor(chart, state);
      drawWaiting(chart, state);
    },
  };
}

function drawUnit({ ctx, chartArea }, { unit, font, colours }) {
  write(ctx, unit, 0, chartArea.top - LABELS_ABOVE, { font, colour: colours.text, align: 'left' });
}

function drawMarks({ ctx, chartArea, scales }, state) {
  for (const mark of state.marks) {
    const x = Math.round(scales.x.getPixelForValue(mark.second)) + 0.5;
    const colour = mark.series === null ? state.colours.text : state.colours.series[mark.series];
    vertical(ctx, chartArea, x, { colour, dash: MARK_DASH });
    const fits = x + GAP + widthOf(ctx, mark.label, state.font) <= chartArea.right;
    const align = fits ? 'left' : 'right';
    write(ctx, mark.label, fits ? x + GAP : x - GAP, chartArea.top - LABELS_ABOVE, { font: state.font, colour, align });
  }
}

function drawCursor({ ctx, chartArea, scales }, { cursor, colours, lines, shapes }) {
  if (cursor === null) {
    return;
  }
  const x = Math.round(scales.x.getPixelForValue(cursor)) + 0.5;
  vertical(ctx, chartArea, x, { colour: colours.strong, dash: [] });
  lines.forEach((points, index) => {
    const point = points.find((candidate) => candidate.x === cursor);
    if (point !== undefined && Number.isFinite(point.y)) {
      drawShape(ctx, shapes[index], x, scales.y.getPixelForValue(point.y), colours.series[index], colours.surface);
    }
  });
}

function drawWaiting({ ctx, chartArea }, { lines, font, colours }) {
  if (lines.every((points) => points.length === 0)) {
    const [x, y] = [(chartArea.left + chartArea.right) / 2, (chartArea.top + chartArea.bottom) / 2];
    write(ctx, 'waiting for the first second', x, y, { font, colour: colours.text, align: 'center' });
  }
}

function vertical(ctx, { top, bottom }, x, { colour, dash }) {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(x, top - 2 * GAP);
  ctx.lineTo(x, bottom);
  ctx.stroke();
  ctx.restore();
}

function write(ctx, text, x, y, { font, colour, align }) {
  ctx.save();
  ctx.font = `${font.size}px ${font.family}`;
  ctx.fillStyle = colour;
  ctx.textAlign = align;
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(text, x, y);
  ctx.restore();
}

function widthOf(ctx, text, font) {
  ctx.save();
  ctx.font = `${font.size}px ${font.family}`;
  const { width } = ctx.measureText(text);
  ctx.restore();
  return width;
}

function drawShape(ctx, shape, x, y, colour, surface) {
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
