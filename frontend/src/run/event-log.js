/** What the events tab asks for and how it says what comes back; knows nothing of the page. */

const NANOS = 1e9;

/** The most events that one answer has, and a trace. */
export const PAGE_EVENTS = 200;
const TRACE_EVENTS = 10_000;

/** Kinds of events that one looks at together: device reads first. */
export const GROUPS = [
  { id: 'bio', label: 'device reads' },
  { id: 'completion', label: 'completions' },
  { id: 'readahead', label: 'read-ahead' },
  { id: 'syscall', label: 'system calls' },
  { id: 'folio', label: 'folios' },
  { id: 'wait', label: 'waits' },
  { id: 'reclaim', label: 'reclaim' },
];

const USUAL = 'bio';

const RULES = {
  windowAtStart: 'start of the file',
  windowContinuesLastCall: 'behind the last call',
  windowOversized: 'request above the limit',
  windowRandom: 'stand-alone read',
  windowBehindCachedRun: 'behind cached pages',
  windowAtMarker: 'marker met',
  windowBehindGap: 'next gap behind a marker',
  windowForced: 'read-ahead off',
  windowFallback: 'no large folio fits',
  pageReadAlone: 'page read alone',
};

/** The groups that the address names, in the order of the list; device reads where it names none that there is. */
export function groupsOf(text) {
  const named = (text ?? USUAL).split(',');
  const found = GROUPS.map(({ id }) => id).filter((id) => named.includes(id));
  return found.length === 0 ? [USUAL] : found;
}

/** What the address says of groups, null where they are the usual ones. */
export function textOf(groups) {
  const text = GROUPS.map(({ id }) => id).filter((id) => groups.includes(id)).join(',');
  return text === USUAL || text === '' ? null : text;
}

/** Where the log of a second is, below /api/v1; `after` is where a log goes on, null for its begin. */
export function logPath(runId, variant, { second, last, groups }, after = null) {
  const params = new URLSearchParams(timesOf(second, last));
  groups.forEach((group) => params.append('kind', group));
  params.set('limit', PAGE_EVENTS);
  if (after !== null) {
    params.set('after', after);
  }
  return `${pathOf(runId, variant)}?${params}`;
}

/** Where the trace of a second is, below /api/v1: all kinds of events. */
export function tracePath(runId, variant, { second, last }) {
  const params = new URLSearchParams({ format: 'perfetto', ...timesOf(second, last), limit: TRACE_EVENTS });
  return `${pathOf(runId, variant)}?${params}`;
}

/** A second begins where the one before ended; the last has no end, since the run may end within it. */
function timesOf(second, last) {
  const from = { from: `${second - 1}s` };
  return second < last ? { ...from, to: `${second}s` } : from;
}

function pathOf(runId, variant) {
  return `/runs/${encodeURIComponent(runId)}/variants/${encodeURIComponent(variant)}/events`;
}

/** An event as the cells of a row. */
export function rowOf({ nanos, actor, words, file, group, first, count, cause, call }) {
  return {
    time: secondsText(nanos),
    actor,
    words,
    pages: file === null || group === 'syscall' ? '' : pagesText(first, count),
    rule: cause === null ? '' : RULES[cause.rule] ?? cause.words,
    call: call === null ? '' : `#${call.number}`,
  };
}

/** A simulated time in seconds, to the microsecond. */
export function secondsText(nanos) {
  return `${(nanos / NANOS).toFixed(6)} s`;
}

function pagesText(first, count) {
  return count === 1 ? String(first) : `${first}\u2013${first + count - 1}`;
}

/** What the rows show, in a sentence. */
export function summaryOf(events, second, truncated) {
  if (events.length === 0) {
    return `Nothing of this kind happened in second ${second}.`;
  }
  const noun = events.length === 1 ? 'event' : 'events';
  const until = truncated ? ` until ${secondsText(events.at(-1).nanos)}; more follow` : '';
  return `${events.length} ${noun} of second ${second}${until}.`;
}

/** How often each rule caused one of the device reads shown, the most frequent first; '' where there are none. */
export function causesOf(events) {
  const counts = new Map();
  for (const { cause } of events.filter(({ kind }) => kind === 'bioSubmitted')) {
    const rule = cause === null ? 'unknown' : RULES[cause.rule] ?? cause.words;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([rule, count]) => `${rule} ${count}×`).join(', ');
}
