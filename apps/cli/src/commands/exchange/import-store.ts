/** `tacit import store`: imports the memories of another program. */
import { grouped, STORE_KINDS, type StoreReport } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { endIfAllRejected } from "../../command-context.ts";
import { withTacit } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { reasonWords } from "../../output/memory-text.ts";
import { argument, choice, flag, text } from "../../parsed-args.ts";

/** Tacit's own store is imported with `tacit import export`. */
const FROM = ["auto", ...STORE_KINDS.filter((kind) => kind !== "tacit")] as const;

const SHOWN = 10;

export const importStore: Command = {
  name: "import store",
  summary: "import memories from the store of another memory program",
  arguments: [{ name: "path", text: "database, file or folder of that program" }],
  options: [
    {
      flags: "--from <program>",
      text: "the program that wrote the store (default: detected from its content)",
      choices: FROM,
    },
    {
      flags: "--from-project <project>",
      text: "only memories of this project in that store; `all` imports every project",
    },
    { flags: "--review", text: "queue new memories in `tacit review` until you accept them" },
    { flags: "--trusted", text: "accept memories that are valid for every project in that store" },
    { flags: "--dry-run", text: "show the result for each memory without writing" },
  ],
  details:
    "Tacit reads a copy of the store. The store is not changed or locked, and its program may keep running. Memories pass the same filters as all others: secrets are redacted, noise is rejected, duplicates are merged. Another import adds new and changed memories. Without --from-project, Tacit imports memories of this project and memories without a project.\nTo undo an import: tacit forget --tag imported:PROGRAM",
  examples: [
    "tacit import store ~/.claude-mem --dry-run",
    "tacit import store ~/.engram/engram.db --from-project my-app --review",
    "tacit import store memory.jsonl --from memory-json --json",
  ],
  run: async (input, context) => {
    const path = argument(input, 0);
    const isDryRun = flag(input, "dryRun");
    await withTacit(context, async (tacit) => {
      const report = await tacit.exchange.importStore(path, {
        from: choice(input, "from", FROM) ?? "auto",
        of: text(input, "fromProject"),
        isDryRun,
        isReviewed: flag(input, "review"),
        isTrusted: flag(input, "trusted"),
        onProgress: (read) => context.out.progress(`importing ${grouped(read)} memories`),
      });
      context.out.result(report, () => summary(report, isDryRun));
      const { read, imported, merged, corrected, waiting, rejected, errors } = report;
      const unreadable = read === 0 ? errors.length : 0;
      endIfAllRejected(context, imported + merged + corrected + waiting, rejected + unreadable);
    });
  },
};

function summary(report: StoreReport, isDryRun: boolean): string {
  const { errors, projects } = report;
  const left = projects.filter(({ isTaken }) => !isTaken);
  const byReason = Map.groupBy(errors, ({ reason }) => reason);
  return [
    [
      `${report.from}: ${plural(report.read, "memory", "memories")} read`,
      `${report.imported} ${isDryRun ? "new" : "imported"}`,
      `${report.merged} already stored`,
      ...(report.corrected > 0 ? [`${report.corrected} changed`] : []),
      ...(report.waiting > 0
        ? [`${report.waiting} ${isDryRun ? "would wait" : "waiting"} in \`tacit review\``]
        : []),
      `${report.rejected} rejected`,
      `${report.skipped} skipped`,
    ].join(", ") + (isDryRun ? "; nothing was written" : ""),
    ...[...byReason].map(
      ([reason, some]) =>
        `  ${reasonWords(reason)}: ${some.length} (${some
          .slice(0, 3)
          .map(({ place }) => place)
          .join("; ")}${some.length > 3 ? "; …" : ""})`,
    ),
    ...(left.length === 0
      ? []
      : [
          "Memories of other projects, not imported:",
          ...left.slice(0, SHOWN).map(projectLine),
          ...(left.length > SHOWN ? [`  … and ${left.length - SHOWN} more`] : []),
          "  To import one of these projects, add `--from-project NAME`; to import all, add `--from-project all`.",
        ]),
  ].join("\n");
}

function projectLine({ name, memories, namesakes = [] }: StoreReport["projects"][number]): string {
  const why = namesakes.length === 0 ? "" : `, of this project or of ${namesakes.join(", ")}`;
  return `  ${name}: ${memories}${why}`;
}
