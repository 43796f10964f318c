/** `tacit undo`: undoes the last change of memories, or a named one. */
import { formatAge, MemoryError, shortId, type UndoEntry, type Undone } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withTacit } from "../../open.ts";
import { differences, differenceText } from "../../output/difference.ts";
import { clipped, columns, plural, printable } from "../../output/layout.ts";
import { iso, memoryJson } from "../../output/memory-json.ts";
import { argument, count, flag } from "../../parsed-args.ts";

const LISTED = 20;
/** Memories whose differences are printed; `--json` has all. */
const SHOWN = 50;

export const undo: Command = {
  name: "undo",
  summary: "undo the last change of memories, or the change with this id",
  arguments: [
    {
      name: "id",
      text: "a change from `tacit undo --list`, or a memory whose last change is undone",
      isOptional: true,
    },
  ],
  options: [
    { flags: "--list", text: "list the changes that can be undone" },
    { flags: "--limit <n>", text: `with --list: how many changes (default ${LISTED})` },
  ],
  details:
    "A change is one command of a person or one action of an agent; what `tacit dream` merged is undone together, or by the id of one merge. Fields that changed again since then keep their value.\nA forgotten memory cannot be restored.",
  examples: ["tacit undo", "tacit undo --list", "tacit undo 4f3a91c2"],
  run: async (input, context) => {
    const id = argument(input, 0);
    const limit = count(input, "limit", 1);
    if (flag(input, "list") && id !== "")
      throw new MemoryError("usage", { reason: "--list takes no id" });
    if (!flag(input, "list") && limit !== undefined)
      throw new MemoryError("usage", { reason: "--limit requires --list" });
    await withTacit(context, async (tacit) => {
      if (flag(input, "list")) {
        const entries = await tacit.memories.changes(limit ?? LISTED);
        context.out.result(entries.map(entryJson), () => listText(entries, context));
        return;
      }
      const undone = await tacit.memories.undo(id === "" ? undefined : id);
      const nowMs = context.machine.nowMs();
      const document = {
        changes: undone.entries.map(entryJson),
        memories: undone.memories.map(({ before, after, kept: notUndone }) => ({
          ...memoryJson(after, nowMs),
          differences: differences(before, after),
          notUndone,
        })),
        forgotten: undone.forgotten,
      };
      context.out.result(document, () => undoneText(undone, context));
    });
  },
};

function entryJson({ id, groupId, what, atMs, undoneAtMs, steps }: UndoEntry) {
  return {
    id,
    run: groupId,
    change: what,
    at: iso(atMs),
    undoneAt: undoneAtMs === null ? null : iso(undoneAtMs),
    memories: memoriesOf(steps),
  };
}

function memoriesOf(steps: UndoEntry["steps"]): string[] {
  return [...new Set(steps.flatMap((step) => (step.kind === "memory" ? [step.id] : [])))];
}

function listText(entries: readonly UndoEntry[], { out, machine }: CommandContext): string {
  if (entries.length === 0) return "no changes in this project yet";
  const rows = entries.map(({ id, groupId, what, atMs, undoneAtMs, steps }) => [
    out.colors.cyan(shortId(id)),
    out.colors.dim(formatAge(atMs, machine.nowMs())),
    what,
    memoriesOf(steps).map(shortId).join(" "),
    [groupId === null ? "" : `run ${shortId(groupId)}`, undoneAtMs === null ? "" : "undone"]
      .filter(Boolean)
      .join(", "),
  ]);
  return columns(rows).join("\n");
}

function undoneText({ entries, memories, forgotten }: Undone, { out }: CommandContext): string {
  const [first] = entries;
  const named = entries.length === 1 ? (first?.what ?? "") : plural(entries.length, "change");
  const lines = memories
    .slice(0, SHOWN)
    .flatMap(({ before, after, kept: notUndone }) => [
      `${out.colors.cyan(shortId(after.id))} ${clipped(printable(after.title), out.width - 12)}`,
      differenceText(before, after, out),
      ...(named === "remember" && after.state === "active"
        ? ["  the memory stays: it was stored before this change"]
        : []),
      ...(notUndone.length === 0
        ? []
        : [out.colors.yellow(`  changed again since, not undone: ${notUndone.join(", ")}`)]),
    ]);
  const gone = forgotten.map((id) => `${shortId(id)} was forgotten and cannot be restored`);
  const more = memories.length - SHOWN;
  const rest = more > 0 ? [`and ${plural(more, "other memory", "other memories")}`] : [];
  const head =
    first === undefined
      ? "nothing was undone; `tacit undo --list` lists the later changes"
      : memories.length === 0 && gone.length > 0
        ? `not undone: ${named}`
        : `undone: ${named}`;
  return [head, ...lines, ...rest, ...gone].filter(Boolean).join("\n");
}
