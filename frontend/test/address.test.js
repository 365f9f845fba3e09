import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Address } from '../src/address.js';

/** A window with a history, as far as an address needs one. */
function windowAt(href) {
  const entries = [href];
  const timers = new Map();
  return {
    entries,
    timers,
    location: {
      get href() {
        return entries.at(-1);
      },
      get search() {
        return new URL(entries.at(-1)).search;
      },
    },
    history: {
      state: null,
      pushState: (state, title, url) => entries.push(String(url)),
      replaceState: (state, title, url) => entries.splice(-1, 1, String(url)),
    },
    setTimeout: (call) => timers.set(timers.size + 1, call) && timers.size,
    clearTimeout: (id) => timers.delete(id),
  };
}

test('what changes all the time is written once, after a while, and makes no entry', () => {
  const window = windowAt('http://host/runs/1');
  const address = new Address(window);
  for (let second = 1; second <= 500; second++) {
    address.set('t', String(second));
  }
  assert.deepEqual(window.entries, ['http://host/runs/1']);
  assert.equal(window.timers.size, 1);
  window.timers.get(1)();
  assert.deepEqual(window.entries, ['http://host/runs/1?t=500']);
});

test('what waits to be written is already read and shared', () => {
  const address = new Address(windowAt('http://host/runs/1?theme=dark'));
  address.set('range', '5-12');
  assert.equal(address.get('range'), '5-12');
  assert.equal(address.href, 'http://host/runs/1?theme=dark&range=5-12');
});

test('a visit is an entry of its own, and what waited stays in the former', () => {
  const window = windowAt('http://host/runs/1');
  const address = new Address(window);
  address.set('t', '9');
  address.visit('tab', 'kernel');
  address.visit('tab', 'kernel');
  assert.deepEqual(window.entries, ['http://host/runs/1?t=9', 'http://host/runs/1?t=9&tab=kernel']);
});

test('a path in the address stays readable, and null takes a value away', () => {
  const window = windowAt('http://host/runs/1');
  const address = new Address(window);
  address.visit('file', 'proc/vmstat');
  assert.equal(window.entries.at(-1), 'http://host/runs/1?file=proc/vmstat');
  address.visit('file', null);
  assert.equal(window.entries.at(-1), 'http://host/runs/1');
});

test('what waits is given up when the browser goes to another entry', () => {
  const window = windowAt('http://host/runs/1');
  const address = new Address(window);
  address.set('t', '9');
  address.forget();
  assert.equal(address.get('t'), null);
  assert.equal(window.timers.size, 0);
});
