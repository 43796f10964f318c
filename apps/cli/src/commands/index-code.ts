/** `tacit index`: reads the code of the project, so that questions about it can be answered. */
import { resolve } from "node:path";
import type { CodeProgress } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { argument, flag } from "../given.ts";
import { columns, plural } from "../layout.ts";
import { withTacit } from "../open.ts";
import type { World } from "../world.ts";

export const indexCode: Command = {
  name: "index",
  summary: "read the project's code: who calls, imports and extends whom",
  arguments: [{ name: "dir", text: "any folder of the project (default: here)", isOptional: true }],
  options: [{ flags: "--full", text: "read every file again, not only what changed" }],
  details:
    "The index is kept in Tacit's home and can be deleted at any time. Questions bring it up to date by themselves; " +
    "the first one indexes the project.",
  examples: ["tacit index", "tacit index ../other-project", "tacit index --full --json"],
  run: async (given, world) => {
    const folder = argument(given, 0);
    const place =
      folder === "" ? world.place : { ...world.place, named: resolve(world.machine.cwd(), folder) };
    await withTacit({ ...world, place }, async (tacit) => {
      const { notes, ...report } = await tacit.code.index({
        full: flag(given, "full"),
        onProgress: (progress) => world.out.progress(progressText(progress)),
      });
      for (const note of notes) world.out.say(`tacit: ${note}`);
      world.out.result(report, () => {
        const languages = Object.entries(report.languages).sort(([, a], [, b]) => b - a);
        const number = (value: number) => value.toLocaleString("en-US");
        return columns([
          ["files", `${number(report.files)}, ${number(report.parsed)} read now`],
          ...languages.map(([name, count]) => [`  ${name}`, number(count)]),
          ["skipped", skippedText(report.skippedBy)],
          ["symbols", number(report.symbols)],
          ["edges", number(report.edges)],
          ["took", `${(report.tookMs / 1000).toFixed(2)} s, ${report.peakRssMb} MB at most`],
        ]).join("\n");
      });
    });
  },
};

function skippedText(by: Readonly<Record<string, number>>): string {
  const told = Object.entries(by).map(
    ([reason, count]) => `${plural(count, "file")} ${reason.replaceAll("_", " ")}`,
  );
  return told.length === 0 ? "none" : told.join(", ");
}

const STEPS = { listing: "listing files", reading: "reading code", linking: "linking" } as const;

export function progressText({ step, done, total }: CodeProgress): string {
  return total === 0
    ? STEPS[step]
    : `${STEPS[step]} ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
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
