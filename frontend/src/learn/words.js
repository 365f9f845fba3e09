/** Words for actors and times of a lesson. */

const ACTORS = {
  SOFTIRQ: { name: 'soft interrupt', role: 'the device is done' },
  HARDIRQ: { name: 'hard interrupt', role: 'the device is done' },
  kswapd0: { name: 'kswapd0', role: 'kernel thread that reclaims' },
};

/** Who acts: `{ name, role }`. */
export function actorOf(name) {
  if (name === '') {
    return { name: 'nobody', role: '' };
  }
  return ACTORS[name] ?? { name, role: 'the application, in a system call' };
}

/** A simulated time since a start, in milliseconds. */
export function millis(nanos, startNanos) {
  return `${Math.max(0, (nanos - startNanos) / 1e6).toFixed(3)} ms`;
}

/** CPU time in microseconds. */
export function micros(nanos) {
  return `${(nanos / 1000).toFixed(nanos < 1e5 ? 1 : 0)} µs`;
}

/** A history of a page as one sentence. */
export function historyWords(page, history, kinds, startNanos) {
  if (history.length === 0) {
    return `Page ${page}: nothing has happened to it yet.`;
  }
  const parts = history.map(({ nanos, kind }) => `${kinds.get(kind).words} at ${millis(nanos, startNanos)}`);
  return `Page ${page}: ${parts.join('; ')}.`;
}
