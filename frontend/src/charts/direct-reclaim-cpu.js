export default {
  metric: 'directReclaimCpuPercent',
  title: 'Reclaim CPU, direct',
  ceiling: 10,
  moves: 'It starts only when kswapd cannot keep up and free memory falls below the min watermark: the reader then has'
    + ' to free pages itself before it gets one.',
  quiet: 'Flat at zero: no reader had to reclaim by itself; where memory was short, kswapd kept up.',
};
