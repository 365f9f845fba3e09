export default {
  metric: 'latencyP99Micros',
  title: 'Call latency, 99th percentile',
  moves: 'The unlucky call: one that waits for the device at the end of a read-ahead window, or that has to reclaim '
    + 'by itself.',
};
