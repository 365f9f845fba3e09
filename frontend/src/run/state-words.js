import { pace, seconds } from '../format.js';
import { isTerminal } from '../run-stream.js';

/** What each status means in words. */
const WORDS = {
  QUEUED: 'Queued: it starts as soon as a worker is free.',
  PAUSED: 'Paused: press space to go on, . for one second.',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled: what was measured stays.',
};

/** The state of a run that has simulated so many seconds. */
export function stateWords(run, second) {
  if (run.status === 'CANCELLED' && second === 0) {
    return 'Cancelled before the first second: nothing was measured.';
  }
  return run.status === 'RUNNING' ? `Running at ${pace(run.pace)}` : WORDS[run.status];
}

/** How far a run is. */
export function elapsedWords(run, second) {
  const all = seconds(run.progress.ofSeconds);
  return isDoneEarly(run, second) ? `${seconds(second)} simulated; the jobs ended before the ${all} were over`
    : `${seconds(second)} of ${all} simulated`;
}

/** The seconds of a run's bar that are filled: all where the jobs were done early. */
export function filledSeconds(run, second) {
  return isDoneEarly(run, second) ? run.progress.ofSeconds : second;
}

/** What an empty chart says. */
export function emptyWords({ status }) {
  if (isTerminal(status)) {
    return 'nothing was measured';
  }
  return status === 'QUEUED' ? 'waiting for a free worker' : 'waiting for the first second';
}

function isDoneEarly({ status, progress }, second) {
  return status === 'COMPLETED' && second < progress.ofSeconds;
}
