/** Why does a hit stand where it stands? One short line for people; `--explain` has the numbers. */
import {
  type BranchStanding,
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
  anchor: "its files",
  graph: "files next to it",
  edge: "a memory tied to it",
  fingerprint: "this very error",
  trigger: "a trigger",
  learned: "when it was learned",
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

/** Everything that made the score, a line each. */
export function explanationLines(hit: Hit): string[] {
  const { ranks, fused, priors, prior, coverage, reranked } = hit.explanation;
  const paths = Object.entries(ranks).map(([path, rank]) => `${path} #${rank}`);
  const factors = Object.entries(priors).map(([name, factor]) => `${name} × ${factor.toFixed(2)}`);
  return [
    `score ${hit.score.toFixed(4)} = fused ${fused.toFixed(4)} × prior ${prior.toFixed(2)}`,
    `paths ${paths.join(", ") || "none"}; coverage ${coverage.toFixed(2)}`,
    textLine(hit.explanation),
    ...(reranked === undefined ? [] : [rerankLine(reranked, hit.rank)]),
    ...(factors.length === 0 ? [] : [`priors ${factors.join(", ")}`]),
    ...(hit.explanation.gate === undefined ? [] : [gateLine(hit.explanation.gate, hit)]),
    ...(hit.branch === undefined ? [] : [branchLine(hit.branch)]),
    ...(hit.code?.anchors ?? []).map((one) => `code ${verdictWords(one)}`),
  ];
}

function textLine({ relevance, words, cosine, pairs = 0 }: Hit["explanation"]): string {
  const beside = pairs > 0 ? `, side by side ${pairs.toFixed(3)}` : "";
  return `text ${relevance.toFixed(3)}: words ${words.toFixed(3)}, meaning ${cosine?.toFixed(3) ?? "not asked"}${beside}`;
}

const SILENCES: Readonly<Record<Silence, string>> = {
  condition_met: "a condition under which it no longer holds is met",
  awaits_review: "it waits for your review",
  type: "its type is told to who asks",
  rule_file: "the host reads the rule file it is from",
  code_gone: "the code it is about is gone",
  low_confidence: "its confidence has become too low",
  hypothesis: "nothing has confirmed it yet",
  little_evidence: "too little says that it bears on this",
};

function gateLine(
  { level, silence, evidence, least }: GateVerdict,
  { memory, confidence }: Hit,
): string {
  const measured =
    evidence === undefined || least === undefined
      ? ""
      : `, evidence ${evidence.toFixed(2)} where ${least.toFixed(2)} is enough for its full text`;
  if (silence === null) return `unasked: shown in full${measured}`;
  const remedy =
    silence === "low_confidence"
      ? ` (${confidence.toFixed(2)}); \`tacit confirm ${shortId(memory.id)}\` raises it`
      : "";
  const how = level === "pointer" ? "only pointed to" : "not shown";
  return `unasked: ${how}, ${SILENCES[silence]}${remedy}${measured}`;
}

function rerankLine({ by, before, key, problem }: Reranked, rank: number): string {
  if (problem !== null) return `second stage ${by}: not asked, #${before} stands: ${problem}`;
  if (key === null) return `second stage ${by}: not shown to it, #${before} stands`;
  return `second stage ${by}: #${before} → #${rank} by ${key.toFixed(3)}`;
}

function branchLine({ branch, commit, verdict }: BranchStanding): string {
  const at = [branch ?? "detached", commit?.slice(0, 10) ?? ""].filter(Boolean).join(" @ ");
  return `branch ${at}, staged: ${verdict}`;
}
