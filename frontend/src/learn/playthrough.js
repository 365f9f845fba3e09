/**
 * The steps of several recordings on one clock. A moment is a time at which something happens in at least one of them:
 * `{ nanos, steps, moved }`, by recording the number of the step it is at and whether that step is new. Moment 0 is
 * before anything happens. Nothing depends on how one gets to a moment, so back is as exact as forward.
 */
export class Playthrough {
  #recordings;
  #moments;

  constructor(recordings) {
    this.#recordings = recordings;
    this.#moments = momentsOf(recordings.map(({ steps }) => steps));
  }

  /** The number of the last moment. */
  get last() {
    return this.#moments.length - 1;
  }

  /** The simulated time at which the first thing happens, in nanoseconds. */
  get startNanos() {
    return this.#moments[Math.min(1, this.last)].nanos;
  }

  /** The moment of that number. */
  at(number) {
    return this.#moments[number];
  }

  /** The step of a recording, by its place, at a moment. */
  step(place, number) {
    return this.#recordings[place].steps[this.#moments[number].steps[place]];
  }

  /** The first moment at which a recording, by its name, has reached a step. */
  momentOf({ variant, step }) {
    const place = this.#recordings.findIndex((recording) => recording.variant === variant);
    return this.#moments.findIndex(({ steps }) => steps[place] >= step);
  }
}

function momentsOf(stepsOf) {
  const at = stepsOf.map(() => 0);
  const moments = [{ nanos: 0, steps: [...at], moved: at.map(() => true) }];
  for (let nanos = nextNanos(stepsOf, at); nanos < Infinity; nanos = nextNanos(stepsOf, at)) {
    const moved = stepsOf.map((steps, place) => steps[at[place] + 1]?.nanos === nanos);
    moved.forEach((moves, place) => (at[place] += moves ? 1 : 0));
    moments.push({ nanos, steps: [...at], moved });
  }
  return moments;
}

function nextNanos(stepsOf, at) {
  return Math.min(...stepsOf.map((steps, place) => steps[at[place] + 1]?.nanos ?? Infinity));
}
