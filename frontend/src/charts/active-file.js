export default {
  metric: 'activeFileKiB',
  title: 'Active file pages',
  moves: 'Pages that were used twice, or came back soon after they were reclaimed, move to the active list. '
    + 'Reclaim leaves it alone while the inactive list is long.',
};
