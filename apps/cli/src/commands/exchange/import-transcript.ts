/** `tacit import transcript`: learns from what agents did before Tacit observed them. */
import { statSync } from "node:fs";
import {
  ERRORS,
  MemoryError,
  type TranscriptsReport,
  type TranscriptToImport,
} from "@tacit-memory/memory";
import { findTranscripts, TRANSCRIPT_HOSTS } from "@tacit-memory/transcripts";
import type { Command, ParsedArgs } from "../../command.ts";
import { type CommandContext, endIfAllRejected } from "../../command-context.ts";
import { missing } from "../../failure.ts";
import { assignSessions } from "../../learn/assign-sessions.ts";
import { importTranscripts } from "../../learn/import-transcripts.ts";
import { type Lessons, lessonsText, writeDueLessons } from "../../learn/session-lessons.ts";
import { withCaughtUp } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { promotedJson } from "../../output/memory-json.ts";
import { memoryList } from "../../output/memory-text.ts";
import { argument, choice, flag } from "../../parsed-args.ts";

const HOSTS = ["auto", ...TRANSCRIPT_HOSTS] as const;

export const importTranscript: Command = {
  name: "import transcript",
  summary: "learn from agent transcripts in a file or a folder",
  arguments: [
    {
      name: "path",
      text: "a transcript file (also .gz), a folder, opencode.db of OpenCode, or state.vscdb of Cursor",
    },
  ],
  options: [
    {
      flags: "--host <host>",
      text: "the agent that wrote the transcripts (default: detected from their content)",
      choices: HOSTS,
    },
    {
      flags: "--assign",
      text: "assign sessions of missing folders to this repository if their commits or files match it",
    },
    { flags: "--again", text: "read unchanged files again" },
  ],
  details:
    "Each session is imported into the project of the folder it ran in; --project overrides this for all sessions. Sessions of a folder that is not on this machine are stored as a separate project. If their remote, commits or files match this repository, Tacit asks once whether they belong to it; the folder is then an alias of this project. A second import adds nothing and skips unchanged files.",
  examples: [
    "tacit import transcript ~/.claude/projects/-home-me-app",
    "tacit import transcript session.jsonl --host codex --project .",
    "tacit import transcript ~/.local/share/opencode/opencode.db",
    "tacit import transcript ~/.config/Cursor/User/globalStorage/state.vscdb",
  ],
  run: async (input, context) => {
    const files = await filesOf(input, context);
    // Ingests waiting hook events first, because they determine which sessions were observed live.
    await withCaughtUp(context, async (tacit) => {
      const isOneProject = context.place.named !== null;
      const report = await importTranscripts(context, tacit, {
        files,
        isOneProject,
        isAgain: flag(input, "again"),
      });
      const lessons = await writeDueLessons(context, tacit);
      const promoted = [...report.promoted, ...lessons.memories];
      const { missingFolders } = report;
      const assigned = await assignSessions(context, tacit, missingFolders, flag(input, "assign"));
      const left = new Set(missingFolders.map(({ folder }) => folder));
      for (const { folder, isAssigned } of assigned) if (isAssigned) left.delete(folder);
      const apart = [...left];
      const { sessions, events, skipped, errors, problems, duplicates } = report;
      context.out.result(
        {
          sessions,
          events,
          skipped,
          errors,
          promoted: promoted.length,
          files: files.length,
          problems,
          memories: promoted.map(promotedJson),
          writing: lessons.sessions,
          twice: duplicates,
          apart,
          assigned,
        },
        () => summary({ ...report, promoted }, apart, lessons, context),
      );
      endIfAllRejected(context, report.files - report.unreadable, report.unreadable);
    });
  },
};

async function filesOf(input: ParsedArgs, context: CommandContext): Promise<TranscriptToImport[]> {
  const path = argument(input, 0);
  const host = choice(input, "host", HOSTS) ?? "auto";
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw missing(path);
  const files: TranscriptToImport[] = [];
  if (host !== "auto" && stat.isFile()) return [{ path, host }];
  for await (const found of findTranscripts(path)) {
    if (host === "auto" || found.host === host) files.push(found);
    context.out.progress(`looking  ${files.length} transcripts`);
  }
  if (files.length === 0 && stat.isFile()) {
    throw new MemoryError("input_malformed", {
      path,
      expected: `a transcript of ${TRANSCRIPT_HOSTS.join(", ")}; name the agent with --host`,
    });
  }
  if (files.length === 0) {
    context.out.say(`tacit: ${path} contains no transcript of a supported agent`);
    context.endWith(ERRORS.input_malformed.exit);
  }
  return files;
}

function summary(
  report: TranscriptsReport,
  apart: readonly string[],
  lessons: Lessons,
  context: CommandContext,
): string {
  const { promoted, problems, duplicates } = report;
  const nowMs = context.machine.nowMs();
  const lines = [
    ...(promoted.length === 0 ? [] : [memoryList(promoted, context.out, nowMs), ""]),
    [
      plural(report.files, "file"),
      plural(report.events, "new event"),
      `learned from ${plural(report.sessions, "session")}`,
      `${report.skipped} unchanged`,
      plural(report.errors, "problem"),
      `${plural(promoted.length, "memory", "memories")} learned`,
    ].join(", "),
    ...[lessonsText(lessons)].filter((line) => line !== ""),
    ...problems
      .slice(0, 5)
      .map(
        (problem) =>
          `  ${problem.path}${problem.line > 0 ? `:${problem.line}` : ""}: ${problem.reason}`,
      ),
  ];
  if (duplicates.length > 0)
    lines.push(
      `Skipped ${plural(duplicates.length, "session")}: already imported from another record of the same session.`,
    );
  if (apart.length > 0) {
    lines.push(
      `Stored as separate projects, because these folders are not on this machine: ${apart.slice(0, 3).join(", ")}${apart.length > 3 ? ` and ${apart.length - 3} more` : ""}.`,
      "  To import them into a project, add --project DIR; `tacit projects` lists the projects.",
      "  To assign those whose commits or files match this repository to it, add --assign.",
    );
  }
  return lines.join("\n");
}
