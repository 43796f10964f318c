/** `tacit pin`: pins a memory so that it is always shown. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { pinnedByTitleWords } from "../../output/pinned-words.ts";
import { printMemory } from "../../output/print-memory.ts";
import { argument } from "../../parsed-args.ts";

export const pin: Command = {
  name: "pin",
  summary: "pin a memory: show it at the start of every session and never archive it",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  examples: ["tacit pin 4f3a91c2"],
  run: opened(async (tacit, context, input) => {
    await printMemory(context, await tacit.memories.edit(argument(input, 0), { isPinned: true }));
    const words = await pinnedByTitleWords(tacit);
    if (words !== "") context.out.text(words);
  }),
};
