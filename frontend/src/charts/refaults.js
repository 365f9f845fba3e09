export default {
  metric: 'workingsetRefaultFile',
  title: 'Refaults',
  moves: 'A page that is read again after reclaim took it. '
    + 'Many of them say that memory holds too little of what is used over and over.',
  quiet: 'Flat at zero: nothing that was reclaimed was read again.',
};
