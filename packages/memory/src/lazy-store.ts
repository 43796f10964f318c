/**
 * The store of a long-lived process: opened at the first call that needs it and left open, so that words and vectors stay in
 * memory. Clients often start a server only to list its tools, and such a start must create nothing. After `use`, the process
 * also does the work that waits: it ingests what hooks left, learns from it, embeds, and makes backups.
 */
import { existsSync } from "node:fs";
import type { TacitOptions } from "./domain/tacit-options.ts";
import { openTacit, type Tacit } from "./open.ts";

export interface LazyStore {
  /** Returns false if there is no store yet; using it would create one. */
  readonly isThere: () => boolean;
  /** Runs `work` with the store. Rejects with the error of opening or of `work`. The next call retries a failed opening. */
  readonly use: <T>(work: (tacit: Tacit) => Promise<T>) => Promise<T>;
  /** Like `use`, but without the work that waits: for calls that only read and come often. */
  readonly look: <T>(work: (tacit: Tacit) => Promise<T>) => Promise<T>;
  /** Waits until ingesting and learning after the calls so far have ended. */
  readonly caughtUp: () => Promise<void>;
  /** Waits for the calls in progress. */
  readonly settle: () => Promise<void>;
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
  let opening: Promise<Tacit> | null = null;
  const underWay = new Set<Promise<unknown>>();
  const ending = new AbortController();
  let writing: Promise<unknown> | null = null;
  let embedding: Promise<unknown> | null = null;
  let catchingUp: Promise<unknown> | null = null;
  /** Number of memories that the encoder does not accept. */
  let unembedded: number | undefined;

  const openNow = async () => openTacit(optionsOf());
  const open = (): Promise<Tacit> => {
    opening ??= openNow().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  /**
   * Writes due lessons once after an answer, if a person chose a model. A failure does not affect the call; the store records
   * it for `tacit status`, and the sessions stay due.
   */
  const writeDue = async (tacit: Tacit) => {
    const { signal } = ending;
    if (!signal.aborted) await tacit.sessions.writeLessons({ signal }).catch(() => undefined);
  };
  /**
   * Embeds after every answer, one run at a time: a slow encoder may not have embedded the latest memories, or a person chose
   * another encoder. The store records failures.
   */
  const embedDue = async () => {
    const { signal } = ending;
    const tacit = await opening;
    if (tacit === null || signal.aborted) return;
    unembedded = await (await tacit.admin.models()).embedDue({ signal, left: unembedded });
  };
  /** Ingests what hooks left and learns from it after each answer, one run at a time. The next process retries a failure. */
  const catchUp = async () => {
    const tacit = await opening;
    const mayGoOn = () => !ending.signal.aborted;
    if (tacit === null || !mayGoOn() || !(await tacit.sessions.isBehind())) return;
    const { isComplete } = await tacit.sessions.drain(mayGoOn);
    const mayLearn = () => mayGoOn() && place.mayLearn?.() !== false;
    if (isComplete && mayLearn()) await tacit.sessions.learnDue(mayLearn);
  };
  /** Makes due backups for users of neither hooks nor commands, which make them too. */
  const backUpDue = async () => {
    const tacit = await opening;
    if (tacit !== null && !ending.signal.aborted) await (await tacit.admin.backups()).makeDue();
  };
  /** Opening failed, which the call reports; the next call tries again. */
  const leaveToTheNext = () => {
    writing = null;
  };

  const waitForCalls = async () => {
    await Promise.allSettled(underWay);
  };
  const look: LazyStore["look"] = async (work) => {
    const call = open().then(work);
    underWay.add(call);
    try {
      return await call;
    } finally {
      underWay.delete(call);
    }
  };

  return {
    isThere: () => opening !== null || place.isRemote || existsSync(place.home),
    caughtUp: async () => void (await catchingUp),
    settle: waitForCalls,
    look,
    use: async (work) => {
      try {
        return await look(work);
      } finally {
        if (opening !== null) writing ??= opening.then(writeDue, leaveToTheNext);
        catchingUp ??= catchUp()
          .then(backUpDue)
          .catch(() => undefined)
          .finally(() => {
            catchingUp = null;
          });
        embedding ??= embedDue()
          .catch(() => undefined)
          .finally(() => {
            embedding = null;
          });
      }
    },
    close: async () => {
      await waitForCalls();
      const opened = opening;
      opening = null;
      ending.abort();
      await Promise.all([writing, embedding, catchingUp]);
      if (opened !== null) await (await opened).close();
    },
  };
}
