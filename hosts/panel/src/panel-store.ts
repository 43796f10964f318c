/**
 * The panel's store: opened at the start. After changes and every 30 seconds it does the work that is due: it ingests what hooks
 * left, learns from it, writes lessons with the chosen model, embeds, and makes backups.
 */
import { type LazyStore, lazyStore } from "@tacit-memory/memory";

export type PanelStore = Pick<LazyStore, "use" | "read" | "close">;

interface StoreContext {
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the store may learn now. */
  readonly mayLearn: () => boolean;
}

/** Milliseconds between checks for what hooks left. The hooks' own worker usually ingests it first. */
const CATCH_UP_MS = 30_000;

export function openPanelStore({ home, cwd, env, mayLearn }: StoreContext) {
  const place = { home, isRemote: Boolean(env["TACIT_URL"]), mayLearn };
  const store = lazyStore(place, () => ({ home, cwd, env, isLongLived: true }));
  // Without a request, this call also does the work that waits. The next request reports a failure to open the store.
  const catchUp = () => void store.use(({ memories }) => memories.warmUp()).catch(() => undefined);
  const catching = setInterval(catchUp, CATCH_UP_MS);
  catching.unref();
  catchUp();
  return {
    ...store,
    close: async (): Promise<void> => {
      clearInterval(catching);
      await store.close();
    },
  };
}
