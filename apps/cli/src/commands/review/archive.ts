/** `tacit archive`: archives a memory. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { printMemory } from "../../output/print-memory.ts";
import { argument } from "../../parsed-args.ts";

export const archive: Command = {
  name: "archive",
  summary: "archive a memory; `tacit restore` undoes this",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  examples: ["tacit archive 4f3a91c2"],
  run: opened(async (tacit, context, input) => {
    await printMemory(context, await tacit.memories.archive(argument(input, 0)));
  }),
};
