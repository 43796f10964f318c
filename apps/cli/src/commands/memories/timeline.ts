/** `tacit timeline`: lists memories written just before and after a memory. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { memoryJson } from "../../output/memory-json.ts";
import { memoryList } from "../../output/memory-text.ts";
import { argument, count } from "../../parsed-args.ts";

export const timeline: Command = {
  name: "timeline",
  summary: "list the memories learned just before and after a memory, oldest first",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  options: [{ flags: "--around <n>", text: "number of memories on each side (default: 3)" }],
  examples: ["tacit timeline 4f3a91c2 --around 5"],
  run: opened(async (tacit, context, input) => {
    const memories = await tacit.memories.timeline(argument(input, 0), count(input, "around"));
    const nowMs = context.machine.nowMs();
    context.out.result(
      memories.map((memory) => memoryJson(memory, nowMs)),
      () => memoryList(memories, context.out, nowMs),
    );
  }),
};
