import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyOf, pagesAt } from '../src/learn/folios.js';
import { standing } from '../src/learn/memory-gauge.js';
import { Player } from '../src/learn/player.js';
import { Playthrough } from '../src/learn/playthrough.js';
import { historyWords, micros, millis } from '../src/learn/words.js';

const fact = (kind, firstPage, pages) => ({ kind, actor: 'reader.0', firstPage, pages });
const step = (number, nanos, facts = [], folios = []) => ({ number, nanos, facts, folios, freePages: 10 - number });
const folios = (firstPage, pages, ...flags) => ({ firstPage, pages, flags });

const PLAIN = {
  variant: 'plain',
  filePages: 4,
  steps: [
    step(0, 0),
    step(1, 100, [fact('foliosCreated', 0, 2)], [folios(0, 1, 'locked'), folios(1, 1, 'locked', 'readahead')]),
    step(2, 200, [fact('foliosUptodate', 0, 2)], [folios(0, 2, 'uptodate')]),
    step(3, 300, [fact('copied', 0, 2)], [folios(0, 2, 'uptodate', 'referenced')]),
    step(4, 500, [fact('reclaimed', 0, 1)], [folios(1, 1, 'uptodate', 'referenced')]),
  ],
};
const OTHER = {
  variant: 'other',
  filePages: 4,
  steps: [
    step(0, 0),
    step(1, 100, [fact('foliosCreated', 0, 2)], [folios(0, 2, 'locked', 'dropbehind')]),
    step(2, 250, [fact('dropped', 0, 2)]),
    step(3, 250, [fact('callReturns', -1, 0)]),
  ],
};

const states = (recording, number) => pagesAt(recording, number).map(({ state }) => state);

test('what happens at the same time in both recordings is one moment', () => {
  const playthrough = new Playthrough([PLAIN, OTHER]);
  assert.deepEqual(playthrough.at(1), { nanos: 100, steps: [1, 1], moved: [true, true] });
  assert.deepEqual(playthrough.at(2), { nanos: 200, steps: [2, 1], moved: [true, false] });
});

test('two steps of a recording at one time are two moments', () => {
  const playthrough = new Playthrough([PLAIN, OTHER]);
  assert.deepEqual([3, 4].map((number) => playthrough.at(number).steps), [[2, 2], [2, 3]]);
});

test('every step of every recording is met, in order', () => {
  const playthrough = new Playthrough([PLAIN, OTHER]);
  const met = Array.from({ length: playthrough.last + 1 }, (_, number) => playthrough.at(number).steps);
  assert.deepEqual([...new Set(met.map(([plain]) => plain))], [0, 1, 2, 3, 4]);
  assert.deepEqual([...new Set(met.map(([, other]) => other))], [0, 1, 2, 3]);
});

test('a place in a recording is the moment that reaches it', () => {
  const playthrough = new Playthrough([PLAIN, OTHER]);
  assert.equal(playthrough.momentOf({ variant: 'other', step: 2 }), 3);
  assert.equal(playthrough.startNanos, 100);
});

test('a page goes from absent through the device to its copy and away', () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((number) => states(PLAIN, number)[0]),
    ['absent', 'reading', 'ready', 'used', 'reclaimed']);
  assert.deepEqual(states(OTHER, 2), ['dropped', 'dropped', 'absent', 'absent']);
});

test('marks are shown beside the state', () => {
  assert.deepEqual(pagesAt(PLAIN, 1)[1].marks, ['readahead']);
  assert.deepEqual(pagesAt(OTHER, 1)[0].marks, ['dropbehind']);
});

test('back and forth leads to the same map', () => {
  const there = [1, 2, 3, 4].map((number) => pagesAt(PLAIN, number));
  const back = [4, 3, 2, 1].map((number) => pagesAt(PLAIN, number)).reverse();
  assert.deepEqual(back, there);
});

test('the history of a page has what happened to it up to now and nothing of its neighbours', () => {
  assert.deepEqual(historyOf(PLAIN, 1, 4).map(({ kind }) => kind), ['foliosCreated', 'foliosUptodate', 'copied']);
  assert.deepEqual(historyOf(PLAIN, 0, 1).map(({ kind }) => kind), ['foliosCreated']);
  assert.deepEqual(historyOf(PLAIN, 3, 4), []);
});

test('a history is a sentence with times since the start', () => {
  const kinds = new Map([['foliosCreated', { words: 'created' }], ['foliosUptodate', { words: 'up to date' }]]);
  assert.equal(historyWords(1, historyOf(PLAIN, 1, 2), kinds, 100),
    'Page 1: created at 0.000 ms; up to date at 0.000 ms.');
  assert.match(historyWords(3, [], kinds, 100), /nothing has happened to it yet/);
});

test('a level is named by the watermark it has come down to', () => {
  const marks = { min: 8, low: 16, high: 24 };
  assert.deepEqual([8, 16, 24, 25].map((free) => standing(free, marks).level), ['min', 'low', 'high', 'plenty']);
});

test('times say their unit', () => {
  assert.equal(millis(1_234_567, 1_000_000), '0.235 ms');
  assert.equal(micros(1_500), '1.5 µs');
  assert.equal(micros(121_569), '122 µs');
});

/** A clock that a test turns by hand. */
class HandClock {
  ticks = new Set();

  every(action) {
    this.ticks.add(action);
    return action;
  }

  stop(action) {
    this.ticks.delete(action);
  }

  tick() {
    [...this.ticks].forEach((action) => action());
  }
}

function player(last = 5) {
  const clock = new HandClock();
  const positions = [];
  const made = new Player(last, { every: (action) => clock.every(action), stop: (timer) => clock.stop(timer) },
    () => positions.push(made.position));
  return { player: made, clock, positions };
}

test('one steps forward and back and no further than the ends', () => {
  const { player: one, positions } = player();
  [1, 1, -1, -5, Infinity, 1].forEach((by) => one.move(by));
  assert.deepEqual(positions, [1, 2, 1, 0, 5, 5]);
});

test('playing steps until the end and stops there', () => {
  const { player: one, clock } = player(2);
  one.playOrPause();
  assert.ok(one.isPlaying);
  clock.tick();
  clock.tick();
  assert.equal(one.position, 2);
  assert.equal(one.isPlaying, false);
  assert.equal(clock.ticks.size, 0);
});

test('playing at the end starts again from the start', () => {
  const { player: one } = player(2);
  one.move(Infinity);
  one.playOrPause();
  assert.equal(one.position, 0);
});

test('stepping by hand pauses', () => {
  const { player: one } = player();
  one.playOrPause();
  one.move(1);
  assert.equal(one.isPlaying, false);
});

test('nobody passes the question before it is answered', () => {
  const { player: one } = player();
  one.holdAt(3);
  one.move(Infinity);
  assert.equal(one.position, 3);
  assert.ok(one.isHeld);
  one.playOrPause();
  assert.equal(one.isPlaying, false);
  one.release();
  one.move(1);
  assert.equal(one.position, 4);
});

test('who comes from an address beyond the question may go on', () => {
  const { player: one } = player();
  one.go(4);
  one.holdAt(3);
  one.move(1);
  assert.equal(one.position, 5);
  assert.equal(one.isHeld, false);
});
