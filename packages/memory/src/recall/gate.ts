/**
 * May a hit be put before an agent that did not ask for it? Silence is the normal answer: a hit passes only
 * on evidence that it bears on this very turn, an exact tie (error, trigger, a file that is there) or enough of
 * the question's rare words, and only if it may be trusted to speak unasked.
 */
import type { Hit } from "../domain/hit.ts";
import { RECALL } from "./tuning.ts";

/** The tag of what was read from a project's rule files. */
const RULE_FILE = "rule-file";

/** The hits that may be injected, in their order; empty for most turns. */
export function gate(hits: readonly Hit[]): Hit[] {
  const trusted = hits.filter(maySpeak);
  const best = Math.max(0, ...trusted.map((hit) => hit.explanation.coverage));
  return trusted.filter((hit) => bears(hit, best));
}

/** Whether it may be trusted to speak unasked, whatever it says. */
export function maySpeak(hit: Hit): boolean {
  const { memory } = hit;
  if (memory.isTainted && memory.needsReview) return false;
  if (memory.type === "handoff" || memory.type === "episode") return false;
  // Hosts read rule files themselves; saying it twice costs tokens and teaches nothing.
  if (memory.tags.includes(RULE_FILE)) return false;
  return hit.freshness !== "gone" && hit.confidence >= RECALL.gateMinConfidence.value;
}

function bears(hit: Hit, best: number): boolean {
  const { ranks, coverage, matched } = hit.explanation;
  if (ranks.fingerprint !== undefined || ranks.trigger !== undefined) return true;
  // The prompt names the very file that the memory is about.
  if (ranks.anchor !== undefined && hit.freshness !== "unanchored") return true;
  return (
    coverage >= RECALL.gateCoverage.value &&
    matched.length >= RECALL.gateTerms.value &&
    coverage >= best * RECALL.gateRelativeScore.value
  );
}
