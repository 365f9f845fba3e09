import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameClock } from '../src/clock.js';

function bench() {
  const frames = [];
  const state = { drawn: 0, frames };
  state.clock = new FrameClock(() => state.drawn++, (call) => frames.push(call), (id) => (frames[id - 1] = () => {}));
  return state;
}

test('however often a drawing is asked for, one frame draws once', () => {
  const state = bench();
  for (let i = 0; i < 100; i++) {
    state.clock.request();
  }
  assert.equal(state.frames.length, 1);
  state.frames[0]();
  assert.equal(state.drawn, 1);
});

test('the next frame draws again', () => {
  const state = bench();
  state.clock.request();
  state.frames[0]();
  state.clock.request();
  state.frames[1]();
  assert.equal(state.drawn, 2);
});

test('a stopped clock draws nothing', () => {
  const state = bench();
  state.clock.request();
  state.clock.stop();
  state.frames.forEach((frame) => frame());
  assert.equal(state.drawn, 0);
});
