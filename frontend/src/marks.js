import { secondsOf } from './format.js';

/** What actions of a spec are called on the axis; others by their own names. */
const ACTIONS = { cpuOffline: ({ cpu }) => `CPU ${cpu} off`, cpuOnline: ({ cpu }) => `CPU ${cpu} on` };

/**
 * The marks of all variants, and the actions of their specs, as lines for the time axis. Marks that fall into the same second share a line and a
 * label; `variants` says whose they are.
 */
export function mergeMarks(variants) {
  const lines = new Map();
  for (const { name, marks, spec } of variants) {
    for (const { label, second } of [...(marks ?? []), ...actionsOf(spec)]) {
      const key = Math.floor(second);
      const line = lines.get(key) ?? { second, labels: new Set(), variants: new Set() };
      line.second = Math.min(line.second, second);
      line.labels.add(label);
      line.variants.add(name);
      lines.set(key, line);
    }
  }
  return [...lines.values()].sort((a, b) => a.second - b.second).map(toLine);
}

function actionsOf(spec) {
  return (spec?.actions ?? []).map((action) => ({
    label: ACTIONS[action.do]?.(action) ?? action.do,
    second: secondsOf(action.at),
  }));
}

function toLine({ second, labels, variants }) {
  return { second, label: [...labels].join(' · '), variants: [...variants] };
}
