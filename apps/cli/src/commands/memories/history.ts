/** `tacit history`: lists every change of a memory, oldest first, with its previous state and what the change changed. */
import { formatAge, type Memory, MemoryError, shortId, type Tacit } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { factLines } from "../../output/difference.ts";
import { clipped, columns, printable } from "../../output/layout.ts";
import { iso, memoryJson } from "../../output/memory-json.ts";
import { argument } from "../../parsed-args.ts";

export const history: Command = {
  name: "history",
  summary: "show all versions of a memory; `tacit restore` undoes a change",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  examples: ["tacit history 4f3a91c2"],
  run: opened(async (tacit, context, input) => {
    const { memory, versions } = await tacit.memories.story(argument(input, 0));
    const nowMs = context.machine.nowMs();
    const document = versions.map(({ version, change, before, atMs }) => ({
      version,
      change,
      at: iso(atMs),
      before: memoryJson(before, nowMs),
    }));
    const successor = await successorOf(tacit, memory);
    context.out.result(document, () => {
      const rows = versions.map(({ version, change, before, atMs }) => [
        `before change ${version}`,
        formatAge(atMs, nowMs),
        change,
        clipped(before.content, context.out.width - 50),
      ]);
      const changes = columns(rows).flatMap((row, i) => {
        const before = versions[i]?.before ?? memory;
        const after = versions[i + 1]?.before ?? memory;
        return [row, ...factLines(before, after, context.out)];
      });
      const now = `now (version ${memory.version}, ${memory.standing}): ${printable(memory.content)}`;
      const later =
        successor === null
          ? []
          : [`superseded by ${shortId(successor.id)}: ${printable(successor.content)}`];
      return [...changes, now, ...later].join("\n");
    });
  }),
};

/** Returns the memory that superseded another; null if there is none or it was forgotten. */
async function successorOf(tacit: Tacit, { supersededBy }: Memory): Promise<Memory | null> {
  if (supersededBy === null) return null;
  return tacit.memories.get(supersededBy).catch((error: unknown) => {
    if (MemoryError.is(error, "memory_not_found")) return null;
    throw error;
  });
}
