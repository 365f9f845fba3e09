export default {
  metric: 'journalCommits',
  title: 'Journal commits',
  moves: 'A sync after which the file is longer, or has new blocks, must also write the journal.',
  quiet: 'Flat at zero: no sync had metadata to write.',
};
