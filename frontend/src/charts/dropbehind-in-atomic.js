export default {
  metric: 'dropbehindInAtomic',
  title: 'Drop-behind, left by an interrupt',
  moves: 'Pages that were to be dropped and whose writeback ended in an interrupt: a drop may sleep, so they stay,'
    + ' clean and marked.',
  quiet: 'Flat at zero: no marked page ended its writeback in an interrupt.',
};
