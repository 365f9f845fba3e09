export default {
  metric: 'deferralMicros',
  title: 'Wait for the worker',
  moves: 'From the completion of a deferred bio to its end: a wake-up where the worker is called at once, up to two'
    + ' timer ticks where it is called a tick later.',
  quiet: 'Flat at zero: no bio was deferred.',
};
