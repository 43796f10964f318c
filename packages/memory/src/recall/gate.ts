/**
 * May a hit be put before an agent that did not ask for it, and how? There are two levels. In full: on strong evidence that it
 * bears on this moment, an exact tie (error, trigger, a file that is there) or enough of what the question says and means. As a
 * pointer, its id and title: on some evidence, because one line costs little where it is wrong. Nothing is shown that may not be
 * trusted to speak unasked, and a hypothesis is only ever pointed to.
 *
 * The evidence is a logistic regression of "bears on it" on words, meaning, coverage and matched terms, fitted on labelled moments
 * of real sessions (bench/coding-recall, dev half). Both thresholds were chosen there by what they cost: the tokens that a moment
 * with nothing relevant is shown.
 */

import { DEFAULT_TRUST, isTrusted, type Trust } from "../config/trust.ts";
import type { GateVerdict, Hit, Silence } from "../domain/hit.ts";
import { MEMORY_TYPES, type MemoryType } from "../domain/memory.ts";
import type { PromptMoment } from "./prompt-moment.ts";
import { GATE, RECALL } from "./tuning.ts";

/** The tag of what was read from a project's rule files. */
const RULE_FILE = "rule-file";

/** Of these types a memory may be told unasked; looking for others would only take their places. */
export const SPEAKABLE: readonly MemoryType[] = MEMORY_TYPES.filter(
  (type) => type !== "handoff" && type !== "episode",
);

/** What a moment asks: what somebody types, a short question or report among it, or a call that has just failed. */
export type Moment = PromptMoment | "failure";

/** Hits to inject in full and hits to point to, each in their order; both are empty for most moments. */
export interface Levels {
  readonly full: Hit[];
  readonly pointers: Hit[];
}

export function levelsOf(
  hits: readonly Hit[],
  moment: Moment = "prompt",
  trust: Trust = DEFAULT_TRUST,
): Levels {
  const verdicts = gateVerdicts(hits, moment, trust);
  const at = (level: GateVerdict["level"]) => hits.filter((_, i) => verdicts[i]?.level === level);
  return { full: at("full"), pointers: at("pointer") };
}

/** The hits that may be injected in full, in their order. */
export function gate(hits: readonly Hit[], trust: Trust = DEFAULT_TRUST): Hit[] {
  return levelsOf(hits, "prompt", trust).full;
}

/** Of each hit, in their order, at which level it may be shown unasked and what decided it. */
export function gateVerdicts(
  hits: readonly Hit[],
  moment: Moment = "prompt",
  trust: Trust = DEFAULT_TRUST,
): GateVerdict[] {
  const trusted = hits.filter((hit) => maySpeak(hit, trust));
  const best = Math.max(0, ...trusted.map((hit) => hit.explanation.coverage));
  return hits.map((hit) => verdictOf(hit, { best, moment, trust }));
}

/** Whether it may be trusted to speak unasked, whatever it says. */
export function maySpeak(hit: Hit, trust: Trust): boolean {
  return mistrustOf(hit, trust) === null;
}

function mistrustOf(hit: Hit, trust: Trust): Silence | null {
  const { memory } = hit;
  // It said itself when it would no longer hold.
  if (hit.code != null && hit.code.metCondition !== null) return "condition_met";
  // Tainted, disputed, or withdrawn by what sessions showed later (promote/unseen.ts): a person looks first.
  if (memory.needsReview || memory.isDisputed) return "awaits_review";
  if (!SPEAKABLE.includes(memory.type)) return "type";
  // Hosts read rule files themselves; saying it twice costs tokens and teaches nothing.
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
  // The question names the very file that the memory is about. A long plan names many.
  const isAnchored = ranks.anchor !== undefined && hit.freshness !== "unanchored";
  if (cosine === null)
    return isAnchored || saysEnough(hit, best)
      ? strong(hit, {})
      : { level: null, silence: "little_evidence" };
  const ofMoment = moment === "failure" ? GATE.failure.value : GATE.threshold.value;
  const least = isAnchored ? Math.min(GATE.anchored.value, ofMoment) : ofMoment;
  const evidence = evidenceOf(hit);
  if (evidence >= least) return strong(hit, { evidence, least });
  const isNear = moment === "question" && cosine >= GATE.asked.value;
  const level = isNear || evidence >= GATE.pointer.value ? "pointer" : null;
  return { level, silence: "little_evidence", evidence, least };
}

/** Enough for its full text, unless too little is known of whether it is true. */
function strong({ memory }: Hit, measured: Pick<GateVerdict, "evidence" | "least">): GateVerdict {
  return memory.standing === "hypothesis"
    ? { level: "pointer", silence: "hypothesis", ...measured }
    : { level: "full", silence: null, ...measured };
}

/** By words alone. */
function saysEnough({ explanation: { coverage, matched } }: Hit, best: number): boolean {
  return (
    coverage >= RECALL.gateCoverage &&
    matched.length >= RECALL.gateTerms &&
    coverage >= best * RECALL.gateRelativeScore
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
