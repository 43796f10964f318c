/** What a person decides on candidates. */

import { learnedAt } from "../anchors/branches/branches-here.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { Promotion } from "../learn/promote/promote.ts";
import { accept, reject } from "../learn/promote/review-candidate.ts";
import type { Life } from "../workspace.ts";
import { anchor } from "./memories.ts";

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
