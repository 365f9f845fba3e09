/** What each of the kernel's files tells, in a sentence, by the end of its path. */
const ABOUT = [
  [/^proc\/meminfo$/, 'How much memory is free, how much the page cache holds, how much of it waits to be written.'],
  [/^proc\/vmstat$/, 'Counters of the memory manager since the start: pages scanned, freed, written; and its lists.'],
  [/^proc\/diskstats$/, 'Requests and sectors of each block device since the start, and the time they took.'],
  [/^proc\/pressure\//, 'How long tasks had to wait for a resource.'],
  [/\/bdi\/[^/]+\/stats$/, 'Writeback of one device: dirty pages, pages on their way, limits, bandwidth.'],
  [/\/wb_stats$/, 'The same for each cgroup that writes to the device.'],
  [/\/dropbehind\/stats$/, 'What the model counts of drop-behind and the kernel exports nowhere.'],
  [/\/block\/[^/]+\/stat$/, 'The counters of one block device on one line, as in diskstats without its name.'],
  [/\/memory\.stat$/, 'What the memory of a cgroup is used for.'],
  [/\/memory\.events$/, 'How often a cgroup ran into its limits.'],
  [/\/memory\.(current|max|high|peak)$/, 'Memory of a cgroup in bytes: used, or its limit.'],
  [/\/io\.stat$/, 'Bytes and requests of a cgroup by device.'],
  [/^sar$/, 'Memory as sar -r 1 prints it, a line a second of the whole run.'],
  [/^pidstat$/, 'CPU by task as pidstat 1 prints it, second by second of the whole run.'],
];

/** Says what a file tells; empty where there is nothing to say. */
export function aboutFile(path) {
  return ABOUT.find(([pattern]) => pattern.test(path))?.[1] ?? '';
}
