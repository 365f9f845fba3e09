export default {
  metric: 'throttledMillis',
  title: 'Writers held',
  ceiling: 100,
  moves: 'A writer that has dirtied some pages must pause where too much is dirty, for the machine or for its'
    + ' cgroup. How long follows from how fast the kernel believes the device to be.',
  quiet: 'Flat at zero: so little was dirty that writers passed freely.',
};
