/** `tacit review accept`: keep it: a candidate becomes a memory, a doubtful memory is confirmed. */
import type { Command } from "../command.ts";
import { argument } from "../given.ts";
import { withTacit } from "../open.ts";
import { printDecision } from "../review-answer.ts";
import { acceptById } from "../review-decisions.ts";

export const reviewAccept: Command = {
  name: "review accept",
  summary: "keep it: a candidate becomes a memory, a doubtful memory is confirmed",
  arguments: [{ name: "id", text: "a candidate's or a memory's id, or its last digits" }],
  examples: ["tacit review accept 4f3a91c2"],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      printDecision(world, await acceptById(tacit, argument(given, 0)));
    });
  },
};
