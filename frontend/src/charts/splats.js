export default {
  metric: 'atomicSleepSplats',
  title: 'Sleeps in atomic context',
  moves: 'One for each drop in an interrupt: "sleeping function called from invalid context". Only studies let it'
    + ' happen.',
  quiet: 'Flat at zero, as it must be.',
};
