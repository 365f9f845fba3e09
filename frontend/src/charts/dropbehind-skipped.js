export default {
  metric: 'dropbehindSkipped',
  title: 'Drop-behind, busy',
  moves: 'Pages whose turn it was and that were dirty again, under writeback, or held by somebody.',
  quiet: 'Flat at zero: no page was busy when its turn came.',
};
