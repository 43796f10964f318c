/** `tacit unpin`: a memory is one among others again. */
import type { Command } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { printMemory } from "../../output/print-memory.ts";
import { argument } from "../../parsed-args.ts";

export const unpin: Command = {
  name: "unpin",
  summary: "unpin a memory",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  examples: ["tacit unpin 4f3a91c2"],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      await printMemory(world, await tacit.memories.edit(argument(given, 0), { isPinned: false }));
    });
  },
};
