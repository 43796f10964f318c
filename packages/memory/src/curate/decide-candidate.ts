/** What a person decides on candidates. */

import { learnedAt } from "../anchors/branches/branches-here.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { Promotion } from "../learn/promote/promote.ts";
import { accept, reject } from "../learn/promote/review-candidate.ts";
import type { Workspace } from "../workspace.ts";
import { anchor } from "./memories.ts";

export async function acceptCandidate(workspace: Workspace, id: string): Promise<Promotion> {
  const { nowMs } = workspace.moment();
  const promotion = await accept(
    workspace.db,
    id,
    {
      session: {
        id: "review",
        kind: null,
        outcome: null,
        agent: null,
        ...learnedAt(workspace, {}),
        endedAtMs: nowMs,
      },
      mode: "automatic",
      admission: { redaction: workspace.redaction },
    },
    workspace.moment(),
  );
  if (promotion.memoryId !== null) await anchor(workspace, promotion.memoryId);
  return promotion;
}

export async function rejectCandidate(workspace: Workspace, id: string): Promise<Candidate> {
  return reject(workspace.db, id, workspace.moment());
}
