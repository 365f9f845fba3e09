import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statisticsOf } from '../src/statistics.js';

test('a column has a mean, extremes, a sum and a last value', () => {
  assert.deepEqual(statisticsOf(Float64Array.of(2, 6, 4)), { mean: 4, min: 2, max: 6, sum: 12, last: 4 });
});

test('an empty column has nothing, not zero', () => {
  Object.values(statisticsOf(new Float64Array(0))).forEach((value) => assert.ok(Number.isNaN(value)));
});
