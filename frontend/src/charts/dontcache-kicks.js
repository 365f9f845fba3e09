export default {
  metric: 'dontcacheKicks',
  title: 'Flusher asked by DONTCACHE writes',
  moves: 'A DONTCACHE write sets a bit and wakes the flusher; while the bit is set, further writes have nothing to do.',
  quiet: 'Flat at zero: no write asked, or the kernel has the writer submit its range itself.',
};
