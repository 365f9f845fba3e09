export default {
  metric: 'biosEndedInInterrupt',
  title: 'Write bios ended in interrupt',
  moves: 'Where the device reports completions by interrupt and nobody asked for a task, bios end there. Pages that are'
    + ' to be dropped stay, unless the file system has a worker of its own for them.',
  quiet: 'Flat at zero: no write bio ended in an interrupt.',
};
