/** A made-up run in the shape of the service, for the fake server and the tests: not a result of any simulation. */
export const SCENARIO = {
  id: 'made-up',
  title: 'f2fs: uncached buffered read',
  question: 'Why does reading a big file burn a core in kswapd?',
  story: 'Made up for work on the pages.',
  source: { message: 'Re: [PATCH] f2fs: f2fs supports uncached buffered I/O', file: 'f2fs-uncached-buffered-io.txt' },
  variants: [
    { name: 'cached', title: 'Normal buffered reads', spec: specOf('cached') },
    { name: 'dontcache', title: 'Reads with RWF_DONTCACHE', spec: specOf('dontcache') },
  ],
  charts: [],
  published: ['cached', 'dontcache'].map((variant, index) => ({
    variant,
    metric: 'readMiBps',
    unit: 'MiB/s',
    source: 'made up',
    note: '',
    seconds: range(20),
    values: range(20).map((second) => 1840 + index * 30 + 60 * Math.sin(second)),
  })),
};

/** The samples of a made-up run of some seconds, in the order of the stream. */
export function samplesOf(seconds) {
  return range(seconds).flatMap((second) => [sample(second, 0), sample(second, 1)]);
}

function sample(second, place) {
  const cached = place === 0;
  const full = cached && second > 3;
  const rate = 1840 + place * 30 + (cached ? 70 : 12) * Math.sin(second * 1.7);
  return {
    seq: (second - 1) * 2 + place,
    variant: cached ? 'cached' : 'dontcache',
    second,
    values: {
      readMiBps: rate,
      kswapdCpuPercent: full ? 71 + 14 * Math.sin(second * 2.1) : 0,
      directReclaimCpuPercent: 0,
      flusherCpuPercent: 0,
      completionWorkerCpuPercent: 0,
      interruptCpuPercent: 2,
      applicationCpuPercent: cached ? 34 : 50,
      pgstealKswapd: full ? rate * 256 : 0,
      dropbehindDropped: cached ? 0 : rate * 256,
      dropbehindSkipped: 0,
      writeMiBps: 0,
      dirtyKiB: 0,
      throttledMillis: 0,
      cachedKiB: 4_200_000 + (cached ? Math.min(second, 3.4) * 1_880_000 : 900 * Math.sin(second)),
      memFreeKiB: 6_404_648 - (cached ? Math.min(second, 3.4) * 1_840_000 : 2_000),
      bdiDontcacheDirtyKiB: 0,
      deviceReadMiBps: rate + 4,
      latencyP50Micros: cached ? 15.2 : 14.9,
      latencyP99Micros: cached ? 61 + 30 * Math.abs(Math.sin(second)) : 48,
    },
  };
}

/** The representation of a made-up run at a second. */
export function runAt(second, ofSeconds, { status = 'RUNNING', pace = 5, id = '1', failure = null } = {}) {
  const all = [mark('MEMORY_FULL', 'memory full', 3.3), mark('KSWAPD_WAKES', 'kswapd wakes', 3.39)];
  const marks = second >= 4 ? all : [];
  return {
    id, title: SCENARIO.title, scenario: SCENARIO.id, status, pace, seed: 42, labels: {}, failure,
    progress: { second, ofSeconds, fraction: second / ofSeconds },
    variants: [
      variant('cached', 'Normal buffered reads', marks),
      variant('dontcache', 'RWF_DONTCACHE', []),
    ],
    links: {},
  };
}

function variant(name, title, marks) {
  return { name, title, summary: null, digest: null, marks, errors: [], spec: specOf(name) };
}

function specOf(ioMode) {
  return {
    machine: { profile: 'made-up', cpus: 8 },
    memory: { ram: 11_900_211_200 },
    jobs: [{ name: 'reader', rw: 'read', bs: 32_768, ioMode }],
    seed: 42,
  };
}

function mark(kind, label, second) {
  return { kind, label, second };
}

function range(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}
