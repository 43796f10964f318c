/** Applies a correction of a memory, by the user or by an agent. */

import { redact } from "@tacit-memory/redact";
import { hasPinRequest } from "../domain/changes/asked-for.ts";
import { MemoryError } from "../domain/errors.ts";
import { isValidAt, type Memory, withoutRefutation } from "../domain/memory.ts";
import { sentenceOf } from "../domain/sentences/sentences.ts";
import { endSupersession, refutationNow, refutationOf } from "../learn/promote/refutation.ts";
import { addEdge } from "../store/memories/edges.ts";
import { changeMemory, getMemory, insertMemory } from "../store/memories/memories.ts";
import { listReviewEntries } from "../store/memories/review-entries.ts";
import type { Workspace } from "../workspace.ts";
import { hasReadOutside, type Speaker } from "./agent-word.ts";
import { keep, setAside, withOwner } from "./memories.ts";
import { giveFeedback, type Verdict } from "./revise/feedback.ts";
import { correct, type Edit, edit, type Witness } from "./revise/revise.ts";
import type { Teaching } from "./teaching.ts";

/** The error of a memory: it is replaced by `text`, or only marked as outdated or wrong and archived. */
export type Correction =
  | { readonly kind: "replace"; readonly text: string }
  | { readonly kind: "outdated" }
  /** Leaves a memory of type "correction" that states the error and the reason. */
  | { readonly kind: "wrong"; readonly because?: string | undefined }
  /**
   * Like "wrong" but without a correction, for memories that should never have been stored. If an agent's request to pin the
   * memory is all that waits for review, only that request is rejected.
   */
  | { readonly kind: "rejected" }
  | { readonly kind: "scope"; readonly scope: Memory["scope"]; readonly scopeOwner?: string };

export async function correctMemory(
  workspace: Workspace,
  id: string,
  correction: Correction,
  by?: Speaker,
): Promise<Memory> {
  const memory = await getMemory(workspace.db, id);
  const moment = workspace.moment();
  if (correction.kind === "scope")
    return edit(
      workspace.db,
      memory,
      withOwner(workspace, memory, correction),
      workspace.projectId,
      moment,
    );
  if (correction.kind === "replace") {
    const isTainted = by !== undefined && (await hasReadOutside(workspace, by));
    return replace(workspace, memory, correction.text, isTainted);
  }
  if (correction.kind === "rejected" && (await hasOnlyPinRequest(workspace, memory)))
    return edit(workspace.db, memory, { isPinned: false }, workspace.projectId, moment);
  return doubt(workspace, memory, correction);
}

type Doubt = Exclude<Correction, { readonly kind: "replace" | "scope" }>;

/** Archives a memory as outdated or wrong. */
async function doubt(workspace: Workspace, memory: Memory, correction: Doubt): Promise<Memory> {
  const moment = workspace.moment();
  const isEnded = correction.kind === "outdated" && isValidAt(memory, moment.nowMs);
  const change: Edit = {
    addTags: [correction.kind === "outdated" ? "outdated" : "wrong"],
    isPinned: false,
    ...(isEnded ? { validToMs: moment.nowMs } : {}),
  };
  return workspace.db.transaction(async (tx) => {
    const archived = await setAside(
      tx,
      await edit(tx, memory, change, workspace.projectId, moment),
      moment,
    );
    if (correction.kind !== "wrong") return archived;
    const because = correction.because && redact(correction.because, workspace.redaction).text;
    const refutation = refutationOf(memory, because, moment);
    if ((await refutationNow(tx, memory))?.content === refutation.content) return archived;
    await endSupersession(tx, memory, moment);
    await insertMemory(tx, refutation, moment);
    const edge = { fromId: refutation.id, toId: memory.id, type: "supersedes" as const };
    await addEdge(tx, { ...edge, createdAtMs: moment.nowMs }, moment);
    // The memory was never true, so its validity does not end now; a dispute resumes if the memory is restored.
    return changeMemory(
      tx,
      archived,
      { ...archived, supersededBy: refutation.id },
      "refuted",
      moment,
    );
  });
}

/** Whether nothing about the memory waits for review but a request to pin it. */
async function hasOnlyPinRequest({ db }: Workspace, memory: Memory): Promise<boolean> {
  if (memory.needsReview || !hasPinRequest(memory)) return false;
  return (await listReviewEntries(db, [memory.id])).every(
    ({ reason }) => reason === "pin_requested",
  );
}

/** Replaces a memory in one transaction: a rejected correction changes nothing. */
async function replace(
  workspace: Workspace,
  memory: Memory,
  text: string,
  isTainted: boolean,
): Promise<Memory> {
  return workspace.db.transaction(async (tx) => {
    const admission = await keep(
      { ...workspace, db: tx },
      {
        content: text,
        source: "user_corrected",
        type: memory.type,
        scope: memory.scope,
        scopeOwner: memory.scopeOwner,
        visibility: memory.visibility,
        files: memory.files,
        // The corrected text is neither outdated nor wrong.
        tags: withoutRefutation(memory.tags),
        triggers: memory.triggers,
        errorFingerprint: memory.errorFingerprint,
        invalidWhen: memory.invalidWhen,
        validToMs: isValidAt(memory, workspace.moment().nowMs) ? memory.validToMs : null,
        isPinned: memory.isPinned && !isTainted,
        isTainted,
        ...whereItStands(memory),
      },
      () => true,
    );
    if (admission.id === null) {
      throw new MemoryError("usage", {
        reason: sentenceOf("refused", { reason: String(admission.reason) }),
      });
    }
    const replacement = await getMemory(tx, admission.id);
    await correct(tx, await getMemory(tx, memory.id), replacement, workspace.moment());
    return getMemory(tx, admission.id);
  });
}

/** Returns where the correction applies: on the branch of a staged memory, otherwise everywhere. */
function whereItStands(memory: Memory): Pick<Teaching, "branch" | "commit" | "isStaged"> {
  const { branch, commit, isStaged } = memory;
  return isStaged ? { branch, commit, isStaged } : { isStaged };
}

/** Applies feedback on a memory that was shown. Throws "memory_not_found". */
export async function rateMemory(
  workspace: Workspace,
  id: string,
  { verdict, by, because }: { verdict: Verdict; by: Witness; because: string | undefined },
): Promise<Memory> {
  const memory = await getMemory(workspace.db, id);
  if (verdict === "reject") return doubt(workspace, memory, { kind: "rejected" });
  const reason = because === undefined ? undefined : redact(because, workspace.redaction).text;
  return giveFeedback(workspace.db, memory, { verdict, by, because: reason }, workspace.moment());
}
