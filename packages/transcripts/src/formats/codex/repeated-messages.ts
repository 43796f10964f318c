/** Codex can record one text in two kinds of lines. This filter accepts the first and rejects the repetition. */
import { hash } from "node:crypto";

export type SpokenKind = "prompt" | "message" | "reasoning";

export interface RepeatFilter {
  readonly isFirst: (kind: SpokenKind, source: "item" | "event", text: string) => boolean;
  /** Digests of texts that one source has and the other may repeat, each with its count. */
  readonly snapshot: () => [string, number][];
  /** Replaces the digests that wait now. */
  readonly resume: (stored: readonly (readonly [string, number])[]) => void;
}

export function repeatFilter(): RepeatFilter {
  const waiting = new Map<string, number>();
  return {
    isFirst(kind, source, text) {
      const trimmed = text.trim();
      const digestOf = (by: string) =>
        hash("sha256", `${kind}:${by}:${trimmed.slice(0, 300)}${trimmed.length}`).slice(0, 16);
      const other = digestOf(source === "item" ? "event" : "item");
      const count = waiting.get(other) ?? 0;
      if (count > 1) waiting.set(other, count - 1);
      else waiting.delete(other);
      if (count > 0) return false;
      const own = digestOf(source);
      waiting.set(own, (waiting.get(own) ?? 0) + 1);
      return true;
    },
    snapshot: () => [...waiting],
    resume(saved) {
      waiting.clear();
      for (const [digest, count] of saved) waiting.set(digest, count);
    },
  };
}
