export default {
  metric: 'deviceWriteMiBps',
  title: 'Device write',
  moves: 'Writeback: the flusher, a sync, or a DONTCACHE write that starts it at once.',
  quiet: 'Flat at zero: nothing was written to the device.',
};
