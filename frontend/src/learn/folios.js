/** What the page cache knows of each page of a file, and what happened to it. */

/** The states of a page in the map: a sign, and what it means. */
export const STATES = {
  absent: { sign: '', means: 'not cached' },
  reading: { sign: '↓', means: 'locked: on its way from the device' },
  ready: { sign: '•', means: 'up to date, not copied yet' },
  used: { sign: '✓', means: 'copied, and still cached' },
  active: { sign: 'A', means: 'on the active list' },
  dropped: { sign: '–', means: 'dropped by its reader' },
  reclaimed: { sign: 'k', means: 'taken back by reclaim' },
};

/** Flags that are shown beside the state. */
export const MARKS = {
  dropbehind: 'marked drop-behind',
  readahead: 'carries the read-ahead marker',
};

/** Kinds of facts after which a page is gone; the states are called like them. */
const GONE = ['dropped', 'reclaimed'];

/** The pages of a file after a step of its recording: `{ state, marks }` by page. */
export function pagesAt(recording, number) {
  const pages = Array.from({ length: recording.filePages }, () => ({ state: 'absent', marks: [] }));
  for (const { facts } of recording.steps.slice(0, number + 1)) {
    facts.filter(({ kind }) => GONE.includes(kind))
      .forEach((fact) => each(fact, (page) => (pages[page].state = fact.kind)));
  }
  for (const run of recording.steps[number].folios) {
    each(run, (page) => (pages[page] = { state: stateOf(run.flags), marks: marksOf(run.flags) }));
  }
  return pages;
}

/** What happened to a page up to a step: `{ nanos, kind, actor }`, the oldest first. */
export function historyOf(recording, page, number) {
  return recording.steps.slice(0, number + 1).flatMap(({ nanos, facts }) => facts
    .filter((fact) => fact.firstPage <= page && page < fact.firstPage + fact.pages)
    .map(({ kind, actor }) => ({ nanos, kind, actor })));
}

function each({ firstPage, pages }, action) {
  for (let page = firstPage; page < firstPage + pages; page++) {
    action(page);
  }
}

function stateOf(flags) {
  if (flags.includes('active')) {
    return 'active';
  }
  if (!flags.includes('uptodate')) {
    return 'reading';
  }
  return flags.includes('referenced') ? 'used' : 'ready';
}

function marksOf(flags) {
  return Object.keys(MARKS).filter((mark) => flags.includes(mark));
}
