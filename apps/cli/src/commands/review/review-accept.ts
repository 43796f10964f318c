/** `tacit review accept`: stores a candidate as a memory, or confirms a doubtful memory. */
import { shortId } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { otherSides } from "../../output/print-memory.ts";
import { argument } from "../../parsed-args.ts";
import { printDecision } from "../../review/review-answer.ts";
import { acceptById } from "../../review/review-decisions.ts";

export const reviewAccept: Command = {
  name: "review accept",
  summary: "accept a candidate as a memory, confirm a doubtful memory, or carry out a proposal",
  arguments: [{ name: "id", text: "id of a candidate, memory or proposal, or its last digits" }],
  examples: ["tacit review accept 4f3a91c2"],
  run: opened(async (tacit, context, input) => {
    const decision = await acceptById(tacit, argument(input, 0));
    printDecision(context, decision);
    if (decision.memory === null) return;
    if (decision.memory.state === "archived")
      context.out.text(
        `it stays archived; to use it again, run \`tacit restore ${shortId(decision.memory.id)}\``,
      );
    for (const line of await otherSides(tacit, decision.memory)) context.out.text(line);
  }),
};
