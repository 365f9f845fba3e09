import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ViewState } from '../src/run/view-state.js';

const VARIANTS = ['cached', 'dontcache', 'mixed'];

function stateAt(values = {}) {
  const address = {
    values,
    get: (name) => values[name] ?? null,
    set: (name, value) => (value === null ? delete values[name] : (values[name] = value)),
  };
  const changes = [];
  const state = new ViewState(VARIANTS, address, (what) => changes.push(what), 31);
  state.cursor.reach(31);
  return { state, values, changes };
}

test('an address restores second, range, baseline and hidden variants', () => {
  const { state } = stateAt({ t: '9', range: '5-12', base: 'dontcache', hide: 'cached,mixed' });
  assert.equal(state.cursor.second, 9);
  assert.deepEqual(state.selection.range, { from: 5, to: 12 });
  assert.equal(state.baseline, 1);
  assert.deepEqual([...state.hidden], [0, 2]);
});

test('an address that names what is not there is as good as none', () => {
  const { state } = stateAt({ t: 'x', range: '9', base: 'nobody', hide: 'nobody' });
  assert.equal(state.cursor.pinned, null);
  assert.equal(state.selection.range, null);
  assert.equal(state.baseline, 0);
  assert.equal(state.hidden.size, 0);
});

test('what is chosen is in the address, what is usual is not', () => {
  const { state, values } = stateAt();
  state.cursor.pin(7);
  state.selection.choose(3, 6);
  state.nextBaseline();
  state.toggle(2);
  assert.deepEqual(values, { t: '7', range: '3-6', base: 'dontcache', hide: 'mixed' });
  state.release();
  state.release();
  state.compareWith('cached');
  state.toggle(2);
  assert.deepEqual(values, {});
});

test('the baseline goes round', () => {
  const { state } = stateAt({ base: 'mixed' });
  state.nextBaseline();
  assert.equal(state.baseline, 0);
});

test('one variant always stays, and one that is not there cannot be hidden', () => {
  const { state } = stateAt();
  [0, 1, 2, 3].forEach((place) => state.toggle(place));
  assert.deepEqual([...state.hidden], [0, 1]);
});

test('only hiding changes the lines', () => {
  const { state, changes } = stateAt();
  changes.length = 0;
  state.cursor.hover(4);
  state.extend(1);
  state.nextBaseline();
  assert.ok(changes.every((what) => what === 'view'));
  state.toggle(0);
  assert.equal(changes.at(-1), 'series');
});

test('extending takes the cursor along', () => {
  const { state } = stateAt({ t: '9' });
  state.extend(1);
  state.extend(1);
  assert.equal(state.cursor.second, 11);
  assert.deepEqual(state.selection.range, { from: 9, to: 11 });
});

test('escape lets go of the range first, then of the second', () => {
  const { state } = stateAt({ t: '9', range: '5-12' });
  state.release();
  assert.equal(state.selection.range, null);
  assert.equal(state.cursor.pinned, 9);
  state.release();
  assert.equal(state.cursor.pinned, null);
});

test('an address cannot hide every variant', () => {
  assert.equal(stateAt({ hide: 'cached,dontcache,mixed' }).state.hidden.size, 0);
});

test('an address chooses only seconds that the run can have', () => {
  assert.deepEqual(stateAt({ range: '20-99' }).state.selection.range, { from: 20, to: 31 });
  assert.equal(stateAt({ range: '50-99' }).state.selection.range, null);
});
