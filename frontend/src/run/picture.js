import { write } from '../charts/overlay.js';

const FAMILY = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const EDGE = 24;
const GAP = 16;
const PAD = 14;
const WIDTH = 440;
const LINE = 18;
const TITLE = 26;
const COLUMNS = 3;
const SWATCH = 26;

/**
 * The charts as one picture in the colours of the theme: title and lines above, the variants with their dashes, then
 * panels `{ title, canvases, words }` side by side; canvases of a panel lie on each other.
 */
export function pictureOf({ title, lines, legend, panels, colours }) {
  const columns = Math.min(COLUMNS, panels.length);
  const heights = panels.map((panel) => heightOf(panel));
  const rows = Array.from({ length: Math.ceil(panels.length / columns) }, (_, row) =>
    Math.max(...heights.slice(row * columns, (row + 1) * columns)));
  const top = EDGE + TITLE + lines.length * LINE + legend.length * LINE + GAP;
  const size = {
    width: 2 * EDGE + columns * WIDTH + (columns - 1) * GAP,
    height: top + rows.reduce((sum, height) => sum + height + GAP, 0) - GAP + EDGE,
  };
  const { canvas, ctx } = blank(size, colours);
  head(ctx, { title, lines, legend, colours });
  let y = top;
  rows.forEach((height, row) => {
    panels.slice(row * columns, (row + 1) * columns).forEach((panel, column) =>
      drawPanel(ctx, panel, { x: EDGE + column * (WIDTH + GAP), y, height }, colours));
    y += height + GAP;
  });
  return canvas;
}

/** Saves a canvas as a PNG file. */
export async function saveCanvas(canvas, name) {
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function blank({ width, height }, colours) {
  const ratio = Math.max(2, devicePixelRatio);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: width * ratio, height: height * ratio });
  const ctx = canvas.getContext('2d');
  ctx.scale(ratio, ratio);
  ctx.fillStyle = colours.ground;
  ctx.fillRect(0, 0, width, height);
  return { canvas, ctx };
}

function head(ctx, { title, lines, legend, colours }) {
  text(ctx, title, EDGE, EDGE + 16, colours.strong, 20, 650);
  let y = EDGE + TITLE + 12;
  lines.forEach((line) => {
    text(ctx, line, EDGE, y, colours.text, 13);
    y += LINE;
  });
  legend.forEach(({ name, dash, index }) => {
    stroke(ctx, EDGE, y - 4, colours.series[index], dash);
    text(ctx, name, EDGE + SWATCH + 8, y, colours.strong, 13);
    y += LINE;
  });
}

function stroke(ctx, x, y, colour, dash) {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2.5;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x + SWATCH, y);
  ctx.stroke();
  ctx.restore();
}

function drawPanel(ctx, panel, { x, y, height }, colours) {
  ctx.fillStyle = colours.surface;
  ctx.fillRect(x, y, WIDTH, height);
  ctx.strokeStyle = colours.axis;
  ctx.lineWidth = 1;
  ctx.strokeRect(x + 0.5, y + 0.5, WIDTH - 1, height - 1);
  text(ctx, panel.title, x + PAD, y + PAD + 10, colours.strong, 14, 650);
  panel.canvases.forEach((canvas) =>
    ctx.drawImage(canvas, x + PAD, y + PAD + TITLE, WIDTH - 2 * PAD, plotHeight(panel)));
  panel.words.forEach((words, index) =>
    text(ctx, words, x + PAD, y + PAD + TITLE + plotHeight(panel) + LINE * (index + 1), colours.text, 12));
}

function heightOf(panel) {
  return PAD + TITLE + plotHeight(panel) + LINE * panel.words.length + PAD;
}

function plotHeight({ canvases: [canvas] }) {
  return Math.round((canvas.height / canvas.width) * (WIDTH - 2 * PAD));
}

function text(ctx, words, x, y, colour, size, weight = 400) {
  write(ctx, words, x, y, { font: { family: FAMILY, size, weight }, colour, align: 'left' });
}
