import { h } from '../dom.js';

const SUMMED = {
  rate: 'Over the run: the mean of its seconds.',
  state: 'The state at the end of each second.',
  events: 'Counted anew in each second; over the run: the sum.',
  latency: 'Of all calls that returned in the second.',
};

let made = 0;

/** The `?` button of a chart and the text that it opens: meaning, kernel name, unit, what moves it. */
export function helpFor(chart, counter) {
  const id = `help-${++made}`;
  const text = h('div', { class: 'help', id, hidden: true }, facts(chart, counter));
  const button = h('button', {
    type: 'button',
    class: 'help-button',
    title: 'What is this?',
    'aria-expanded': 'false',
    'aria-controls': id,
    'aria-label': `About ${chart.title}`,
  }, '?');
  button.addEventListener('click', () => {
    text.hidden = !text.hidden;
    button.setAttribute('aria-expanded', String(!text.hidden));
  });
  return { button, text };
}

function facts(chart, counter) {
  const kernel = counter.kernelName ? h('code', {}, counter.kernelName) : 'The kernel exports no counter of this kind.';
  const rows = [
    ['Meaning', counter.explanation],
    ['Kernel name', kernel],
    ['Unit', `${counter.unit}. ${SUMMED[counter.kind] ?? ''}`],
    ['Moved by', chart.moves],
    ['In the API', h('code', {}, counter.id)],
  ];
  const known = rows.filter(([, value]) => value);
  return h('dl', {}, known.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}
