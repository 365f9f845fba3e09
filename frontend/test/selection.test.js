import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeWords, Selection } from '../src/selection.js';

const chosen = (text) => new Selection(() => {}, text);

test('seconds are chosen from either end', () => {
  const selection = chosen(null);
  selection.choose(12, 5);
  assert.deepEqual(selection.range, { from: 5, to: 12 });
  assert.equal(selection.toString(), '5-12');
});

test('the address is read back, and nonsense chooses nothing', () => {
  assert.deepEqual(chosen('5-12').range, { from: 5, to: 12 });
  ['', '12-5', '0-4', '5', '5-x', '-1-4', null].forEach((text) => assert.equal(chosen(text).range, null));
});

test('extending begins at the second looked at and moves one end', () => {
  const selection = chosen(null);
  selection.extend(9, 1, 31);
  assert.deepEqual(selection.range, { from: 9, to: 10 });
  selection.extend(10, 1, 31);
  assert.deepEqual(selection.range, { from: 9, to: 11 });
  [1, 2, 3].forEach(() => selection.extend(0, -1, 31));
  assert.deepEqual(selection.range, { from: 8, to: 9 });
});

test('the end stays within the run so far', () => {
  const selection = chosen('30-31');
  selection.extend(31, 5, 31);
  assert.deepEqual(selection.range, { from: 30, to: 31 });
  selection.extend(31, -99, 31);
  assert.deepEqual(selection.range, { from: 1, to: 30 });
});

test('seconds are said in words', () => {
  assert.equal(rangeWords({ from: 5, to: 12 }, 31), 'seconds 5–12');
  assert.equal(rangeWords({ from: 5, to: 5 }, 31), 'second 5');
  assert.equal(rangeWords(null, 31), 'seconds 1–31');
  assert.equal(rangeWords(null, 0), 'no second yet');
});
