import assert from 'node:assert/strict';
import { test } from 'node:test';
import { first, isShown, nearest, REACH, step } from '../src/validation/residuals.js';

const MARKS = [
  { x: 10, y: 50, group: 'fit' },
  { x: 20, y: 50, group: 'check' },
  { x: 60, y: 50, group: 'extra' },
  { x: 100, y: 90, group: 'fit' },
];

test('a pointer means the mark that is nearest to it', () => {
  assert.equal(nearest(MARKS, 14, 50, 'all'), 0);
  assert.equal(nearest(MARKS, 16, 50, 'all'), 1);
});

test('a pointer that is far from every mark means none', () => {
  assert.equal(nearest(MARKS, 60, 50 + REACH, 'all'), 2);
  assert.equal(nearest(MARKS, 60, 51 + REACH, 'all'), -1);
});

test('marks that are not shown are not meant', () => {
  assert.equal(nearest(MARKS, 16, 50, 'fit'), 0);
  assert.equal(nearest(MARKS, 60, 50, 'fit'), -1);
});

test('a key moves to the next mark that is shown and stays at the ends', () => {
  assert.equal(step(MARKS, 0, 1, 'all'), 1);
  assert.equal(step(MARKS, 0, 1, 'fit'), 3);
  assert.equal(step(MARKS, 3, -1, 'fit'), 0);
  assert.equal(step(MARKS, 3, 1, 'all'), 3);
  assert.equal(step(MARKS, 0, -1, 'all'), 0);
});

test('the first mark is that of the group', () => {
  assert.equal(first(MARKS, 'all'), 0);
  assert.equal(first(MARKS, 'extra'), 2);
  assert.equal(first(MARKS, 'counted'), -1);
});

test('all shows every group, a group only its own', () => {
  assert.equal(isShown(MARKS[1], 'all'), true);
  assert.equal(isShown(MARKS[1], 'check'), true);
  assert.equal(isShown(MARKS[1], 'fit'), false);
});
