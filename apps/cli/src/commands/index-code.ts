/** `tacit index`: reads the code of the project, so that questions about it can be answered. */
import { resolve } from "node:path";
import {
  type CodeProgress,
  type CompilerNews,
  grouped,
  type IndexNews,
} from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { argument, flag, text, texts } from "../given.ts";
import { columns, plural } from "../layout.ts";
import { withTacit } from "../open.ts";
import type { World } from "../world.ts";

export const indexCode: Command = {
  name: "index",
  summary: "read the project's code: who calls, imports and extends whom",
  arguments: [{ name: "dir", text: "any folder of the project (default: here)", isOptional: true }],
  options: [
    { flags: "--full", text: "read every file again, not only what changed" },
    {
      flags: "--scip <file>",
      text: "a SCIP index that goes before our own reading",
      isRepeatable: true,
    },
    {
      flags: "--precise <language>",
      text: "ask the project's own type checker what each call stands for",
      choices: ["typescript"],
    },
    { flags: "--no-scip", text: "use no SCIP index, and forget what one said before" },
  ],
  details:
    "The index is kept in Tacit's home and can be deleted at any time. Questions bring it up to date by themselves; " +
    "the first one indexes the project. A SCIP index (`index.scip` or `.scip/` at the root, or one that is named) " +
    "goes before our own reading in the files that are as it saw them; your own indexer makes it, Tacit runs none. " +
    "What the type checker said is kept until its file changes, or until --full without --precise.",
  examples: [
    "tacit index",
    "tacit index ../other-project",
    "tacit index --scip build/index.scip",
    "tacit index --precise typescript",
    "tacit index --full --json",
  ],
  run: async (given, world) => {
    const folder = argument(given, 0);
    const place =
      folder === "" ? world.place : { ...world.place, named: resolve(world.machine.cwd(), folder) };
    await withTacit({ ...world, place }, async (tacit) => {
      const { notes, ...report } = await tacit.code.index({
        full: flag(given, "full"),
        scip: texts(given, "scip").map((file) => resolve(world.machine.cwd(), file)),
        findScip: !flag(given, "noScip"),
        precise: text(given, "precise") !== undefined,
        onProgress: (progress) => world.out.progress(progressText(progress)),
      });
      for (const note of notes) world.out.say(`tacit: ${note}`);
      world.out.result(report, () => {
        const languages = Object.entries(report.languages).sort(([, a], [, b]) => b - a);
        return columns([
          ["files", `${grouped(report.files)}, ${grouped(report.parsed)} read now`],
          ...languages.map(([name, count]) => [`  ${name}`, grouped(count)]),
          ["skipped", skippedText(report.skippedBy)],
          ["symbols", grouped(report.symbols)],
          ["edges", grouped(report.edges)],
          ...report.compilers.indexes.map((index) => ["scip", indexText(index)]),
          ...checkedText(report.compilers),
          ["took", `${(report.tookMs / 1000).toFixed(2)} s, ${report.peakRssMb} MB at most`],
        ]).join("\n");
      });
    });
  },
};

/** What of it is used, and what is not. */
function indexText(index: IndexNews): string {
  const { file, tool, files, sites, outdated, unknown } = index;
  const made = tool === "" ? file : `${file} by ${tool}`;
  const used = `${grouped(sites)} ${sites === 1 ? "site" : "sites"} in ${plural(files, "file")} from ${made}`;
  const told = [
    used,
    ...(outdated > 0 ? [`${plural(outdated, "file")} edited since, read by us`] : []),
    ...(unknown > 0 ? [`${plural(unknown, "document")} of no file here`] : []),
  ];
  return told.join("; ");
}

function checkedText({ checked }: CompilerNews): string[][] {
  const { files, sites } = checked;
  if (files === 0) return [];
  return [["checked", `${grouped(sites)} calls in ${plural(files, "file")} by TypeScript`]];
}

function skippedText(by: Readonly<Record<string, number>>): string {
  const told = Object.entries(by).map(
    ([reason, count]) => `${plural(count, "file")} ${reason.replaceAll("_", " ")}`,
  );
  return told.length === 0 ? "none" : told.join(", ");
}

const STEPS = {
  listing: "listing files",
  reading: "reading code",
  importing: "reading SCIP indexes",
  checking: "asking the type checker",
  linking: "linking",
  history: "reading the history of git",
} as const;

export function progressText({ step, done, total, share }: CodeProgress): string {
  if (total === 0) return STEPS[step];
  const counted = `${STEPS[step]} ${grouped(done)} of ${grouped(total)}`;
  return share === undefined ? counted : `${counted} files, ${Math.floor(share * 100)} %`;
}

/** Shows the progress of an index that a question had to wait for. */
export function shownProgress(world: World): (progress: CodeProgress) => void {
  let isTold = false;
  return (progress) => {
    if (!isTold) world.out.say("tacit: this project was not indexed yet; reading its code first");
    isTold = true;
    world.out.progress(progressText(progress));
  };
}
