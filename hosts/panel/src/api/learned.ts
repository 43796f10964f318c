/** What was learned and judged by no person yet: the cards of the first run. */
import { stat } from "node:fs/promises";
import { byWorth, type Memory } from "@tacit-memory/memory";
import type { LearnedQueue, PastSessions } from "@tacit-memory/protocol";
import type { PanelMachine } from "../panel-machine.ts";
import { type At, evidenceOf, rowOf } from "./rows.ts";

/** Maximum number of memories, newest first, among which the cards are chosen: reading them takes a tenth of a second. */
const MAX_READ = 5000;
/** Records of one session, which need no judgement. */
const RECORDS: readonly string[] = ["handoff", "episode", "digest"];
const OF_PERSON: readonly string[] = ["user_taught", "user_corrected"];

export async function learnedQueue(
  { tacit, nowMs }: At,
  { limit }: { readonly limit: number },
): Promise<LearnedQueue> {
  const open = byWorth((await tacit.memories.list({ limit: MAX_READ })).filter(isUnjudged));
  return {
    items: open.slice(0, limit).map((memory) => ({
      memory: rowOf(memory, nowMs),
      evidence: evidenceOf(memory),
      sessions: memory.sessions,
    })),
    total: open.length,
  };
}

/**
 * Excludes rules copied from a file, where people change them, what a person taught outside a session, and doubtful memories,
 * which the review shows.
 */
function isUnjudged(memory: Memory): boolean {
  const { type, source, sessions, tags, isPinned, needsReview, evidence } = memory;
  return (
    !RECORDS.includes(type) &&
    !(OF_PERSON.includes(source) && sessions.length === 0) &&
    !tags.includes("rule-file") &&
    !isPinned &&
    !needsReview &&
    !evidence.some(isJudgement)
  );
}

/** A person's judgement belongs to no session; what a person said in one is only the origin of a memory. */
function isJudgement({ kind, session }: Memory["evidence"][number]): boolean {
  return kind === "user" && session === undefined;
}

/** Counts the transcripts of this project by agent, in the order in which they are found. */
export async function pastSessions(
  { tacit: { identity } }: Pick<At, "tacit">,
  { transcripts }: Pick<PanelMachine, "transcripts">,
): Promise<PastSessions[]> {
  const found = new Map<string, PastSessions>();
  for await (const { host, path } of transcripts(identity.root)) {
    const { files, bytes } = found.get(host) ?? { files: 0, bytes: 0 };
    // A transcript may be deleted meanwhile, or be unreadable for this user; learning reports the latter.
    const size = await stat(path).then(
      ({ size: read }) => read,
      () => 0,
    );
    found.set(host, { agent: host, files: files + 1, bytes: bytes + size });
  }
  return [...found.values()];
}
