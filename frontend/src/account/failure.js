/** What error names mean to a reader, where the name alone says little: by errno and by the mode of the job. */
const MEANINGS = {
  EOPNOTSUPP: { dontcache: (fs) => `the file system${fs} does not support RWF_DONTCACHE on this kernel` },
};

/**
 * What failed first in a variant: `{ job, errno, second, call, isFirst, meaning }`, null where nothing did. `call` is
 * read, write or call, `isFirst` says that none of its calls went well, `meaning` is null where it is not known.
 */
export function failureOf({ errors = [], spec }, isFirst) {
  if (errors.length === 0) {
    return null;
  }
  const [{ job, errno, second }] = errors;
  const described = spec?.jobs?.find(({ name }) => name === job);
  const type = spec?.fileSystem?.type;
  const meaning = MEANINGS[errno]?.[described?.ioMode]?.(type === undefined ? '' : ` ${type}`) ?? null;
  return { job, errno, second, call: callOf(described), isFirst, meaning };
}

/** The failure as a sentence; `name` is the variant's, null where there is only one. */
export function failureWords({ job, errno, second, call, isFirst, meaning }, name, words) {
  const which = `${isFirst ? 'the first' : 'a'} ${call} of ${job}`;
  const when = isFirst || second === undefined ? '' : ` after ${words.time(second)}`;
  const start = name === null ? `${which[0].toUpperCase()}${which.slice(1)}` : `${name}: ${which}`;
  return `${start} failed${when} with ${errno}${meaning === null ? '' : `: ${meaning}`}.`;
}

function callOf(job) {
  const [reads, writes] = ['read', 'write'].map((kind) => job?.rw?.includes(kind) ?? false);
  return reads === writes ? 'call' : reads ? 'read' : 'write';
}
