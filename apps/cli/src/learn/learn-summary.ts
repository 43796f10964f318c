/** Human output of `tacit learn`: the memories, what was rejected, and how they are used. */
import { join } from "node:path";
import {
  byWorth,
  type Candidate,
  type ContextBlock,
  type HistoryReport,
  type Memory,
  type QuestionAnswer,
  type Recalled,
  type RulesReport,
  type TranscriptsReport,
} from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { hostConnections } from "../hosts/connection.ts";
import { columns, plural, printable } from "../output/layout.ts";
import { hitJson, type Json, memoryJson } from "../output/memory-json.ts";
import { memoryLines, reasonWords } from "../output/memory-text.ts";
import { passageHitJson, passageLines } from "../output/passage-text.ts";

export interface Findings {
  readonly rules: RulesReport | null;
  readonly history: HistoryReport | null;
  readonly transcripts: TranscriptsReport | null;
  /** Every memory of the project except handoffs. */
  readonly known: readonly Memory[];
  /** Whether sessions of agents are stored, by this run or before. */
  readonly hasSessions: boolean;
}

export interface LearnSummary extends Findings {
  /** Memories that are new in this run, in their current state. */
  readonly fresh: readonly Memory[];
  readonly refused: ReadonlyMap<string, number>;
  readonly isExample: boolean;
}

const NO_LESSONS = "No lessons to show yet.";
const CAN_BE_SEARCHED = "What you and your agents said in past sessions can be searched.";
const NO_SESSIONS = "Tacit learns from the next session of a connected agent.";
/** Lessons shown; `tacit list` shows the others. */
const SHOWN = 5;
/** Hits shown for the question. */
const ANSWERS = 2;

export function learnSummary(findings: Findings, isExample: boolean): LearnSummary {
  const { history, transcripts } = findings;
  const existing = findings.known.filter((memory) => !isFromRuleFile(memory));
  const learned = [
    ...(history?.learned ?? []).flatMap((item) => item.promoted),
    ...(transcripts?.promoted ?? []),
  ];
  const ids = new Set<string>(learned.map((memory) => memory.id));
  const fresh = existing.filter((memory) => ids.has(memory.id));
  const candidates = new Map<string, Candidate>();
  const learnedFrom = (history?.learned ?? []).flatMap((session) => session.candidates);
  for (const candidate of [...(transcripts?.candidates ?? []), ...learnedFrom])
    candidates.set(candidate.id, candidate);
  const refused = new Map<string, number>();
  for (const candidate of candidates.values()) {
    if (candidate.state === "promoted" || candidate.reason === null) continue;
    refused.set(candidate.reason, (refused.get(candidate.reason) ?? 0) + 1);
  }
  return {
    ...findings,
    fresh,
    refused,
    isExample,
  };
}

/** Rules copied from a file are no lessons: agents load the file themselves. */
export function isFromRuleFile({ tags }: Memory): boolean {
  return tags.includes("rule-file");
}

export function summaryJson(
  summary: LearnSummary,
  project: string,
  recalled: Recalled | null,
  block: ContextBlock,
  context: CommandContext,
): Json {
  const { rules, history, transcripts, fresh, known: existing, refused, isExample } = summary;
  const nowMs = context.machine.nowMs();
  return {
    project,
    isExample,
    rules,
    commits: history?.commits ?? 0,
    transcripts:
      transcripts === null
        ? null
        : {
            files: transcripts.files,
            sessions: transcripts.sessions,
            events: transcripts.events,
            skipped: transcripts.skipped,
            errors: transcripts.errors,
          },
    learned: fresh.map((memory) => memoryJson(memory, nowMs)),
    known: existing.length,
    refused: Object.fromEntries(refused),
    recall:
      recalled === null
        ? null
        : {
            query: recalled.query,
            tookMs: recalled.tookMs,
            abstained: recalled.abstained,
            hits: recalled.answers.map((answer) =>
              answer.kind === "passage" ? passageHitJson(answer.hit) : hitJson(answer.hit, true),
            ),
          },
    context: { text: block.text, tokens: block.tokens, memories: block.shown.map(({ id }) => id) },
  };
}

export function summaryText(
  summary: LearnSummary,
  recalled: Recalled | null,
  block: ContextBlock,
  context: CommandContext,
): string {
  const { colors } = context.out;
  const title = (text: string) => colors.bold(colors.underline(text));
  const parts = [
    ...learnedParts(summary, context, title),
    ...(summary.refused.size === 0 ? [] : [refusedLine(summary)]),
    ...recallParts(recalled, context, title),
    ...(block.text === ""
      ? []
      : [
          `${title("Memory block at the next session start")} ${colors.dim(`(about ${block.tokens} tokens)`)}`,
          block.text,
        ]),
    nextSteps(summary, context, title),
  ];
  return `\n${parts.join("\n\n")}`;
}

/** Returns what was learned, without how it is used. */
export function learnedText(summary: LearnSummary, context: CommandContext): string {
  const { colors } = context.out;
  const title = (text: string) => colors.bold(colors.underline(text));
  return `\n${learnedParts(summary, context, title).join("\n\n")}`;
}

function learnedParts(
  summary: LearnSummary,
  context: CommandContext,
  title: (text: string) => string,
): string[] {
  const { fresh, rules } = summary;
  const existing = summary.known.filter((memory) => !isFromRuleFile(memory));
  const imported = rules?.imported ?? 0;
  const fromRules =
    imported > 0 ? [`${plural(imported, "rule")} imported from the project's rule files.`] : [];
  if (existing.length === 0)
    return [...fromRules, `${NO_LESSONS} ${summary.hasSessions ? CAN_BE_SEARCHED : NO_SESSIONS}`];
  const shown = byWorth(fresh.length > 0 ? fresh : existing)
    .toSorted((a, b) => Number(a.needsReview) - Number(b.needsReview))
    .slice(0, SHOWN);
  const all = fresh.length > 0 ? fresh.length : existing.length;
  const heading = fresh.length > 0 ? "Most useful new memories" : knownHeading(summary);
  const count =
    shown.length < all
      ? ` (${shown.length} of ${all}${summary.isExample ? "" : "; `tacit list` shows all"})`
      : "";
  return [
    ...fromRules,
    `${title(heading)}${context.out.colors.dim(count)}`,
    ...shown.map((memory) => memoryLines(memory, context.out, context.machine.nowMs())),
  ];
}

function knownHeading({ isExample }: LearnSummary): string {
  return isExample ? "Memories of the example" : "No new memories. Already known";
}

function refusedLine({ refused }: LearnSummary): string {
  const reasons = [...refused]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reasonWords(reason)} (${count})`);
  return `Not stored yet: ${reasons.join("; ")}. To list them, run \`tacit candidates\`.`;
}

function recallParts(
  recalled: Recalled | null,
  context: CommandContext,
  title: (text: string) => string,
): string[] {
  if (recalled === null || recalled.answers.length === 0) return [];
  const { out, machine } = context;
  // Answers are listed before summaries of sessions.
  const isSummary = (answer: QuestionAnswer) =>
    answer.kind === "passage" && answer.hit.passage.speaker === "summary" ? 1 : 0;
  const hits = recalled.answers
    .toSorted((a, b) => isSummary(a) - isSummary(b))
    .map((answer) =>
      answer.kind === "passage"
        ? passageLines(answer.hit, out, machine.nowMs())
        : memoryLines(answer.hit.memory, out, machine.nowMs()),
    );
  return [
    `${title("Example of a question")} ${out.colors.dim(`(answered in ${recalled.tookMs.toFixed(0)} ms)`)}`,
    `  $ tacit recall ${shellQuoted(recalled.query)}`,
    ...hits.slice(0, ANSWERS),
  ];
}

/** Quotes a text to be copied into a shell: a question from a session may contain backticks or `$()`. */
function shellQuoted(text: string): string {
  return `'${printable(text).replaceAll("'", "'\\''")}'`;
}

function nextSteps(
  summary: LearnSummary,
  context: CommandContext,
  title: (text: string) => string,
): string {
  const folder = join(context.place.home, "example");
  const steps = columns([
    ...(hostConnections(context).some(({ isConnected }) => isConnected)
      ? []
      : [["tacit init", "connect your agents, so that every session learns and gets memories"]]),
    ...(summary.isExample
      ? []
      : [
          ['tacit recall "…"', "search memories and past sessions"],
          ["tacit list", "list all memories"],
        ]),
    ['tacit remember "…"', "store a memory yourself"],
  ]);
  // Not in the table: this line contains the path of the home and would push the descriptions off the screen.
  const example = summary.isExample
    ? [`tacit list --home ${folder} --project ${folder}`, "  list all memories of the example"]
    : [];
  return [title("Next"), ...[...steps, ...example].map((line) => `  ${line}`)].join("\n");
}
