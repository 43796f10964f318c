/**
 * The store behind the panel. The first request opens it, and it stays open so that words and vectors stay in memory. Between
 * requests it ingests what hooks left, as every long-lived process does.
 */
import { openTacit, type Tacit } from "@tacit-memory/memory";

export interface PanelStore {
  /** Runs `work` on the store. Rejects with the error of opening or of `work`. The next call retries a failed opening. */
  readonly use: <T>(work: (tacit: Tacit) => Promise<T>) => Promise<T>;
  /** Waits for running calls, then closes the store. */
  readonly close: () => Promise<void>;
}

interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Milliseconds between checks for what hooks left. The hooks' own worker usually ingests it first. */
const CATCH_UP_MS = 30_000;

export function openPanelStore({ home, cwd, env }: Place): PanelStore {
  let opening: Promise<Tacit> | null = null;
  let isClosed = false;
  const underWay = new Set<Promise<unknown>>();
  const open = (): Promise<Tacit> => {
    opening ??= openTacit({ home, cwd, env, isLongLived: true }).catch((error: unknown) => {
      opening = null;
      throw error;
    });
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
  // A failure is left to the next process, as in hooks and commands.
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
