import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesScenario, isCompared, publishedFor, publishedNote } from '../src/run/published.js';
import { runAt, SCENARIO } from './support/made-up-run.js';

const TAIL = { from: 4, to: 30, note: 'From sample 31 on the reader had stopped, which is not modelled.' };

test('a published column says which seconds are compared, and its note once', () => {
  assert.equal(publishedNote([TAIL, TAIL], false), 'Published figures are compared in seconds 4\u201330. From sample '
    + '31 on the reader had stopped, which is not modelled.');
  assert.equal(publishedNote([...publishedFor(SCENARIO, 'readMiBps').values()], false), '');
  assert.deepEqual([3, 4, 30, 31].map((second) => isCompared(TAIL, second)), [false, true, true, false]);
  assert.ok(isCompared({}, 31));
});

test('a run that changes its scenario says that the published figures are of the original', () => {
  const run = runAt(31, 31);
  const changed = structuredClone(run);
  changed.variants.forEach(({ spec }) => (spec.memory.ram = 4e9));
  const seeded = structuredClone(run);
  seeded.variants.forEach(({ spec }) => (spec.seed = 7));
  const one = structuredClone(run);
  one.variants[0].spec.memory.ram = 4e9;
  assert.deepEqual([run, changed, seeded, one].map((other) => changesScenario(other, SCENARIO)),
    [false, true, false, true]);
  assert.equal(changesScenario(run, null), false);
  assert.match(publishedNote([TAIL], true), /^This run changes the scenario: the published figures are/);
  assert.equal(publishedNote([], true), '');
});
