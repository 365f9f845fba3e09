export default {
  metric: 'dropbehindDropped',
  title: 'Dropped behind',
  moves: 'Each page of a DONTCACHE read that was copied, or of a DONTCACHE write that was written back, and left '
    + 'the cache. Pages dropped that nobody has asked for yet are read again.',
  quiet: 'Flat at zero: no call carried RWF_DONTCACHE, none was accepted, or nothing could be dropped.',
};
