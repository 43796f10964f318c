/** Loads the words of all memories on first use. A separate file, because it is loaded when a store is opened. */
import type { Workspace } from "../workspace.ts";

/**
 * Loads the words in the background, at the first recall. `isWanted`: whether this process answers so many questions that loading
 * them is worth it; without it, recall searches the store.
 */
export function lazyWords(workspace: Workspace, isWanted: boolean) {
  const load = async () => (await import("./words-in-memory.ts")).createWords(workspace);
  let loading: ReturnType<typeof load> | undefined;
  const current = () => {
    if (isWanted) loading ??= load();
    return loading;
  };
  return {
    index: async () => (await current())?.lexical(),
    ready: async () => (await current())?.ready(),
    close: async () => (await loading)?.close(),
  };
}
