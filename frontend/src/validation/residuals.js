/**
 * The marks of a residual plot as plain values: `{ x, y, group }` in pixels, in the order of the axis below. Which of
 * them is meant by a pointer or a key is decided here, without a document.
 */

/** How near a pointer must come to a mark, in pixels. */
export const REACH = 22;

/** Whether a mark is shown where only one group is. */
export function isShown(mark, group) {
  return group === 'all' || mark.group === group;
}

/** The index of the mark that is nearest to a place, or -1 where none is within reach. */
export function nearest(marks, x, y, group, reach = REACH) {
  let best = -1;
  let least = reach;
  marks.forEach((mark, index) => {
    const distance = Math.hypot(mark.x - x, mark.y - y);
    if (isShown(mark, group) && distance <= least) {
      best = index;
      least = distance;
    }
  });
  return best;
}

/** The index of the next mark that is shown, forward or back; where there is none further on, the same again. */
export function step(marks, index, delta, group) {
  for (let i = index + delta; i >= 0 && i < marks.length; i += delta) {
    if (isShown(marks[i], group)) {
      return i;
    }
  }
  return index;
}

/** The index of the first mark that is shown, or -1. */
export function first(marks, group) {
  return marks.findIndex((mark) => isShown(mark, group));
}
