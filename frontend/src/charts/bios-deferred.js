export default {
  metric: 'biosDeferred',
  title: 'Bios deferred',
  moves: 'A bio that asks for a task and whose completion arrives in atomic context is put on the list of that'
    + ' processor (BIO_COMPLETE_IN_TASK).',
  quiet: 'Flat at zero: no bio asked for a task, or none was in atomic context, or the kernel has no such list.',
};
