/** The search behind everything an agent is shown without asking. */

import { hiddenHere } from "../anchors/branches/branches-here.ts";
import type { Hit } from "../domain/hit.ts";
import { SPEAKABLE } from "../recall/gate.ts";
import { type Asking, agentReader } from "../recall/reader.ts";
import { type RecallRequest, recall } from "../recall/recall.ts";
import type { Workspace } from "../workspace.ts";

/** Returns the best hits first, limited to types that may be shown unasked and memories the agent may read. */
export async function searchUnasked(
  workspace: Workspace,
  reader: Asking,
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
      hiddenStages: await hiddenHere(workspace),
      usePriors: workspace.usePriors,
      dense: workspace.meaning.inHooks,
    },
    workspace.moment().nowMs,
  );
}
