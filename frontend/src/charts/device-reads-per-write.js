export default {
  metric: 'deviceReads4kPerWrite',
  title: 'Reads for each write',
  moves: 'Pages of 4 KiB that the device read for each write call. A write that covers a page or block in part must'
    + ' read the rest where it is not in the cache: two writers of one page, the first of whom had it dropped.',
  quiet: 'Flat at zero: no write found less in the cache than it needed.',
};
