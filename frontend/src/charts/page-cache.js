export default {
  metric: 'cachedKiB',
  title: 'Page cache',
  moves: 'Each page read for the first time adds to it; reclaim and drop-behind take away. A DONTCACHE read gives its '
    + 'pages back as soon as they are copied out, so the cache stays where it was.',
};
