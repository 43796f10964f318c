/** What was learned and judged by no person yet: the cards of the first run. */
import { stat } from "node:fs/promises";
import type { TranscriptToImport } from "@tacit-memory/memory";
import type { AgentTranscripts, LearnedQueue, PastSessions } from "@tacit-memory/protocol";
import type { PanelMachine } from "../panel-machine.ts";
import { type At, evidenceOf, rowOf } from "./rows.ts";

export async function learnedQueue(
  { tacit, nowMs }: At,
  { limit }: { readonly limit: number },
): Promise<LearnedQueue> {
  const { memories, total } = await tacit.sessions.unjudged(limit);
  return {
    items: memories.map((memory) => ({
      memory: rowOf(memory, nowMs),
      evidence: evidenceOf(memory),
      sessions: memory.sessions,
    })),
    total,
  };
}

/** Counts the transcripts of this project: those in the user's home by agent, and those in the repository. */
export async function pastSessions(
  { tacit: { identity, exchange } }: Pick<At, "tacit">,
  { transcripts }: Pick<PanelMachine, "transcripts">,
): Promise<PastSessions> {
  const { count, bytes, folder, checkpoints } = await exchange.transcriptsInRepository();
  return {
    found: await counted(transcripts(identity.root)),
    inRepository: { files: count, bytes, folder, checkpoints: checkpoints.length },
  };
}

async function counted(
  transcripts: AsyncIterable<TranscriptToImport>,
): Promise<AgentTranscripts[]> {
  const found = new Map<string, AgentTranscripts>();
  for await (const { host, path } of transcripts) {
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
