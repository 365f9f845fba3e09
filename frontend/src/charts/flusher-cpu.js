export default {
  metric: 'flusherCpuPercent',
  title: 'Flusher CPU',
  ceiling: 10,
  moves: 'The worker that looks for dirty pages, makes bios of them and hands them to the device. What a sync or the'
    + ' writer submits itself is not counted here.',
  quiet: 'Flat at zero: the flusher was not asked for anything.',
};
