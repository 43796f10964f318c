/** Steps through a number of moments: by hand, or one after the other until the last. */
import { useEffect, useState } from "react";

/** Milliseconds that a moment stays while it plays: enough to read a line. */
const STEP_MS = 1500;

export interface Player {
  /** From 0. */
  readonly at: number;
  readonly isPlaying: boolean;
  readonly go: (at: number) => void;
  readonly toggle: () => void;
}

export function usePlayer(count: number): Player {
  const [at, setAt] = useState(0);
  const [wantsToPlay, setPlaying] = useState(false);
  const last = Math.max(0, count - 1);
  const isPlaying = wantsToPlay && at < last;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => setAt(at + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, at]);
  return {
    at: Math.min(at, last),
    isPlaying,
    go: (next) => {
      setPlaying(false);
      setAt(Math.min(last, Math.max(0, next)));
    },
    toggle: () => {
      // At the end, playing begins again.
      if (at >= last) setAt(0);
      setPlaying(!isPlaying);
    },
  };
}
