/** An anchor from a memory to code. */
import { createHash } from "node:crypto";
import type { MemoryId } from "../ids.ts";

export interface Anchor {
  readonly memoryId: MemoryId;
  /** POSIX path relative to the project's root. */
  readonly path: string;
  /** `Container.name`, with `@kind` or `#2` if a file has several of that name; `L12` for lines without a name. */
  readonly symbol: string | null;
  /** Original lines, from 1, both inclusive. */
  readonly startLine: number | null;
  readonly endLine: number | null;
  /** For a whole file: its `contentHash`. For a part: the hash of its mark. Null if the file could not be read. */
  readonly contentHash: string | null;
  /** Original `contentHash` of the containing file; null as above. */
  readonly fileHash: string | null;
  /** How a part of a file is found again (anchor-text.ts); null for a whole file. */
  readonly extent: number | null;
  readonly head: string | null;
  /** How many times the file contained this text. */
  readonly copies: number | null;
  readonly commit: string | null;
}

/** State of one anchor in the current code. */
export interface AnchorVerdict {
  readonly path: string;
  readonly symbol: string | null;
  readonly freshness: "intact" | "moved" | "changed" | "gone" | "unanchored";
  /** Current path of the code; null if it has not moved. */
  readonly movedTo: string | null;
  /** Current first line; null if unknown. */
  readonly line: number | null;
  /** Commits since the anchor was created that touched the file, or with `explain` the symbol; null: not counted. */
  readonly commitsSince: number | null;
  /** Present if a changed part is missing from its file, and it is unknown whether another file contains it. */
  readonly isMissing?: true;
}

/** Returns the sha256 of a text with folded white space, so that indentation and line ends do not matter. */
export function contentHash(text: string): string {
  return createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("hex").slice(0, 32);
}
