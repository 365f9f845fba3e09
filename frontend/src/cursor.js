/** The second that all panels show: the one under the pointer, else the one pinned, else the newest. */
export class Cursor {
  #hovered = null;
  #pinned;
  #newest = 0;
  #changed;

  /** `changed()` is called after each change; `pinned` may come from the address. */
  constructor(changed, pinned = null) {
    this.#changed = changed;
    this.#pinned = pinned;
  }

  /** The second to show, 0 before the first. */
  get second() {
    return this.#clamp(this.#hovered ?? this.#pinned ?? this.#newest);
  }

  /** The newest second, 0 before the first. */
  get newest() {
    return this.#newest;
  }

  /** The second that is pinned, or null. */
  get pinned() {
    return this.#pinned;
  }

  /** Whether a line belongs at the second: it follows neither pin nor pointer otherwise. */
  get isPlaced() {
    return (this.#hovered ?? this.#pinned) !== null && this.#newest > 0;
  }

  /** Says which second is the newest. */
  reach(second) {
    this.#newest = second;
  }

  /** Follows the pointer; null when it leaves. */
  hover(second) {
    this.#hovered = second;
    this.#changed();
  }

  /** Stays at a second; null lets go. */
  pin(second) {
    this.#pinned = second === null ? null : this.#clamp(second);
    this.#hovered = null;
    this.#changed();
  }

  /** Takes the pin that the address holds, which may lie ahead of the run. */
  restore(pinned) {
    this.#pinned = pinned;
    this.#hovered = null;
  }

  /** Moves the pin by some seconds. */
  move(by) {
    this.pin(this.second + by);
  }

  #clamp(second) {
    return Math.max(Math.min(1, this.#newest), Math.min(this.#newest, second));
  }
}
