/** `tacit review accept`: stores a candidate as a memory, or confirms a doubtful memory. */
import type { Command } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { argument } from "../../parsed-args.ts";
import { printDecision } from "../../review/review-answer.ts";
import { acceptById } from "../../review/review-decisions.ts";

export const reviewAccept: Command = {
  name: "review accept",
  summary: "accept a candidate as a memory, confirm a doubtful memory, or carry out a proposal",
  arguments: [{ name: "id", text: "id of a candidate, memory or proposal, or its last digits" }],
  examples: ["tacit review accept 4f3a91c2"],
  run: async (input, context) => {
    await withTacit(context, async (tacit) => {
      printDecision(context, await acceptById(tacit, argument(input, 0)));
    });
  },
};
