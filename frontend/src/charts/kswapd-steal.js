export default {
  metric: 'pgstealKswapd',
  title: 'Pages freed by kswapd',
  moves: 'kswapd frees as fast as readers take, once memory is full. '
    + 'Each page costs it processor time.',
  quiet: 'Flat at zero: kswapd had nothing to do.',
};
