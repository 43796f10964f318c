/** `tacit import export`: imports an export with the original ids, dates and states. */

import { join, resolve } from "node:path";
import { isFile, isFolder, readStartAt } from "@tacit-memory/files";
import {
  grouped,
  type ImportReport,
  type MarkdownReport,
  MemoryError,
  shortId,
  TOPICS,
} from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { inputText } from "../../input/input-lines.ts";
import { withTacit } from "../../open.ts";
import { plural, printable } from "../../output/layout.ts";
import { reasonWords } from "../../output/memory-text.ts";
import { argument, flag } from "../../parsed-args.ts";

const MAX_CHARS = 256_000_000;

export const importExport: Command = {
  name: "import export",
  summary: "import memories from a file of `tacit export`",
  arguments: [
    {
      name: "file",
      text: "an archive, a JSON or Markdown export, .tacit/memory, or - for standard input",
    },
  ],
  options: [
    {
      flags: "--edits",
      text: "Markdown: also apply texts that were changed in the file, and store its new sections",
    },
    {
      flags: "--trusted",
      text: "trust the file: import its marks (pinned, verified, written by a person, valid for every project)",
    },
  ],
  details:
    "Stored memories are not changed, except by --edits, and forgotten ones are not imported. A store without memories gets all data back unchanged. Into any other store, no memory is imported as pinned, verified or valid for every project, because another person may have written the file; --trusted imports these marks. A memory that changed both in the file and in the store stays as stored. `tacit undo` reverts the edits.\nSessions of an archive are imported with their events. Nothing is learned from them a second time; from sessions that were not learned from yet, Tacit learns only if the store had no memories or the file is trusted.",
  examples: [
    "tacit import export memories.json",
    "tacit import export memories.md --edits",
    "tacit import export .tacit/memory --edits",
    "tacit --home /mnt/new/tacit import export acme.tacit",
  ],
  run: async (input, context) => {
    const source = argument(input, 0);
    const isInFolder = source !== "-" && isFolder(source);
    const topics = isInFolder ? topicFilesIn(source) : [];
    const isWithEdits = flag(input, "edits");
    const trust = flag(input, "trusted") ? { isTrusted: true } : {};
    if (topics.length > 0) {
      const texts: string[] = [];
      for (const path of topics) texts.push(await inputText(context, path, MAX_CHARS));
      return importDocument(texts, { ...trust, withEdits: isWithEdits }, context);
    }
    if (isInFolder)
      throw new MemoryError("usage", { path: source, reason: "the folder has no topic files" });
    if (source !== "-" && isCompressed(source)) {
      if (isWithEdits) throw editsNeedMarkdown();
      return importArchive(source, trust, context);
    }
    const content = await inputText(context, source, MAX_CHARS);
    if (isMarkdown(content))
      return importDocument(content, { ...trust, withEdits: isWithEdits }, context);
    if (isWithEdits) throw editsNeedMarkdown();
    let document: unknown;
    try {
      document = JSON.parse(content);
    } catch (cause) {
      throw new MemoryError("input_malformed", {
        path: source,
        expected: "a JSON document",
        cause,
      });
    }
    await withTacit(context, async (tacit) => {
      const onProgress = (read: number, all: number) =>
        context.out.progress(`importing ${grouped(read)} of ${grouped(all)} memories`);
      const report = await tacit.exchange.importExport(document, { ...trust, onProgress });
      const project = (document as { readonly project?: unknown }).project;
      context.out.result(
        report,
        () =>
          `${imported(report)}${fromElsewhere(project, tacit.identity.canonical, report.imported)}`,
      );
    });
  },
};

function editsNeedMarkdown(): MemoryError {
  return new MemoryError("usage", { reason: "--edits needs a Markdown export" });
}

/** JSON may contain any text, so its beginning decides; a committed document may have other lines before its heading. */
function isMarkdown(content: string): boolean {
  return !/^\ufeff?\s*[{[]/.test(content) && /^(?:\ufeff?#|<!-- tacit:data)/m.test(content);
}

/** Archives are compressed by gzip; no other export is. */
function isCompressed(path: string): boolean {
  return readStartAt(path, 2)?.toString("hex") === "1f8b";
}

async function importArchive(
  path: string,
  trust: { readonly isTrusted?: boolean },
  context: CommandContext,
): Promise<void> {
  await withTacit(context, async (tacit) => {
    const report = await tacit.exchange.importArchive(resolve(path), trust);
    const { sessions, events } = report;
    context.out.result(
      report,
      () =>
        `${imported(report)}; ${plural(sessions, "session")} with ${plural(events, "event")}${fromElsewhere(report.project, tacit.identity.canonical, report.imported)}`,
    );
  });
}

/** Returns the topic files that a folder such as `.tacit/memory` contains. */
function topicFilesIn(folder: string): string[] {
  return TOPICS.map(({ name }) => join(folder, `${name}.md`)).filter((path) => isFile(path));
}

async function importDocument(
  content: string | readonly string[],
  how: { readonly isTrusted?: boolean; readonly withEdits: boolean },
  context: CommandContext,
): Promise<void> {
  await withTacit(context, async (tacit) => {
    const report = await tacit.exchange.importMarkdown(content, how);
    context.out.result(report, () =>
      [
        `${imported(report)}${fromElsewhere(report.project, tacit.identity.canonical, report.imported)}`,
        ...(how.withEdits ? editLines(report) : waitingLines(report.edits)),
      ].join("\n"),
    );
  });
}

function waitingLines(edits: number): string[] {
  return edits === 0
    ? []
    : [`${plural(edits, "edit")} in the file: run the command again with --edits to apply them`];
}

function editLines({ changed, added, confirmed, conflicts, refused }: MarkdownReport): string[] {
  return [
    `${plural(changed.length, "text")} changed, ${plural(added.length, "memory", "memories")} added`,
    ...confirmed.map((id) => `${shortId(id)} already stated what a new section states`),
    ...conflicts.map(
      (id) =>
        `${shortId(id)} changed here too since the export and stays: tacit show ${shortId(id)}`,
    ),
    ...refused.map(
      ({ title, reason }) => `not applied: "${printable(title)}": ${reasonWords(reason)}`,
    ),
  ];
}

function imported(report: ImportReport & { readonly lowered: number }): string {
  return `${plural(report.imported, "memory", "memories")} imported, ${report.merged} already stored${lowered(report)}`;
}

function lowered({ lowered: count }: { readonly lowered: number }): string {
  return count === 0
    ? ""
    : `; ${count} lost the mark pinned, verified, written by a person or valid for every project (--trusted imports these marks)`;
}

/** Returns a note about an export of another project, because projects with the same name are easily confused. */
function fromElsewhere(from: unknown, here: string, count: number): string {
  if (typeof from !== "string" || from === here) return "";
  return count === 0
    ? `; exported from ${printable(from)}: all memories are already stored and stay in their projects`
    : `; exported from ${printable(from)}, imported into ${here}`;
}
