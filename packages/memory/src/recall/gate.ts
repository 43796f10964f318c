/**
 * May a hit be put before an agent that did not ask for it? Silence is the normal answer: a hit passes only
 * on evidence that it bears on this very turn, an exact tie (error, trigger, a file that is there) or enough of
 * what the question says and means, and only if it may be trusted to speak unasked.
 *
 * What is enough was fitted on labelled moments of real sessions (bench/coding-recall, dev half): logistic regression
 * of "bears on it" on words, meaning, coverage and matched terms, with the threshold at which 19 of 20 moments that
 * nothing bears on stay silent.
 */
import type { GateVerdict, Hit, Silence } from "../domain/hit.ts";
import { MEMORY_TYPES, type MemoryType } from "../domain/memory.ts";
import { GATE, RECALL } from "./tuning.ts";

/** The tag of what was read from a project's rule files. */
const RULE_FILE = "rule-file";

/** Of these types a memory may be told unasked; looking for others would only take their places. */
export const SPEAKABLE: readonly MemoryType[] = MEMORY_TYPES.filter(
  (type) => type !== "handoff" && type !== "episode",
);

/** The hits that may be injected, in their order; empty for most turns. */
export function gate(hits: readonly Hit[]): Hit[] {
  return judged(hits).flatMap(([hit, { silence }]) => (silence === null ? [hit] : []));
}

/** Of each hit, in their order, whether it may be told unasked and what decided it. */
export function gateVerdicts(hits: readonly Hit[]): GateVerdict[] {
  return judged(hits).map(([, verdict]) => verdict);
}

function judged(hits: readonly Hit[]): [Hit, GateVerdict][] {
  const trusted = hits.filter(maySpeak);
  const best = Math.max(0, ...trusted.map((hit) => hit.explanation.coverage));
  return hits.map((hit) => [hit, verdictOf(hit, best)]);
}

/** Whether it may be trusted to speak unasked, whatever it says. */
export function maySpeak(hit: Hit): boolean {
  return mistrustOf(hit) === null;
}

function mistrustOf(hit: Hit): Silence | null {
  const { memory } = hit;
  // It said itself when it would no longer hold.
  if (hit.code != null && hit.code.metCondition !== null) return "condition_met";
  // Tainted, disputed, or withdrawn by what sessions showed later (promote/unseen.ts): a person looks first.
  if (memory.needsReview || memory.isDisputed) return "awaits_review";
  if (!SPEAKABLE.includes(memory.type)) return "type";
  // Hosts read rule files themselves; saying it twice costs tokens and teaches nothing.
  if (memory.tags.includes(RULE_FILE)) return "rule_file";
  if (hit.freshness === "gone") return "code_gone";
  return hit.confidence >= RECALL.gateMinConfidence.value ? null : "low_confidence";
}

function verdictOf(hit: Hit, best: number): GateVerdict {
  const { ranks, cosine } = hit.explanation;
  const mistrust = mistrustOf(hit);
  if (mistrust !== null) return { silence: mistrust };
  if (ranks.fingerprint !== undefined || ranks.trigger !== undefined) return { silence: null };
  // The question names the very file that the memory is about. A long plan names many.
  const isAnchored = ranks.anchor !== undefined && hit.freshness !== "unanchored";
  if (cosine === null)
    return { silence: isAnchored || saysEnough(hit, best) ? null : "little_evidence" };
  const least = isAnchored ? GATE.anchored.value : GATE.threshold.value;
  const evidence = evidenceOf(hit);
  return { silence: evidence >= least ? null : "little_evidence", evidence, least };
}

/** By words alone. */
function saysEnough({ explanation: { coverage, matched } }: Hit, best: number): boolean {
  return (
    coverage >= RECALL.gateCoverage.value &&
    matched.length >= RECALL.gateTerms.value &&
    coverage >= best * RECALL.gateRelativeScore.value
  );
}

/** Log-odds that a hit bears on the moment. */
function evidenceOf({ explanation }: Hit): number {
  const { words, cosine, coverage, matched } = explanation;
  return (
    GATE.base.value +
    GATE.words.value * Math.min(words, GATE.mostWords.value) +
    GATE.meaning.value * (cosine ?? 0) +
    GATE.coverage.value * Math.min(coverage, GATE.mostCoverage.value) +
    GATE.terms.value * Math.min(matched.length, GATE.mostTerms.value)
  );
}
