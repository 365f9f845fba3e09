export default {
  metric: 'bdiDontcacheDirtyKiB',
  title: 'BdiDontcacheDirty',
  ceiling: 1024,
  moves: 'A DONTCACHE write raises it, writeback of those pages lowers it. It is how the flusher knows that pages wait'
    + ' which should leave the cache at once.',
  quiet: 'Flat at zero: only DONTCACHE writes dirty pages that are to be dropped; reads leave it alone.',
};
