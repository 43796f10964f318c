/** A passage: a statement of a user or agent in a session, long enough to be understood and short enough to be read. */
import type { ProjectId } from "../ids.ts";

/** `summary`: a description of the whole session, generated from its events. */
export type Speaker = "user" | "agent" | "subagent" | "summary";

/** Prefix of a passage's id: `ses:` and 16 hex digits. */
export const PASSAGE_PREFIX = "ses:";

export interface Passage {
  /** `ses:` and 16 hex digits; stays the same when the session is indexed again. */
  readonly id: string;
  readonly projectId: ProjectId;
  /** Session id of the host. */
  readonly session: string;
  readonly agent: string | null;
  /** Sequence number of its first event. */
  readonly seq: number;
  readonly speaker: Speaker;
  /** The question it answers, or the task of its subagent, and its heading; "" for neither. */
  readonly context: string;
  readonly content: string;
  readonly branch: string | null;
  readonly atMs: number;
  /** True if its speaker retracted it later in the session. */
  readonly isRetracted: boolean;
  /** True if the session had read text from outside the project before. */
  readonly isTainted: boolean;
}

/** Returns the warnings a reader must know before trusting a passage; empty for most. */
export function passageFlags({
  isRetracted,
  isTainted,
}: Pick<Passage, "isRetracted" | "isTainted">): string[] {
  return [
    ...(isRetracted ? ["taken back later in the session"] : []),
    ...(isTainted ? ["after outside text was read"] : []),
  ];
}

/** Returns whether a text could be a passage's id, full or short: at least four of its hex digits. */
export function isPassageId(text: string): boolean {
  return /^\[?ses:[0-9a-f]{4,16}\]?$/.test(text.trim().toLowerCase());
}

/** Returns the id as shown to people and agents: `ses:` and the first eight hex digits. */
export function shortPassageId(id: string): string {
  return id.slice(0, PASSAGE_PREFIX.length + 8);
}
