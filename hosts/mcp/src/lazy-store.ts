/**
 * The store, opened by the first call that needs it and kept: clients start a server only to ask what it can
 * do, and such a start must touch nothing.
 */
import { openTacit, type Tacit, type TacitOptions } from "@tacit-memory/memory";

export interface LazyStore {
  /** Rejects with what opening or `work` rejects with. A failed opening is tried again by the next call. */
  readonly use: <T>(work: (tacit: Tacit) => Promise<T>) => Promise<T>;
  /** Waits for the calls under way, so that nothing acknowledged or half done is cut off. */
  readonly close: () => Promise<void>;
}

export function lazyStore(options: TacitOptions): LazyStore {
  let opening: Promise<Tacit> | null = null;
  const underWay = new Set<Promise<unknown>>();

  const open = (): Promise<Tacit> => {
    opening ??= openTacit(options).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  return {
    use: async (work) => {
      const call = open().then(work);
      underWay.add(call);
      try {
        return await call;
      } finally {
        underWay.delete(call);
      }
    },
    close: async () => {
      await Promise.allSettled(underWay);
      const opened = opening;
      opening = null;
      if (opened !== null) await (await opened).close();
    },
  };
}
