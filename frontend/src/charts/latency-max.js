export default {
  metric: 'latencyMaxMicros',
  title: 'Slowest call',
  moves: 'The call that waited longest: for the device, for a worker, or held because too much was dirty.',
};
