export default {
  metric: 'readMiBps',
  title: 'Read throughput',
  moves: 'The cost of a page: copying it out, finding or making a folio for it, and waiting for the device. It dips '
    + 'while reclaim takes processors away from the reader.',
  quiet: 'Flat at zero: nothing was read.',
};
