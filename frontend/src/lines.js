/**
 * Texts as lines that can be compared: each line `{ key, text }`, where the key says which line of another text it
 * stands beside.
 */

/** The lines of a text; a line is known by its first word and by how often that word came before. */
export function linesOfText(text) {
  const seen = new Map();
  return text.replace(/\n$/, '').split('\n').map((line) => {
    const [word] = line.trim().split(/\s+/, 1);
    seen.set(word, (seen.get(word) ?? 0) + 1);
    return { key: `${word} ${seen.get(word)}`, text: line };
  });
}

/** The lines of a value as indented JSON; a line is known by the path of what it shows. */
export function linesOfJson(value, path = '', label = '', indent = '') {
  if (value === null || typeof value !== 'object') {
    return [{ key: path, text: `${indent}${label}${JSON.stringify(value)}` }];
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return [{ key: path, text: `${indent}${label}${open}${close}` }];
  }
  const inner = entries.map(([name, part]) => linesOfJson(part, `${path}/${name}`,
    Array.isArray(value) ? '' : `${JSON.stringify(name)}: `, `${indent}  `));
  return [
    { key: path, text: `${indent}${label}${open}` },
    ...inner.flatMap((lines, index) => (index < inner.length - 1 ? withComma(lines) : lines)),
    { key: `${path} end`, text: `${indent}${close}` },
  ];
}

function withComma(lines) {
  const last = lines.at(-1);
  return [...lines.slice(0, -1), { ...last, text: `${last.text},` }];
}

/** The keys of the lines that another text does not have, or has otherwise; a comma at the end does not count. */
export function differing(lines, others) {
  const known = new Map(others.map(({ key, text }) => [key, bare(text)]));
  return new Set(lines.filter(({ key, text }) => known.get(key) !== bare(text)).map(({ key }) => key));
}

function bare(text) {
  return text.trimEnd().replace(/,$/, '');
}
