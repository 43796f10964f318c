/** Test helper: builds histories from commits listed oldest first, as the session under which they are ingested. */
import type { Event } from "@tacit-memory/protocol";
import { buildTrace, type Trace } from "../trace.ts";

export interface Commit {
  readonly message: string;
  readonly files?: readonly string[];
  readonly added?: readonly string[];
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
  readonly isByBot?: boolean;
}

const DAY_MS = 86_400_000;

/** Builds a trace from commits, oldest first, spaced two days apart. */
export function history(commits: readonly Commit[]): Trace {
  const events = commits.map(
    ({ message, files = [], added = [], moved = [], isByBot }, i): Event => ({
      v: 1,
      session: "git:x",
      seq: i,
      ts: new Date(Date.UTC(2026, 0, 1) + i * 2 * DAY_MS).toISOString(),
      agent: "git",
      kind: "commit",
      sha: i.toString(16).padStart(40, "0"),
      message,
      files: [...files, ...added, ...moved.map(({ to }) => to)],
      moved: [...moved],
      added: [...added],
      ...(isByBot === undefined ? {} : { isByBot }),
    }),
  );
  return buildTrace("git:x", events);
}

export const many = (count: number, make: (i: number) => Commit) =>
  Array.from({ length: count }, (_, i) => make(i));
export const others = (count: number) =>
  many(count, (i) => ({ message: `Change number ${i}`, files: [`lib/part-${i}.md`] }));
