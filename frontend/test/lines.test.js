import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differing, linesOfJson, linesOfText } from '../src/lines.js';

const texts = (lines, keys) => lines.filter(({ key }) => keys.has(key)).map(({ text }) => text.trim());

test('lines of kernel files are compared by their first word', () => {
  const one = linesOfText('MemFree:  100 kB\nCached:    20 kB\n');
  const other = linesOfText('MemTotal: 900 kB\nMemFree:  100 kB\nCached:    30 kB\n');
  assert.deepEqual(texts(one, differing(one, other)), ['Cached:    20 kB']);
  assert.deepEqual(texts(other, differing(other, one)), ['MemTotal: 900 kB', 'Cached:    30 kB']);
});

test('a word that comes again is another line', () => {
  const one = linesOfText('   8  0 sda 1\n   8  1 sda1 2\n');
  const other = linesOfText('   8  0 sda 1\n   8  1 sda1 3\n');
  assert.deepEqual(texts(one, differing(one, other)), ['8  1 sda1 2']);
});

test('the lines of JSON are the JSON', () => {
  const value = { a: [1, { b: null }], c: {}, d: 'x"y', e: [] };
  const text = linesOfJson(value).map((line) => line.text).join('\n');
  assert.deepEqual(JSON.parse(text), value);
  assert.equal(linesOfJson({ a: 1, b: { c: 2 } }).map((line) => line.text).join('\n'),
    JSON.stringify({ a: 1, b: { c: 2 } }, null, 2));
});

test('JSON is compared by place, a comma is no difference', () => {
  const one = linesOfJson({ jobs: [{ bs: 1, ioMode: 'cached' }], seed: 1 });
  const other = linesOfJson({ jobs: [{ bs: 1, ioMode: 'dontcache', sync: 'none' }], seed: 1 });
  assert.deepEqual(texts(one, differing(one, other)), ['"ioMode": "cached"']);
  assert.deepEqual(texts(other, differing(other, one)), ['"ioMode": "dontcache",', '"sync": "none"']);
});

test('a text does not differ from itself', () => {
  const lines = linesOfText('a 1\n\n\nb 2\n');
  assert.equal(differing(lines, lines).size, 0);
  assert.equal(lines.length, 4);
});
