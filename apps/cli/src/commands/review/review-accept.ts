/** `tacit review accept`: stores a candidate as a memory, or confirms a doubtful memory. */
import type { Command } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { argument } from "../../parsed-args.ts";
import { printDecision } from "../../review/review-answer.ts";
import { acceptById } from "../../review/review-decisions.ts";

export const reviewAccept: Command = {
  name: "review accept",
  summary: "accept a candidate as a memory, or confirm a doubtful memory",
  arguments: [{ name: "id", text: "candidate or memory id, or its last digits" }],
  examples: ["tacit review accept 4f3a91c2"],
  run: async (input, context) => {
    await withTacit(context, async (tacit) => {
      printDecision(context, await acceptById(tacit, argument(input, 0)));
    });
  },
};
