import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches } from '../src/keyboard.js';
import { keysOf } from '../src/run/keys.js';

const press = (code, more = {}) => ({ code, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

test('a key is a place on the keyboard, whatever its letter', () => {
  assert.ok(matches({ ...press('Period'), key: 'v' }, { code: 'Period' }));
});

test('keys that the browser uses are left to it', () => {
  assert.equal(matches(press('KeyT', { ctrlKey: true }), { code: 'KeyT' }), false);
  assert.equal(matches(press('KeyT', { metaKey: true }), { code: 'KeyT' }), false);
});

test('the question mark needs shift', () => {
  assert.equal(matches(press('Slash'), { code: 'Slash', shift: true }), false);
  assert.ok(matches(press('Slash', { shiftKey: true }), { code: 'Slash', shift: true }));
});

test('no two keys collide and each says what it does', () => {
  const keys = keysOf({});
  assert.equal(new Set(keys.map(({ code, shift }) => `${code} ${shift === true}`)).size, keys.length);
  keys.forEach(({ does, label }) => assert.ok(does.length > 3 && label !== undefined));
});

test('the first four digits choose the tabs', () => {
  const chosen = [];
  const keys = keysOf({ tab: (index) => chosen.push(index) });
  ['Digit1', 'Digit2', 'Digit3', 'Digit4'].forEach((code) =>
    keys.find((key) => matches(press(code), key)).action());
  assert.deepEqual(chosen, [0, 1, 2, 3]);
});
