/** `tacit audit`: what is in a store of memories that should not be, ours or another program's. */
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
  type StoreWish,
  secretValuesOf,
} from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { argument, choice, count, text } from "../given.ts";
import { columns, plural, wrap } from "../layout.ts";
import { reasonWords } from "../memory-text.ts";
import { projectFolder } from "../open.ts";
import type { World } from "../world.ts";

const FROM = ["auto", ...STORE_KINDS] as const;

type Finding = AuditReport["junk"];

export const audit: Command = {
  name: "audit",
  summary:
    "what is in a store of memories that should not be: junk, copies, loops, secrets, stale ones",
  arguments: [
    {
      name: "path",
      text: "a database, file or folder of memories; left out: those in their known places here",
      isOptional: true,
    },
  ],
  options: [
    {
      flags: "--from <program>",
      text: "whose it is (default: told by its content)",
      choices: FROM,
    },
    { flags: "--of <project>", text: "only memories of this project of that store" },
    { flags: "--examples <n>", text: "how many of the worst of each kind (default: 5)" },
  ],
  details: [
    "Nothing is imported and nothing is changed: the store is read from a copy. Looked for are what says nothing or",
    "can be read off the code (junk), what is said twice, what was recalled and then remembered again, secrets, and",
    "what names files or symbols that this project has no more. For Tacit's own store as for any other.",
  ].join("\n"),
  examples: [
    "tacit audit",
    "tacit audit ~/.claude-mem",
    "tacit audit memory.jsonl --from memory-json --json",
  ],
  run: async (given, world) => {
    const identity = resolveProjectSync(await projectFolder(world), { home: world.place.home });
    const told = argument(given, 0);
    const from = choice(given, "from", FROM) ?? "auto";
    const places: { path: string; from: StoreWish }[] =
      told === ""
        ? known(world, identity)
            .filter(({ kind }) => from === "auto" || kind === from)
            .map(({ path, kind }) => ({ path, from: kind }))
        : [{ path: resolve(told), from }];
    const wish = {
      identity,
      redaction: {
        secretValues: secretValuesOf(world.machine.env),
        patterns: readOwnPrivacy(world.place.home, identity.root).patterns,
      },
      of: text(given, "of"),
      examples: count(given, "examples", 1),
      onProgress: (read: number) =>
        world.out.progress(`reading ${plural(read, "memory", "memories")}`),
    };
    const stores: AuditReport[] = [];
    const failed: { path: string; from: StoreWish; error: string }[] = [];
    for (const place of places) {
      try {
        stores.push(await auditStore(place.path, { ...wish, from: place.from }));
      } catch (error) {
        // Of several, one that cannot be read must not hide the others.
        if (told !== "" || !MemoryError.is(error)) throw error;
        failed.push({ ...place, error: error.message });
      }
    }
    world.out.result({ stores, failed }, () =>
      [
        ...(stores.length + failed.length === 0
          ? ["no store of memories in its known place; give a path: tacit audit PATH"]
          : stores.map((report) => reportText(report, world))),
        ...failed.map(({ path, error }) => `${path}: ${error}`),
      ].join("\n\n"),
    );
  },
};

function known(world: World, { root }: ProjectIdentity) {
  const { env, userHome } = world.machine;
  return knownStores({ env, userHome, root, home: world.place.home });
}

function reportText(report: AuditReport, world: World): string {
  const { bold, dim } = world.out.colors;
  const sections: readonly (readonly [string, Finding])[] = [
    ["Secrets", report.secrets],
    ["Recall loops", report.recallLoops],
    ["Junk", report.junk],
    ["Copies", report.duplicates],
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
    ...sections.flatMap(([name, finding]) => examplesText(name, finding, world)),
    "",
    ...nextSteps(report).map((step) => `→ ${step}`),
  ].join("\n");
}

function countLine(report: AuditReport): string {
  const unread = report.problems.length;
  const [problem] = report.problems;
  return [
    plural(report.memories, "memory", "memories"),
    ...(report.gone > 0 ? [`${report.gone} deleted or archived there`] : []),
    ...(report.skipped > 0 ? [`${report.skipped} of other projects left out`] : []),
    ...(problem === undefined
      ? []
      : [`${plural(unread, "record")} unreadable (${problem.place}: ${problem.reason})`]),
    `${report.stale.checked} held against this project's files`,
  ].join(", ");
}

function examplesText(name: string, { count: found, worst }: Finding, world: World): string[] {
  if (worst.length === 0) return [];
  const { bold, dim } = world.out.colors;
  const more = found > worst.length ? dim(`  the worst ${worst.length}`) : "";
  return [
    "",
    `${bold(name)}${more}`,
    ...worst.flatMap(({ place, text: said, why }) => [
      `  ${place}: ${reasonWords(why)}`,
      ...wrap(said, world.out.width - 6)
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
        ? "Change those secrets, then `tacit forget ID` for each: that deletes them for good."
        : "Change those secrets: they lie there in plain text. Delete them with the program whose store it is.",
    );
  }
  if (isOurs && report.stale.count > 0)
    steps.push("`tacit review` goes through what the code has left behind.");
  if (isOurs && report.duplicates.count + report.junk.count + report.recallLoops.count > 0)
    steps.push("`tacit forget ID` for what should not be there; `tacit show ID` shows all of it.");
  if (!isOurs && report.sound > 0) {
    const refused = "refuses the junk, merges the copies and redacts the secrets";
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
