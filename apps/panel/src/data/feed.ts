/** Live changes: shows on the page what any process writes, and reports when the server cannot be reached. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { reloadStored } from "./refresh.ts";

/** Milliseconds within which several changes cause a single refresh. */
const TOGETHER_MS = 300;

/** Follows live changes. Returns whether the server answers. */
export function useFeed(): boolean {
  const queries = useQueryClient();
  const [isOnline, setOnline] = useState(true);
  useEffect(() => {
    const source = new EventSource("/api/feed");
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let wasAway = false;
    const refresh = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void reloadStored(queries);
      }, TOGETHER_MS);
    };
    source.addEventListener("change", refresh);
    source.onopen = () => {
      setOnline(true);
      if (wasAway) refresh();
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
  }, [queries]);
  return isOnline;
}
