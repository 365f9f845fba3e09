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
