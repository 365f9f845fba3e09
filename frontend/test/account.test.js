import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accountKey, accountOf } from '../src/account/account.js';
import { SampleColumns } from '../src/sample-columns.js';
import { runAt, samplesOf } from './support/made-up-run.js';

const COUNTERS = JSON.parse(readFileSync(new URL('fixtures/counters.json', import.meta.url), 'utf8'));
const METRICS = COUNTERS.map(({ id }) => id);
const QUIET = { readMiBps: 500, cachedKiB: 1_000_000, memFreeKiB: 4_000_000, pgstealKswapd: 0 };

/** Five seconds of a variant, the same values in each unless they are a function of the second. */
function samplesWith(variant, values, seconds = 5) {
  return Array.from({ length: seconds }, (_, index) => ({
    variant,
    second: index + 1,
    values: Object.fromEntries(METRICS.map((id) => {
      const value = values[id] ?? QUIET[id] ?? 0;
      return [id, typeof value === 'function' ? value(index + 1) : value];
    })),
  }));
}

function account(variants, options) {
  const columns = new SampleColumns(Object.keys(variants), METRICS);
  const views = Object.entries(variants).map(([name, variant]) => {
    const { marks = [], errors = [], spec, digest, summary, seconds, ...values } = variant;
    samplesWith(name, values, seconds).forEach((sample) => columns.add(sample));
    return { name, title: name, marks, errors, spec, digest, summary };
  });
  return plain(accountOf(views, columns, options));
}

function plain(value) {
  return JSON.parse(JSON.stringify(value).replaceAll('\u00a0', ' '));
}

const mark = (kind, second) => ({ kind, label: kind, second });

test('the run of the experiment says who burned processor time and why', () => {
  const columns = new SampleColumns(['cached', 'dontcache'], METRICS);
  samplesOf(31).forEach((sample) => columns.add(sample));
  const { headline: sentences, variants, comparison } = plain(accountOf(runAt(31, 31).variants, columns));
  const headline = sentences.join(' ');
  assert.match(headline, /^cached burned 7\d % of a core on reclaim in seconds 5–31, dontcache nothing\./);
  assert.match(headline, /stayed in the page cache until memory was full/);
  assert.match(headline, /dontcache dropped each page right after use/);
  assert.match(variants[0].sentences.join(' '), /filled memory after 3\.3 s: the page cache grew to 10\.1 GiB/);
  assert.match(variants[0].sentences.join(' '), /kernel's thread that frees memory, used 7\d % of a core/);
  assert.match(variants[1].sentences.join(' '), /left memory alone: the page cache stayed at 4\.0 GiB/);
  assert.match(variants[1].sentences.join(' '), /kswapd slept all the time/);
  assert.match(variants[1].sentences.join(' '), /Drop-behind removed \d+\.\d GiB of pages as soon as they were copied/);
  assert.match(comparison.join(' '), /dontcache and cached read at the same speed/);
  assert.match(comparison.join(' '), /processor time: 50 % of a core against 34 % of a core in seconds 1–31, because/);
});

test('removing pages is named as the reason only where as much was read', () => {
  const drops = { applicationCpuPercent: 50, dropbehindDropped: 100_000 };
  const told = (values) => account({ one: { applicationCpuPercent: 30 }, two: { ...drops, ...values } })
    .comparison.join(' ');
  assert.match(told({}), /because it removes its pages/);
  assert.doesNotMatch(told({ readMiBps: 900 }), /because/);
});

test('before the first second there is nothing to say', () => {
  const columns = new SampleColumns(['cached'], METRICS);
  assert.equal(accountOf([{ name: 'cached', title: 'cached', marks: [] }], columns), null);
});

test('where nobody reclaims nobody is named', () => {
  assert.deepEqual(account({ one: {}, two: {} }).headline,
    ['No variant had to reclaim memory, so none burned processor time on it.']);
  assert.deepEqual(account({ one: {} }).headline, ['No processor time went into reclaim.']);
});

test('where all reclaim alike none is blamed', () => {
  const busy = { marks: [mark('KSWAPD_WAKES', 1.2)], kswapdCpuPercent: 60 };
  assert.deepEqual(account({ one: busy, two: { ...busy, kswapdCpuPercent: 50 } }).headline,
    ['Every variant reclaims: one with 60 % of a core in seconds 3–5, two with 50 % of a core in seconds 3–5.']);
});

test('what a mark explains is measured after the mark', () => {
  const { headline } = account({
    one: { marks: [mark('KSWAPD_WAKES', 2.5)], kswapdCpuPercent: (second) => (second > 3 ? 80 : 0) },
    two: {},
  });
  assert.deepEqual(headline, ['one burned 80 % of a core on reclaim in seconds 4–5, two nothing.']);
});

test('kswapd that cannot keep up is told from one that can', () => {
  const marks = [mark('KSWAPD_WAKES', 1.1), mark('DIRECT_RECLAIM', 1.4)];
  const [{ sentences }] = account({
    one: { marks, kswapdCpuPercent: 90, directReclaimCpuPercent: 12, pgstealKswapd: 25_600 },
  }).variants;
  assert.ok(sentences.some((text) => /used 90 % of a core and freed 100 MiB\/s/.test(text)), sentences.join(' '));
  assert.ok(sentences.some((text) => /had to reclaim by itself, for 12 % of a core/.test(text)), sentences.join(' '));
});

test('a cache that grows without filling memory is neither full nor alone', () => {
  const [{ sentences }] = account({ one: { cachedKiB: (second) => (second % 3 + 1) * 1024 * 1024 } }).variants;
  assert.match(sentences[0], /moved between 1\.0 GiB and 3\.0 GiB; memory did not fill/);
});

test('a cache that only grows is told from where it started, be there one second or many', () => {
  const memory = { initiallyCached: 0 };
  const tell = (cachedKiB) => account({ one: { spec: { memory }, cachedKiB } }).variants[0].sentences[0];
  assert.match(tell((second) => second * 1024 * 1024), /grew from 0 KiB to 5\.0 GiB; memory did not fill/);
  assert.match(tell(262_144), /grew from 0 KiB to 256 MiB; memory did not fill/);
});

test('writers are told of dirty pages, throttling, and drops that failed', () => {
  const [{ sentences }] = account({
    one: { readMiBps: 0, writeMiBps: 300, dirtyKiB: 204_800, throttledMillis: 500, dropbehindDropped: 2_560,
      dropbehindSkipped: 400, errors: [{ job: 'writer', errno: 'EIO', second: 1 }] },
  }).variants;
  const told = sentences.join(' ');
  assert.match(told, /removed 50\.0 MiB of pages as soon as they were written back\. 2,000 pages could not be dropped/);
  assert.match(told, /Up to 200 MiB waited to be written, and writers were held back for 2\.5 s/);
  assert.match(told, /1 call failed\./);
});

test('a writer in a full cgroup is told of what it reclaims itself and when it was first held', () => {
  const marks = [mark('CGROUP_FULL', 0.2), mark('THROTTLING', 0.5)];
  const { headline, variants } = account({
    one: { marks, readMiBps: 0, writeMiBps: 300, directReclaimCpuPercent: 25, throttledMillis: 500 },
    two: { readMiBps: 0, writeMiBps: 300 },
  });
  assert.match(headline.join(' '), /one burned 25 % of a core on reclaim.*in the page cache until its cgroup was full/);
  const told = variants[0].sentences.join(' ');
  assert.match(told, /cgroup was full after 0\.2 s: from then on the job had to reclaim .* for 25 % of a core/);
  assert.match(told, /held back for 2\.5 s, the first time after 0\.5 s\./);
});

test('pages that an interrupt left, or dropped though it may not, are told of', () => {
  const tell = (of) => account({ one: { writeMiBps: 300, ...of } }).variants[0].sentences.join(' ');
  assert.match(tell({ dropbehindInAtomic: 2_560 }), /50\.0 MiB of pages were to be dropped and stayed/);
  assert.match(tell({ atomicSleepSplats: 20 }), /100 drops ran in an interrupt, where they may not/);
  assert.match(tell({ atomicSleepSplats: 20, cpuHangs: 1 }), /kernel, and 5 times a processor would have hung\./);
  assert.doesNotMatch(tell({}), /interrupt/);
});

test('speeds that differ are compared with the baseline, whichever that is', () => {
  const runs = { one: { readMiBps: 200 }, two: { readMiBps: 100 } };
  assert.match(account(runs).comparison[0], /^two was slower in reading: 100 against 200 MiB\/s \(−50\.0 %\)\.$/);
  assert.match(account(runs, { baseline: 1 }).comparison[0], /^one was faster in reading: 200 against 100 MiB\/s/);
});

test('units are those of the page', () => {
  const { comparison } = account({ one: {}, two: {} }, { units: 'decimal' });
  assert.match(comparison[0], /same speed, 524 MB\/s/);
});

test('marks and errors that come after their samples make an account anew', () => {
  const columns = { size: 8 };
  const view = { baseline: 0, units: 'binary' };
  const [before, after] = [runAt(3, 31), runAt(4, 31)];
  const failed = { ...before, variants: [{ ...before.variants[0], errors: [{ errno: 'EIO' }] }, before.variants[1]] };
  const key = (run) => accountKey(run, columns, view);
  assert.equal(key(before), key(runAt(3, 31)));
  assert.notEqual(key(before), key(after));
  assert.notEqual(key(before), key(failed));
});

test('a call that failed comes first, with its job, its errno and what that means', () => {
  const spec = { fileSystem: { type: 'f2fs' }, jobs: [{ name: 'reader', rw: 'read', ioMode: 'dontcache' }] };
  const errors = [{ job: 'reader', errno: 'EOPNOTSUPP', second: 0.001 }];
  const failed = { spec, errors, iops: 0, readMiBps: 0 };
  assert.deepEqual(account({ one: failed }).headline, ['The first read of reader failed with EOPNOTSUPP: the file '
    + 'system f2fs does not support RWF_DONTCACHE on this kernel.']);
  assert.match(account({ one: failed }).variants[0].sentences.join(' '), /Nothing was read or written\.$/);
  const { headline } = account({ one: failed, two: {} });
  assert.match(headline[0], /^one: the first read of reader failed/);
  assert.deepEqual(headline.slice(1), ['No processor time went into reclaim.']);
});

test('a call that failed later says when, and nothing is guessed of its errno', () => {
  const errors = [{ job: 'writer', errno: 'ENOSPC', second: 2.25 }];
  const { headline } = account({ one: { errors, iops: 100 } });
  assert.equal(headline[0], 'A call of writer failed after 2.3 s with ENOSPC.');
});

test('the second in which jobs were done before their time is left out of rates and shares', () => {
  const one = { spec: { duration: '10s' }, digest: 'd', marks: [mark('KSWAPD_WAKES', 1.5)],
    kswapdCpuPercent: (second) => (second < 5 ? 60 : 6), readMiBps: (second) => (second < 5 ? 500 : 50) };
  const two = { readMiBps: 500 };
  const { headline, comparison } = account({ one, two });
  assert.equal(headline[0], 'one burned 60 % of a core on reclaim in seconds 3–4, two nothing.');
  assert.match(comparison[0], /same speed, 500 MiB\/s/);
  assert.match(account({ one: { ...one, spec: { duration: '5s' } }, two }).headline[0], /42 % .* in seconds 3–5/);
  assert.match(account({ one: { ...one, digest: null }, two }).headline[0], /in seconds 3–5/);
});

test('of jobs that were done before a second was full amounts are told, no rates', () => {
  const brief = { spec: { duration: '500ms' }, digest: 'd', seconds: 1, readMiBps: 256, applicationCpuPercent: 5 };
  const { comparison } = account({ one: brief, two: { ...brief, applicationCpuPercent: 7 } });
  assert.equal(comparison[0],
    'two read 256 MiB, one 256 MiB, each in less than a second: too short for a rate.');
  assert.match(comparison[1], /took more processor time: 70 ms of a core against 50 ms of a core\./);
});

test('the headline is of all variants, also of those that are not shown', () => {
  const busy = { marks: [mark('KSWAPD_WAKES', 1.2)], kswapdCpuPercent: 60 };
  const { headline, variants, comparison } = account({ one: {}, two: {}, three: busy }, { shown: 2 });
  assert.match(headline[0], /^three burned 60 % of a core/);
  assert.deepEqual(variants.map(({ name }) => name), ['one', 'two']);
  assert.doesNotMatch(comparison.join(' '), /three/);
});

test('pages on their way through the cache are no growth of it', () => {
  const memory = { initiallyCached: 0 };
  const { variants: [{ sentences }] } = account({ one: { spec: { memory }, cachedKiB: 1024, readMiBps: 1800 } });
  assert.match(sentences[0], /left memory alone: the page cache stayed at 1\.0 MiB/);
});

test('whether contents were verified is said where they were kept', () => {
  const told = (dataVerified) => account({ one: { summary: { dataVerified } } }).variants[0].sentences.join(' ');
  assert.match(told(true), /checked byte by byte: all that was read or stored is what was written\./);
  assert.match(told(false), /checked byte by byte and are wrong: /);
  assert.doesNotMatch(told(null), /byte by byte/);
});

test('an account is told again when contents turn out to be wrong', () => {
  const key = (dataVerified) => accountKey(
    { status: 'RUNNING', variants: [{ summary: { dataVerified } }] }, new SampleColumns(['one'], METRICS), {});
  assert.notEqual(key(true), key(false));
});
