/** `tacit tag`: adds or removes tags of a memory. */
import type { Command } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { printMemory } from "../../output/print-memory.ts";
import { argument, oneOf } from "../../parsed-args.ts";

export const tag: Command = {
  name: "tag",
  summary: "add or remove tags of a memory",
  arguments: [
    { name: "id", text: "memory id, or its last digits" },
    { name: "what", text: "add or remove" },
    { name: "tag", text: "the tags", isVariadic: true },
  ],
  examples: ["tacit tag 4f3a91c2 add build windows", "tacit tag 4f3a91c2 remove build"],
  run: async (input, context) => {
    const what = oneOf("what", argument(input, 1), ["add", "remove"]);
    const tags = input.args.slice(2);
    await withTacit(context, async (tacit) => {
      const change = what === "add" ? { addTags: tags } : { removeTags: tags };
      await printMemory(context, await tacit.memories.edit(argument(input, 0), change));
    });
  },
};
