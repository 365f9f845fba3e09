const FIRST_DELAY_MILLIS = 500;
const MAX_DELAY_MILLIS = 5_000;
const BROWSER_TIMERS = { set: (call, millis) => setTimeout(call, millis), clear: (id) => clearTimeout(id) };
const TERMINAL = new Set(['COMPLETED', 'FAILED', 'CANCELLED']);

/** Tells whether a status is the last that a run has. */
export function isTerminal(status) {
  return TERMINAL.has(status);
}

/**
 * The samples and states of a run as they come, each sample once and in order. A connection that breaks is opened
 * again after the last sample received; one that jumps over a second of a variant is treated as broken.
 *
 * Handlers: `sample(sample)`, `status(run)`, `connection(state)` where state is `live`, `lost` or `ended`,
 * `gap({ variant, from, to })` for seconds that the service itself does not have, and `check()`, which answers a promise
 * of `{ run, samples }` while the connection is lost: a run that is over sends no more, so its samples are taken there.
 */
export class RunStream {
  #open;
  #handlers;
  #timers;
  #source = null;
  #timer = null;
  #attempts = 0;
  #lastSeq = null;
  #lastSeconds = new Map();
  #refusedSeq = null;
  #over = false;

  /** `open(after)` answers an EventSource; `timers` are the browser's unless a test brings its own. */
  constructor(open, handlers, timers = BROWSER_TIMERS) {
    this.#open = open;
    this.#handlers = handlers;
    this.#timers = timers;
  }

  /** Opens the connection. */
  connect() {
    const source = this.#open(this.#lastSeq);
    this.#source = source;
    source.addEventListener('open', () => this.#opened(source));
    source.addEventListener('sample', (event) => this.#received(source, JSON.parse(event.data)));
    source.addEventListener('status', (event) => this.#changed(source, JSON.parse(event.data)));
    source.addEventListener('error', () => this.#broken(source));
  }

  /** Opens the connection now, where it is lost and waiting. */
  retry() {
    if (this.#timer !== null) {
      this.#timers.clear(this.#timer);
      this.#timer = null;
      this.connect();
    }
  }

  /** Gives a connection up that is known to be dead. */
  interrupt() {
    this.#broken(this.#source);
  }

  /** Closes the connection for good. */
  disconnect() {
    this.#over = true;
    this.#close();
    this.#timers.clear(this.#timer);
  }

  /** The number of the last sample, null before the first. */
  get lastSeq() {
    return this.#lastSeq;
  }

  /** Takes a sample that came by other means, by the same rules. */
  accept(sample) {
    if (this.#lastSeq === null || sample.seq > this.#lastSeq) {
      this.#lastSeq = sample.seq;
      this.#lastSeconds.set(sample.variant, sample.second);
      this.#handlers.sample(sample);
    }
  }

  #opened(source) {
    if (source === this.#source) {
      this.#attempts = 0;
      this.#handlers.connection('live');
    }
  }

  #received(source, sample) {
    if (source !== this.#source || (this.#lastSeq !== null && sample.seq <= this.#lastSeq)) {
      return;
    }
    if (this.#jumps(sample) && this.#refusedSeq !== sample.seq) {
      this.#refusedSeq = sample.seq;
      this.#broken(source);
      return;
    }
    if (this.#jumps(sample)) {
      this.#handlers.gap({ variant: sample.variant, from: this.#expected(sample), to: sample.second - 1 });
    }
    this.accept(sample);
  }

  #expected(sample) {
    return (this.#lastSeconds.get(sample.variant) ?? 0) + 1;
  }

  #jumps(sample) {
    return sample.second > this.#expected(sample);
  }

  #changed(source, run) {
    if (source !== this.#source) {
      return;
    }
    this.#handlers.status(run);
    if (isTerminal(run.status)) {
      this.#end();
    }
  }

  #broken(source) {
    if (this.#over || source === null || source !== this.#source) {
      return;
    }
    this.#close();
    this.#handlers.connection('lost');
    const delay = Math.min(MAX_DELAY_MILLIS, FIRST_DELAY_MILLIS * 2 ** this.#attempts++);
    this.#timer = this.#timers.set(() => this.#reconnect(), delay);
  }

  async #reconnect() {
    this.#timer = null;
    if (await this.#isOver()) {
      this.#end();
    } else if (!this.#over) {
      this.connect();
    }
  }

  async #isOver() {
    try {
      const { run, samples } = await this.#handlers.check();
      if (!isTerminal(run.status)) {
        return false;
      }
      samples.forEach((sample) => this.accept(sample));
      this.#handlers.status(run);
      return true;
    } catch {
      return false;
    }
  }

  #end() {
    this.#over = true;
    this.#close();
    this.#handlers.connection('ended');
  }

  #close() {
    this.#source?.close();
    this.#source = null;
  }
}
