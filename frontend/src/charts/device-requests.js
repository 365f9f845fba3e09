export default {
  metric: 'deviceReadRequests',
  title: 'Device read requests',
  moves: 'Read-ahead windows, cut at what the device takes at a time. '
    + 'The same volume in fewer requests means larger windows.',
  quiet: 'Flat at zero: no read reached the device.',
};
