import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cursor } from '../src/cursor.js';

function at(newest, pinned = null) {
  const cursor = new Cursor(() => {}, pinned);
  cursor.reach(newest);
  return cursor;
}

test('a cursor that nobody placed follows the newest second', () => {
  const cursor = at(7);
  assert.equal(cursor.second, 7);
  cursor.reach(8);
  assert.equal(cursor.second, 8);
  assert.equal(cursor.isPlaced, false);
});

test('the pointer goes before the pin, and gives it back', () => {
  const cursor = at(20, 5);
  cursor.hover(9);
  assert.equal(cursor.second, 9);
  cursor.hover(null);
  assert.equal(cursor.second, 5);
});

test('moving pins a second beside the one shown, within the run so far', () => {
  const cursor = at(20);
  cursor.move(-1);
  assert.equal(cursor.pinned, 19);
  cursor.move(5);
  assert.equal(cursor.pinned, 20);
  cursor.move(-50);
  assert.equal(cursor.pinned, 1);
});

test('letting go follows the newest again', () => {
  const cursor = at(20, 3);
  cursor.pin(null);
  assert.equal(cursor.second, 20);
});

test('a second from the address waits until the run reaches it', () => {
  const cursor = new Cursor(() => {}, 9);
  assert.equal(cursor.isPlaced, false);
  cursor.reach(4);
  assert.equal(cursor.second, 4);
  cursor.reach(12);
  assert.equal(cursor.second, 9);
});

test('before the first second there is none', () => {
  assert.equal(at(0).second, 0);
});
