/**
 * The store of a long-lived process: opened at the first call that needs it and left open, so that words and vectors stay in
 * memory. It is opened again when its file was replaced, as by `tacit doctor --restore`. Clients often start a server only to list its tools, and such a start must create nothing. After `use`, the process
 * also does the work that waits: it ingests what hooks left, learns from it, embeds, and makes backups.
 */
import { existsSync } from "node:fs";
import { MemoryError } from "./domain/errors.ts";
import type { TacitOptions } from "./domain/tacit-options.ts";
import { openTacit, type Tacit } from "./open.ts";

export interface LazyStore {
  /** Returns false if there is no store yet; using it would create one. */
  readonly isThere: () => boolean;
  /**
   * Runs `work` with the store, once more if the store was replaced meanwhile: what the first run wrote is lost with the replaced
   * file. Rejects with the error of opening or of `work`. The next call retries a failed opening.
   */
  readonly use: <T>(work: (tacit: Tacit) => Promise<T>) => Promise<T>;
  /** Like `use`, but without the work that waits: for calls that only read and come often. */
  readonly read: <T>(work: (tacit: Tacit) => Promise<T>) => Promise<T>;
  /** Waits until ingesting and learning after the calls so far have ended. */
  readonly caughtUp: () => Promise<void>;
  /** Waits for the calls in progress. */
  readonly awaitCalls: () => Promise<void>;
  /** Waits for the calls in progress, so that nothing acknowledged or half done is cut off, then closes the store. */
  readonly close: () => Promise<void>;
}

export interface StorePlace {
  readonly home: string;
  /** Whether the store is on a server. */
  readonly isRemote: boolean;
  /** Whether the work that waits includes learning now. Default: always. */
  readonly mayLearn?: (() => boolean) | undefined;
}

/** Calls `optionsOf` when a call opens the store: invalid options fail that call, not the server. */
export function lazyStore(place: StorePlace, optionsOf: () => TacitOptions): LazyStore {
  const stores = openStores(optionsOf);
  const ending = new AbortController();
  const due = dueWork(place, stores, ending.signal);
  const read = stores.run;
  return {
    isThere: () => stores.current() !== null || place.isRemote || existsSync(place.home),
    caughtUp: due.caughtUp,
    awaitCalls: stores.settle,
    read,
    use: async (work) => {
      try {
        return await read(work);
      } finally {
        due.start();
      }
    },
    close: async () => {
      await stores.settle();
      ending.abort();
      await stores.close();
    },
  };
}

/** An open store with the calls and the background work that use it. */
interface Opened {
  readonly tacit: Promise<Tacit>;
  readonly calls: Set<Promise<unknown>>;
  readonly background: Set<Promise<unknown>>;
}

type Stores = ReturnType<typeof openStores>;

/** Opens the store, and opens it again when it is outdated. The outdated one is closed when nothing uses it any more. */
function openStores(optionsOf: () => TacitOptions) {
  let current: Opened | null = null;
  const retired = new Set<Promise<unknown>>();
  const open = (): Opened => {
    if (current !== null) return current;
    const openNow = async () => openTacit(optionsOf());
    const opened = { tacit: openNow(), calls: new Set<never>(), background: new Set<never>() };
    opened.tacit.catch(() => {
      if (current === opened) current = null;
    });
    current = opened;
    return opened;
  };
  /** The store that failed to close is not used any more, and the process keeps working with the new one. */
  const retire = (opened: Opened): void => {
    if (current !== opened) return;
    current = null;
    const closing = closed(opened)
      .catch(() => undefined)
      .finally(() => retired.delete(closing));
    retired.add(closing);
  };
  return {
    current: () => current,
    run: async <T>(work: (tacit: Tacit) => Promise<T>): Promise<T> => {
      const opened = open();
      const first = await tracked(opened.calls, opened.tacit.then(unlessOutdated(work)));
      if (first !== OUTDATED) return first;
      retire(opened);
      const next = open();
      return tracked(next.calls, next.tacit.then(work));
    },
    settle: async () => {
      await Promise.allSettled(current?.calls ?? []);
    },
    close: async () => {
      const opened = current;
      current = null;
      if (opened !== null) await closed(opened);
      await Promise.all(retired);
    },
  };
}

const OUTDATED = Symbol("outdated");

/** Returns OUTDATED if the store must be opened again to do the work. */
function unlessOutdated<T>(work: (tacit: Tacit) => Promise<T>) {
  return async (tacit: Tacit): Promise<T | typeof OUTDATED> => {
    if (await tacit.isOutdated()) return OUTDATED;
    try {
      return await work(tacit);
    } catch (error) {
      // If no file has the name now, opening would create an empty store.
      if (MemoryError.is(error, "store_replaced") && (await tacit.isOutdated())) return OUTDATED;
      throw error;
    }
  };
}

async function closed({ tacit, calls, background }: Opened): Promise<void> {
  await Promise.allSettled([...calls, ...background]);
  await (await tacit).close();
}

async function tracked<T>(all: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  all.add(work);
  try {
    return await work;
  } finally {
    all.delete(work);
  }
}

/** The work that waits. Each kind runs once at a time; a failure does not affect the call, and the next run tries again. */
function dueWork(place: StorePlace, stores: Stores, signal: AbortSignal) {
  /** Number of memories that the encoder does not accept. */
  let unembedded: number | undefined;
  let hasWritten = false;
  const mayGoOn = () => !signal.aborted;
  const running = new Map<string, Promise<unknown>>();
  const startOnce = (name: string, work: (tacit: Tacit) => Promise<void>): void => {
    const opened = stores.current();
    if (opened === null || running.has(name)) return;
    const run = opened.tacit.then(async (tacit) => {
      if (mayGoOn()) await work(tacit);
    });
    const ended = tracked(opened.background, run)
      .catch(() => undefined)
      .finally(() => running.delete(name));
    running.set(name, ended);
  };
  /** Writes due lessons once after an answer, if a person chose a model. The store records a failure for `tacit status`. */
  const write = async (tacit: Tacit) => {
    if (hasWritten) return;
    hasWritten = true;
    await tacit.sessions.writeLessons({ signal });
  };
  /** Embeds after every answer: a slow encoder may not have embedded the latest memories, or a person chose another encoder. */
  const embed = async (tacit: Tacit) => {
    unembedded = await (await tacit.admin.models()).embedDue({ signal, left: unembedded });
  };
  /** Ingests what hooks left, learns from it, and makes due backups for users of neither hooks nor commands. */
  const catchUp = async (tacit: Tacit) => {
    if (await tacit.sessions.isBehind()) {
      const { isComplete } = await tacit.sessions.drain(mayGoOn);
      const mayLearn = () => mayGoOn() && place.mayLearn?.() !== false;
      if (isComplete && mayLearn()) await tacit.sessions.learnDue(mayLearn);
    }
    if (mayGoOn()) await (await tacit.admin.backups()).makeDue();
  };
  return {
    caughtUp: async () => void (await running.get("catch up")),
    start: () => {
      startOnce("write", write);
      startOnce("catch up", catchUp);
      startOnce("embed", embed);
    },
  };
}
