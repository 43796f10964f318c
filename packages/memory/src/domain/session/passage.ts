/** A passage: something that a user or an agent said in a session, long enough to be understood and short enough to be read. */
import type { ProjectId } from "../ids.ts";

/** `summary`: what a whole session was about, made from its events. */
export type Speaker = "user" | "agent" | "summary";

/** The prefix of a passage's id: `ses:` and 16 hex digits. */
export const PASSAGE_PREFIX = "ses:";

export interface Passage {
  /** `ses:` and 16 hex digits; the same whenever the same session is indexed. */
  readonly id: string;
  readonly projectId: ProjectId;
  /** The host's id of the session. */
  readonly session: string;
  readonly agent: string | null;
  /** Of the first event it was said in. */
  readonly seq: number;
  readonly speaker: Speaker;
  /** The question it answers and the heading it stands under; "" for neither. */
  readonly context: string;
  readonly content: string;
  readonly branch: string | null;
  readonly atMs: number;
  /** Later in the session its speaker took it back. */
  readonly isRetracted: boolean;
  /** Text from outside the project had come into the session before it. */
  readonly isTainted: boolean;
}

/** What a reader must know before believing a passage; empty for most. */
export function passageFlags({
  isRetracted,
  isTainted,
}: Pick<Passage, "isRetracted" | "isTainted">): string[] {
  return [
    ...(isRetracted ? ["taken back later in the session"] : []),
    ...(isTainted ? ["after outside text was read"] : []),
  ];
}

/** Whether a text could be a passage's id, whole or short: at least four of its hex digits. */
export function isPassageId(text: string): boolean {
  return /^\[?ses:[0-9a-f]{4,16}\]?$/.test(text.trim().toLowerCase());
}

/** As shown to people and agents: `ses:` and the first eight hex digits. */
export function shortPassageId(id: string): string {
  return id.slice(0, PASSAGE_PREFIX.length + 8);
}
