/**
 * `tacit learn`: learns everything about this project in one run: from its rule files, its history and, with the user's
 * consent, the transcripts of agents that worked on it. Then it shows the result and how to use it.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type HistoryReport,
  type Memory,
  openTacit,
  type RulesReport,
  type Tacit,
  type TranscriptsReport,
  type TranscriptToImport,
} from "@tacit-memory/memory";
import { findTranscripts } from "@tacit-memory/transcripts";
import type { Command, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { importTranscripts } from "../../learn/import-transcripts.ts";
import {
  isFromRuleFile,
  type LearnSummary,
  learnedText,
  learnSummary,
  summaryJson,
  summaryText,
} from "../../learn/learn-summary.ts";
import { learnWith, WITH_OPTIONS, WRITER_OFFER } from "../../learn/learn-with.ts";
import { lessonsText, writeDueLessons } from "../../learn/session-lessons.ts";
import { withTranscripts } from "../../learn/transcripts-to-read.ts";
import { catchUp, storeOptions, withTacit } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { flag, text } from "../../parsed-args.ts";
import { exampleFolder } from "../../programs.ts";

const DAY_MS = 86_400_000;
const EXAMPLE_QUESTION =
  "Why is the Evaluate Impact button missing after its evaluation was deleted?";
/** A history alone reveals little about the way of working: with fewer memories and no session, the example is shown, too. */
const FEW = 3;
/** Rule files named in the summary; a repository can have a hundred. */
const MAX_NAMED = 4;

export const learn: Command = {
  name: "learn",
  summary: "build memory from rule files, Git history and transcripts, and show a summary",
  arguments: [],
  options: [
    {
      flags: "--yes",
      text: "do not ask: read the transcripts of this project in your home folder, and with --with send text to the model",
    },
    { flags: "--no-home", text: "do not read transcripts in your home folder" },
    {
      flags: "--in-repository",
      text: "read the transcripts that the repository contains (.specstory/history, checkpoints of Entire); other people may have written them",
    },
    ...WITH_OPTIONS,
  ],
  details:
    "Tacit reads rule files and Git history and, if you agree, the transcripts of your agents for this project, in your home folder and in the repository.\nNo data leaves this machine. Another run adds new memories.\n\nWith --with, a language model then reads past sessions and writes lessons: two calls per session, at most eight lessons. Tacit sends the messages of you and the agent and the results of runs, without tool output. The second call also contains earlier lessons of the same model, and parts of the repository's documents, manifests, scripts, CI files and comments about the same. Secrets are redacted. Tacit shows the price in tokens first and reads each session once. claude-code, codex and gemini run the program of that agent with your account, without tools and hooks. To do this after every session, run `tacit models use NAME --as writer`.",
  examples: [
    "tacit learn",
    "tacit --project ../other learn --yes",
    "tacit learn --with claude-code --sessions 5 --dry-run",
  ],
  run: async (input, context) => {
    let needsExample = false;
    await withTacit(context, async (tacit) => {
      await catchUp(tacit, context);
      // A dry run reads nothing new and shows what would be sent from existing data.
      if (text(input, "with") !== undefined && flag(input, "dryRun")) {
        await learnWith(input, context, tacit);
        return;
      }
      const { canonical, branch, root } = tacit.identity;
      context.out.say(`Project  ${canonical}${branch === null ? "" : ` on ${branch}`}  (${root})`);
      const rules = await learnRules(context, tacit);
      const history = await learnHistory(context, tacit);
      const transcripts = await learnTranscripts(input, context, tacit);
      if (text(input, "with") !== undefined) {
        await learnWith(input, context, tacit);
        return;
      }
      await writeLessonsOrOffer(context, tacit);
      const memories = await memoriesWithoutHandoffs(tacit);
      const learned = memories.filter((memory) => !isFromRuleFile(memory));
      const hasSessions = (await tacit.sessions.recentOfAgents(1)).length > 0;
      const findings = { rules, history, transcripts, known: memories, hasSessions };
      const summary = learnSummary(findings, false);
      const areFew = learned.length === 0 || (learned.length < FEW && !context.out.isJson);
      needsExample = areFew && !hasSessions && exampleFolder() !== null;
      if (!needsExample)
        await present(context, tacit, summary, await tacit.sessions.answeredQuestion());
      else if (learned.length > 0) context.out.text(learnedText(summary, context));
    });
    if (needsExample) await learnFromExample(context);
  },
};

async function writeLessonsOrOffer(context: CommandContext, tacit: Tacit): Promise<void> {
  const lessons = lessonsText(await writeDueLessons(context, tacit));
  if (lessons !== "") context.out.say(`Lessons  ${lessons}`);
  else if (
    (await (await tacit.admin.writers()).list()).length === 0 &&
    (await tacit.sessions.recentOfAgents(1)).length > 0
  )
    context.out.say(`Lessons  ${WRITER_OFFER}`);
}

async function learnRules(context: CommandContext, tacit: Tacit): Promise<RulesReport> {
  const report = await tacit.exchange.importRules();
  context.out.say(
    report.files.length === 0
      ? "Rules    no rule files (CLAUDE.md, AGENTS.md, …)"
      : `Rules    ${fileWords(report.files)}: ${plural(report.items, "rule")}, ${report.imported} new${forgottenWords(report)}`,
  );
  return report;
}

function fileWords(files: readonly string[]): string {
  const named = files.slice(0, MAX_NAMED).join(", ");
  const others = files.length - MAX_NAMED;
  return others > 0 ? `${named} and ${plural(others, "other file")}` : named;
}

function forgottenWords({ forgotten }: RulesReport): string {
  return forgotten.length === 0
    ? ""
    : `, ${forgotten.length} skipped because you forgot them: \`tacit import rules\` lists them`;
}

async function learnHistory(context: CommandContext, tacit: Tacit): Promise<HistoryReport> {
  context.out.progress("History  reading commits");
  const report = await tacit.exchange.importHistory();
  const promoted = report.learned.reduce((sum, learned) => sum + learned.promoted.length, 0);
  context.out.say(
    `History  ${plural(report.commits, "new commit")}, ${plural(promoted, "memory", "memories")}`,
  );
  return report;
}

async function learnTranscripts(
  input: ParsedArgs,
  context: CommandContext,
  tacit: Tacit,
): Promise<TranscriptsReport | null> {
  const consent = {
    isHomeLeftOut: flag(input, "noHome"),
    isHomeAgreed: flag(input, "yes"),
    isRepositoryAgreed: flag(input, "inRepository"),
  };
  return withTranscripts(context, tacit, consent, (files) => readAll(context, tacit, files, false));
}

async function readAll(
  context: CommandContext,
  tacit: Tacit,
  files: readonly TranscriptToImport[],
  isOneProject: boolean,
): Promise<TranscriptsReport> {
  const startedAtMs = context.machine.nowMs();
  const report = await importTranscripts(context, tacit, {
    files,
    isOneProject,
    isOwnIfGone: true,
  });
  const seconds = ((context.machine.nowMs() - startedAtMs) / 1000).toFixed(1);
  context.out.say(
    `Agents   ${plural(report.events, "new event")}, learned from ${plural(report.sessions, "session")} in ${seconds} s, ${plural(report.promoted.length, "memory", "memories")}`,
  );
  return report;
}

/** Learns from the example in a separate home, because its memories must never be shown to an agent. */
async function learnFromExample(context: CommandContext): Promise<void> {
  const folder = exampleFolder();
  if (folder === null) return;
  const home = join(context.place.home, "example");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  context.out.say(
    "\nNo agent session is stored for this project yet. This is the bundled example: ten recorded sessions of",
  );
  context.out.say(
    "Claude Code in another project, with a model's answers to Tacit's requests for notes, written later.",
  );
  context.out.say(`Its store is separate: ${home}\n`);
  const options = { ...storeOptions(context), home, cwd: home };
  const importing = await openTacit(options);
  let transcripts: TranscriptsReport;
  let endMs: number;
  try {
    const files: TranscriptToImport[] = [];
    for await (const found of findTranscripts(folder)) files.push(found);
    transcripts = await readAll(context, importing, files, true);
    const [last] = await importing.sessions.recent(1);
    endMs = last?.lastEventMs ?? context.machine.nowMs();
  } finally {
    await importing.close();
  }
  // Memories fade; these are shown as they were one day after they were created.
  const nowMs = () => endMs + DAY_MS;
  const tacit = await openTacit({ ...options, clock: nowMs });
  try {
    const then = { ...context, machine: { ...context.machine, nowMs } };
    const memories = await memoriesWithoutHandoffs(tacit);
    const none = { rules: null, history: null };
    const findings = { ...none, transcripts, known: memories, hasSessions: true };
    await present(then, tacit, learnSummary(findings, true), EXAMPLE_QUESTION);
  } finally {
    await tacit.close();
  }
}

/** Returns the memories without handoffs. */
async function memoriesWithoutHandoffs(tacit: Tacit): Promise<Memory[]> {
  return (await tacit.memories.list()).filter((memory) => memory.type !== "handoff");
}

async function present(
  context: CommandContext,
  tacit: Tacit,
  summary: LearnSummary,
  query: string | null,
): Promise<void> {
  const recalled = query === null ? null : await tacit.memories.recall({ query, limit: 3 });
  const session = `learn:${context.machine.nowMs()}`;
  const block = await tacit.brief.startBlock(
    { session, point: "session_start" },
    { isPreview: true },
  );
  context.out.result(summaryJson(summary, tacit.identity.canonical, recalled, block, context), () =>
    summaryText(summary, recalled, block, context),
  );
}
