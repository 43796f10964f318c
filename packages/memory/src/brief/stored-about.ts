/**
 * Finds the memory of an earlier session that is about what a turn changed, so that a request for notes can name it: the
 * agent then replaces it if it is outdated, and does not record it again.
 */

import { hiddenHere, isShownUnlessHidden } from "../anchors/branches/current-branches.ts";
import { inOrder } from "../capture/event-order.ts";
import type { Memory } from "../domain/memory.ts";
import { countShared, topicWords } from "../learn/checks/topic-words.ts";
import { editedFiles } from "../learn/detect/detector.ts";
import { buildTrace } from "../learn/detect/trace.ts";
import { nearestTo } from "../learn/promote/similar.ts";
import { isReplaceableIn } from "../learn/take-back/outdated.ts";
import { getMemories } from "../store/memories/memories.ts";
import { findByFiles } from "../store/memories/memory-lists.ts";
import { listEventsFrom } from "../store/sessions/events.ts";
import type { SessionRow } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";

/** Maximum memories of the edited files that are compared. */
const MAX_COMPARED = 50;
/** Minimum share of a memory's topic words that the agent used in the turn. */
const MIN_SHARE = 0.5;

/** Returns the memory whose words the turn repeats most; null if none is about the same. `fromSeq`: start of the turn. */
export async function storedAbout(
  workspace: Workspace,
  session: SessionRow,
  fromSeq: number,
): Promise<Memory | null> {
  const { db, projectId } = workspace;
  const trace = buildTrace(session.id, inOrder(await listEventsFrom(db, session.rid, fromSeq)));
  const files = editedFiles(trace.steps);
  const messages = trace.messages.filter(({ by, agentId }) => by === "agent" && agentId === null);
  const last = messages.at(-1);
  if (files.length === 0 || last === undefined) return null;
  const hidden = await hiddenHere(workspace);
  const ids = await findByFiles(db, { projectId, ...hidden }, { files }, MAX_COMPARED);
  const near = [...(await getMemories(db, ids)), ...(await nearestTo(db, projectId, last.text)())];
  const isVisible = isShownUnlessHidden(hidden);
  const turnWords = topicWords(messages.map(({ text }) => text).join("\n"));
  const shares = near
    .filter((memory) => isShownToAll(memory) && isVisible(memory))
    .filter((memory) => isReplaceableIn(session.id, memory))
    .map((memory) => ({ memory, share: shareOf(memory, turnWords) }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share);
  return shares[0]?.memory ?? null;
}

/** Whether any agent may be shown the memory. */
function isShownToAll({ scope, visibility, needsReview, type, state }: Memory): boolean {
  const isPublic = scope === "project" && visibility !== "secret";
  return isPublic && state === "active" && !needsReview && type !== "handoff";
}

function shareOf({ content }: Memory, turnWords: ReadonlySet<string>): number {
  const own = topicWords(content);
  return own.size === 0 ? 0 : countShared(own, turnWords) / own.size;
}
