export default {
  metric: 'cpuHangs',
  title: 'Processor would hang',
  moves: 'One each time an interrupt wanted a lock that the task below it held. A real processor would stand still for'
    + ' good; the model counts and goes on.',
  quiet: 'Flat at zero, as it must be.',
};
