import { comparisonOf } from './comparison.js';
import { failureWords } from './failure.js';
import { factsOf } from './facts.js';
import { headlineOf } from './headline.js';
import { Words } from './words.js';

/** Below this share of a processor, in percent, nobody would say that reclaim works. */
const IDLE_PERCENT = 0.5;

/** A cache that moves by less than this part of itself stands still. */
const STILL = 0.02;

/** Pages that come and go are less than this part of memory. */
const LITTLE = 0.01;

/** Two rates that differ by less than this part are the same to a reader. */
const ALIKE = 0.1;

/** Marks that lie closer than this, in seconds, happened together. */
const TOGETHER = 0.5;

/**
 * What happened in a run, in plain sentences made by general rules from its samples and marks: `headline` says who
 * burned processor time and why, `variants` has `{ name, title, sentences }` for each, `comparison` compares the others
 * with the one at `baseline`; those two are of the first so many that are `shown`, the headline is of all. Null before
 * the first second.
 */
export function accountOf(variants, columns, { baseline = 0, units = 'binary', shown = variants.length } = {}) {
  const facts = variants.map((variant) => factsOf(variant, columns.of(variant.name)));
  if (facts.every(({ seconds }) => seconds === 0)) {
    return null;
  }
  const words = new Words(units);
  const told = facts.slice(0, shown);
  const others = told.filter((_, index) => index !== baseline);
  return {
    headline: headlineOf(facts, words),
    variants: told.map((fact) => ({ name: fact.name, title: fact.title, sentences: sentencesOf(fact, words) })),
    comparison: others.flatMap((other) => comparisonOf(other, facts[baseline], words)),
  };
}

/** What an account depends on, as a text: where it is the same, the sentences are. */
export function accountKey({ status, variants }, columns, { baseline, units }) {
  const said = variants.map(({ marks, errors, digest, summary }) => [marks, errors, digest, summary?.dataVerified]);
  return JSON.stringify([columns.size, status, said, baseline, units]);
}

function sentencesOf(fact, words) {
  if (fact.failure?.isFirst) {
    return [failureWords(fact.failure, null, words), 'Nothing was read or written.'];
  }
  const tellers = [memory, kswapd, direct, group, dropped, left, writers, failures, verified];
  return tellers.map((tell) => tell(fact, words)).filter(Boolean);
}

function memory(fact, words) {
  const { fullAt, cache, cachedAtStart, free } = fact;
  if (fullAt !== null) {
    return `It filled memory after ${words.time(fullAt)}: the page cache grew to ${words.size(cache.max)}, only `
      + `${words.size(free.min)} stayed free.`;
  }
  const [low, high] = [Math.min(cachedAtStart, cache.min), Math.max(cachedAtStart, cache.max)];
  if (isStill(high - low, high, fact)) {
    return `It left memory alone: the page cache stayed at ${words.size(high)}, ${words.size(free.last)} free.`;
  }
  const grew = cachedAtStart === low && cache.last === high;
  const [moved, and] = grew ? ['grew from', 'to'] : ['moved between', 'and'];
  return `The page cache ${moved} ${words.size(low)} ${and} ${words.size(high)}; memory did not fill, `
    + `${words.size(free.min)} stayed free.`;
}

/** Whether a cache stands still that moves by some KiB: pages on their way through it are no growth. */
function isStill(moved, high, { transferred, free }) {
  const passesThrough = moved <= STILL * transferred && moved <= LITTLE * (high + free.min);
  return moved <= STILL * high || passesThrough;
}

function kswapd(fact, words) {
  if (fact.wakesAt === null || fact.kswapd < IDLE_PERCENT) {
    const slept = fact.groupFullAt === null ? 'nothing had to be reclaimed' : 'memory as a whole was never short';
    return fact.wakesAt === null ? `kswapd slept all the time: ${slept}.`
      : `kswapd woke after ${words.time(fact.wakesAt)} and had little to do.`;
  }
  const isThen = fact.fullAt !== null && Math.abs(fact.wakesAt - fact.fullAt) < TOGETHER;
  const when = isThen ? 'From then on' : `From ${words.time(fact.wakesAt)} on`;
  return `${when} kswapd, the kernel's thread that frees memory, used ${words.used(fact.kswapd, fact)} `
    + `${work(fact, words)}${inBrackets(fact.reclaimWindow, fact, words)}.`;
}

function inBrackets(window, fact, words) {
  const seconds = words.over('', window, fact);
  return seconds === '' ? '' : ` (${seconds})`;
}

function work(fact, words) {
  const { freedRate, readRateThen, writeRateThen } = fact;
  const rate = readRateThen + writeRateThen;
  const keepsUp = Math.abs(freedRate - rate) < ALIKE * rate;
  const done = writeRateThen > readRateThen ? 'written' : 'read';
  return keepsUp ? `to free pages as fast as they were ${done}, ${words.done(freedRate, fact)}`
    : `and freed ${words.done(freedRate, fact)}`;
}

function direct(fact, words) {
  return fact.directAt === null ? null
    : `kswapd could not keep up: from ${words.time(fact.directAt)} on the job had to reclaim by itself, for `
      + `${words.used(fact.direct, fact)}${inBrackets(fact.directWindow, fact, words)}.`;
}

function group(fact, words) {
  return fact.groupFullAt === null || fact.directAt !== null ? null
    : `Its cgroup was full after ${words.time(fact.groupFullAt)}: from then on the job had to reclaim an old page of `
      + `the group for each new one, for ${words.used(fact.direct, fact)}`
      + `${inBrackets(fact.directWindow, fact, words)}.`;
}

function left({ left: kib, splats, hangs }, words) {
  if (splats > 0) {
    return `${splats.toLocaleString('en-GB')} drops ran in an interrupt, where they may not: each is a warning of the `
      + `kernel${hangs > 0 ? `, and ${hangs.toLocaleString('en-GB')} times a processor would have hung` : ''}.`;
  }
  return kib === 0 ? null : `${words.size(kib)} of pages were to be dropped and stayed: their writeback ended in an `
    + 'interrupt, which may not drop them.';
}

function dropped({ dropped: kib, skipped, writeRate }, words) {
  if (kib === 0) {
    return null;
  }
  const when = writeRate > 0 ? 'as soon as they were written back' : 'as soon as they were copied to the reader';
  const left = skipped > 0 ? ` ${skipped.toLocaleString('en-GB')} pages could not be dropped in their turn.` : '';
  return `Drop-behind removed ${words.size(kib)} of pages ${when}.${left}`;
}

function writers({ writeRate, dirty, throttledMillis, heldAt }, words) {
  if (writeRate === 0) {
    return null;
  }
  const since = heldAt === null ? '' : `, the first time after ${words.time(heldAt)}`;
  const held = throttledMillis > 0 ? `, and writers were held back for ${words.time(throttledMillis / 1000)}${since}`
    : '';
  return `Up to ${words.size(dirty.max)} waited to be written${held}.`;
}

function verified({ verified: isVerified }) {
  if (isVerified === null) {
    return null;
  }
  return isVerified ? 'Contents were checked byte by byte: all that was read or stored is what was written.'
    : 'Contents were checked byte by byte and are wrong: some of what was read or stored is not what was written.';
}

function failures({ failures: count }) {
  return count === 0 ? null : `${count} ${count === 1 ? 'call' : 'calls'} failed.`;
}
