/** Lets a drawing happen at most once a frame, however often it is asked for. */
export class FrameClock {
  #draw;
  #schedule;
  #cancel;
  #pending = null;

  /** The two schedulers are the browser's unless a test brings its own. */
  constructor(draw, schedule = (call) => requestAnimationFrame(call), cancel = (id) => cancelAnimationFrame(id)) {
    this.#draw = draw;
    this.#schedule = schedule;
    this.#cancel = cancel;
  }

  /** Asks for a drawing in the next frame. */
  request() {
    this.#pending ??= this.#schedule(() => {
      this.#pending = null;
      this.#draw();
    });
  }

  /** Forgets a drawing that was asked for. */
  stop() {
    if (this.#pending !== null) {
      this.#cancel(this.#pending);
      this.#pending = null;
    }
  }
}
