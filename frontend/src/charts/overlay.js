/**
 * What is drawn around a chart's lines and stays with them: the unit above the value axis, and marks as vertical lines
 * with their label.
 */
const GAP = 4;
const LABELS_ABOVE = 12;
const MARK_DASH = [2, 3];

/** A plugin of the chart library; it reads `state` anew at each drawing. */
export function overlay(state) {
  return {
    id: 'overlay',
    beforeDatasetsDraw: (chart) => drawMarks(chart, state),
    afterDatasetsDraw: (chart) => {
      drawUnit(chart, state);
      drawEmpty(chart, state);
    },
  };
}

function drawUnit({ ctx, chartArea }, { unit, font, colours }) {
  write(ctx, unit, 0, chartArea.top - LABELS_ABOVE, { font, colour: colours.text, align: 'left' });
}

function drawMarks({ ctx, chartArea, scales }, state) {
  let free = chartArea.left;
  for (const mark of state.marks) {
    const x = Math.round(scales.x.getPixelForValue(mark.second)) + 0.5;
    const colour = mark.series === null ? state.colours.text : state.colours.series[mark.series];
    vertical(ctx, chartArea, x, { colour, dash: MARK_DASH });
    const place = placeOf(x, widthOf(ctx, mark.label, state.font), free, chartArea.right);
    if (place !== null) {
      write(ctx, mark.label, place.left, chartArea.top - LABELS_ABOVE, { font: state.font, colour, align: 'left' });
      free = place.right + 2 * GAP;
    }
  }
}

/** Right of the line, else left of it; a label that would lie on another is left out, its line stays. */
function placeOf(x, width, free, end) {
  const starts = [x + GAP, x - GAP - width].filter((left) => left >= free && left + width <= end);
  return starts.length === 0 ? null : { left: starts[0], right: starts[0] + width };
}

/** What a chart without a line says: in its middle, or above what was published. */
function drawEmpty({ ctx, chartArea }, { lines, empty, hasPublished, font, colours }) {
  if (lines.every((points) => points.length === 0)) {
    const { left, right, top, bottom } = chartArea;
    const y = hasPublished ? top - LABELS_ABOVE : (top + bottom) / 2;
    write(ctx, empty, (left + right) / 2, y, { font, colour: colours.text, align: 'center' });
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

/** Writes a line of text on a canvas. */
export function write(ctx, text, x, y, { font, colour, align }) {
  ctx.save();
  ctx.font = `${font.weight ?? 'normal'} ${font.size}px ${font.family}`;
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
