/** `tacit confirm`: confirms a memory on behalf of the user. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { printMemory } from "../../output/print-memory.ts";
import { argument } from "../../parsed-args.ts";

export const confirm: Command = {
  name: "confirm",
  summary: "confirm that a memory is correct; its trust becomes `verified`",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  examples: ["tacit confirm 4f3a91c2"],
  run: opened(async (tacit, context, input) => {
    await printMemory(context, await tacit.memories.confirm(argument(input, 0)));
  }),
};
