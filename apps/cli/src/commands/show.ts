/** `tacit show`: one memory with everything there is to know of it. */
import { shortId } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { argument } from "../given.ts";
import { memoryJson } from "../memory-json.ts";
import { memoryDetail } from "../memory-text.ts";
import { withTacit } from "../open.ts";

export const show: Command = {
  name: "show",
  summary: "one memory, with its files, evidence and relations",
  arguments: [{ name: "id", text: "an id, or its last digits" }],
  examples: ["tacit show 4f3a91c2"],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const { memory, edges } = await tacit.story(argument(given, 0));
      const nowMs = world.machine.nowMs();
      world.out.result({ ...memoryJson(memory, nowMs), edges }, () => {
        const relations = edges.map(({ fromId, toId, type }) =>
          fromId === memory.id
            ? `${type.replaceAll("_", " ")} ${shortId(toId)}`
            : `${shortId(fromId)} ${type.replaceAll("_", " ")} this`,
        );
        return [
          memoryDetail(memory, world.out, nowMs),
          ...relations.map((one) => `relation        ${one}`),
        ].join("\n");
      });
    });
  },
};
