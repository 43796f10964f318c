/** Reloads what the page shows after the store changed. */
import type { QueryClient } from "@tanstack/react-query";

/**
 * What the server finds in the files of the user's home. A change of the store does not change it, and looking takes long, so
 * it is reloaded only when a view opens or changes it.
 */
const HOME_QUERIES: readonly unknown[] = ["agents", "past-sessions"];

/** After the server could not be reached: it may have started again, and anything may have changed meanwhile. */
export function reloadAll(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries();
}

/** After memories were forgotten: nothing that this page loaded before may show them again. */
export function dropLoaded(queries: QueryClient): void {
  queries.removeQueries({ type: "inactive" });
}

export function reloadStored(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) => !HOME_QUERIES.includes(name),
  });
}
