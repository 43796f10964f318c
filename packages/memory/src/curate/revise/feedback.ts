/** Feedback on a memory that was shown: useful or not, doubtful, or wrong. Every change keeps the previous version. */

import type { Database } from "@tacit-memory/sqlite";
import { newestEvidence } from "../../domain/evidence.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { changeMemory } from "../../store/memories/memories.ts";
import { flagDetail, noteReviewEntry } from "../../store/memories/review-entries.ts";
import { followed } from "./procedure.ts";
import type { Witness } from "./revise.ts";

export const VERDICTS = ["useful", "not-useful", "flag", "reject"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Change of a memory's confidence. */
const CONFIDENCE_CHANGE = { useful: 0.05, "not-useful": -0.02, flag: -0.3 } as const;
const [MIN_CONFIDENCE, MAX_CONFIDENCE] = [0.01, 0.99];

export interface Feedback {
  readonly verdict: Exclude<Verdict, "reject">;
  readonly by: Witness;
  /** Reason in the words of the person or agent; redacted. */
  readonly because?: string | undefined;
}

/**
 * Applies feedback. A useful memory is confirmed today; a flagged one waits for review and is not shown to agents until then.
 */
export async function giveFeedback(
  db: Database,
  memory: Memory,
  { verdict, by, because }: Feedback,
  moment: Moment,
): Promise<Memory> {
  return db.transaction(async (tx) => {
    const after = {
      ...memory,
      ...rated(memory, verdict),
      ...rest(memory, { verdict, by, because }, moment.nowMs),
    };
    const changed = await changeMemory(tx, memory, after, LABELS[verdict], moment);
    if (verdict === "flag") {
      const detail = flagDetail(by.name, because);
      await noteReviewEntry(tx, { memoryId: memory.id, reason: "flagged", detail }, moment.nowMs);
    }
    return changed;
  });
}

/** A procedure counts how often it worked and did not. */
function rated(
  memory: Memory,
  verdict: Feedback["verdict"],
): Pick<Memory, "confidence" | "payload"> {
  const counted = verdict === "flag" ? null : followed(memory, verdict === "useful");
  if (counted !== null) return counted;
  const raised = memory.confidence + CONFIDENCE_CHANGE[verdict];
  const confidence = Math.min(MAX_CONFIDENCE, Math.max(MIN_CONFIDENCE, Number(raised.toFixed(6))));
  return { confidence, payload: memory.payload };
}

const LABELS = { useful: "useful", "not-useful": "not useful", flag: "flagged" } as const;

function rest(memory: Memory, { verdict, by, because }: Feedback, nowMs: number): Partial<Memory> {
  if (verdict === "flag") return { needsReview: true };
  if (verdict === "not-useful") return {};
  const kind = by.kind === "user" ? ("user" as const) : ("reobserved" as const);
  const evidence = { kind, detail: usefulTo(by, because), atMs: nowMs };
  return {
    usefulCount: memory.usefulCount + 1,
    confirmedAtMs: nowMs,
    evidence: newestEvidence([...memory.evidence, evidence]),
  };
}

function usefulTo({ kind, name: agent }: Witness, reason: string | undefined): string {
  if (kind === "user")
    return reason === undefined
      ? sentenceOf("useful_to_user", {})
      : sentenceOf("useful_to_user_because", { reason });
  return reason === undefined
    ? sentenceOf("useful_to", { agent })
    : sentenceOf("useful_because", { agent, reason });
}
