import { rangeWords } from '../selection.js';
import { requestBody } from './request-body.js';

const CHANGED = 'This run changes the scenario: the published figures are of the original.';

/** The published columns of a scenario for a metric, by variant: `{ seconds, values, source, note, from, to }`. */
export function publishedFor(scenario, metric) {
  const rows = (scenario?.published ?? []).filter((row) => row.metric === metric);
  return new Map(rows.map((row) => [row.variant, row]));
}

/** Whether a second is one of those that a published column is compared in. */
export function isCompared({ from, to }, second) {
  return !(second < from || second > to);
}

/** Whether a run is another than its scenario describes, the seed apart. */
export function changesScenario(run, scenario) {
  if (!scenario) {
    return false;
  }
  const body = requestBody(run, scenario);
  return body.scenario === undefined || body.overrides !== undefined;
}

/** What must be known of published columns to read them, in sentences; empty where there is nothing. */
export function publishedNote(columns, isChanged) {
  const notes = columns.flatMap(({ from, to, note }) => [
    from === undefined ? '' : `Published figures are compared in ${rangeWords({ from, to })}.`,
    note ?? '',
  ]);
  const changed = isChanged && columns.length > 0 ? [CHANGED] : [];
  return [...changed, ...new Set(notes.filter(Boolean))].join(' ');
}
