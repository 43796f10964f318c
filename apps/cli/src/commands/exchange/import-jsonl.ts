/** `tacit import jsonl`: imports memories of any other program, one JSON line each. */
import { grouped } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { endIfAllRejected } from "../../command-context.ts";
import { inputLines } from "../../input/input-lines.ts";
import { sayTranscript, watchLines } from "../../input/mistaken-transcript.ts";
import { opened } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { argument, flag } from "../../parsed-args.ts";

export const importJsonl: Command = {
  name: "import jsonl",
  summary: "import memories from a JSON lines file",
  arguments: [{ name: "file", text: "the file; - reads standard input" }],
  options: [
    {
      flags: "--verbatim",
      text: "accept any length, skip the noise filter, and do not merge near-duplicates (for corpora)",
    },
    {
      flags: "--trusted",
      text: "accept `scope: global`; without this option, lines are imported into this project",
    },
  ],
  details:
    "Each line is {externalId?, content, type?, files?, tags?, error?, createdAt?, scope?, sessionId?, branch?, commit?, confidence?, validFrom?, validUntil?}. Times are ISO 8601; validUntil includes the day or month. If a memory with the same externalId is stored, a changed line updates it, except where you edited it yourself (`tacit history ID` shows the earlier versions). An unchanged line is merged, so a second import changes nothing.",
  examples: [
    "tacit import jsonl notes.jsonl",
    "cat corpus.jsonl | tacit import jsonl - --verbatim --json",
  ],
  run: opened(async (tacit, context, input) => {
    const path = argument(input, 0);
    const { lines, host } = watchLines(inputLines(context, path), path);
    const report = await tacit.exchange.importLines(lines, {
      isVerbatim: flag(input, "verbatim"),
      isTrusted: flag(input, "trusted"),
      onProgress: (read) => context.out.progress(`importing ${grouped(read)} lines`),
    });
    const changed = report.corrected > 0 ? ` (${report.corrected} changed)` : "";
    const mistaken = report.rejected === report.read && report.read > 0 ? host() : null;
    if (mistaken !== null) sayTranscript(context, path, mistaken, "memories");
    const errors = mistaken === null ? report.errors : [];
    context.out.result(report, () =>
      [
        `${plural(report.read, "line")} read, ${report.imported} imported, ${report.merged} merged${changed}, ${report.rejected} rejected`,
        ...(report.lowered > 0
          ? [
              `  ${report.lowered} had scope global and were imported into this project (--trusted accepts global)`,
            ]
          : []),
        ...errors.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
        ...(errors.length > 10 ? [`  … (--json lists all)`] : []),
      ].join("\n"),
    );
    endIfAllRejected(context, report.imported + report.merged, report.rejected);
  }),
};
