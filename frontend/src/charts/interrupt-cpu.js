export default {
  metric: 'interruptCpuPercent',
  title: 'Interrupt CPU',
  ceiling: 10,
  moves: 'Time that completions take from whatever runs on their processor. What ends in a worker instead leaves it.',
};
