export default {
  metric: 'bdiWriteBandwidthMiBps',
  title: 'Estimated write bandwidth',
  moves: 'The kernel measures what the device has written and corrects its estimate slowly. Writers are held by it,'
    + ' also while it is still wrong.',
};
