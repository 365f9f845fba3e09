import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causesOf, groupsOf, GROUPS, logPath, rowOf, secondsText, summaryOf, textOf, tracePath }
  from '../src/run/event-log.js';

const READ = {
  number: 9, nanos: 1_234_567_890, actor: 'reader.0', kind: 'bioSubmitted', group: 'bio', file: 'data', first: 32,
  count: 32, call: { number: 3, offset: 65_536, length: 32_768 },
  cause: { rule: 'windowAtMarker', words: 'read-ahead window built', page: 16 },
  words: 'read pages 32\u201363 of data: marker met at page 16 by read(65536, 32768)',
};

test('an address that names no group that there is means device reads', () => {
  assert.deepEqual(groupsOf(null), ['bio']);
  assert.deepEqual(groupsOf('nobody,'), ['bio']);
  assert.deepEqual(groupsOf('reclaim,bio,nobody'), ['bio', 'reclaim']);
});

test('what is usual is not in the address, and what is in it comes back', () => {
  assert.equal(textOf(['bio']), null);
  assert.equal(textOf([]), null);
  const all = GROUPS.map(({ id }) => id);
  assert.deepEqual(groupsOf(textOf(all)), all);
});

test('a second is asked for from its begin to its end', () => {
  assert.equal(logPath('7', 'cached', { second: 9, last: 31, groups: ['bio', 'wait'] }),
    '/runs/7/variants/cached/events?from=8s&to=9s&kind=bio&kind=wait&limit=200');
});

test('the last second has no end, since the run may end within it', () => {
  assert.equal(logPath('7', 'a b', { second: 31, last: 31, groups: ['bio'] }, 123),
    '/runs/7/variants/a%20b/events?from=30s&kind=bio&limit=200&after=123');
});

test('a trace has all kinds of its second', () => {
  assert.equal(tracePath('7', 'cached', { second: 1, last: 2 }),
    '/runs/7/variants/cached/events?format=perfetto&from=0s&to=1s&limit=10000');
});

test('a device read is a row with time, actor, sentence, pages, rule and call', () => {
  assert.deepEqual(rowOf(READ), {
    time: '1.234568 s',
    actor: 'reader.0',
    words: 'read pages 32\u201363 of data: marker met at page 16 by read(65536, 32768)',
    pages: '32\u201363',
    rule: 'marker met',
    call: '#3',
  });
});

test('what has no file, rule or call leaves its cells empty', () => {
  const { pages, rule, call } = rowOf({ ...READ, file: null, cause: null, call: null });
  assert.deepEqual([pages, rule, call], ['', '', '']);
  assert.equal(rowOf({ ...READ, group: 'syscall', first: 0, count: 4096 }).pages, '');
  assert.equal(rowOf({ ...READ, count: 1 }).pages, '32');
});

test('a rule that the page does not know is said in the words of the service', () => {
  assert.equal(rowOf({ ...READ, cause: { rule: 'windowNew', words: 'a new rule', page: 1 } }).rule, 'a new rule');
});

test('the summary says whether more follow', () => {
  assert.equal(summaryOf([], 4, false), 'Nothing of this kind happened in second 4.');
  assert.equal(summaryOf([READ], 2, false), '1 event of second 2.');
  assert.equal(summaryOf([READ, READ], 2, true), '2 events of second 2 until 1.234568 s; more follow.');
});

test('the causes of the reads shown are counted, the most frequent first', () => {
  const start = { ...READ, cause: { rule: 'windowAtStart', words: '', page: 0 } };
  assert.equal(causesOf([start, READ, READ, { ...READ, kind: 'copied' }]), 'marker met 2×, start of the file 1×');
  assert.equal(causesOf([{ ...READ, kind: 'copied' }]), '');
});

test('times are to the microsecond', () => {
  assert.equal(secondsText(0), '0.000000 s');
  assert.equal(secondsText(30_000_001_000), '30.000001 s');
});
