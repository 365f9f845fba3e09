export default {
  metric: 'deviceReadMiBps',
  title: 'Device read',
  moves: 'Misses in the page cache and the read-ahead around them. It lies above the throughput where pages are read '
    + 'that nobody asks for, and below it where the cache answers.',
  quiet: 'Flat at zero: no read reached the device.',
};
