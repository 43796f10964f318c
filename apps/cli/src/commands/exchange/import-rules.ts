/** `tacit import rules`: imports the rules in CLAUDE.md, AGENTS.md and similar files as memories. */
import { MemoryError, type RuleOutcome, type RulesReport } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { endIfAllRejected } from "../../command-context.ts";
import { withTacit } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { reasonWords, typeName } from "../../output/memory-text.ts";
import type { Renderer } from "../../output/renderer.ts";
import { flag } from "../../parsed-args.ts";

/** Maximum rules and lines of a preview on a terminal; --json has all of them. */
const SHOWN = 200;
const LEFT_SHOWN = 40;
const FORGOTTEN_SHOWN = 10;

const REASON_WORDS: Readonly<Record<string, string>> = {
  describes: "description, not an instruction",
  points_elsewhere: "only a reference to another place",
  too_short: "too short",
  too_long: "longer than a memory",
  code_alone: "code without text",
  table: "a table",
  quote: "a quote",
  comment: "a comment",
  file_list: "a definition of a name",
};

export const importRules: Command = {
  name: "import rules",
  summary: "import the rules for agents in this project: CLAUDE.md, AGENTS.md and similar files",
  arguments: [],
  options: [
    { flags: "--preview", text: "show the result for each line without writing" },
    { flags: "--review", text: "queue new rules in `tacit review` until you accept them" },
    {
      flags: "--by-reference",
      text: "store one memory per file that points to its rules, and copy no rules",
    },
  ],
  details:
    "Reads CLAUDE.md (with its imports), AGENTS.md, GEMINI.md, QWEN.md, .cursorrules, .cursor/rules, .windsurfrules, copilot-instructions.md, *.instructions.md and others, in all folders. A rule in a nested file or in a file with globs applies to those files. The files stay the source: another import updates changed rules and archives removed rules (`tacit restore ID` undoes this). Recall finds the rules, but Tacit does not show them automatically, because your agents read the files themselves.",
  examples: [
    "tacit import rules --preview",
    "tacit import rules --review",
    "tacit import rules --by-reference --json",
  ],
  run: async (input, context) => {
    const [isPreview, isReviewed] = [flag(input, "preview"), flag(input, "review")];
    const isByReference = flag(input, "byReference");
    if (isByReference && isReviewed) {
      throw new MemoryError("usage", { reason: "--by-reference and --review cannot be combined" });
    }
    await withTacit(context, async (tacit) => {
      const report = await tacit.exchange.importRules({ isPreview, isReviewed, isByReference });
      const { rules, left, ...counts } = report;
      const unread = new Set(report.problems.map(({ path }) => path));
      const taken = report.files.filter((path) => !unread.has(path)).length;
      endIfAllRejected(context, taken, unread.size);
      context.out.result(isPreview ? report : counts, () =>
        report.files.length === 0
          ? "no rule files in this project"
          : [
              ...(isPreview ? previewLines(report, context.out) : []),
              ...report.problems.map(({ path, line, reason }) => `  ${path}:${line}: ${reason}`),
              ...forgottenLines(report),
              summary(report, isPreview),
            ].join("\n"),
      );
    });
  },
};

function previewLines({ rules, left }: RulesReport, out: Renderer): string[] {
  const { bold, dim } = out.colors;
  const shown = rules.slice(0, SHOWN);
  const byFile = Map.groupBy(shown, ({ path }) => path);
  const lines = [...byFile].flatMap(([path, ofFile]) => [
    `${bold(path)}${scopeOf(ofFile, out)}`,
    ...ofFile.map((rule) => ruleLine(rule, out)),
    "",
  ]);
  if (rules.length > SHOWN)
    lines.push(dim(`… and ${rules.length - SHOWN} more rules; --json lists all`), "");
  const byReason = [...Map.groupBy(left, ({ reason }) => reason)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  if (left.length === 0) return lines;
  const share = Math.max(2, Math.floor(LEFT_SHOWN / byReason.length));
  return [
    ...lines,
    bold(`Skipped: ${plural(left.length, "line or block", "lines or blocks")}`),
    ...byReason.flatMap(([reason, some]) => [
      `  ${REASON_WORDS[reason] ?? reason}: ${some.length}`,
      ...some
        .slice(0, share)
        .map(({ path, line, text }) => dim(`    ${path}:${line} ${oneLine(text, 90)}`)),
    ]),
    "",
  ];
}

/** Reports rules that were written again after they were forgotten. */
function forgottenLines({ forgotten }: RulesReport): string[] {
  if (forgotten.length === 0) return [];
  const shown = forgotten.slice(0, FORGOTTEN_SHOWN).map(({ path, line }) => `${path}:${line}`);
  const more =
    forgotten.length > shown.length ? ` and ${forgotten.length - shown.length} more` : "";
  return [
    `  skipped, because you forgot them: ${shown.join(", ")}${more}; to store a rule again, run \`tacit remember "TEXT"\``,
  ];
}

function scopeOf([first]: readonly RuleOutcome[], out: Renderer): string {
  const globs = first?.appliesTo ?? [];
  return globs.length === 0 ? "" : out.colors.dim(`  about ${globs.join(", ")}`);
}

function ruleLine({ line, type, content, outcome, reason }: RuleOutcome, out: Renderer): string {
  const { dim } = out.colors;
  const why = reason === null ? outcome : `${outcome}: ${reasonWords(reason)}`;
  return `  ${dim(`:${line}`)} ${typeName(type)}, ${why}  ${oneLine(content, 110)}`;
}

function oneLine(text: string, limit: number): string {
  const folded = text.replace(/\s+/g, " ");
  return folded.length <= limit ? folded : `${folded.slice(0, limit - 1)}…`;
}

function summary(report: RulesReport, isPreview: boolean): string {
  const counted = [
    plural(report.items, "rule"),
    `${report.imported} new`,
    ...(report.corrected > 0 ? [`${report.corrected} changed`] : []),
    ...(report.waiting > 0 ? [`${report.waiting} waiting in \`tacit review\``] : []),
    ...(report.rejected > 0 ? [`${report.rejected} rejected`] : []),
    `${report.withdrawn} archived`,
  ].join(", ");
  const files =
    report.files.length <= 6
      ? report.files.join(", ")
      : `${report.files.slice(0, 5).join(", ")} and ${report.files.length - 5} more`;
  return `${files}: ${counted}${isPreview ? "; nothing was written" : ""}`;
}
