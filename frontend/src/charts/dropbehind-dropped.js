export default {
  metric: 'dropbehindDropped',
  title: 'Dropped behind',
  moves: 'Each page of a DONTCACHE read that was copied and left the cache. '
    + 'Pages dropped that nobody has asked for yet are read again.',
  quiet: 'Flat at zero: no read carried RWF_DONTCACHE, or none was accepted.',
};
