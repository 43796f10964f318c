/** The search behind what an agent is shown without having asked. */
import type { Hit } from "./domain/hit.ts";
import { hiddenHere } from "./engine-branches.ts";
import type { Life } from "./life.ts";
import { SPEAKABLE } from "./recall/gate.ts";
import { type RecallRequest, recall } from "./recall/recall.ts";

/** Best first, at most `limit`, of the types that may be shown unasked. */
export async function searchUnasked(
  life: Life,
  query: string,
  about: Pick<RecallRequest, "fingerprints">,
  limit: number,
): Promise<Hit[]> {
  return recall(
    life.db,
    {
      projectId: life.projectId,
      root: life.identity.root,
      freshness: life.freshness,
      query,
      ...about,
      types: SPEAKABLE,
      limit,
      hiddenStages: await hiddenHere(life),
      usePriors: life.usePriors,
      dense: life.meaning.inHooks,
    },
    life.moment().nowMs,
  );
}
