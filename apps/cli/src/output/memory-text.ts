/** Memories for people: id, type, trust, text, and a dim line with the origin. */
import {
  AGENT_NOTE_TAG,
  type BranchState,
  type Candidate,
  type CodeState,
  effectiveConfidence,
  formatAge,
  lessonOf,
  type Memory,
  procedureOf,
  shortId,
  verdictWords,
} from "@tacit-memory/memory";
import { clipLines, clipped, padded, plural, printable, wrap } from "./layout.ts";
import type { Renderer } from "./renderer.ts";

const ID_WIDTH = 10;
const TYPE_WIDTH = 18;
const STANDING_WIDTH = 12;
const INDENT = ID_WIDTH;

/** Returns two to four lines for a memory in a list. */
export function memoryLines(memory: Memory, out: Renderer, nowMs: number): string {
  const { colors } = out;
  const head = [
    colors.cyan(padded(shortId(memory.id), ID_WIDTH)),
    colors.bold(padded(typeName(memory.type), TYPE_WIDTH)),
    padded(stateOf(memory, out), STANDING_WIDTH),
    [
      colors.dim(formatAge(memory.confirmedAtMs, nowMs)),
      ...flagsOf(memory, nowMs).map((item) => colors.yellow(item)),
    ].join(" · "),
  ].join(" ");
  const body = clipLines(wrap(printable(memory.content), out.width - INDENT - 1), 4);
  return [head, ...body.map(indented), ...quiet(provenance(memory), out)].join("\n");
}

export function memoryList(
  memories: readonly Memory[],
  out: Renderer,
  nowMs: number,
  reasons: ReviewReasons = new Map(),
): string {
  return memories.map((memory) => reviewLines(memory, out, nowMs, reasons)).join("\n\n");
}

/** By memory: the reasons why it waits for review. */
export type ReviewReasons = ReadonlyMap<Memory["id"], readonly { readonly detail: string }[]>;

/** Returns a memory with the findings of a check of its code. */
export function reviewLines(
  memory: Memory,
  out: Renderer,
  nowMs: number,
  reasons: ReviewReasons,
): string {
  const wrapped = (reasons.get(memory.id) ?? []).flatMap(({ detail }) =>
    wrap(printable(detail), out.width - INDENT - 1),
  );
  const lines = wrapped.map((line) => indented(out.colors.yellow(line)));
  return [memoryLines(memory, out, nowMs), ...lines].join("\n");
}

/** Returns all details of a memory. */
export function memoryDetail(
  memory: Memory,
  out: Renderer,
  nowMs: number,
  freshness?: CodeState,
  stands: BranchState | null = null,
): string {
  const { colors } = out;
  const rows: (readonly [string, string])[] = [
    ...procedureRows(memory),
    ["id", memory.id],
    ["type", `${typeName(memory.type)}, ${memory.scope}, ${memory.visibility}`],
    [
      "trust",
      `${memory.standing}, confidence ${effectiveConfidence(memory, nowMs).toFixed(2)}, seen ${plural(memory.observationCount, "time")}`,
    ],
    ["state", [...new Set([memory.state, ...flagsOf(memory, nowMs)])].join(", ")],
    [
      "source",
      [memory.source.replaceAll("_", " "), ...(memory.agent === null ? [] : [memory.agent])].join(
        ", ",
      ),
    ],
    ["files", memory.files.join(", ")],
    ["code", codeWords(freshness)],
    ["tags", memory.tags.join(", ")],
    ["triggers", memory.triggers.join(", ")],
    ["error", memory.errorFingerprint === null ? "" : "shown when the stored error occurs again"],
    ["invalid when", memory.invalidWhen.join("; ")],
    ["valid", validityWords(memory)],
    ["branch", branchWords(memory, stands)],
    ["sessions", memory.sessions.join(", ")],
    ["created", when(memory.createdAtMs, nowMs)],
    ["confirmed", when(memory.confirmedAtMs, nowMs)],
    ["superseded by", memory.supersededBy ?? ""],
    ["written", writerWords(memory, nowMs)],
    ["version", String(memory.version)],
  ];
  const facts = rows
    .filter(([, value]) => value !== "")
    .flatMap(([name, value]) =>
      wrap(printable(value), out.width - 16).map(
        (line, i) => `${colors.dim(padded(i === 0 ? name : "", 14))}  ${line}`,
      ),
    );
  const evidence = memory.evidence.map(
    (item) =>
      `${colors.dim(padded("evidence", 14))}  ${item.kind.replace("_", " ")}: ${clipped(item.detail, out.width - 30)}`,
  );
  const content = printable(memory.content)
    .split("\n")
    .flatMap((line) => wrap(line, out.width));
  return [...content, "", ...facts, ...evidence].join("\n");
}

/** Returns the parts of a procedure, one per line, and how often it worked. */
function procedureRows(memory: Memory): (readonly [string, string])[] {
  const procedure = procedureOf(memory);
  if (procedure === null) return [];
  const { trigger, steps, prerequisites, warnings, successes, failures } = procedure;
  const listed = (name: string, texts: readonly string[]) =>
    texts.map((text, at) => [at === 0 ? name : "", text] as const);
  return [
    ["when", trigger],
    ...listed("prerequisites", prerequisites),
    ...listed(
      "steps",
      steps.map((step, at) => `${at + 1}. ${step}`),
    ),
    ...listed("warnings", warnings),
    ["history", `${plural(successes, "success", "successes")}, ${plural(failures, "failure")}`],
  ];
}

function writerWords(memory: Memory, nowMs: number): string {
  const mark = lessonOf(memory);
  return mark === null ? "" : `by ${mark.by}, ${formatAge(mark.atMs, nowMs)}`;
}

const VERDICT_WORDS: Readonly<Record<BranchState["verdict"], string>> = {
  here: "checked out",
  contained: "merged into the checked-out branch",
  equivalent: "merged into the checked-out branch as another commit",
  unknown: "shown, because Git cannot determine whether it is merged",
  elsewhere: "not merged into the checked-out branch",
  gone: "branch deleted, not merged according to Git",
};

export function validityWords({ validFromMs, validToMs }: Memory): string {
  return [
    ...(validFromMs === null ? [] : [`since ${utc(validFromMs)}`]),
    ...(validToMs === null ? [] : [`until ${utc(validToMs)}`]),
  ].join(", ");
}

function branchWords({ branch, commit }: Memory, stands: BranchState | null): string {
  const at = [branch ?? "", (commit ?? "").slice(0, 12)].filter(Boolean).join(" @ ");
  return stands === null ? at : `${at}; ${VERDICT_WORDS[stands.verdict]}`;
}

function codeWords(freshness: CodeState | undefined): string {
  if (freshness === undefined || freshness.freshness === "unanchored") return freshness?.note ?? "";
  const met = freshness.metCondition === null ? [] : [`no longer valid: ${freshness.metCondition}`];
  return [...met, ...freshness.anchors.map(verdictWords)].join("; ");
}

export function candidateLines(candidate: Candidate, out: Renderer): string {
  const { colors } = out;
  const { saidIn } = candidate.payload;
  const where = typeof saidIn === "string" ? ` (${printable(saidIn)})` : "";
  const state =
    candidate.state === "promoted" ? "promoted" : `${reasonWords(candidate.reason)}${where}`;
  const head = [
    colors.cyan(padded(shortId(candidate.id), ID_WIDTH)),
    colors.bold(padded(typeName(candidate.type), TYPE_WIDTH)),
    colors.yellow(`${candidate.state === "rejected" ? "rejected: " : ""}${state}`),
  ].join(" ");
  const body = clipLines(wrap(printable(candidate.content), out.width - INDENT - 1), 3);
  const from = `${candidate.signals.map((signal) => signal.replaceAll("_", " ")).join(", ")} · ${plural(candidate.sessions.length, "session")} · score ${candidate.score.toFixed(2)}`;
  return [head, ...body.map(indented), ...quiet(from, out)].join("\n");
}

const REASON_WORDS: Readonly<Record<string, string>> = {
  session_cancelled: "from a cancelled session",
  session_failed: "from a failed session",
  counted_only: "counted for prefetch and reports, a memory only if you accept it",
  too_few_sessions: "waiting for the same observation in more sessions",
  low_quality: "too little content",
  code_derivable: "visible in the code",
  low_value: "low value",
  too_short: "too short",
  too_long: "too long",
  all_secret: "only secrets",
  private: "marked private",
  over_cap: "over the limit of memories per session",
  forgotten: "you forgot this memory",
  corrected: "you corrected it",
  rejected_by_user: "you rejected it",
  capture_off: "observed while capture was off",
  awaits_review: "waiting for your review",
  withdrawn: "removed from its source",
  session_running: "observed in a running session",
  said_already: "another memory contains it",
  repository_says: "the repository contains it",
};

export function reasonWords(reason: string | null): string {
  return reason === null ? "waiting" : (REASON_WORDS[reason] ?? reason);
}

export function typeName(type: string): string {
  return type.replaceAll("_", " ");
}

function provenance(memory: Memory): string {
  const parts = [
    memory.files.slice(0, 3).join(", ") +
      (memory.files.length > 3 ? ` +${memory.files.length - 3}` : ""),
    memory.evidence.length > 0 ? evidenceWords(memory) : "",
    memory.observationCount > 1 ? `seen ${memory.observationCount} times` : "",
    memory.tags.map((tag) => `#${tag}`).join(" "),
    scopeWords(memory),
    memory.visibility === "personal" ? "" : memory.visibility,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** Returns for whom the memory is, if not for everyone in its project. */
function scopeWords({ scope, scopeOwner }: Memory): string {
  if (scope === "project") return "";
  return scope === "global" ? "every project" : `${scope} ${printable(scopeOwner ?? "")}`.trim();
}

const EVIDENCE = {
  user: "stated by the user",
  test: "tests passed",
  commit: "committed",
  exit_code: "the command succeeded",
  reobserved: "observed in a session",
} as const;
/** An agent's note names no command; a run of its turn passed. */
const EVIDENCE_OF_NOTE = {
  ...EVIDENCE,
  exit_code: "a run passed",
  reobserved: "noted by an agent",
};

/** Returns the kinds of evidence, the strongest first, each once. */
function evidenceWords({ evidence, tags }: Memory): string {
  const kinds = ["user", "test", "commit", "exit_code", "reobserved"] as const;
  const words = tags.includes(AGENT_NOTE_TAG) ? EVIDENCE_OF_NOTE : EVIDENCE;
  const present = kinds.filter((kind) => evidence.some((item) => item.kind === kind));
  return present
    .slice(0, 2)
    .map((kind) => words[kind])
    .join(", ");
}

function stateOf(memory: Memory, out: Renderer): string {
  if (memory.standing === "verified") return out.colors.green(memory.standing);
  return memory.standing === "hypothesis" ? out.colors.dim(memory.standing) : memory.standing;
}

function flagsOf(memory: Memory, nowMs: number): string[] {
  const { validFromMs, validToMs } = memory;
  return [
    ...(validFromMs !== null && nowMs < validFromMs ? ["not valid yet"] : []),
    ...(validToMs !== null && validToMs <= nowMs ? ["no longer valid"] : []),
    ...(memory.isPinned ? ["pinned"] : []),
    ...(memory.needsReview ? ["needs review"] : []),
    ...(memory.isDisputed ? ["disputed"] : []),
    ...(memory.isTainted ? ["from untrusted text"] : []),
    ...(memory.isStaged ? [`only on ${memory.branch ?? "a detached HEAD"} until merged`] : []),
    ...(memory.state === "archived" ? ["archived"] : []),
    ...(memory.supersededBy === null ? [] : ["superseded"]),
  ];
}

function quiet(text: string, out: Renderer): string[] {
  return wrap(printable(text), out.width - INDENT - 1)
    .slice(0, 2)
    .map((line) => indented(out.colors.dim(line)));
}

function indented(line: string): string {
  return `${" ".repeat(INDENT)} ${line}`;
}

function when(ms: number, nowMs: number): string {
  return `${utc(ms)} (${formatAge(ms, nowMs)})`;
}

function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
