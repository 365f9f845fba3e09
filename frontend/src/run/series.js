const DOT = 3;

/** How variants look, in their order: a colour of the theme, a dash and a shape, so that colour alone never decides. */
const LOOKS = [
  { colour: '--series-1', dash: [], shape: 'circle' },
  { colour: '--series-2', dash: [7, 3], shape: 'square' },
  { colour: '--series-3', dash: [2, 2], shape: 'triangle' },
  { colour: '--series-4', dash: [9, 3, 2, 3], shape: 'diamond' },
];

/** The most variants that a chart shows. */
export const MAX_SERIES = LOOKS.length;

/** Which of a run's variants are shown, in words; empty where all are. */
export function shownWords(names) {
  const [shown, others] = [names.slice(0, MAX_SERIES), names.slice(MAX_SERIES)];
  return others.length === 0 ? '' : `${shown.length} of ${names.length} variants are shown: ${shown.join(', ')}. The `
    + `table has ${others.join(', ')} too.`;
}

/** The look of the variant at a place. */
export function lookOf(index) {
  return LOOKS[index];
}

/** The radius of a line's points in pixels: a single one would be no line, so it is a dot. */
export function radiusOf(count) {
  return count === 1 ? DOT : 0;
}

/** The colours of the theme that is shown, for the charts: a canvas knows no variables, so an element resolves them. */
export function themeColours() {
  const probe = document.body.appendChild(document.createElement('i'));
  const read = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    series: LOOKS.map((look) => read(look.colour)),
    grid: read('--grid'),
    axis: read('--line-strong'),
    text: read('--muted'),
    strong: read('--text'),
    surface: read('--panel'),
    ground: read('--ground'),
    accent: read('--accent'),
  };
  probe.remove();
  return colours;
}

/** A short piece of a variant's line as SVG, for legends. */
export function swatch(index) {
  const { colour, dash } = lookOf(index);
  const template = document.createElement('template');
  template.innerHTML = `<svg class="swatch" viewBox="0 0 22 8" width="22" height="8" aria-hidden="true"><line
    x1="0" y1="4" x2="22" y2="4" stroke="var(${colour})" stroke-width="2.5"
    stroke-dasharray="${dash.join(' ')}"/></svg>`;
  return template.content.firstElementChild;
}
