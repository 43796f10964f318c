/**
 * The store behind the panel: opened by the first request and left open, so that words and vectors stay in memory.
 * Between requests it takes in what hooks left, as every long-lived process does.
 */
import { openTacit, storeChosenIn, type Tacit } from "@tacit-memory/memory";

export interface PanelStore {
  /** Rejects with what opening or `work` rejects with. A failed opening is tried again by the next call. */
  readonly use: <T>(work: (tacit: Tacit) => Promise<T>) => Promise<T>;
  /** Waits for the calls under way. */
  readonly close: () => Promise<void>;
}

interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Milliseconds between looks at what hooks left. Their own worker is usually first. */
const CATCH_UP_MS = 30_000;

export function openPanelStore({ home, cwd, env }: Place): PanelStore {
  let opening: Promise<Tacit> | null = null;
  let isClosed = false;
  const underWay = new Set<Promise<unknown>>();
  const open = (): Promise<Tacit> => {
    opening ??= openTacit({ ...storeChosenIn(env), home, cwd, env, isLongLived: true }).catch(
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
  const use: PanelStore["use"] = async (work) => {
    const call = open().then(work);
    underWay.add(call);
    try {
      return await call;
    } finally {
      underWay.delete(call);
    }
  };
  // A failure is left to the next process, as hooks and commands leave it.
  const catchUp = () => void use(catchUpOnce).catch(() => undefined);
  const catchUpOnce = async ({ sessions, memories }: Tacit) => {
    const mayGoOn = () => !isClosed;
    await memories.warmUp();
    if (!(await sessions.isBehind())) return;
    const { isComplete } = await sessions.drain(mayGoOn);
    if (isComplete) await sessions.learnDue(mayGoOn);
  };
  const catching = setInterval(catchUp, CATCH_UP_MS);
  catching.unref();
  catchUp();
  return {
    use,
    close: async () => {
      isClosed = true;
      clearInterval(catching);
      await Promise.allSettled(underWay);
      await (await opening?.catch(() => null))?.close();
    },
  };
}
