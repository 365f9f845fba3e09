export default {
  metric: 'biosEndedInInterrupt',
  title: 'Write bios ended in interrupt',
  moves: 'Where the device reports completions by interrupt and nobody asked for a task, writeback ends there. Its'
    + ' pages stay cached, also those marked drop-behind.',
  quiet: 'Flat at zero: no write bio ended in an interrupt.',
};
