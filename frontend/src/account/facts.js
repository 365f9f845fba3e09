import { secondsOf } from '../format.js';
import { statisticsOf, within } from '../statistics.js';
import { failureOf } from './failure.js';

const KIB_PER_PAGE = 4;

/** The shares of a processor that a sample tells apart. */
const SHARES = ['kswapdCpuPercent', 'directReclaimCpuPercent', 'flusherCpuPercent', 'completionWorkerCpuPercent',
  'interruptCpuPercent', 'applicationCpuPercent'];

/** Those of them that free memory. */
const RECLAIM = ['kswapdCpuPercent', 'directReclaimCpuPercent'];

/** What calls that went well leave in samples. */
const DONE = ['iops', 'readMiBps', 'writeMiBps'];

/**
 * What the samples and marks of a variant say, in figures: rates in MiB/s, sizes in KiB, shares in percent of one
 * processor, times in simulated seconds. A mark that was not made is null. Rates and shares are of whole seconds, those
 * after a mark where one explains them; `window` and `reclaimWindow` say which. A variant that was done before its
 * first second was full is `brief`: its rates and shares are amounts of that part of a second. `verified` says whether
 * every byte held what had been written, null where nobody looked.
 */
export function factsOf(variant, columns) {
  const statistics = (metric, range = null) =>
    statisticsOf(within({ seconds: columns.column('second'), values: columns.column(metric) }, range));
  const whole = lastWholeSecond(variant, columns.lastSecond);
  const brief = whole === 0;
  const window = { from: 1, to: brief ? columns.lastSecond : whole };
  const mean = (metric, range = window) => orZero(statistics(metric, range).mean);
  const marked = (kind) => variant.marks?.find((mark) => mark.kind === kind)?.second ?? null;
  const after = (second) => wholeSecondsAfter(second, window.to);
  const wakes = marked('KSWAPD_WAKES');
  const direct = marked('DIRECT_RECLAIM');
  const groupFull = marked('CGROUP_FULL');
  const begins = [wakes, direct, groupFull].filter((second) => second !== null);
  const isReclaimed = begins.length > 0;
  const reclaimWindow = after(isReclaimed ? Math.min(...begins) : 0);
  const cache = statisticsOf(pageCacheOf(columns));
  return {
    name: variant.name,
    title: variant.title,
    seconds: columns.lastSecond,
    brief,
    window,
    reclaimWindow,
    directWindow: after(direct ?? groupFull ?? 0),
    readRate: mean('readMiBps'),
    writeRate: mean('writeMiBps'),
    fullAt: marked('MEMORY_FULL'),
    wakesAt: wakes,
    directAt: direct,
    groupFullAt: groupFull,
    heldAt: marked('THROTTLING'),
    kswapd: wakes === null ? 0 : mean('kswapdCpuPercent', after(wakes)),
    reclaim: isReclaimed ? RECLAIM.reduce((sum, share) => sum + mean(share, reclaimWindow), 0) : 0,
    direct: mean('directReclaimCpuPercent', after(direct ?? groupFull ?? 0)),
    freedRate: wakes === null ? 0 : mean('pgstealKswapd', after(wakes)) * KIB_PER_PAGE / 1024,
    readRateThen: wakes === null ? 0 : mean('readMiBps', after(wakes)),
    writeRateThen: wakes === null ? 0 : mean('writeMiBps', after(wakes)),
    application: mean('applicationCpuPercent'),
    total: SHARES.reduce((sum, share) => sum + mean(share), 0),
    cache,
    cachedAtStart: cachedAtStart(variant.spec) ?? pageCacheOf(columns)[0] ?? 0,
    free: statistics('memFreeKiB'),
    dirty: statistics('dirtyKiB'),
    transferred: (orZero(statistics('readMiBps').sum) + orZero(statistics('writeMiBps').sum)) * 1024,
    dropped: orZero(statistics('dropbehindDropped').sum) * KIB_PER_PAGE,
    skipped: orZero(statistics('dropbehindSkipped').sum),
    left: orZero(statistics('dropbehindInAtomic').sum) * KIB_PER_PAGE,
    splats: orZero(statistics('atomicSleepSplats').sum),
    hangs: orZero(statistics('cpuHangs').sum),
    throttledMillis: orZero(statistics('throttledMillis').sum),
    failures: variant.errors?.length ?? 0,
    verified: variant.summary?.dataVerified ?? null,
    failure: failureOf(variant, DONE.every((metric) => orZero(statistics(metric).sum) === 0)),
  };
}

/** The page cache of files and block devices together, in KiB, second by second. */
function pageCacheOf(columns) {
  const buffers = columns.column('buffersKiB');
  return Array.from(columns.column('cachedKiB'), (files, i) => files + orZero(buffers[i]));
}

/** What the page cache held before the first call, in KiB; undefined where the spec does not say. */
function cachedAtStart(spec) {
  const bytes = spec?.memory?.initiallyCached;
  return typeof bytes === 'number' ? bytes / 1024 : undefined;
}

/** The last second that is measured in full: jobs that were done before the duration was over left theirs in a part. */
function lastWholeSecond({ digest, spec }, lastSecond) {
  const isDone = typeof digest === 'string' && spec?.duration !== undefined;
  return isDone && secondsOf(spec.duration) !== lastSecond ? Math.max(0, lastSecond - 1) : lastSecond;
}

/** The whole seconds after a time; the second it falls into, where the run has no later one. */
function wholeSecondsAfter(time, last) {
  const from = Math.min(Math.ceil(time) + 1, last);
  return { from, to: last };
}

function orZero(value) {
  return Number.isFinite(value) ? value : 0;
}
