/** `tacit unpin`: unpins a memory. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { printMemory } from "../../output/print-memory.ts";
import { argument } from "../../parsed-args.ts";

export const unpin: Command = {
  name: "unpin",
  summary: "unpin a memory",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  examples: ["tacit unpin 4f3a91c2"],
  run: opened(async (tacit, context, input) => {
    await printMemory(context, await tacit.memories.edit(argument(input, 0), { isPinned: false }));
  }),
};
