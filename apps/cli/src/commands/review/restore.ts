/** `tacit restore`: restores a memory from the archive or to an earlier version. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { printReworded } from "../../output/print-memory.ts";
import { argument, count } from "../../parsed-args.ts";

export const restore: Command = {
  name: "restore",
  summary: "restore an archived memory, or an earlier state of a memory",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  options: [
    {
      flags: "--version <n>",
      text: "return to the state before the change with this number from `tacit history`; later changes are undone, too",
    },
  ],
  examples: ["tacit restore 4f3a91c2", "tacit restore 4f3a91c2 --version 3"],
  run: opened(async (tacit, context, input) => {
    const before = await tacit.memories.get(argument(input, 0));
    const memory = await tacit.memories.restore(before.id, count(input, "version"));
    await printReworded(context, tacit, memory, { before });
  }),
};
