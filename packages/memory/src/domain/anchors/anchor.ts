/** The tie from a memory to code. */
import { createHash } from "node:crypto";
import type { MemoryId } from "../ids.ts";

export interface Anchor {
  readonly memoryId: MemoryId;
  /** Relative POSIX path from the project's root. */
  readonly path: string;
  /** `Container.name`, with `@kind` or `#2` where a file has several of the name; `L12` for lines without one. */
  readonly symbol: string | null;
  /** Lines from 1, both inclusive, as they were. */
  readonly startLine: number | null;
  readonly endLine: number | null;
  /** Of a whole file: `contentHash`. Of a part: its mark's hash. Null when the file was not there to read. */
  readonly contentHash: string | null;
  /** `contentHash` of the file around it, as it was; null as above. */
  readonly fileHash: string | null;
  /** Of a part of a file, how it is found again (anchor-text.ts); null for a whole file. */
  readonly extent: number | null;
  readonly head: string | null;
  /** How often the file had this very text. */
  readonly copies: number | null;
  readonly commit: string | null;
}

/** What one anchor says of its code as it is now. */
export interface AnchorVerdict {
  readonly path: string;
  readonly symbol: string | null;
  readonly freshness: "intact" | "moved" | "changed" | "gone" | "unanchored";
  /** Where the code is now, when elsewhere than it was. */
  readonly movedTo: string | null;
  /** The line it begins at now; null when not known. */
  readonly line: number | null;
  /** Commits since the anchor was made that touched the file, or with `explain` the symbol; null: not counted. */
  readonly commitsSince: number | null;
}

/** What a file is, whatever its indentation and line ends: sha256 of it with white space folded. */
export function contentHash(text: string): string {
  return createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("hex").slice(0, 32);
}
