import { failureWords } from './failure.js';

/** From this share of a processor on, in percent, reclaim is worth a headline. */
const NOTICED_PERCENT = 1;

/** Who reclaims so many times as much as another is the one to be named. */
const FAR_MORE = 2;

/** What failed, and the answer to "who burns processor time, and why": sentences, the most important first. */
export function headlineOf(facts, words) {
  const failed = facts.filter(({ failure }) => failure !== null);
  const worked = facts.filter(({ failure }) => failure === null || !failure.isFirst);
  return [
    ...failed.map(({ name, failure }) => failureWords(failure, facts.length === 1 ? null : name, words)),
    ...(worked.length === 0 ? [] : reclaimWords(worked, words)),
  ];
}

function reclaimWords(facts, words) {
  const ranked = [...facts].sort((a, b) => b.reclaim - a.reclaim);
  const [most, least] = [ranked[0], ranked.at(-1)];
  if (most.reclaim < NOTICED_PERCENT) {
    return [facts.length === 1 ? 'No processor time went into reclaim.'
      : 'No variant had to reclaim memory, so none burned processor time on it.'];
  }
  if (facts.length === 1) {
    return [`Reclaim burned ${burned(most, words)}.`, why(most)].filter(Boolean);
  }
  return most.reclaim >= FAR_MORE * least.reclaim
    ? [`${most.name} burned ${burned(most, words, ' on reclaim')}, ${least.name} ${little(least, words)}.`,
      why(most), whyNot(least)].filter(Boolean)
    : [`Every variant reclaims: ${most.name} with ${burned(most, words)}, ${least.name} with `
      + `${burned(least, words)}.`];
}

/** A share and the seconds that it is of. */
function burned(fact, words, on = '') {
  return `${words.used(fact.reclaim, fact)}${on}${words.over(' in ', fact.reclaimWindow, fact)}`;
}

function little(fact, words) {
  return fact.reclaim < NOTICED_PERCENT ? 'nothing' : `only ${burned(fact, words)}`;
}

function why({ fullAt, groupFullAt, name, writeRate, readRate }) {
  const did = writeRate > readRate ? 'wrote' : 'read';
  if (fullAt === null && groupFullAt === null) {
    return null;
  }
  const what = fullAt === null ? 'its cgroup' : 'memory';
  return `Each page that ${name} ${did} stayed in the page cache until ${what} was full; `
    + 'from then on an old page had to be freed for each new one.';
}

function whyNot({ dropped, name }) {
  return dropped === 0 ? null : `${name} dropped each page right after use and left nothing to reclaim.`;
}
