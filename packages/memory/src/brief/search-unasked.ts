/** The search behind everything an agent is shown without asking. */

import { hiddenHere } from "../anchors/branches/current-branches.ts";
import type { Hit } from "../domain/hit.ts";
import { SPEAKABLE } from "../recall/gate.ts";
import { type AgentSession, agentReader } from "../recall/reader.ts";
import { type RecallRequest, recall } from "../recall/recall.ts";
import type { Workspace } from "../workspace.ts";

/** Returns the best hits first, limited to types that may be shown unasked and memories the agent may read. */
export async function searchForBlock(
  workspace: Workspace,
  reader: AgentSession,
  about: Pick<RecallRequest, "query" | "fingerprints" | "limit" | "isTriggered">,
): Promise<Hit[]> {
  return recall(
    workspace.db,
    {
      projectId: workspace.projectId,
      root: workspace.identity.root,
      freshness: workspace.freshness,
      audience: agentReader(workspace, reader),
      ...about,
      types: SPEAKABLE,
      ...(await hiddenHere(workspace)),
      usePriors: workspace.usePriors,
      dense: workspace.meaning.inHooks,
    },
    workspace.moment().nowMs,
  );
}
