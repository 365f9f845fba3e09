import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunStream } from '../src/run-stream.js';
import { runAt, samplesOf } from './support/made-up-run.js';

/** An event source and timers under the test's control. */
class Bench {
  sources = [];
  seen = [];
  states = [];
  statuses = [];
  gaps = [];
  delays = [];
  answer = { run: runAt(0, 31), samples: [] };
  #pending = null;

  constructor() {
    this.stream = new RunStream((after) => this.#open(after), {
      sample: (sample) => this.seen.push(sample.seq),
      status: (run) => this.statuses.push(run.status),
      connection: (state) => this.states.push(state),
      gap: (gap) => this.gaps.push(gap),
      check: async () => this.answer,
    }, { set: (call, millis) => this.#wait(call, millis), clear: () => (this.#pending = null) });
    this.stream.connect();
  }

  get source() {
    return this.sources.at(-1);
  }

  send(...samples) {
    samples.forEach((sample) => this.source.fire('sample', sample));
  }

  async passTime() {
    const call = this.#pending;
    this.#pending = null;
    await call?.();
    await new Promise(setImmediate);
  }

  #wait(call, millis) {
    this.delays.push(millis);
    this.#pending = call;
    return 1;
  }

  #open(after) {
    const source = new FakeSource(after);
    this.sources.push(source);
    return source;
  }
}

class FakeSource {
  closed = false;
  #listeners = new Map();

  constructor(after) {
    this.after = after;
  }

  addEventListener(type, listener) {
    this.#listeners.set(type, listener);
  }

  fire(type, data) {
    this.#listeners.get(type)({ data: JSON.stringify(data) });
  }

  close() {
    this.closed = true;
  }
}

const SAMPLES = samplesOf(6);
const SEQS = SAMPLES.map((sample) => sample.seq);

test('a fresh stream asks for everything', () => {
  assert.equal(new Bench().source.after, null);
});

test('a broken connection is opened again after the last sample', async () => {
  const bench = new Bench();
  bench.send(...SAMPLES.slice(0, 5));
  bench.source.fire('error');
  await bench.passTime();
  assert.equal(bench.sources.length, 2);
  assert.equal(bench.source.after, SAMPLES[4].seq);
  bench.send(...SAMPLES.slice(5));
  assert.deepEqual(bench.seen, SEQS);
});

test('a sample that comes again is dropped', () => {
  const bench = new Bench();
  bench.send(...SAMPLES.slice(0, 6), ...SAMPLES);
  assert.deepEqual(bench.seen, SEQS);
});

test('a jump over a second is treated as a broken connection, and filled', async () => {
  const bench = new Bench();
  bench.send(...SAMPLES.slice(0, 2), ...SAMPLES.slice(6));
  assert.deepEqual(bench.seen, SEQS.slice(0, 2));
  await bench.passTime();
  bench.send(...SAMPLES.slice(2));
  assert.deepEqual(bench.seen, SEQS);
  assert.deepEqual(bench.gaps, []);
});

test('a second that the service does not have is said', async () => {
  const bench = new Bench();
  const holed = SAMPLES.filter((sample) => sample.second !== 3);
  bench.send(...holed);
  await bench.passTime();
  bench.send(...holed.slice(4));
  await bench.passTime();
  bench.send(...holed.slice(5));
  assert.deepEqual(bench.seen, holed.map((sample) => sample.seq));
  assert.deepEqual(bench.gaps, ['cached', 'dontcache'].map((variant) => ({ variant, from: 3, to: 3 })));
});

test('a variant that has ended is no gap', () => {
  const bench = new Bench();
  bench.send(...SAMPLES.filter((sample) => sample.variant === 'cached' || sample.second <= 2));
  assert.deepEqual(bench.gaps, []);
  assert.equal(bench.sources.length, 1);
});

test('what an abandoned connection still sends is ignored', async () => {
  const bench = new Bench();
  const first = bench.source;
  first.fire('error');
  await bench.passTime();
  first.fire('sample', SAMPLES[0]);
  assert.deepEqual(bench.seen, []);
  assert.ok(first.closed);
});

test('a lost connection is said, and that it lives again', async () => {
  const bench = new Bench();
  bench.source.fire('open');
  bench.source.fire('error');
  await bench.passTime();
  bench.source.fire('open');
  assert.deepEqual(bench.states, ['live', 'lost', 'live']);
});

test('the wait grows while the service is away, up to five seconds, and starts anew afterwards', async () => {
  const bench = new Bench();
  for (let i = 0; i < 6; i++) {
    bench.source.fire('error');
    await bench.passTime();
  }
  assert.deepEqual(bench.delays, [500, 1000, 2000, 4000, 5000, 5000]);
  bench.source.fire('open');
  bench.source.fire('error');
  assert.equal(bench.delays.at(-1), 500);
});

test('a terminal status closes the connection for good', async () => {
  const bench = new Bench();
  const { source } = bench;
  source.fire('status', runAt(31, 31, { status: 'COMPLETED' }));
  source.fire('error');
  await bench.passTime();
  assert.ok(source.closed);
  assert.equal(bench.sources.length, 1);
  assert.deepEqual(bench.states, ['ended']);
});

test('a run that ended while the connection was lost is completed from its samples', async () => {
  const bench = new Bench();
  bench.send(...SAMPLES.slice(0, 3));
  bench.answer = { run: runAt(6, 6, { status: 'COMPLETED' }), samples: SAMPLES };
  bench.source.fire('error');
  await bench.passTime();
  assert.deepEqual(bench.seen, SEQS);
  assert.deepEqual(bench.statuses, ['COMPLETED']);
  assert.deepEqual(bench.states, ['lost', 'ended']);
  assert.equal(bench.sources.length, 1);
});

test('a disconnected view gets nothing more', async () => {
  const bench = new Bench();
  bench.source.fire('error');
  bench.stream.disconnect();
  await bench.passTime();
  assert.equal(bench.sources.length, 1);
});
