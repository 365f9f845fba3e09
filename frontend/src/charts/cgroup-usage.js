export default {
  metric: 'cgroupUsageKiB',
  title: 'Memory of the cgroup',
  ceiling: 1024,
  moves: 'Each page that a job brings in is charged to its group. At memory.max the job has to reclaim before it gets'
    + ' another one.',
  quiet: 'Flat at zero: the jobs are in the root group, which has no limit.',
};
