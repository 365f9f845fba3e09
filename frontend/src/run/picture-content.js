import { rangeWords } from '../selection.js';
import { lookOf, MAX_SERIES, themeColours } from './series.js';

/** What a picture of a run says around its charts: title, state and seconds, and the variants that are shown. */
export function pictureContent(root, run, { selection, hidden, cursor }, panels) {
  const seconds = rangeWords(selection.range, cursor.newest);
  const legend = run.variants.slice(0, MAX_SERIES).map(({ name, title }, index) => ({
    name: title === name ? name : `${name}: ${title}`,
    dash: lookOf(index).dash,
    index,
  }));
  return {
    title: root.querySelector('h1').textContent,
    lines: [
      `${run.title}, run ${run.id}, seed ${run.seed}, ${run.status.toLowerCase()}`,
      `Simulated by Dropbehind ${run.engineVersion}; means are of ${seconds}; dots are published figures.`,
    ],
    legend: legend.filter(({ index }) => !hidden.has(index)),
    panels,
    colours: themeColours(),
  };
}
