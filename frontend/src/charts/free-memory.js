export default {
  metric: 'memFreeKiB',
  title: 'Free memory',
  moves: 'It falls as the page cache grows, until it reaches the low watermark and kswapd wakes; from then on it '
    + 'swings between the low and the high watermark.',
};
