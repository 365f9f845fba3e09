/** A difference in speed below this part is none to a reader. */
const SAME = 0.02;

/** A difference in processor time below this, in points, is none to a reader. */
const SAME_POINTS = 1;

/** Compares a variant with another in sentences: speed, the job's own processor time, all of it together. */
export function comparisonOf(fact, base, words) {
  const told = fact.brief === base.brief ? [speed, ownTime, allTime] : [];
  return told.map((tell) => tell(fact, base, words)).filter(Boolean);
}

function speed(fact, base, words) {
  const [rate, other] = [fact.readRate + fact.writeRate, base.readRate + base.writeRate];
  const [what, ing] = fact.writeRate > fact.readRate ? ['wrote', 'writing'] : ['read', 'reading'];
  if (rate === 0 || other === 0) {
    return null;
  }
  if (fact.brief) {
    return `${fact.name} ${what} ${words.done(rate, fact)}, ${base.name} ${words.done(other, base)}, each in less than `
      + 'a second: too short for a rate.';
  }
  if (isSame(rate, other)) {
    return `${fact.name} and ${base.name} ${what} at the same speed, ${words.rate(rate)} `
      + `(${words.difference(rate, other)}).`;
  }
  const word = rate > other ? 'faster' : 'slower';
  return `${fact.name} was ${word} in ${ing}: ${words.rates(rate, other)} (${words.difference(rate, other)}).`;
}

function isSame(rate, other) {
  return Math.abs(rate - other) < SAME * other;
}

/** Removing pages is the reason only where the job otherwise did the same. */
function ownTime(fact, base, words) {
  if (Math.abs(fact.application - base.application) < SAME_POINTS) {
    return null;
  }
  const dearer = fact.application > base.application;
  const didTheSame = isSame(fact.readRate, base.readRate) && fact.writeRate === 0;
  const reason = dearer && fact.dropped > base.dropped && didTheSame
    ? ', because it removes its pages in its own time' : '';
  return `The job of ${fact.name} itself took ${dearer ? 'more' : 'less'} processor time: `
    + `${words.used(fact.application, fact)} against ${words.used(base.application, base)}`
    + `${over(fact, base, words)}${reason}.`;
}

function allTime(fact, base, words) {
  if (Math.abs(fact.total - base.total) < SAME_POINTS) {
    return `All processor time together is the same: ${words.used(fact.total, fact)}${over(fact, base, words)}.`;
  }
  return `All processor time together, interrupts included: ${words.used(fact.total, fact)} against `
    + `${words.used(base.total, base)}${over(fact, base, words)} (${words.difference(fact.total, base.total)}).`;
}

/** The seconds that two shares are of. */
function over(fact, base, words) {
  const [one, other] = [words.over(' in ', fact.window, fact), words.over(' and in ', base.window, base)];
  return fact.window.to === base.window.to ? one : `${one}${other}`;
}
