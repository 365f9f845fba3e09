export default {
  metric: 'kswapdCpuPercent',
  title: 'Reclaim CPU, kswapd',
  ceiling: 100,
  moves: 'It wakes when free memory falls below the low watermark and works until the high watermark is reached. Each '
    + 'page scanned, isolated and freed costs time, so the faster the cache fills, the more it burns.',
  quiet: 'Flat at zero: free memory has not fallen below the low watermark.',
};
