/** Live changes: shows on the page what any process writes, and reports when the server cannot be reached. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { reloadAll, reloadStored } from "./refresh.ts";

/** Milliseconds within which several changes cause a single refresh. */
const TOGETHER_MS = 300;

/** Follows live changes. Returns whether the server answers. */
export function useFeed(): boolean {
  const queries = useQueryClient();
  const [isOnline, setOnline] = useState(true);
  useEffect(
    () => followFeed(new EventSource("/api/feed"), queries, setOnline, statusNow),
    [queries],
  );
  return isOnline;
}

type Source = Pick<EventSource, "addEventListener" | "onopen" | "onerror" | "close">;

/** Asks the server for anything. Returns the status of its answer; null without an answer. */
function statusNow(): Promise<number | null> {
  return fetch("/api/project").then(
    ({ status }) => status,
    () => null,
  );
}

/**
 * Follows the feed and returns a function that ends it. After an error of the feed, `status` asks whether the server is gone,
 * which the error does not say. If the server refuses access (401), a browser that had access counts as offline, because it
 * needs the new address. A browser that never had access does not: its view already says that the panel is locked.
 */
export function followFeed(
  source: Source,
  queries: QueryClient,
  setOnline: (isOnline: boolean) => void,
  status: () => Promise<number | null>,
): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let wasAway = false;
  let hasOpened = false;
  source.addEventListener("change", () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      void reloadStored(queries);
    }, TOGETHER_MS);
  });
  source.onopen = () => {
    setOnline(true);
    hasOpened = true;
    if (wasAway) void reloadAll(queries);
    wasAway = false;
  };
  source.onerror = () => {
    wasAway = true;
    void status().then((code) => {
      if (wasAway) setOnline(code !== null && (code !== 401 || !hasOpened));
    });
  };
  return () => {
    clearTimeout(waiting);
    source.close();
  };
}
