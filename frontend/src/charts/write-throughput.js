export default {
  metric: 'writeMiBps',
  title: 'Write throughput',
  moves: 'The cost of a page while little is dirty; beyond the background limit, the speed at which the device writes '
    + 'back.',
  quiet: 'Flat at zero: nothing was written.',
};
