/** Made-up kernel files in the kernel's layout for the fake server: not a result of any simulation. */
const FILES = {
  'proc/meminfo': ({ values }) => [
    ['MemTotal', 11_621_300],
    ['MemFree', values.memFreeKiB],
    ['Buffers', 1_200],
    ['Cached', values.cachedKiB],
    ['Dirty', 0],
    ['Writeback', 0],
  ].map(([name, kib]) => `${`${name}:`.padEnd(16)}${String(Math.round(kib)).padStart(8)} kB\n`).join(''),
  'proc/vmstat': ({ values, second }) => [
    ['nr_free_pages', values.memFreeKiB / 4],
    ['nr_file_pages', values.cachedKiB / 4],
    ['nr_dirty', 0],
    ['pgscan_kswapd', values.kswapdCpuPercent > 0 ? (second - 3) * 471_000 : 0],
    ['pgsteal_kswapd', values.kswapdCpuPercent > 0 ? (second - 3) * 471_000 : 0],
    ['allocstall_normal', 0],
  ].map(([name, value]) => `${name} ${Math.round(value)}\n`).join(''),
  'proc/diskstats': ({ second }) =>
    `   8       0 sda ${second * 3_678} 0 ${second * 3_766_272} ${second * 412} 0 0 0 0 0 0 0\n`,
  'sys/kernel/debug/bdi/8:0/stats': () => 'BdiWriteback:                0 kB\nBdiReclaimable:              0 kB\n',
  'sys/block/sda/stat': ({ second }) => `${second * 3_678} 0 ${second * 3_766_272} ${second * 412} 0 0 0 0\n`,
};

/**
 * What the service answers at a path below `fs/` for a sample: the list of a folder as an object, the text of a file,
 * or null where there is neither.
 */
export function kernelFile(path, sample) {
  if (path in FILES) {
    return sample === undefined ? null : FILES[path](sample);
  }
  const inside = Object.keys(FILES).filter((file) => file.startsWith(path) && (path === '' || path.endsWith('/')));
  const entries = new Map(inside.map((file) => {
    const [name, ...rest] = file.slice(path.length).split('/');
    return [name, { name, kind: rest.length === 0 ? 'file' : 'directory' }];
  }));
  return entries.size === 0 ? null : { path, entries: [...entries.values()] };
}

/** A text of the whole run, a line a second: `sar` or `pidstat`. */
export function wholeRun(kind, samples) {
  return samples.map(({ second, values }) => (kind === 'sar'
    ? `10:00:${String(second).padStart(2, '0')}  ${Math.round(values.memFreeKiB)}  ${Math.round(values.cachedKiB)}\n`
    : `10:00:${String(second).padStart(2, '0')}  kswapd0  ${values.kswapdCpuPercent.toFixed(2)}\n`)).join('');
}
