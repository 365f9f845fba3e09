/** Mean, smallest, largest, sum and last of a column; NaN where the column is empty. */
export function statisticsOf(column) {
  let sum = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const value of column) {
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return column.length === 0
    ? { mean: NaN, min: NaN, max: NaN, sum: NaN, last: NaN }
    : { mean: sum / column.length, min, max, sum, last: column[column.length - 1] };
}

/** The part of a column whose seconds are within a range, the whole where the range is null; seconds ascend. */
export function within({ seconds, values }, range) {
  return range === null ? values : values.subarray(placeOf(seconds, range.from), placeOf(seconds, range.to + 1));
}

/** The place of the first second that is not before another; seconds ascend. */
export function placeOf(seconds, second) {
  let [low, high] = [0, seconds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = seconds[middle] < second ? [middle + 1, high] : [low, middle];
  }
  return low;
}
