/** `tacit link`: links a memory to files or to another memory. */
import { MemoryError } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { printMemory } from "../../output/print-memory.ts";
import { argument, choice, flag, text, texts } from "../../parsed-args.ts";

const RELATIONS = ["relates_to", "derived_from", "contradicts", "supersedes"] as const;

export const link: Command = {
  name: "link",
  summary: "link a memory to files or to another memory",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  options: [
    {
      flags: "--file <path>",
      text: "file or folder to add to the memory",
      isRepeatable: true,
    },
    { flags: "--memory <id>", text: "id of the other memory" },
    {
      flags: "--type <relation>",
      text: "type of the relation (default: relates_to)",
      choices: RELATIONS,
    },
    { flags: "--remove", text: "remove the link instead" },
  ],
  details:
    "A superseded memory is no longer shown (`tacit restore` undoes this). Contradicting memories are queued for review.",
  examples: [
    "tacit link 4f3a91c2 --file src/store/migrate.ts",
    "tacit link 4f3a91c2 --memory 9b1e77d0 --type derived_from",
    "tacit link 4f3a91c2 --memory 9b1e77d0 --remove",
  ],
  run: async (input, context) => {
    const [files, memory] = [texts(input, "file"), text(input, "memory")];
    const type = choice(input, "type", RELATIONS);
    if (files.length === 0 && memory === undefined) {
      throw new MemoryError("usage", { reason: "add --file or --memory" });
    }
    await withTacit(context, async (tacit) => {
      const to = {
        files,
        ...(memory === undefined ? {} : { memory }),
        ...(type === undefined ? {} : { type }),
      };
      const id = argument(input, 0);
      const tied = flag(input, "remove")
        ? await tacit.memories.unlink(id, to)
        : await tacit.memories.link(id, to);
      await printMemory(context, tied);
    });
  },
};
