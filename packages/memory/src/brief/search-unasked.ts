/** The search behind what an agent is shown without having asked. */

import { hiddenHere } from "../anchors/branches/branches-here.ts";
import type { Hit } from "../domain/hit.ts";
import { SPEAKABLE } from "../recall/gate.ts";
import { type Asking, agentReader } from "../recall/reader.ts";
import { type RecallRequest, recall } from "../recall/recall.ts";
import type { Life } from "../workspace.ts";

/** Best first, of the types that may be shown unasked, and of what the agent may read. */
export async function searchUnasked(
  life: Life,
  reader: Asking,
  about: Pick<RecallRequest, "query" | "fingerprints" | "limit" | "isTriggered">,
): Promise<Hit[]> {
  return recall(
    life.db,
    {
      projectId: life.projectId,
      root: life.identity.root,
      freshness: life.freshness,
      audience: agentReader(life, reader),
      ...about,
      types: SPEAKABLE,
      hiddenStages: await hiddenHere(life),
      usePriors: life.usePriors,
      dense: life.meaning.inHooks,
    },
    life.moment().nowMs,
  );
}
