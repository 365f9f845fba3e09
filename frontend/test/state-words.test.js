import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elapsedWords, emptyWords, filledSeconds, stateWords } from '../src/run/state-words.js';
import { runAt } from './support/made-up-run.js';

const plain = (text) => text.replaceAll('\u00a0', ' ');

test('jobs that were done early leave the bar full and say so', () => {
  const run = runAt(1, 6, { status: 'COMPLETED' });
  assert.equal(plain(elapsedWords(run, 1)), '1 s simulated; the jobs ended before the 6 s were over');
  assert.equal(filledSeconds(run, 1), 6);
});

test('a run that goes on, and one that was cancelled, is as far as it is', () => {
  ['RUNNING', 'CANCELLED'].map((status) => runAt(1, 6, { status })).forEach((run) => {
    assert.equal(plain(elapsedWords(run, 1)), '1 s of 6 s simulated');
    assert.equal(filledSeconds(run, 1), 1);
  });
});

test('a run that was cancelled before its first second measured nothing, and waits for nothing', () => {
  const run = runAt(0, 31, { status: 'CANCELLED' });
  assert.match(stateWords(run, 0), /nothing was measured/);
  assert.match(stateWords(run, 3), /what was measured stays/);
  assert.equal(emptyWords(run), 'nothing was measured');
  assert.match(emptyWords(runAt(0, 31)), /waiting for the first second/);
  assert.match(emptyWords(runAt(0, 31, { status: 'QUEUED' })), /waiting for a free worker/);
});
