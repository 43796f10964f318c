/** `tacit index`: reads the project's code so that queries about it can be answered. */
import { resolve } from "node:path";
import {
  type CodeProgress,
  type CompilerNews,
  grouped,
  type IndexNews,
  type IndexReport,
} from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withTacit } from "../../open.ts";
import { columns, plural } from "../../output/layout.ts";
import { unreadText } from "../../output/unknown-text.ts";
import { argument, flag, text, texts } from "../../parsed-args.ts";

export const indexCode: Command = {
  name: "index",
  summary: "index the code of the project: calls, imports, inheritance",
  arguments: [
    {
      name: "dir",
      text: "any folder of the project (default: the working directory)",
      isOptional: true,
    },
  ],
  options: [
    { flags: "--full", text: "read all files again, not only changed files" },
    {
      flags: "--scip <file>",
      text: "a SCIP index that overrides Tacit's own analysis",
      isRepeatable: true,
    },
    {
      flags: "--precise <language>",
      text: "resolve calls with the type checker of the project",
      choices: ["typescript"],
    },
    { flags: "--no-scip", text: "use no SCIP index, and delete the data of earlier SCIP indexes" },
  ],
  details:
    "Tacit stores the index in its home folder; you can delete it at any time. Queries update the index; " +
    "the first query creates it. A SCIP index (`index.scip` or `.scip/` at the root, or --scip FILE) " +
    "overrides Tacit's own analysis in files that did not change since. Create it with your indexer; Tacit runs none. " +
    "Results of the type checker are stored until the file changes, or until you run --full without --precise.",
  examples: [
    "tacit index",
    "tacit index ../other-project",
    "tacit index --scip build/index.scip",
    "tacit index --precise typescript",
    "tacit index --full --json",
  ],
  run: async (input, context) => {
    const folder = argument(input, 0);
    const place =
      folder === ""
        ? context.place
        : { ...context.place, named: resolve(context.machine.cwd(), folder) };
    await withTacit({ ...context, place }, async (tacit) => {
      const { notes, ...report } = await tacit.code.index({
        full: flag(input, "full"),
        scip: texts(input, "scip").map((file) => resolve(context.machine.cwd(), file)),
        findScip: !flag(input, "noScip"),
        precise: text(input, "precise") !== undefined,
        onProgress: (progress) => context.out.progress(progressText(progress)),
      });
      for (const note of notes) context.out.say(`tacit: ${note}`);
      const unread = unreadText(report.unreadBy);
      const partlyRead = unreadText(report.partlyReadBy);
      context.out.result(report, () => {
        const languages = Object.entries(report.languages).sort(([, a], [, b]) => b - a);
        return columns([
          ["files", `${grouped(report.files)}, ${grouped(report.parsed)} read in this run`],
          ...languages.map(([name, count]) => [`  ${name}`, grouped(count)]),
          ["skipped", skippedText(report.skippedBy)],
          ...(unread === "" ? [] : [["not read", `${unread}: answers do not know their uses`]]),
          ...(partlyRead === ""
            ? []
            : [["partly read", `${partlyRead}: syntax errors, or a template that is not read`]]),
          ["symbols", grouped(report.symbols)],
          ["edges", grouped(report.edges)],
          ...report.compilers.indexes.map((index) => ["scip", indexText(index)]),
          ...checkedText(report.compilers),
          ["took", `${(report.tookMs / 1000).toFixed(2)} s, ${report.peakRssMb} MB at most`],
        ])
          .concat(adviceLines(report))
          .join("\n");
      });
    });
  },
};

/** From this share of calls on unknown receivers, a compiler would resolve much more than Tacit. */
const MUCH_UNKNOWN = 0.3;

function adviceLines({
  unknownShare,
  languages,
}: Pick<IndexReport, "unknownShare" | "languages">): string[] {
  if (unknownShare < MUCH_UNKNOWN) return [];
  const isTyped = (languages["typescript"] ?? 0) + (languages["tsx"] ?? 0) > 0;
  const how = isTyped ? "`tacit index --precise typescript`, or a SCIP index" : "a SCIP index";
  const share = Math.round(unknownShare * 100);
  return [
    "",
    `${share} % of the method calls that may lead to this project have a receiver of unknown type; ${how} (--scip FILE) can resolve more`,
  ];
}

/** Describes which part of an index is used and which is not. */
function indexText(index: IndexNews): string {
  const { file, tool, files, sites, outdated, unknown } = index;
  const made = tool === "" ? file : `${file} by ${tool}`;
  const used = `${grouped(sites)} ${sites === 1 ? "site" : "sites"} in ${plural(files, "file")} from ${made}`;
  const parts = [
    used,
    ...(outdated > 0 ? [`${plural(outdated, "file")} changed since, read by Tacit`] : []),
    ...(unknown > 0 ? [`${plural(unknown, "document")} without a file in this project`] : []),
  ];
  return parts.join("; ");
}

function checkedText({ checked }: CompilerNews): string[][] {
  const { files, sites } = checked;
  if (files === 0) return [];
  return [["checked", `${grouped(sites)} calls in ${plural(files, "file")} by TypeScript`]];
}

function skippedText(by: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(by).map(
    ([reason, count]) => `${plural(count, "file")} ${reason.replaceAll("_", " ")}`,
  );
  return reasons.length === 0 ? "none" : reasons.join(", ");
}

const STEPS = {
  listing: "listing files",
  reading: "reading code",
  importing: "reading SCIP indexes",
  checking: "asking the type checker",
  linking: "linking",
  history: "reading the Git history",
} as const;

export function progressText({ step, done, total, share }: CodeProgress): string {
  if (total === 0) return STEPS[step];
  const counted = `${STEPS[step]} ${grouped(done)} of ${grouped(total)}`;
  return share === undefined ? counted : `${counted} files, ${Math.floor(share * 100)} %`;
}

/** Returns a function that shows the progress of an index a query has to wait for. */
export function shownProgress(context: CommandContext): (progress: CodeProgress) => void {
  let isAnnounced = false;
  return (progress) => {
    if (!isAnnounced)
      context.out.say("tacit: this project has no index yet; indexing its code first");
    isAnnounced = true;
    context.out.progress(progressText(progress));
  };
}
