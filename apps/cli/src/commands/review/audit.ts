/** `tacit audit`: finds problems in a memory store, ours or another program's. */
import { resolve } from "node:path";
import {
  type AuditReport,
  auditStore,
  knownStores,
  MemoryError,
  type ProjectIdentity,
  readOwnPrivacy,
  resolveProjectSync,
  STORE_KINDS,
  type StoreRequest,
  secretValuesOf,
} from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { projectFolder } from "../../open.ts";
import { columns, plural, wrap } from "../../output/layout.ts";
import { reasonWords } from "../../output/memory-text.ts";
import { argument, choice, count, text } from "../../parsed-args.ts";

const FROM = ["auto", ...STORE_KINDS] as const;

type Finding = AuditReport["junk"];

export const audit: Command = {
  name: "audit",
  summary:
    "find bad entries in a memory store: junk, duplicates, recall loops, secrets, stale memories",
  arguments: [
    {
      name: "path",
      text: "a database, file or folder of memories (default: the stores that Tacit finds on this machine)",
      isOptional: true,
    },
  ],
  options: [
    {
      flags: "--from <program>",
      text: "the program that wrote the store (default: detected from its content)",
      choices: FROM,
    },
    { flags: "--from-project <project>", text: "only memories of this project in that store" },
    { flags: "--examples <n>", text: "number of examples of each kind, worst first (default: 5)" },
  ],
  details:
    "The command reads a copy of the store; it imports and changes nothing. It looks for junk (no content, or visible in the code), duplicates, recall loops (recalled memories that were stored again), secrets, and stale memories (they name files or symbols that no longer exist). It works on Tacit's own store and on stores of other programs.",
  examples: [
    "tacit audit",
    "tacit audit ~/.claude-mem",
    "tacit audit memory.jsonl --from memory-json --json",
  ],
  run: async (input, context) => {
    const identity = resolveProjectSync(await projectFolder(context), { home: context.place.home });
    const folder = argument(input, 0);
    const from = choice(input, "from", FROM) ?? "auto";
    const places: { path: string; from: StoreRequest }[] =
      folder === ""
        ? listStores(context, identity)
            .filter(({ kind }) => from === "auto" || kind === from)
            .map(({ path, kind }) => ({ path, from: kind }))
        : [{ path: resolve(folder), from }];
    const request = {
      identity,
      redaction: {
        secretValues: secretValuesOf(context.machine.env),
        patterns: readOwnPrivacy(context.place.home, identity.root).patterns,
      },
      of: text(input, "fromProject"),
      examples: count(input, "examples", 1),
      onProgress: (read: number) =>
        context.out.progress(`reading ${plural(read, "memory", "memories")}`),
    };
    const stores: AuditReport[] = [];
    const failed: { path: string; from: StoreRequest; error: string }[] = [];
    for (const place of places) {
      try {
        stores.push(await auditStore(place.path, { ...request, from: place.from }));
      } catch (error) {
        // An unreadable store must not hide the others.
        if (folder !== "" || !MemoryError.is(error)) throw error;
        failed.push({ ...place, error: error.message });
      }
    }
    context.out.result({ stores, failed }, () =>
      [
        ...(stores.length + failed.length === 0
          ? ["no memory store found in the usual places; name one: `tacit audit PATH`"]
          : stores.map((report) => reportText(report, context))),
        ...failed.map(({ path, error }) => `${path}: ${error}`),
      ].join("\n\n"),
    );
  },
};

function listStores(context: CommandContext, { root }: ProjectIdentity) {
  const { env, userHome } = context.machine;
  return knownStores({ env, userHome, root, home: context.place.home });
}

function reportText(report: AuditReport, context: CommandContext): string {
  const { bold, dim } = context.out.colors;
  const sections: readonly (readonly [string, Finding])[] = [
    ["Secrets", report.secrets],
    ["Recall loops", report.recallLoops],
    ["Junk", report.junk],
    ["Duplicates", report.duplicates],
    ["Stale", report.stale],
  ];
  const share = (part: number) =>
    report.memories === 0 ? "" : dim(`${((100 * part) / report.memories).toFixed(1)} %`);
  const rows = sections.map(([name, { count: found, by }]) => [
    `  ${name}`,
    String(found),
    share(found),
    dim(
      Object.entries(by)
        .slice(0, 4)
        .map(([kind, some]) => `${reasonWords(kind)} ${some}`)
        .join(", "),
    ),
  ]);
  return [
    `${bold(report.path)}  (${report.from})`,
    countLine(report),
    "",
    ...columns([...rows, ["  Sound", String(report.sound), share(report.sound), ""]]),
    ...sections.flatMap(([name, finding]) => examplesText(name, finding, context)),
    "",
    ...nextSteps(report).map((step) => `→ ${step}`),
  ].join("\n");
}

function countLine(report: AuditReport): string {
  const unread = report.problems.length;
  const [problem] = report.problems;
  return [
    plural(report.memories, "memory", "memories"),
    ...(report.gone > 0 ? [`${report.gone} deleted or archived in that store`] : []),
    ...(report.skipped > 0 ? [`${report.skipped} of other projects skipped`] : []),
    ...(problem === undefined
      ? []
      : [`${plural(unread, "record")} unreadable (${problem.place}: ${problem.reason})`]),
    `${report.stale.checked} checked against the files of this project`,
  ].join(", ");
}

function examplesText(
  name: string,
  { count: found, worst }: Finding,
  context: CommandContext,
): string[] {
  if (worst.length === 0) return [];
  const { bold, dim } = context.out.colors;
  const more = found > worst.length ? dim(`  the worst ${worst.length}`) : "";
  return [
    "",
    `${bold(name)}${more}`,
    ...worst.flatMap(({ place, text: content, why }) => [
      `  ${place}: ${reasonWords(why)}`,
      ...wrap(content, context.out.width - 6)
        .slice(0, 2)
        .map((line) => dim(`      ${line}`)),
    ]),
  ];
}

function nextSteps(report: AuditReport): string[] {
  const isOurs = report.from === "tacit";
  const steps: string[] = [];
  if (report.secrets.count > 0) {
    steps.push(
      isOurs
        ? "Change these secrets, then run `tacit forget ID` for each memory to delete it permanently."
        : "Change these secrets: the store contains them as plain text. Delete them with the program that wrote the store.",
    );
  }
  if (isOurs && report.stale.count > 0)
    steps.push("Run `tacit review` to check the stale memories.");
  if (isOurs && report.duplicates.count + report.junk.count + report.recallLoops.count > 0)
    steps.push("Run `tacit show ID` to read a memory in full, and `tacit forget ID` to delete it.");
  if (!isOurs && report.sound > 0) {
    const refused = "rejects the junk, merges the duplicates and redacts the secrets";
    steps.push(
      `\`tacit import store ${quotedPath(report.path)} --dry-run\`: an import ${refused}.`,
    );
  }
  if (steps.length === 0) steps.push("Nothing to do.");
  return steps;
}

function quotedPath(path: string): string {
  return /[^\w@%+=:,./~-]/.test(path) ? `"${path}"` : path;
}
