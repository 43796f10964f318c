/** `tacit review reject`: rejects a candidate permanently, or archives a doubtful memory. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { argument } from "../../parsed-args.ts";
import { printDecision } from "../../review/review-answer.ts";
import { rejectById } from "../../review/review-decisions.ts";

export const reviewReject: Command = {
  name: "review reject",
  summary: "reject a candidate or proposal permanently, or archive a doubtful memory",
  arguments: [{ name: "id", text: "id of a candidate, memory or proposal, or its last digits" }],
  examples: ["tacit review reject 4f3a91c2"],
  run: opened(async (tacit, context, input) => {
    printDecision(context, await rejectById(tacit, argument(input, 0)));
  }),
};
