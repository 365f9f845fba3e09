/** The published columns of a scenario for a metric, by variant: `{ seconds, values, source, note }`. */
export function publishedFor(scenario, metric) {
  const rows = (scenario?.published ?? []).filter((row) => row.metric === metric);
  return new Map(rows.map((row) => [row.variant, row]));
}
