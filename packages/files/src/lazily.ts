/** Opens something once, on first use. A failure is not cached: the next call opens again. */

export interface Lazy<T> {
  /** Starts opening, or returns the promise of the call that started it. */
  readonly open: () => Promise<T>;
  /** Returns the promise of what is open or being opened; undefined if nothing is, so that nothing needs to be closed. */
  readonly current: () => Promise<T> | undefined;
  /** Discards what is open without closing it. The next call of `open` opens again. */
  readonly forget: () => void;
}

export function lazily<T>(start: () => Promise<T>): Lazy<T> {
  let current: Promise<T> | undefined;
  return {
    open: () => {
      if (current !== undefined) return current;
      const opening = start().catch((error: unknown) => {
        if (current === opening) current = undefined;
        throw error;
      });
      current = opening;
      return opening;
    },
    current: () => current,
    forget: () => {
      current = undefined;
    },
  };
}
