export default {
  metric: 'inactiveFileKiB',
  title: 'Inactive file pages',
  moves: 'What was read once waits here for a second use or for reclaim, which takes the oldest first. '
    + 'A stream fills it.',
};
