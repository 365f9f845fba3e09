export default {
  metric: 'latencyP50Micros',
  title: 'Call latency, median',
  moves: 'The usual call: a copy out of pages that read-ahead has already brought. Half of the calls of the second '
    + 'were faster.',
};
