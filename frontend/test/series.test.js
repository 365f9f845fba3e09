import assert from 'node:assert/strict';
import { test } from 'node:test';
import { radiusOf } from '../src/run/series.js';

test('a line of one point is a dot, longer ones have none', () => {
  assert.ok(radiusOf(1) > 0);
  assert.equal(radiusOf(2), 0);
});
