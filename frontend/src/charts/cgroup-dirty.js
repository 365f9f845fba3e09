export default {
  metric: 'cgroupDirtyKiB',
  title: 'Dirty, of the cgroup',
  ceiling: 1024,
  moves: 'As Dirty, of the jobs alone. With cgroup v2 the group has dirty limits of its own, a share of the memory'
    + ' that it can have.',
  quiet: 'Flat at zero: nothing of the group waits to be written, or there is no group.',
};
