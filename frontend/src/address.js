/** The state that the address holds: `tab`, `t` (the cursor's second), `theme`, `unit`. */
export const address = {
  get(name) {
    return new URLSearchParams(location.search).get(name);
  },

  /** Sets a value, or removes it where it is null, without a new entry in the history. */
  set(name, value) {
    const url = new URL(location.href);
    if (value === null) {
      url.searchParams.delete(name);
    } else {
      url.searchParams.set(name, value);
    }
    history.replaceState(history.state, '', url);
  },
};
