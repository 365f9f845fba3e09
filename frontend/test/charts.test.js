import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { CHARTS, chartsFor } from '../src/charts/index.js';

const COUNTERS = JSON.parse(readFileSync(new URL('fixtures/counters.json', import.meta.url), 'utf8'));
const IDS = COUNTERS.map((counter) => counter.id);
const NO_DESCRIPTORS = ['index.js', 'line-chart.js', 'overlay.js', 'cursor-layer.js'];

test('every chart shows a metric that the service measures', () => {
  CHARTS.forEach((chart) => assert.ok(IDS.includes(chart.metric), chart.metric));
});

test('every chart has a title and says what moves it', () => {
  CHARTS.forEach(({ metric, title, moves }) => assert.ok(title?.length > 0 && moves?.length > 40, metric));
});

test('every chart that a scenario asks for has words', () => {
  const folder = new URL('../../src/main/resources/scenarios/', import.meta.url);
  const asked = readdirSync(folder).flatMap((file) => {
    const charts = readFileSync(new URL(file, folder), 'utf8').split(/^charts:$/m)[1].split(/^\S/m)[0];
    return [...charts.matchAll(/- (\w+)/g)].map(([, metric]) => metric);
  });
  assert.ok(asked.length > 20);
  asked.forEach((metric) => assert.ok(CHARTS.some((chart) => chart.metric === metric), metric));
});

test('no two charts show the same metric', () => {
  assert.equal(new Set(CHARTS.map((chart) => chart.metric)).size, CHARTS.length);
});

test('every descriptor is registered in the index', () => {
  const files = readdirSync(new URL('../src/charts', import.meta.url));
  assert.equal(CHARTS.length, files.filter((file) => !NO_DESCRIPTORS.includes(file)).length);
});

test('BdiDontcacheDirty says why it may be flat at zero', () => {
  assert.match(chartsFor(['bdiDontcacheDirtyKiB'])[0].quiet, /zero/);
});

test('a scenario chooses what comes first; the rest of the usual nine follows', () => {
  const charts = chartsFor(['cachedKiB', 'allocstall']).map((chart) => chart.metric);
  assert.deepEqual(charts.slice(0, 3), ['cachedKiB', 'allocstall', 'readMiBps']);
  assert.equal(charts.length, 10);
  assert.equal(chartsFor().length, 9);
});

test('where nothing is read the usual charts are those of writes, and both where both is done', () => {
  const charts = (...words) => chartsFor([], [{ spec: { jobs: words.map((rw) => ({ rw })) } }]);
  const usual = (...words) => charts(...words).map(({ metric }) => metric);
  assert.ok(!usual('randwrite').includes('readMiBps') && usual('randwrite').includes('dirtyKiB'));
  assert.ok(usual('read').includes('readMiBps') && !usual('read').includes('dirtyKiB'));
  assert.ok(usual('randrw').includes('readMiBps') && usual('randrw').includes('dirtyKiB'));
  assert.deepEqual(usual('read', 'write'), usual('rw'));
});

test('a metric without a chart of its own gets a plain one', () => {
  assert.deepEqual(chartsFor(['allocstall']).slice(0, 1), [{ metric: 'allocstall', title: 'allocstall' }]);
});

test('every measured value is explained', () => {
  COUNTERS.forEach((counter) => assert.ok(counter.explanation.length > 10 && counter.unit.length > 0, counter.id));
});

test('a chart that is flat claims nothing of the jobs or of the cache: a call may have failed', () => {
  CHARTS.filter(({ quiet }) => quiet).forEach(({ quiet }) =>
    assert.doesNotMatch(quiet, /no job|this run only|answered everything|nothing was dirty/));
});
