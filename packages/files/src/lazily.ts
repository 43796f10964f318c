/** Opens something once, on first use. A failure is not remembered: the next call opens again. */

export interface Lazy<T> {
  /** Starts opening, or gives the promise of the call that did. */
  readonly open: () => Promise<T>;
  /** The promise of what is open or being opened; undefined if nothing is, so that there is nothing to close. */
  readonly current: () => Promise<T> | undefined;
  /** Forgets what is open without closing it. The next call of `open` opens again. */
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
