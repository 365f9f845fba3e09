import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { SampleColumns } from '../src/sample-columns.js';
import { samplesOf } from './support/made-up-run.js';

function filled(seconds) {
  const columns = new SampleColumns(['cached', 'dontcache'], ['readMiBps', 'kswapdCpuPercent']);
  samplesOf(seconds).forEach((sample) => columns.add(sample));
  return columns;
}

test('each variant has its own column of doubles', () => {
  const column = filled(31).of('cached').column('readMiBps');
  assert.ok(column instanceof Float64Array);
  assert.equal(column.length, 31);
  assert.equal(column[3], samplesOf(4).at(-2).values.readMiBps);
});

test('columns grow and keep their values', () => {
  const all = samplesOf(1000);
  const columns = filled(1000);
  for (const sample of all) {
    assert.equal(columns.of(sample.variant).at('readMiBps', sample.second), sample.values.readMiBps);
  }
});

test('a column knows its largest value', () => {
  const columns = filled(100).of('cached');
  assert.equal(columns.peak('readMiBps'), Math.max(...columns.column('readMiBps')));
  assert.equal(new SampleColumns(['cached'], ['readMiBps']).of('cached').peak('readMiBps'), 0);
});

test('a second that is not there has no value', () => {
  const columns = filled(5);
  assert.ok(Number.isNaN(columns.of('cached').at('readMiBps', 6)));
  assert.ok(Number.isNaN(columns.of('cached').at('readMiBps', 0)));
});

test('a metric that a sample lacks is no number, not zero', () => {
  const columns = new SampleColumns(['cached'], ['readMiBps']);
  columns.add({ variant: 'cached', second: 1, values: {} });
  assert.ok(Number.isNaN(columns.of('cached').at('readMiBps', 1)));
});

test('a variant that is not shown is left out', () => {
  const columns = new SampleColumns(['cached'], ['readMiBps']);
  samplesOf(2).forEach((sample) => columns.add(sample));
  assert.equal(columns.size, 2);
});

test('the last second is that of the variant furthest on', () => {
  const columns = filled(4);
  columns.add({ variant: 'dontcache', second: 5, values: {} });
  assert.equal(columns.lastSecond, 5);
  assert.equal(columns.of('cached').lastSecond, 4);
});

test('a sample as the service sends it fills every column', async () => {
  const counters = JSON.parse(await readFile(new URL('fixtures/counters.json', import.meta.url)));
  const sample = JSON.parse(await readFile(new URL('fixtures/sample.json', import.meta.url)));
  const columns = new SampleColumns([sample.variant], counters.map((counter) => counter.id));
  columns.add(sample);
  for (const { id } of counters) {
    assert.equal(columns.of(sample.variant).at(id, sample.second), sample.values[id]);
  }
});
