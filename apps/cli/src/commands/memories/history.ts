/** `tacit history`: lists every change of a memory, oldest first, with its previous state. */
import { formatAge } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { clipped, columns } from "../../output/layout.ts";
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
    context.out.result(document, () => {
      const rows = versions.map(({ version, change, before, atMs }) => [
        `before change ${version}`,
        formatAge(atMs, nowMs),
        change,
        clipped(before.content, context.out.width - 50),
      ]);
      return [...columns(rows), `now (version ${memory.version}): ${memory.content}`].join("\n");
    });
  }),
};
