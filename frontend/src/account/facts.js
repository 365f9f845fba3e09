import { statisticsOf, within } from '../statistics.js';
import { failureOf } from './failure.js';

const KIB_PER_PAGE = 4;

/** The shares of a processor that a sample tells apart. */
const SHARES = ['kswapdCpuPercent', 'directReclaimCpuPercent', 'flusherCpuPercent', 'completionWorkerCpuPercent',
  'interruptCpuPercent', 'applicationCpuPercent'];

/** What calls that went well leave in samples. */
const DONE = ['iops', 'readMiBps', 'writeMiBps'];

/**
 * What the samples and marks of a variant say, in figures: rates in MiB/s, sizes in KiB, shares in percent of one
 * processor, times in simulated seconds. A mark that was not made is null; what was measured of the time after a mark
 * is of the whole seconds after it.
 */
export function factsOf(variant, columns) {
  const statistics = (metric, range = null) =>
    statisticsOf(within({ seconds: columns.column('second'), values: columns.column(metric) }, range));
  const mean = (metric, range) => orZero(statistics(metric, range).mean);
  const marked = (kind) => variant.marks?.find((mark) => mark.kind === kind)?.second ?? null;
  const after = (second) => wholeSecondsAfter(second, columns.lastSecond);
  const wakes = marked('KSWAPD_WAKES');
  const direct = marked('DIRECT_RECLAIM');
  const cache = statistics('cachedKiB');
  return {
    name: variant.name,
    title: variant.title,
    seconds: columns.lastSecond,
    readRate: mean('readMiBps'),
    writeRate: mean('writeMiBps'),
    fullAt: marked('MEMORY_FULL'),
    wakesAt: wakes,
    directAt: direct,
    kswapd: wakes === null ? 0 : mean('kswapdCpuPercent', after(wakes)),
    direct: direct === null ? 0 : mean('directReclaimCpuPercent', after(direct)),
    freedRate: wakes === null ? 0 : mean('pgstealKswapd', after(wakes)) * KIB_PER_PAGE / 1024,
    readRateThen: wakes === null ? 0 : mean('readMiBps', after(wakes)),
    application: mean('applicationCpuPercent'),
    total: SHARES.reduce((sum, share) => sum + mean(share), 0),
    cache,
    cachedAtStart: cachedAtStart(variant.spec) ?? columns.column('cachedKiB')[0] ?? 0,
    free: statistics('memFreeKiB'),
    dirty: statistics('dirtyKiB'),
    dropped: orZero(statistics('dropbehindDropped').sum) * KIB_PER_PAGE,
    skipped: orZero(statistics('dropbehindSkipped').sum),
    throttledMillis: orZero(statistics('throttledMillis').sum),
    failures: variant.errors?.length ?? 0,
    failure: failureOf(variant, DONE.every((metric) => orZero(statistics(metric).sum) === 0)),
  };
}

/** What the page cache held before the first call, in KiB; undefined where the spec does not say. */
function cachedAtStart(spec) {
  const bytes = spec?.memory?.initiallyCached;
  return typeof bytes === 'number' ? bytes / 1024 : undefined;
}

/** The whole seconds after a time; the second it falls into, where the run has no later one. */
function wholeSecondsAfter(time, last) {
  const from = Math.min(Math.ceil(time) + 1, last);
  return { from, to: last };
}

function orZero(value) {
  return Number.isFinite(value) ? value : 0;
}
