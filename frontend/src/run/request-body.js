/**
 * The body of the POST that runs a run again: its scenario with what was changed of it, where all variants were
 * changed alike; else every variant with its complete spec. `scenario` is null where the variants are the owner's.
 */
export function requestBody(run, scenario) {
  const patches = scenario === null ? null : patchesOf(run.variants, scenario.variants);
  const body = patches === null ? ownVariants(run) : ofScenario(run, scenario, patches);
  if (Object.keys(run.labels ?? {}).length > 0) {
    body.labels = run.labels;
  }
  return body;
}

/** A shell line that sends a body to a service. */
export function curlLine(origin, body) {
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -s -X POST ${origin}/api/v1/runs -H 'content-type: application/json' -d '${text}'`;
}

function ownVariants({ title, variants, seed, pace }) {
  const whole = variants.map((variant) => ({ name: variant.name, title: variant.title, spec: variant.spec }));
  return { title, variants: whole, seed, pace };
}

function ofScenario(run, scenario, patches) {
  const { title, variants, seed, pace } = run;
  const body = title === scenario.title ? { scenario: scenario.id } : { title, scenario: scenario.id };
  if (variants.length !== scenario.variants.length) {
    body.variants = variants.map(({ name }) => name);
  }
  if (Object.keys(patches[0]).length > 0) {
    body.overrides = patches[0];
  }
  return { ...body, seed, pace };
}

/** What was changed of each variant's spec, the seed apart; null where that differs or cannot be said as a patch. */
function patchesOf(variants, originals) {
  const patches = variants.map((variant) => {
    const original = originals.find(({ name }) => name === variant.name);
    return original === undefined ? null : mergePatch(withoutSeed(original.spec), withoutSeed(variant.spec));
  });
  const alike = new Set(patches.map((patch) => JSON.stringify(patch))).size === 1;
  return alike && patches[0] !== null ? patches : null;
}

function withoutSeed({ seed, ...spec }) {
  return spec;
}

/** The merge patch (RFC 7396) that turns one object into another, or null where there is none: a null cannot be set. */
export function mergePatch(from, to) {
  const patch = {};
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const part = partOf(from[name], to[name]);
    if (part === null) {
      return null;
    }
    Object.assign(patch, part === undefined ? {} : { [name]: part.value });
  }
  return patch;
}

/** What a patch says of one member as `{ value }`; undefined for nothing, null where a patch cannot say it. */
function partOf(from, to) {
  if (JSON.stringify(from) === JSON.stringify(to)) {
    return undefined;
  }
  if (isObject(from) && isObject(to)) {
    const inner = mergePatch(from, to);
    return inner === null ? null : { value: inner };
  }
  return to === null || hasNull(to) ? null : { value: to ?? null };
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function hasNull(value) {
  return isObject(value) && Object.values(value).some((part) => part === null || hasNull(part));
}
