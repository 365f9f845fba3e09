/** The charts there are, in the order of the page. A chart is a descriptor; `line-chart.js` draws it. */
import activeFile from './active-file.js';
import applicationCpu from './application-cpu.js';
import buffers from './buffers.js';
import deviceRead from './device-read.js';
import deviceRequests from './device-requests.js';
import deviceWrite from './device-write.js';
import directReclaimCpu from './direct-reclaim-cpu.js';
import dontcacheDirty from './dontcache-dirty.js';
import dropbehindDropped from './dropbehind-dropped.js';
import freeMemory from './free-memory.js';
import inactiveFile from './inactive-file.js';
import kswapdCpu from './kswapd-cpu.js';
import kswapdSteal from './kswapd-steal.js';
import latencyP50 from './latency-p50.js';
import latencyP99 from './latency-p99.js';
import pageCache from './page-cache.js';
import readThroughput from './read-throughput.js';
import refaults from './refaults.js';
import writeThroughput from './write-throughput.js';

/** Every descriptor: `metric`, `title`, `moves` (what moves it), `quiet` (why it may be flat at zero), `ceiling`. */
export const CHARTS = [
  readThroughput,
  writeThroughput,
  kswapdCpu,
  directReclaimCpu,
  kswapdSteal,
  pageCache,
  buffers,
  activeFile,
  inactiveFile,
  refaults,
  freeMemory,
  dropbehindDropped,
  dontcacheDirty,
  deviceRead,
  deviceRequests,
  deviceWrite,
  applicationCpu,
  latencyP50,
  latencyP99,
];

const USUAL = ['readMiBps', 'kswapdCpuPercent', 'directReclaimCpuPercent', 'cachedKiB', 'memFreeKiB',
  'bdiDontcacheDirtyKiB', 'deviceReadMiBps', 'latencyP50Micros', 'latencyP99Micros'];

/** The charts of some metrics, then the usual ones; a metric without a chart of its own gets a plain one. */
export function chartsFor(first = []) {
  const metrics = new Set([...first, ...USUAL]);
  return [...metrics].map((metric) => CHARTS.find((chart) => chart.metric === metric) ?? { metric, title: metric });
}
