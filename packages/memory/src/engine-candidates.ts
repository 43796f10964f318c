/** What a person decides on candidates. */
import type { Candidate } from "./domain/candidate.ts";
import { learnedAt } from "./engine-branches.ts";
import { anchor } from "./engine-memories.ts";
import type { Life } from "./life.ts";
import type { Promotion } from "./promote/promote.ts";
import { accept, reject } from "./promote/review-candidate.ts";

export async function acceptCandidate(life: Life, id: string): Promise<Promotion> {
  const { nowMs } = life.moment();
  const promotion = await accept(
    life.db,
    id,
    {
      session: {
        id: "review",
        kind: null,
        outcome: null,
        agent: null,
        ...learnedAt(life, {}),
        endedAtMs: nowMs,
      },
      mode: "automatic",
      admission: { redaction: life.redaction },
    },
    life.moment(),
  );
  if (promotion.memoryId !== null) await anchor(life, promotion.memoryId);
  return promotion;
}

export async function rejectCandidate(life: Life, id: string): Promise<Candidate> {
  return reject(life.db, id, life.moment());
}
