export default {
  metric: 'dirtyKiB',
  title: 'Dirty',
  ceiling: 1024,
  moves: 'Each page that is written raises it until writeback takes the page. From a background threshold on the'
    + ' flusher works; half-way from there to the limit writers begin to be held.',
  quiet: 'Flat at zero: nothing waits to be written at the end of a second.',
};
