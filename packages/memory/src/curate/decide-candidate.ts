/** Applies a person's decisions on candidates. */

import { learnedAt } from "../anchors/branches/branches-here.ts";
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
  const before = await getCandidate(workspace.db, id);
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
  if (before.state !== "promoted") note?.(stepBack(before));
  return promotion;
}

export async function rejectCandidate(
  workspace: Workspace,
  id: string,
  note?: Note,
): Promise<Candidate> {
  const before = await getCandidate(workspace.db, id);
  const rejected = await reject(workspace.db, id, workspace.moment());
  note?.(stepBack(before));
  return rejected;
}

function stepBack(before: Candidate): UndoStep {
  const { id, state, reason } = before;
  const memoryId = before.state === "promoted" ? before.memoryId : null;
  return { kind: "candidate", id, state, reason, memoryId };
}
