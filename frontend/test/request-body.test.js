import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curlLine, mergePatch, requestBody } from '../src/run/request-body.js';
import { runAt, SCENARIO } from './support/made-up-run.js';

const completed = () => structuredClone(runAt(31, 31, { status: 'COMPLETED' }));

test('a run of a scenario as it is needs no more than its name', () => {
  assert.deepEqual(requestBody(completed(), SCENARIO), { scenario: 'made-up', seed: 42, pace: 5 });
});

test('what was changed in all variants alike is an override', () => {
  const run = completed();
  run.title = 'half the memory';
  run.labels = { review: 'x' };
  run.seed = 7;
  run.variants.forEach(({ spec }) => {
    spec.memory.ram = 1 << 30;
    spec.seed = 7;
    delete spec.machine.cpus;
  });
  assert.deepEqual(requestBody(run, SCENARIO), {
    title: 'half the memory',
    scenario: 'made-up',
    overrides: { machine: { cpus: null }, memory: { ram: 1 << 30 } },
    seed: 7,
    pace: 5,
    labels: { review: 'x' },
  });
});

test('some variants of a scenario are named', () => {
  const run = completed();
  run.variants.shift();
  assert.deepEqual(requestBody(run, SCENARIO).variants, ['dontcache']);
});

test('variants that were changed each in its own way are said whole', () => {
  const run = completed();
  run.variants[0].spec.machine.cpus = 2;
  const body = requestBody(run, SCENARIO);
  assert.equal(body.scenario, undefined);
  assert.deepEqual(body.variants.map(({ name, spec }) => [name, spec.machine.cpus]), [['cached', 2], ['dontcache', 8]]);
});

test('own variants are said whole', () => {
  const run = completed();
  const body = requestBody(run, null);
  assert.deepEqual(Object.keys(body), ['title', 'variants', 'seed', 'pace']);
  assert.deepEqual(body.variants[1].spec, run.variants[1].spec);
});

test('a merge patch cannot set null, and says so', () => {
  assert.deepEqual(mergePatch({ a: { b: 1, c: 2 }, d: [1] }, { a: { b: 1, c: 3 }, d: [2] }), { a: { c: 3 }, d: [2] });
  assert.deepEqual(mergePatch({ a: 1 }, { a: 1 }), {});
  assert.deepEqual(mergePatch({ a: 1 }, {}), { a: null });
  assert.equal(mergePatch({ a: 1 }, { a: null }), null);
  assert.equal(mergePatch({ a: { b: 1 } }, { a: { b: null } }), null);
});

test('a shell takes the line as it stands, quotes and all', () => {
  const line = curlLine('http://host', { title: "it's mine" });
  assert.ok(line.includes(`-d '{"title":"it'\\''s mine"}'`), line);
});
