/** `tacit doctor --restore`: repairs the store or restores a backup, and reports what was saved and what was lost. */
import { statSync } from "node:fs";
import { join } from "node:path";
import {
  ERRORS,
  MemoryError,
  type RestoreReport,
  type RestoreStep,
  restoreStore,
  type SavedTable,
} from "@tacit-memory/memory";
import type { CommandContext } from "./command-context.ts";
import { columns, plural } from "./output/layout.ts";
import { iso } from "./output/memory-json.ts";
import { serverAddress } from "./settings/server-address.ts";

/** A smaller store takes less than two seconds. */
const SHOWS_STEPS_BYTES = 50_000_000;
const STEPS: Record<RestoreStep, string> = {
  check: "checking the store",
  copy: "copying the backup",
  read: "reading the damaged store",
  index: "building the indexes",
};

/** Restores the store. Throws "input_missing" and "store_corrupt" for a backup that does not exist or is damaged. */
export async function restore(context: CommandContext, from: string | undefined): Promise<void> {
  if (serverAddress(context) !== null)
    throw new MemoryError("usage", { reason: "the store is on a server; restore it there" });
  const { home } = context.place;
  const size = statSync(join(home, "memory.db"), { throwIfNoEntry: false })?.size ?? 0;
  const onStep = (step: RestoreStep) => {
    if (size >= SHOWS_STEPS_BYTES) context.out.say(`tacit: ${STEPS[step]} …`);
  };
  const report = await restoreStore({ home, from, nowMs: context.machine.nowMs(), onStep });
  const document =
    report === null
      ? { restored: false }
      : {
          restored: true,
          ...report,
          backup: report.backup && { path: report.backup.path, at: iso(report.backup.atMs) },
        };
  if (report !== null && isAllLost(report)) context.endWith(ERRORS.store_corrupt.exit);
  context.out.result(document, () => textOf(report));
}

/** Whether the replaced store may have had memories, and none is left. */
function isAllLost({ memories, tables }: RestoreReport): boolean {
  return memories === 0 && tables.some(({ table, isWhole }) => table === "memory" && !isWhole);
}

function textOf(report: RestoreReport | null): string {
  if (report === null)
    return "The store is not damaged; nothing was changed.\nTo return to a backup, run `tacit doctor --restore --from FILE`.";
  const { backup, unusable, keptAt, tables, memories } = report;
  return [
    isAllLost(report)
      ? "No memory could be saved. The store is empty now."
      : `The store is in place again with ${plural(memories, "memory", "memories")}.`,
    "",
    ...columns([
      ["backup used", backup === null ? "none" : backup.path],
      ...unusable.map((path) => ["damaged backup", path]),
      ["replaced files", keptAt ?? "none"],
    ]),
    ...(tables.length === 0 ? [] : ["", ...savedText(tables, backup !== null)]),
    ...(keptAt === null ? [] : ["", keptText(keptAt, tables.length > 0)]),
  ].join("\n");
}

/** A damaged store cannot be put back. */
function keptText(keptAt: string, isDamaged: boolean): string {
  return isDamaged
    ? `The damaged files are now in ${keptAt}.`
    : `To undo this, run \`tacit doctor --restore --from ${join(keptAt, "memory.db")}\`.`;
}

function savedText(tables: readonly SavedTable[], hasBackup: boolean): string[] {
  const read = tables.reduce((sum, table) => sum + table.saved, 0);
  const incomplete = tables.filter(({ isWhole, refused }) => !isWhole || refused > 0);
  if (incomplete.length === tables.length && read === 0)
    return [
      hasBackup
        ? "Nothing could be read from the replaced file; everything is from the backup."
        : "Nothing could be read from the replaced file, and there is no sound backup.",
    ];
  const all = `${plural(read, "row")} of ${plural(tables.length, "table")} read from the replaced file.`;
  if (incomplete.length === 0) return [`${all} Nothing is missing.`];
  return [
    `${all} These tables could not be read completely:`,
    ...columns(
      incomplete.map(({ table, saved, fromBackup, refused }) => [
        `  ${table}`,
        `${saved} read`,
        `${fromBackup} from the backup`,
        `${refused} unusable`,
      ]),
    ),
  ];
}
