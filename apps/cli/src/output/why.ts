/** Explains the rank of a hit: one short line for people; `--explain` shows the numbers. */
import {
  type BranchState,
  type GateVerdict,
  type Hit,
  type Reranked,
  type Silence,
  shortId,
  verdictWords,
} from "@tacit-memory/memory";

const PATH_WORDS = {
  lexical: "words",
  dense: "meaning",
  anchor: "files of the memory",
  graph: "neighboring files",
  edge: "a linked memory",
  fingerprint: "the same error",
  trigger: "a trigger",
  learned: "time of learning",
} as const;

export function whyOf(hit: Hit): string {
  const { ranks, matched, coverage, cosine } = hit.explanation;
  const parts: string[] = [];
  if (ranks.fingerprint !== undefined) parts.push(PATH_WORDS.fingerprint);
  if (ranks.trigger !== undefined) parts.push(PATH_WORDS.trigger);
  if (ranks.anchor !== undefined) parts.push(PATH_WORDS.anchor);
  if (ranks.graph !== undefined && ranks.anchor === undefined) parts.push(PATH_WORDS.graph);
  if (ranks.edge !== undefined) parts.push(PATH_WORDS.edge);
  if (ranks.learned !== undefined) parts.push(PATH_WORDS.learned);
  if (matched.length > 0) {
    const words = matched.slice(0, 6).join(", ");
    parts.push(`words: ${words} (${Math.round(coverage * 100)} % of the query)`);
  } else if (ranks.lexical !== undefined) parts.push(PATH_WORDS.lexical);
  if (ranks.dense !== undefined && cosine !== null) {
    parts.push(`${PATH_WORDS.dense} (cosine ${cosine.toFixed(2)})`);
  }
  if (hit.code != null && hit.code.note !== null) parts.push(hit.code.note);
  if (hit.branch != null && hit.branch.note !== null) parts.push(hit.branch.note);
  return parts.join("; ");
}

/** Returns everything that contributed to the score, one line each. */
export function explanationLines(hit: Hit): string[] {
  const { ranks, fused, priors, prior, coverage, reranked } = hit.explanation;
  const paths = Object.entries(ranks).map(
    ([path, rank]) => `${PATH_WORDS[path as keyof typeof PATH_WORDS]} ${rank}`,
  );
  const factors = Object.entries(priors).map(([name, factor]) => `${name} × ${factor.toFixed(2)}`);
  return [
    `score ${hit.score.toFixed(4)} = fused ${fused.toFixed(4)} × prior ${prior.toFixed(2)}`,
    `ranks ${paths.join(", ") || "none"}; coverage ${coverage.toFixed(2)}`,
    textLine(hit.explanation),
    ...(reranked === undefined ? [] : [rerankLine(reranked, hit.rank)]),
    ...(factors.length === 0 ? [] : [`priors ${factors.join(", ")}`]),
    ...(hit.explanation.gate === undefined ? [] : [gateLine(hit.explanation.gate, hit)]),
    ...(hit.branch === undefined ? [] : [branchLine(hit.branch)]),
    ...(hit.code?.anchors ?? []).map((anchor) => `code ${verdictWords(anchor)}`),
  ];
}

function textLine({ relevance, words, cosine, pairs = 0 }: Hit["explanation"]): string {
  const beside = pairs > 0 ? `, adjacent words ${pairs.toFixed(3)}` : "";
  return `text ${relevance.toFixed(3)}: words ${words.toFixed(3)}, meaning ${cosine?.toFixed(3) ?? "not used"}${beside}`;
}

const SILENCES: Readonly<Record<Silence, string>> = {
  condition_met: "its `invalid-when` condition is met",
  awaits_review: "it waits for review",
  type: "memories of this type are shown only on request",
  rule_file: "the agent reads its rule file itself",
  code_gone: "its code no longer exists",
  low_confidence: "its confidence is too low",
  hypothesis: "it is not confirmed yet",
  little_evidence: "its relevance is too low",
  start_only: "trust level L1 shows memories only at the start of a session or of a subagent",
};

/** Explains why none of these memories is shown to an agent unasked, by the best one. */
export function silenceText(hits: readonly Hit[]): string {
  const silence = hits[0]?.explanation.gate?.silence;
  if (silence == null || silence === "little_evidence")
    return "No memory is relevant enough to be shown to an agent automatically.";
  return `No memory is shown to an agent automatically. The reason for the first one: ${SILENCES[silence]}.`;
}

function gateLine(
  { level, silence, evidence, least }: GateVerdict,
  { memory, confidence }: Hit,
): string {
  const measured =
    evidence === undefined || least === undefined
      ? ""
      : ` (relevance ${evidence.toFixed(2)}, threshold ${least.toFixed(2)})`;
  if (silence === null) return `shown automatically: yes${measured}`;
  const remedy =
    silence === "low_confidence"
      ? ` (${confidence.toFixed(2)}; to raise it, run \`tacit confirm ${shortId(memory.id)}\`)`
      : "";
  const how = level === "pointer" ? "title only" : "no";
  return `shown automatically: ${how}, because ${SILENCES[silence]}${remedy}${measured}`;
}

function rerankLine({ by, before, key, problem }: Reranked, rank: number): string {
  if (problem !== null) return `reranker ${by}: failed, rank #${before} unchanged: ${problem}`;
  if (key === null) return `reranker ${by}: not reranked, rank #${before} unchanged`;
  return `reranker ${by}: rank #${before} → #${rank}, score ${key.toFixed(3)}`;
}

function branchLine({ branch, commit, verdict }: BranchState): string {
  const at = [branch ?? "detached", commit?.slice(0, 10) ?? ""].filter(Boolean).join(" @ ");
  return `branch ${at}, not merged: ${verdict}`;
}
