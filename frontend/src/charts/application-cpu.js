export default {
  metric: 'applicationCpuPercent',
  title: 'Application CPU',
  moves: 'Calls, copies and the page cache work that reads do themselves; over 100 % where several jobs run. '
    + 'A reader that waits for the device most of the time stays low.',
};
