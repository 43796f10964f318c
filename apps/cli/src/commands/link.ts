/** `tacit link`: ties a memory to files, or to another memory. */
import { MemoryError } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { argument, choice, flag, text, texts } from "../given.ts";
import { withTacit } from "../open.ts";
import { printMemory } from "../print-memory.ts";

const RELATIONS = ["relates_to", "derived_from", "contradicts", "supersedes"] as const;

export const link: Command = {
  name: "link",
  summary: "tie a memory to files, or to another memory",
  arguments: [{ name: "id", text: "an id, or its last digits" }],
  options: [
    {
      flags: "--file <path>",
      text: "a file or folder it is about, besides those it has",
      isRepeatable: true,
    },
    { flags: "--memory <id>", text: "another memory" },
    {
      flags: "--type <relation>",
      text: "how they are related (default: relates_to)",
      choices: RELATIONS,
    },
    { flags: "--remove", text: "take the tie back instead" },
  ],
  details:
    "What another memory supersedes is told no more, as after `tacit correct`; `tacit restore` undoes that. Two that contradict each other wait for review, as those do whose contradiction Tacit notices itself.",
  examples: [
    "tacit link 4f3a91c2 --file src/store/migrate.ts",
    "tacit link 4f3a91c2 --memory 9b1e77d0 --type derived_from",
    "tacit link 4f3a91c2 --memory 9b1e77d0 --remove",
  ],
  run: async (given, world) => {
    const [files, memory] = [texts(given, "file"), text(given, "memory")];
    const type = choice(given, "type", RELATIONS);
    if (files.length === 0 && memory === undefined) {
      throw new MemoryError("usage", { reason: "give --file or --memory" });
    }
    await withTacit(world, async (tacit) => {
      const to = {
        files,
        ...(memory === undefined ? {} : { memory }),
        ...(type === undefined ? {} : { type }),
      };
      const id = argument(given, 0);
      const tied = flag(given, "remove") ? await tacit.unlink(id, to) : await tacit.link(id, to);
      await printMemory(world, tied);
    });
  },
};
