/** What would be remembered, in words, before it has an identity. */
import type { MemoryType } from "./memory.ts";
import { clip } from "./text.ts";

export interface Draft {
  readonly type: MemoryType;
  /** At most 12 words and 80 characters. */
  readonly title: string;
  readonly content: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
  readonly triggers: readonly string[];
  readonly errorFingerprint: string | null;
}

/** A draft from the parts that matter; the rest empty. */
export function draft(parts: Pick<Draft, "type" | "title" | "content"> & Partial<Draft>): Draft {
  return {
    payload: {},
    files: [],
    symbols: [],
    tags: [],
    triggers: [],
    errorFingerprint: null,
    ...parts,
  };
}

/** The tag of what a user said how it is to be done. */
export const USER_RULE_TAG = "user-rule";

const TITLE_WORDS = 12;

/** The first 12 words of a text, at most 80 characters. */
export function titleOf(text: string): string {
  const all = text.split(/\s+/).filter((word) => word !== "");
  const title = all.slice(0, TITLE_WORDS).join(" ");
  return clip(all.length > TITLE_WORDS ? `${title}…` : title.replace(/\.$/, ""), 80);
}
