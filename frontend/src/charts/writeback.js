export default {
  metric: 'writebackKiB',
  title: 'Writeback',
  ceiling: 1024,
  moves: 'Pages on their way to the device, until their bio has ended. Where bios end in a worker, the pages stay here'
    + ' until the worker has run.',
  quiet: 'Flat at zero: nothing was on its way at the end of a second.',
};
