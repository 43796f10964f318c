/**
 * The store, opened by the first call that needs it and kept: clients start a server only to ask what it can
 * do, and such a start must touch nothing.
 */
import { existsSync } from "node:fs";
import { openTacit, type Tacit, type TacitOptions } from "@tacit-memory/memory";

export interface LazyStore {
  /** False: there is no store yet, and using it would make one. */
  readonly isThere: () => boolean;
  /** Rejects with what opening or `work` rejects with. A failed opening is tried again by the next call. */
  readonly use: <T>(work: (tacit: Tacit) => Promise<T>) => Promise<T>;
  /** Waits for the calls under way. */
  readonly settle: () => Promise<void>;
  /** Waits for the calls under way, so that nothing acknowledged or half done is cut off. */
  readonly close: () => Promise<void>;
}

export interface StorePlace {
  readonly home: string;
  /** It lies on a server. */
  readonly isRemote: boolean;
}

/** `optionsOf` is asked by the call that opens: what is wrong with them is that call's answer, not the end of the server. */
export function lazyStore(place: StorePlace, optionsOf: () => TacitOptions): LazyStore {
  let opening: Promise<Tacit> | null = null;
  const underWay = new Set<Promise<unknown>>();
  const ending = new AbortController();
  let writing: Promise<unknown> | null = null;
  let embedding: Promise<unknown> | null = null;
  let catchingUp: Promise<unknown> | null = null;
  /** Memories that the encoder does not take. */
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
   * Once, after an answer is out: where a person chose a model to write lessons. A failure is no fault of the call; the
   * store holds it for `tacit status`, and the sessions stay due.
   */
  const writeDue = async (tacit: Tacit) => {
    const { signal } = ending;
    if (!signal.aborted) await tacit.sessions.writeLessons({ signal }).catch(() => undefined);
  };
  /**
   * After every answer, one at a time: an encoder that takes time may not have embedded what was written since, or a
   * person chose another one. The store keeps what goes wrong.
   */
  const embedDue = async () => {
    const { signal } = ending;
    const tacit = await opening;
    if (tacit === null || signal.aborted) return;
    unembedded = await (await tacit.admin.models()).embedDue({ signal, left: unembedded });
  };
  /**
   * After each answer, and one at a time, takes in and learns from what hooks left. A failure is left to the next process.
   */
  const catchUp = async () => {
    const tacit = await opening;
    const mayGoOn = () => !ending.signal.aborted;
    if (tacit === null || !mayGoOn() || !(await tacit.sessions.isBehind())) return;
    const { isComplete } = await tacit.sessions.drain(mayGoOn);
    if (isComplete) await tacit.sessions.learnDue(mayGoOn);
  };
  /** Backups are made by hooks and commands too; this is for those who use neither. */
  const backUpDue = async () => {
    const tacit = await opening;
    if (tacit !== null && !ending.signal.aborted) await (await tacit.admin.backups()).makeDue();
  };
  /** It could not be opened, which the call that wanted it is told. */
  const leaveToTheNext = () => {
    writing = null;
  };

  const waitForCalls = async () => {
    await Promise.allSettled(underWay);
  };

  return {
    isThere: () => opening !== null || place.isRemote || existsSync(place.home),
    settle: waitForCalls,
    use: async (work) => {
      const call = open().then(work);
      underWay.add(call);
      try {
        return await call;
      } finally {
        underWay.delete(call);
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
