export default {
  metric: 'deviceWriteRequests',
  title: 'Device write requests',
  moves: 'Bios that follow each other on the device are merged while they wait in the plug. A writer that submits'
    + ' its own small range each time makes many small requests, the flusher makes large ones.',
  quiet: 'Flat at zero: nothing was written to the device.',
};
