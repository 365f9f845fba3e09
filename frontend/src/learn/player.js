/** Where one is in a playthrough, and how one gets about. `changed` is told of every move and of play and pause. */
export class Player {
  #last;
  #limit;
  #changed;
  #clock;
  #timer = null;
  #position = 0;

  /** `last` is the last position; `clock` is `{ every(action), stop(timer) }`. */
  constructor(last, clock, changed) {
    this.#last = last;
    this.#limit = last;
    this.#clock = clock;
    this.#changed = changed;
  }

  get position() {
    return this.#position;
  }

  /** How far one may go for now. */
  get limit() {
    return this.#limit;
  }

  get isPlaying() {
    return this.#timer !== null;
  }

  /** Whether one stands where only an answer leads on. */
  get isHeld() {
    return this.#position === this.#limit && this.#limit < this.#last;
  }

  /** Says how far one may go for now; who is beyond that already may go on. */
  holdAt(limit) {
    this.#limit = this.#position <= limit ? limit : this.#last;
  }

  /** Lets one go to the end. */
  release() {
    this.#limit = this.#last;
    this.#changed();
  }

  /** Goes to a position, as near as there is one that may be reached. */
  go(position) {
    this.#position = Math.min(Math.max(position, 0), this.#limit);
    if (this.#position === this.#limit) {
      this.#stop();
    }
    this.#changed();
  }

  /** Goes so many positions on, or back where negative, and stops playing. */
  move(by) {
    this.#stop();
    this.go(this.#position + by);
  }

  /** Plays from here, from the start where this is the end, or pauses. */
  playOrPause() {
    if (this.isPlaying) {
      this.#stop();
    } else if (!this.isHeld) {
      this.#position = this.#position === this.#last ? 0 : this.#position;
      this.#timer = this.#clock.every(() => this.go(this.#position + 1));
    }
    this.#changed();
  }

  /** Stops for good. */
  disconnect() {
    this.#stop();
  }

  #stop() {
    if (this.#timer !== null) {
      this.#clock.stop(this.#timer);
      this.#timer = null;
    }
  }
}
