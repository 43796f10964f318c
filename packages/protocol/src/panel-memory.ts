/** A memory as the panel shows it. Most requests and responses of the panel contain it (panel.ts has the routes). */
import type { LibraryText } from "./panel-text.ts";

/** Fields of a memory that a list shows. */
export interface MemoryRow {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly standing: "hypothesis" | "believed" | "verified";
  /** Confidence after decay, in [0, 1]. */
  readonly confidence: number;
  readonly state: "active" | "archived";
  readonly flags: readonly MemoryFlag[];
  readonly files: readonly string[];
  readonly tags: readonly string[];
  readonly agent: string | null;
  readonly createdAtMs: number;
  readonly confirmedAtMs: number;
}
export type MemoryFlag =
  | "pinned"
  | "needs_review"
  | "disputed"
  | "untrusted"
  | "staged"
  | "superseded"
  | "not_valid_yet"
  | "no_longer_valid";

export interface FoundMemory extends MemoryRow {
  /** Words of the question that the memory contains; empty in a list. */
  readonly matched: readonly string[];
}

export interface MemoryDetail {
  readonly memory: MemoryRow;
  readonly facts: {
    readonly scope: string;
    readonly visibility: string;
    readonly source: string;
    readonly branch: string | null;
    readonly triggers: readonly string[];
    readonly invalidWhen: readonly string[];
    readonly sessions: readonly string[];
    /** Null if it came from no session; without `seq` if the event is not known. */
    readonly learnedFrom: { readonly session: string; readonly seq?: number } | null;
    readonly observations: number;
    readonly validFromMs: number | null;
    readonly validToMs: number | null;
  };
  /** Null if the memory is no procedure. */
  readonly procedure: {
    /** The occasion on which to follow it. */
    readonly trigger: string;
    readonly prerequisites: readonly string[];
    readonly steps: readonly string[];
    readonly warnings: readonly string[];
    readonly successes: number;
    readonly failures: number;
  } | null;
  readonly evidence: readonly {
    readonly kind: string;
    readonly detail: LibraryText;
    readonly session: string | null;
    readonly atMs: number;
  }[];
  readonly anchors: readonly AnchorState[];
  /** Why the memory waits for a decision. */
  readonly reviewReasons: readonly ReviewReason[];
  /** Newest first. */
  readonly versions: readonly MemoryVersion[];
  readonly relations: readonly Relation[];
  readonly shown: readonly ShownMemory[];
}

export interface ReviewReason {
  /**
   * `stale`: the code changed or is gone. `invalid`: a condition of the memory is met. `branch_gone`: the branch it was learned
   * on was deleted without a merge. `flagged`: a person or an agent doubts it. `pin_requested`: an agent asks to pin it.
   */
  readonly reason: "stale" | "invalid" | "branch_gone" | "flagged" | "pin_requested";
  /** The condition that is met, the branch, or the words of the person or agent; null if there are none. */
  readonly about: string | null;
  /** The code that changed or is gone; empty for other reasons. */
  readonly changes: readonly AnchorChange[];
}

/** What happened to code that a memory is tied to. */
export interface AnchorChange {
  readonly path: string;
  readonly symbol: string | null;
  readonly freshness: "intact" | "moved" | "changed" | "gone" | "unanchored";
  readonly movedTo: string | null;
}

export interface AnchorState {
  readonly path: string;
  readonly symbol: string | null;
  readonly freshness: string;
  readonly commitsSince: number | null;
  readonly movedTo: string | null;
  readonly line: number | null;
  /** The code itself; null for a whole file, and if git does not have it. */
  readonly code: AnchoredCode | null;
}

/** A part of a file as it was in a commit and as it is. */
export interface AnchoredCode {
  readonly commit: string;
  readonly before: string;
  /** Null if it is gone or its place is unknown. */
  readonly now: string | null;
}

/** A memory as it was before a change. */
export interface MemoryVersion {
  readonly version: number;
  readonly change: string;
  readonly atMs: number;
  readonly content: string;
}

export interface Relation {
  readonly type: string;
  /** True if this memory is the subject of the relation: it supersedes, contradicts or relates to the other memory. */
  readonly isOutgoing: boolean;
  readonly otherId: string;
  readonly otherTitle: string | null;
}

export interface ShownMemory {
  readonly memoryId: string;
  /** Null if the memory was forgotten since. */
  readonly title: string | null;
  readonly sessionId: string;
  readonly point: string;
  readonly isPointer: boolean;
  readonly atMs: number;
  /** What followed, as in `SessionShown`. */
  readonly effects: readonly string[];
}
