import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statisticsOf, within } from '../src/statistics.js';

test('a column has a mean, extremes, a sum and a last value', () => {
  assert.deepEqual(statisticsOf(Float64Array.of(2, 6, 4)), { mean: 4, min: 2, max: 6, sum: 12, last: 4 });
});

test('an empty column has nothing, not zero', () => {
  Object.values(statisticsOf(new Float64Array(0))).forEach((value) => assert.ok(Number.isNaN(value)));
});

test('a range takes the seconds from one to another, both included', () => {
  const column = { seconds: Float64Array.of(1, 2, 3, 5, 6), values: Float64Array.of(10, 20, 30, 50, 60) };
  assert.deepEqual([...within(column, { from: 2, to: 5 })], [20, 30, 50]);
  assert.deepEqual([...within(column, { from: 4, to: 4 })], []);
  assert.deepEqual([...within(column, { from: 6, to: 99 })], [60]);
  assert.equal(within(column, null).length, 5);
});
