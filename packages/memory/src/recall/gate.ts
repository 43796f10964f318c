/**
 * Decides whether a hit is shown to an agent that did not ask, and at which level. In full: on strong evidence of relevance,
 * an exact tie (error, trigger, an existing file) or enough of what the question says and means. As a pointer, its id and
 * title: on some evidence, because one line costs little when it is wrong. Untrusted hits are never shown, and a hypothesis
 * is shown only as a pointer.
 *
 * The evidence is a logistic regression of relevance on words, meaning, coverage and matched terms, fitted on labelled
 * moments of real sessions (bench/coding-recall, dev half). Both thresholds were chosen there by their cost: the tokens shown
 * at a moment with nothing relevant.
 */

import { isTrusted, type Trust } from "../config/trust.ts";
import type { GateVerdict, Hit, Silence } from "../domain/hit.ts";
import { MEMORY_TYPES, type MemoryType } from "../domain/memory.ts";
import type { PromptMoment } from "./prompt-moment.ts";
import { GATE, RECALL } from "./tuning.ts";

/** Tag of memories that were read from a project's rule files. */
const RULE_FILE = "rule-file";

/** Types of memories that may be shown unprompted; searching for others would only take their places. */
export const SPEAKABLE: readonly MemoryType[] = MEMORY_TYPES.filter(
  (type) => type !== "handoff" && type !== "episode",
);

/** The kind of moment: a prompt, a short question or report, or a call that has just failed. */
export type Moment = PromptMoment | "failure";

/** Hits to inject in full and hits to point to, each in their order; both are empty for most moments. */
export interface Levels {
  readonly full: Hit[];
  readonly pointers: Hit[];
}

export function levelsOf(hits: readonly Hit[], moment: Moment, trust: Trust): Levels {
  const verdicts = gateVerdicts(hits, moment, trust);
  const at = (level: GateVerdict["level"]) => hits.filter((_, i) => verdicts[i]?.level === level);
  return { full: at("full"), pointers: at("pointer") };
}

/** The hits that may be injected in full, in their order. */
export function gate(hits: readonly Hit[], trust: Trust): Hit[] {
  return levelsOf(hits, "prompt", trust).full;
}

/** Returns for each hit the level at which it may be shown unprompted, and what decided it. */
export function gateVerdicts(hits: readonly Hit[], moment: Moment, trust: Trust): GateVerdict[] {
  const trusted = hits.filter((hit) => maySpeak(hit, trust));
  const best = Math.max(0, ...trusted.map((hit) => hit.explanation.coverage));
  return hits.map((hit) => verdictOf(hit, { best, moment, trust }));
}

/** Whether the hit is trusted enough to be shown unprompted, whatever its text. */
export function maySpeak(hit: Hit, trust: Trust): boolean {
  return mistrustOf(hit, trust) === null;
}

function mistrustOf(hit: Hit, trust: Trust): Silence | null {
  const { memory } = hit;
  // The memory's own condition for becoming invalid is met.
  if (hit.code != null && hit.code.metCondition !== null) return "condition_met";
  // Tainted, disputed, or withdrawn by later sessions (promote/unseen.ts): a person must review it first.
  if (memory.needsReview || memory.isDisputed) return "awaits_review";
  if (!SPEAKABLE.includes(memory.type)) return "type";
  // Hosts read rule files themselves; repeating them costs tokens and teaches nothing.
  if (memory.tags.includes(RULE_FILE)) return "rule_file";
  if (hit.freshness === "gone") return "code_gone";
  if (!isTrusted(trust, memory, hit.confidence)) return "low_confidence";
  return hit.confidence >= RECALL.gateMinConfidence ? null : "low_confidence";
}

interface Circumstances {
  /** Coverage of the best trusted hit. */
  readonly best: number;
  readonly moment: Moment;
  readonly trust: Trust;
}

function verdictOf(hit: Hit, { best, moment, trust }: Circumstances): GateVerdict {
  const { ranks, cosine } = hit.explanation;
  const mistrust = mistrustOf(hit, trust);
  if (mistrust !== null) return { level: null, silence: mistrust };
  if (ranks.fingerprint !== undefined || ranks.trigger !== undefined) return strong(hit, {});
  // The question names the file that the memory is about. A long plan names many files.
  const isAnchored = ranks.anchor !== undefined && hit.freshness !== "unanchored";
  if (cosine === null)
    return isAnchored || saysEnough(hit, best)
      ? strong(hit, {})
      : { level: null, silence: "little_evidence" };
  const ofMoment = moment === "failure" ? GATE.failure.value : GATE.threshold.value;
  const minEvidence = isAnchored ? Math.min(GATE.anchored.value, ofMoment) : ofMoment;
  const evidence = evidenceOf(hit);
  if (evidence >= minEvidence) return strong(hit, { evidence, least: minEvidence });
  const level = isPointedTo(hit.explanation.matched, { cosine, evidence, moment })
    ? "pointer"
    : null;
  return { level, silence: "little_evidence", evidence, least: minEvidence };
}

interface Nearness {
  readonly cosine: number;
  readonly evidence: number;
  readonly moment: Moment;
}

function isPointedTo(matched: readonly string[], { cosine, evidence, moment }: Nearness): boolean {
  if (moment !== "other_language")
    return (moment === "question" && cosine >= GATE.asked.value) || evidence >= GATE.pointer.value;
  // A function word is none of the matched words.
  return matched.length > 0 || cosine >= GATE.askedOtherLanguage.value;
}

/** Returns the verdict for a hit with strong evidence: in full, unless it is not known well enough whether it is true. */
function strong({ memory }: Hit, measured: Pick<GateVerdict, "evidence" | "least">): GateVerdict {
  return memory.standing === "hypothesis"
    ? { level: "pointer", silence: "hypothesis", ...measured }
    : { level: "full", silence: null, ...measured };
}

/** Whether the words alone are enough. */
function saysEnough({ explanation: { coverage, matched } }: Hit, best: number): boolean {
  return (
    coverage >= RECALL.gateCoverage &&
    matched.length >= RECALL.gateTerms &&
    coverage >= best * RECALL.gateRelativeScore
  );
}

/** Returns the log-odds that a hit is relevant at the moment. */
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
