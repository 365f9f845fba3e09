/**
 * The marks of all variants as lines for the time axis: what happened for the first time, and what was done to the
 * machine. Marks that fall into the same second share a line and a label; `variants` says whose they are.
 */
export function mergeMarks(variants) {
  const lines = new Map();
  for (const { name, marks } of variants) {
    for (const { label, second } of marks ?? []) {
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

function toLine({ second, labels, variants }) {
  return { second, label: [...labels].join(' · '), variants: [...variants] };
}
