/** Which of two sources told a text first? The other one's telling of it is skipped. */
import { hash } from "node:crypto";

export type Said = "prompt" | "message" | "reasoning";

export interface ToldTwice {
  readonly isFirst: (said: Said, source: "item" | "event", text: string) => boolean;
  /** What waits for its second telling, as digests with how many of each. */
  readonly keep: () => [string, number][];
  /** Instead of whatever was heard until now. */
  readonly resume: (kept: readonly (readonly [string, number])[]) => void;
}

export function toldTwice(): ToldTwice {
  const waiting = new Map<string, number>();
  return {
    isFirst(said, source, text) {
      const trimmed = text.trim();
      const digestOf = (by: string) =>
        hash("sha256", `${said}:${by}:${trimmed.slice(0, 300)}${trimmed.length}`).slice(0, 16);
      const other = digestOf(source === "item" ? "event" : "item");
      const told = waiting.get(other) ?? 0;
      if (told > 1) waiting.set(other, told - 1);
      else waiting.delete(other);
      if (told > 0) return false;
      const own = digestOf(source);
      waiting.set(own, (waiting.get(own) ?? 0) + 1);
      return true;
    },
    keep: () => [...waiting],
    resume(kept) {
      waiting.clear();
      for (const [digest, count] of kept) waiting.set(digest, count);
    },
  };
}
