import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelTab } from '../src/run/kernel-tab.js';

test('a tab that is opened before its run is there says that it loads', () => {
  const notice = { textContent: '', hidden: true };
  const tab = new KernelTab({ querySelector: () => notice }, '1');
  tab.show(false);
  assert.equal(notice.hidden, true);
  tab.show(true);
  assert.deepEqual([notice.textContent, notice.hidden], ['Loading\u2026', false]);
});
