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
  useEffect(() => followFeed(new EventSource("/api/feed"), queries, setOnline), [queries]);
  return isOnline;
}

type Source = Pick<EventSource, "addEventListener" | "onopen" | "onerror" | "close">;

/** Returns a function that ends it. */
export function followFeed(
  source: Source,
  queries: QueryClient,
  setOnline: (isOnline: boolean) => void,
): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let wasAway = false;
  source.addEventListener("change", () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      void reloadStored(queries);
    }, TOGETHER_MS);
  });
  source.onopen = () => {
    setOnline(true);
    if (wasAway) void reloadAll(queries);
    wasAway = false;
  };
  source.onerror = () => {
    wasAway = true;
    setOnline(false);
  };
  return () => {
    clearTimeout(waiting);
    source.close();
  };
}
