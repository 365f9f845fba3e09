import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelFiles } from '../src/run/kernel-files.js';
import { aboutFile } from '../src/run/kernel-words.js';
import { kernelFile } from './support/made-up-files.js';
import { samplesOf } from './support/made-up-run.js';

const refused = (status) => Promise.reject(Object.assign(new Error('refused'), { status }));

function filesOver(answers = {}) {
  const asked = [];
  const fetched = (path) => {
    asked.push(path);
    const [, below, second] = path.match(/\/fs\/([^?]*)(?:\?second=(\d+))?$/) ?? [];
    const answer = answers[path] ?? kernelFile(below, samplesOf(31)[2 * Number(second ?? 1) - 2]);
    return answer === null ? refused(404) : Promise.resolve(answer);
  };
  return { asked, files: new KernelFiles('1', { json: fetched, text: fetched }) };
}

test('the tree is walked to all its files', async () => {
  const listed = await filesOver().files.list(['cached', 'dontcache']);
  assert.deepEqual(listed, ['proc/meminfo', 'proc/vmstat', 'proc/diskstats', 'sys/block/sda/stat',
    'sys/kernel/debug/bdi/8:0/stats']);
});

test('a tree without end is not walked without end', async () => {
  const fetches = { json: async (path) => ({ path, entries: [{ name: 'again', kind: 'directory' }] }) };
  assert.deepEqual(await new KernelFiles('1', fetches).list(['cached']), []);
});

test('a text is fetched once a second and file', async () => {
  const { asked, files } = filesOver();
  const first = await files.text('cached', 'proc/meminfo', 9);
  assert.equal(await files.text('cached', 'proc/meminfo', 9), first);
  assert.deepEqual(asked, ['/runs/1/variants/cached/fs/proc/meminfo?second=9']);
  assert.match(first, /^MemTotal: +\d+ kB\n/);
});

test('a file that a variant does not have is no failure', async () => {
  assert.equal(await filesOver().files.text('cached', 'sys/fs/cgroup/job/memory.stat', 9), null);
});

test('what was not there yet is asked for again', async () => {
  const answers = [refused(400), Promise.resolve('MemFree: 1 kB\n')];
  const files = new KernelFiles('1', { text: () => answers.shift() });
  assert.equal(await files.text('cached', 'proc/meminfo', 9), null);
  assert.equal(await files.text('cached', 'proc/meminfo', 9), 'MemFree: 1 kB\n');
});

test('another failure is one', async () => {
  const broken = new KernelFiles('1', { text: () => refused(500) });
  await assert.rejects(broken.text('cached', 'proc/meminfo', 9), { status: 500 });
});

test('texts of the whole run have an address of their own and are never kept', async () => {
  const path = '/runs/1/variants/cached/sar';
  const { asked, files } = filesOver({ [path]: '10:00:01\n' });
  await files.text('cached', 'sar', 3);
  await files.text('cached', 'sar', 4);
  assert.deepEqual(asked, [path, path]);
});

test('the kernel\'s colons stay in the address', () => {
  assert.equal(filesOver().files.pathOf('cached', 'sys/kernel/debug/bdi/8:0/stats', 1),
    '/runs/1/variants/cached/fs/sys/kernel/debug/bdi/8:0/stats?second=1');
});

test('every file that is offered is explained', () => {
  const paths = ['proc/meminfo', 'proc/vmstat', 'proc/diskstats', 'proc/pressure/io', 'sys/kernel/debug/bdi/8:0/stats',
    'sys/kernel/debug/bdi/8:0/wb_stats', 'sys/block/sda/stat', 'sys/fs/cgroup/job/memory.stat',
    'sys/fs/cgroup/job/memory.events', 'sys/fs/cgroup/job/io.stat',
    'sys/kernel/debug/dropbehind/stats', 'sar', 'pidstat'];
  paths.forEach((path) => assert.ok(aboutFile(path).length > 20, path));
});
