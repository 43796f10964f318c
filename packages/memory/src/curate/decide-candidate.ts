/** Applies a person's decisions on candidates. */

import { learnedAt } from "../anchors/branches/current-branches.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { UndoStep } from "../domain/changes/undo-entry.ts";
import type { Promotion } from "../learn/promote/promote.ts";
import { accept, getCandidate, reject } from "../learn/promote/review-candidate.ts";
import type { Workspace } from "../workspace.ts";
import { anchor } from "./memories.ts";
import type { Note } from "./undo/record-change.ts";

export async function acceptCandidate(
  workspace: Workspace,
  id: string,
  note?: Note,
): Promise<Promotion> {
  const { nowMs } = workspace.moment();
  const session = {
    id: "review",
    kind: null,
    outcome: null,
    agent: null,
    ...learnedAt(workspace, {}),
    endedAtMs: nowMs,
  };
  const admission = { redaction: workspace.redaction };
  const how = { session, mode: "automatic", admission } as const;
  const promotion = await workspace.db.transaction(async (tx) => {
    const before = await getCandidate(tx, id);
    const promoted = await accept(tx, id, how, workspace.moment());
    if (before.state !== "promoted") note?.(stepBack(before));
    return promoted;
  });
  if (promotion.memoryId !== null) await anchor(workspace, promotion.memoryId);
  return promotion;
}

export async function rejectCandidate(
  workspace: Workspace,
  id: string,
  note?: Note,
): Promise<Candidate> {
  return workspace.db.transaction(async (tx) => {
    const before = await getCandidate(tx, id);
    const rejected = await reject(tx, id, workspace.moment());
    note?.(stepBack(before));
    return rejected;
  });
}

function stepBack(before: Candidate): UndoStep {
  const { id, state, reason } = before;
  const memoryId = before.state === "promoted" ? before.memoryId : null;
  return { kind: "candidate", id, state, reason, memoryId };
}
