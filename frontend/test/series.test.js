import assert from 'node:assert/strict';
import { test } from 'node:test';
import { radiusOf, shownWords } from '../src/run/series.js';

test('a line of one point is a dot, longer ones have none', () => {
  assert.ok(radiusOf(1) > 0);
  assert.equal(radiusOf(2), 0);
});

test('a run of more variants than are shown says which are, and where the others are', () => {
  assert.equal(shownWords(['a', 'b', 'c', 'd']), '');
  assert.equal(shownWords(['a', 'b', 'c', 'd', 'e', 'f']),
    '4 of 6 variants are shown: a, b, c, d. The table has e, f too.');
});
