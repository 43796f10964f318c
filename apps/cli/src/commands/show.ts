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
      // Asked first: what was merged meanwhile is promoted by that.
      const branch = await tacit.branchStanding(argument(given, 0));
      const { memory, edges } = await tacit.story(argument(given, 0));
      const standing = await tacit.standing(memory.id);
      const nowMs = world.machine.nowMs();
      const document = {
        ...memoryJson(memory, nowMs, standing?.freshness),
        anchors: standing?.anchors ?? [],
        branchStanding: branch === null ? null : { verdict: branch.verdict, note: branch.note },
        edges,
      };
      world.out.result(document, () => {
        const relations = edges.map(({ fromId, toId, type }) =>
          fromId === memory.id
            ? `${type.replaceAll("_", " ")} ${shortId(toId)}`
            : `${shortId(fromId)} ${type.replaceAll("_", " ")} this`,
        );
        return [
          memoryDetail(memory, world.out, nowMs, standing, branch),
          ...relations.map((one) => `relation        ${one}`),
        ].join("\n");
      });
    });
  },
};
