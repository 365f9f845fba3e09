/** The charts there are, in the order of the page. A chart is a descriptor; `line-chart.js` draws it. */
import activeFile from './active-file.js';
import applicationCpu from './application-cpu.js';
import biosDeferred from './bios-deferred.js';
import biosInInterrupt from './bios-in-interrupt.js';
import biosInTask from './bios-in-task.js';
import buffers from './buffers.js';
import cgroupDirty from './cgroup-dirty.js';
import cgroupUsage from './cgroup-usage.js';
import completionWorkerCpu from './completion-worker-cpu.js';
import deferralLatency from './deferral-latency.js';
import deviceRead from './device-read.js';
import deviceReadsPerWrite from './device-reads-per-write.js';
import deviceRequests from './device-requests.js';
import deviceWrite from './device-write.js';
import deviceWriteRequests from './device-write-requests.js';
import directReclaimCpu from './direct-reclaim-cpu.js';
import dirty from './dirty.js';
import dontcacheDirty from './dontcache-dirty.js';
import dontcacheKicks from './dontcache-kicks.js';
import dropbehindDropped from './dropbehind-dropped.js';
import dropbehindInAtomic from './dropbehind-in-atomic.js';
import dropbehindSkipped from './dropbehind-skipped.js';
import flusherCpu from './flusher-cpu.js';
import freeMemory from './free-memory.js';
import inactiveFile from './inactive-file.js';
import interruptCpu from './interrupt-cpu.js';
import iops from './iops.js';
import journalCommits from './journal-commits.js';
import kswapdCpu from './kswapd-cpu.js';
import kswapdSteal from './kswapd-steal.js';
import latencyMax from './latency-max.js';
import latencyP50 from './latency-p50.js';
import latencyP99 from './latency-p99.js';
import pageCache from './page-cache.js';
import readThroughput from './read-throughput.js';
import refaults from './refaults.js';
import splats from './splats.js';
import hangs from './hangs.js';
import throttled from './throttled.js';
import writeBandwidth from './write-bandwidth.js';
import writeThroughput from './write-throughput.js';
import writeback from './writeback.js';

/** Every descriptor: `metric`, `title`, `moves` (what moves it), `quiet` (why it may be flat at zero), `ceiling`. */
export const CHARTS = [
  readThroughput,
  writeThroughput,
  iops,
  throttled,
  kswapdCpu,
  directReclaimCpu,
  flusherCpu,
  completionWorkerCpu,
  interruptCpu,
  applicationCpu,
  kswapdSteal,
  pageCache,
  buffers,
  activeFile,
  inactiveFile,
  refaults,
  freeMemory,
  dirty,
  writeback,
  cgroupDirty,
  cgroupUsage,
  dontcacheDirty,
  dropbehindDropped,
  dropbehindSkipped,
  dropbehindInAtomic,
  splats,
  hangs,
  biosInInterrupt,
  biosInTask,
  biosDeferred,
  deferralLatency,
  dontcacheKicks,
  writeBandwidth,
  journalCommits,
  deviceRead,
  deviceReadsPerWrite,
  deviceRequests,
  deviceWrite,
  deviceWriteRequests,
  latencyP50,
  latencyP99,
  latencyMax,
];

const USUAL = ['readMiBps', 'kswapdCpuPercent', 'directReclaimCpuPercent', 'cachedKiB', 'memFreeKiB',
  'bdiDontcacheDirtyKiB', 'deviceReadMiBps', 'latencyP50Micros', 'latencyP99Micros'];

const USUAL_OF_WRITES = ['writeMiBps', 'throttledMillis', 'dirtyKiB', 'writebackKiB', 'cachedKiB', 'memFreeKiB',
  'bdiDontcacheDirtyKiB', 'kswapdCpuPercent', 'deviceWriteMiBps', 'latencyP50Micros', 'latencyP99Micros'];

/**
 * The charts of some metrics, then the usual ones of what the jobs of the variants do; a metric without a chart of its
 * own gets a plain one.
 */
export function chartsFor(first = [], variants = []) {
  const jobs = variants.flatMap(({ spec }) => spec?.jobs ?? []);
  const [writes, reads] = [/write|rw/, /read|rw/].map((words) => jobs.some(({ rw }) => words.test(rw)));
  const usual = [...(reads || !writes ? USUAL : []), ...(writes ? USUAL_OF_WRITES : [])];
  return [...new Set([...first, ...usual])].map((metric) =>
    CHARTS.find((chart) => chart.metric === metric) ?? { metric, title: metric });
}
