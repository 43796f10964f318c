/** The tie from a memory to code. */
import { createHash } from "node:crypto";
import type { MemoryId } from "./ids.ts";

export interface Anchor {
  readonly memoryId: MemoryId;
  /** Relative POSIX path from the project's root. */
  readonly path: string;
  readonly symbol: string | null;
  readonly startLine: number | null;
  readonly endLine: number | null;
  /** sha256 of the anchored text with white space folded; null when the file was not there to read. */
  readonly contentHash: string | null;
  readonly commit: string | null;
}

/** What a stretch of code is, whatever its indentation and line ends: sha256 of it with white space folded. */
export function contentHash(text: string): string {
  return createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("hex").slice(0, 32);
}
