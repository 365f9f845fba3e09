export default {
  metric: 'iops',
  title: 'Calls',
  moves: 'Read and write calls that returned, of all jobs together.',
};
