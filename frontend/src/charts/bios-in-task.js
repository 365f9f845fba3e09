export default {
  metric: 'biosEndedInTask',
  title: 'Write bios ended in a task',
  moves: 'A worker of the block layer ends them, or the submitter where the device is a ramdisk. Here pages can be'
    + ' dropped.',
  quiet: 'Flat at zero: no write bio ended in a task.',
};
