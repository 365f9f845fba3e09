import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeMarks } from '../src/marks.js';

const mark = (label, second) => ({ label, second });

test('marks of the same second share a line and a label', () => {
  const lines = mergeMarks([{ name: 'cached', marks: [mark('memory full', 3.3), mark('kswapd wakes', 3.39)] }]);
  assert.deepEqual(lines, [{ second: 3.3, label: 'memory full · kswapd wakes', variants: ['cached'] }]);
});

test('a mark that several variants have is said once and belongs to all', () => {
  const lines = mergeMarks([
    { name: 'cached', marks: [mark('memory full', 3.3)] },
    { name: 'dontcache', marks: [mark('memory full', 3.6)] },
  ]);
  assert.deepEqual(lines, [{ second: 3.3, label: 'memory full', variants: ['cached', 'dontcache'] }]);
});

test('marks of different seconds are lines of their own, in order of time', () => {
  const lines = mergeMarks([{ name: 'cached', marks: [mark('direct reclaim', 9.1), mark('memory full', 3.3)] }]);
  assert.deepEqual(lines.map((line) => line.label), ['memory full', 'direct reclaim']);
});

test('a variant without marks adds none', () => {
  assert.deepEqual(mergeMarks([{ name: 'cached', marks: [] }, { name: 'dontcache' }]), []);
});
