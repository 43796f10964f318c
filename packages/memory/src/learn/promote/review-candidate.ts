/** Applies a person's decision on a candidate, whatever the gates decided. */

import type { Database } from "@tacit-memory/sqlite";
import { type Candidate, factsOf } from "../../domain/candidate.ts";
import { MemoryError } from "../../domain/errors.ts";
import { isIdLike } from "../../domain/ids.ts";
import { isStepAllowed } from "../../domain/lifecycle.ts";
import type { Moment } from "../../domain/moment.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { findCandidatesByEnding, saveCandidate } from "../../store/memories/candidates.ts";
import { getMemories } from "../../store/memories/memories.ts";
import { admitCandidate, type Promotion, type PromotionContext } from "./promote.ts";

/**
 * Rejects a candidate for a person: it is never proposed again. Throws "candidate_not_found", and "transition_forbidden" for
 * a candidate that became a memory, which is archived or forgotten instead.
 */
export async function reject(db: Database, idEnding: string, moment: Moment): Promise<Candidate> {
  const candidate = await getCandidate(db, idEnding);
  if (!isStepAllowed(candidate.state, "rejected")) {
    throw new MemoryError("transition_forbidden", {
      id: candidate.id,
      from: candidate.state,
      to: "rejected",
    });
  }
  const facts = factsOf(candidate);
  const rejected: Candidate = { ...facts, state: "rejected", reason: "rejected_by_user" };
  await saveCandidate(db, rejected, moment.nowMs);
  return rejected;
}

/** Accepts a candidate for a person, whatever the gates decided. Throws "candidate_not_found". */
export async function accept(
  db: Database,
  idEnding: string,
  context: PromotionContext,
  moment: Moment,
): Promise<Promotion> {
  const candidate = await getCandidate(db, idEnding);
  if (candidate.state === "promoted") {
    const [memory] = await getMemories(db, [candidate.memoryId]);
    if (memory !== undefined) return { candidate, memoryId: memory.id, isMerge: true };
  }
  const vouched: Candidate = {
    ...candidate,
    standing: "verified",
    isTainted: false,
    evidence: [
      ...candidate.evidence,
      {
        kind: "user",
        detail: sentenceOf("accepted_in_review", {}),
        session: undefined,
        atMs: moment.nowMs,
      },
    ],
  };
  const admission = { ...context.admission, isVouched: true };
  return db.transaction((tx) => admitCandidate(tx, vouched, { ...context, admission }, moment));
}

/** Throws "id_ambiguous", "candidate_not_found". */
export async function getCandidate(db: Database, idEnding: string): Promise<Candidate> {
  const ending = idEnding.trim().toLowerCase();
  if (!isIdLike(ending)) throw new MemoryError("candidate_not_found", { id: idEnding });
  const found = await findCandidatesByEnding(db, ending);
  if (found.length > 1) throw new MemoryError("id_ambiguous", { id: idEnding });
  const [candidate] = found;
  if (candidate === undefined) throw new MemoryError("candidate_not_found", { id: idEnding });
  return candidate;
}
