/** `tacit feedback`: rates a memory as useful, doubtful or wrong. */
import { VERDICTS } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { printChanged } from "../../output/print-memory.ts";
import { argument, oneOf, text } from "../../parsed-args.ts";

export const feedback: Command = {
  name: "feedback",
  summary: "rate a memory: useful, not-useful, flag or reject",
  arguments: [
    { name: "id", text: "memory id, or its last digits" },
    { name: "verdict", text: "useful, not-useful, flag or reject" },
  ],
  options: [{ flags: "--because <text>", text: "the reason; stored with the verdict" }],
  details:
    "useful raises the confidence by 0.05, and not-useful lowers it by 0.02. flag lowers it by 0.3 and puts the memory into the review queue; agents are not shown it until a person confirms it. reject archives the memory as wrong. `tacit undo` takes the verdict back.",
  examples: [
    "tacit feedback 4f3a91c2 useful",
    'tacit feedback 4f3a91c2 flag --because "the port changed"',
  ],
  run: async (input, context) => {
    const verdict = oneOf("verdict", argument(input, 1), VERDICTS);
    await withTacit(context, async (tacit) => {
      const before = await tacit.memories.get(argument(input, 0));
      const because = text(input, "because");
      const how = because === undefined ? {} : { because };
      const memory = await tacit.memories.feedback(before.id, verdict, how);
      printChanged(context, before, memory);
    });
  },
};
