export default {
  metric: 'completionWorkerCpuPercent',
  title: 'Completion worker CPU',
  ceiling: 10,
  moves: 'Workers that end bios in task context: they convert extents, end writeback and drop pages.',
  quiet: 'Flat at zero: bios ended where their completion arrived.',
};
