/** `tacit models embed`: creates missing vectors for the chosen encoder. */
import type { Command } from "../../command.ts";
import { embeddedText, embedWithProgress } from "../../model-embedding.ts";
import { withTacit } from "../../open.ts";
import { count, flag } from "../../parsed-args.ts";

export const modelsEmbed: Command = {
  name: "models embed",
  summary: "create the missing vectors for the chosen encoder",
  arguments: [],
  options: [
    { flags: "--limit <n>", text: "stop after this number of memories" },
    {
      flags: "--drop-others",
      text: "when complete, delete the vectors of other encoders",
    },
  ],
  details:
    "Pinned memories come first, then the newest. Ctrl-C stops between two batches with exit status 75; the next run continues there. A running MCP server or panel also creates missing vectors, a few at a time between its calls. `tacit status` shows how many are left. To stop this, choose the earlier encoder again with `tacit models use`.",
  examples: [
    "tacit models embed",
    "tacit models embed --limit 500",
    "tacit models embed --drop-others",
  ],
  run: async (input, context) => {
    const request = { limit: count(input, "limit", 1), dropsOthers: flag(input, "dropOthers") };
    await withTacit(context, async (tacit) => {
      const embedded = await embedWithProgress(context, tacit, request);
      context.out.result(embedded, () => embeddedText(embedded));
    });
  },
};
