export default {
  metric: 'buffersKiB',
  title: 'Buffers',
  moves: 'Page cache of block devices, as free and meminfo call it. It grows with each page of a raw device that is '
    + 'read and stays; with DONTCACHE only the pages in flight are there.',
  quiet: 'Flat at zero: no block device was read but through a file system.',
};
