/** `tacit import store`: the memories another program has kept. */
import { grouped, STORE_KINDS, type StoreReport } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { argument, choice, flag, text } from "../given.ts";
import { plural } from "../layout.ts";
import { reasonWords } from "../memory-text.ts";
import { withTacit } from "../open.ts";

/** Tacit's own store comes back with `tacit import export`. */
const FROM = ["auto", ...STORE_KINDS.filter((kind) => kind !== "tacit")] as const;

const SHOWN = 10;

export const importStore: Command = {
  name: "import store",
  summary: "the memories another memory program has kept",
  arguments: [{ name: "path", text: "its database, file or folder" }],
  options: [
    {
      flags: "--from <program>",
      text: "whose it is (default: told by its content)",
      choices: FROM,
    },
    { flags: "--of <project>", text: "memories of this project of that store; all: of every one" },
    { flags: "--review", text: "let new ones wait in `tacit review` until you accept them" },
    { flags: "--trusted", text: "keep for every project what that store keeps for every project" },
    { flags: "--dry-run", text: "show what would become of them, and write nothing" },
  ],
  details: [
    "The store is read from a copy: it is neither changed nor locked, and its program may go on running. Memories pass",
    "the same gates as all others: secrets are redacted, noise is refused, what is known is merged. Importing again",
    "takes over what is new or changed there. Without --of those are taken that are of this project, or of none.",
    "To take an import back: tacit forget --tag imported:PROGRAM",
  ].join("\n"),
  examples: [
    "tacit import store ~/.claude-mem --dry-run",
    "tacit import store ~/.engram/engram.db --of my-app --review",
    "tacit import store memory.jsonl --from memory-json --json",
  ],
  run: async (given, world) => {
    const path = argument(given, 0);
    const isDryRun = flag(given, "dryRun");
    await withTacit(world, async (tacit) => {
      const report = await tacit.importStore(path, {
        from: choice(given, "from", FROM) ?? "auto",
        of: text(given, "of"),
        isDryRun,
        isReviewed: flag(given, "review"),
        isTrusted: flag(given, "trusted"),
        onProgress: (read) => world.out.progress(`importing ${grouped(read)} memories`),
      });
      world.out.result(report, () => summary(report, isDryRun));
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
      `${report.merged} known`,
      ...(report.corrected > 0 ? [`${report.corrected} changed`] : []),
      ...(report.waiting > 0
        ? [`${report.waiting} ${isDryRun ? "would wait" : "waiting"} in \`tacit review\``]
        : []),
      `${report.rejected} refused`,
      `${report.skipped} left`,
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
          "Of other projects, and not taken:",
          ...left.slice(0, SHOWN).map(projectLine),
          ...(left.length > SHOWN ? [`  … and ${left.length - SHOWN} more`] : []),
          "  `--of NAME` takes those of one, `--of all` those of every one.",
        ]),
  ].join("\n");
}

function projectLine({ name, memories, namesakes = [] }: StoreReport["projects"][number]): string {
  const why = namesakes.length === 0 ? "" : `, of this project or of ${namesakes.join(", ")}`;
  return `  ${name}: ${memories}${why}`;
}
