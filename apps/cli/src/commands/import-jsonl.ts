/** `tacit import jsonl`: memories from any other program, a JSON line each. */
import { grouped } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { argument, flag } from "../given.ts";
import { inputLines } from "../input-lines.ts";
import { plural } from "../layout.ts";
import { sayTranscript, watchLines } from "../mistaken-transcript.ts";
import { withTacit } from "../open.ts";

export const importJsonl: Command = {
  name: "import jsonl",
  summary: "memories from a file of JSON lines",
  arguments: [{ name: "file", text: "the file; - is standard input" }],
  options: [
    {
      flags: "--verbatim",
      text: "any length, no noise gate, no merging of what is nearly the same: for corpora",
    },
    { flags: "--trusted", text: "keep `scope: global`; without it a line is of this project" },
  ],
  details:
    "A line is {externalId?, content, type?, files?, tags?, error?, createdAt?, scope?, sessionId?, branch?, commit?,\nconfidence?, validFrom?, validUntil?}; times are ISO 8601, validUntil includes the day or month it names. A line whose externalId is known changes that\nmemory where it says otherwise now and you have not changed that here (`tacit history ID` has what it was), and is merged\nwhere it says the same: importing twice changes nothing.",
  examples: [
    "tacit import jsonl notes.jsonl",
    "cat corpus.jsonl | tacit import jsonl - --verbatim --json",
  ],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const path = argument(given, 0);
      const { lines, host } = watchLines(inputLines(world, path), path);
      const report = await tacit.importLines(lines, {
        isVerbatim: flag(given, "verbatim"),
        isTrusted: flag(given, "trusted"),
        onProgress: (read) => world.out.progress(`importing ${grouped(read)} lines`),
      });
      const changed = report.corrected > 0 ? ` (${report.corrected} changed)` : "";
      const mistaken = report.rejected === report.read && report.read > 0 ? host() : null;
      if (mistaken !== null) sayTranscript(world, path, mistaken, "memories");
      const errors = mistaken === null ? report.errors : [];
      world.out.result(report, () =>
        [
          `${plural(report.read, "line")} read, ${report.imported} imported, ${report.merged} merged${changed}, ${report.rejected} refused`,
          ...(report.lowered > 0
            ? [
                `  ${report.lowered} said to be of every project, kept for this one (--trusted keeps that)`,
              ]
            : []),
          ...errors.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
          ...(errors.length > 10 ? [`  … --json lists all of them`] : []),
        ].join("\n"),
      );
    });
  },
};
