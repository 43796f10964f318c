/** What a prompt would be shown without asking. Pure. */
import type { Trust } from "../../config/trust.ts";
import type { Hit } from "../../domain/hit.ts";
import { classifyTurn } from "../../domain/text/turn.ts";
import { type AgentReader, isVisibleTo } from "../../domain/visibility.ts";
import { levelsOf, SPEAKABLE } from "../gate.ts";
import { NO_HITS_SHOWN, type ShownIds } from "../merge-answers.ts";
import type { PassageHit } from "../passages/passage-hit.ts";
import { queryForPast } from "../passages/query-for-past.ts";
import { worthPointingTo } from "../passages/worth-pointing-to.ts";
import { promptMoment } from "../prompt-moment.ts";
import { chooseLevels } from "./choose-levels.ts";
import { passagePointer } from "./pointer.ts";
import { INJECT } from "./tuning.ts";

/** Returns what a prompt with this text would inject in a new session of this agent. */
export function shownUnasked(
  query: string,
  hits: readonly Hit[],
  passageHits: readonly PassageHit[],
  { trust, agent }: { readonly trust: Trust; readonly agent: AgentReader },
): ShownIds {
  if (!trust.showsDuringSession || classifyTurn(query) === "none") return NO_HITS_SHOWN;
  const passage = queryForPast(query) === null ? undefined : worthPointingTo(passageHits, "");
  const offer = {
    ...levelsOf(
      hits.filter(({ memory }) => SPEAKABLE.includes(memory.type) && isVisibleTo(agent, memory)),
      promptMoment(query),
      trust,
    ),
    passages: passage === undefined ? [] : [passagePointer(passage.passage)],
  };
  const { inFull, pointed } = chooseLevels(offer, INJECT.promptMemories);
  return {
    full: new Set(inFull.map(({ memory }) => memory.id)),
    pointed: new Set(pointed.map(({ id }) => id)),
  };
}
