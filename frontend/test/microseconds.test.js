import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MicrosecondsView } from '../src/views/microseconds.js';

function page() {
  const select = new EventTarget();
  const pressed = { value: 'page' };
  const submitted = [];
  const form = {
    querySelector: (selector) => (selector === 'select' ? select : pressed),
    requestSubmit: (button) => submitted.push(button),
  };
  return { root: { querySelector: () => form }, select, pressed, submitted };
}

test('other calls are asked for in the unit that is shown', () => {
  const { root, select, pressed, submitted } = page();
  new MicrosecondsView(root).connect();

  select.dispatchEvent(new Event('change'));

  assert.deepEqual(submitted, [pressed]);
});

test('a page that has gone asks for nothing', () => {
  const { root, select, submitted } = page();
  const view = new MicrosecondsView(root);
  view.connect();
  view.disconnect();

  select.dispatchEvent(new Event('change'));

  assert.deepEqual(submitted, []);
});
