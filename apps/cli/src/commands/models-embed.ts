/** `tacit models embed`: vectors of the chosen encoder for the memories that have none. */
import type { Command } from "../command.ts";
import { count, flag } from "../given.ts";
import { embeddedText, embedWithProgress } from "../model-embedding.ts";
import { withTacit } from "../open.ts";

export const modelsEmbed: Command = {
  name: "models embed",
  summary: "embed the memories that have no vector of the chosen encoder yet",
  arguments: [],
  options: [
    { flags: "--limit <n>", text: "stop after this many" },
    {
      flags: "--drop-others",
      text: "once complete, delete the vectors that other encoders made",
    },
  ],
  details:
    "Pinned memories first, then the newest. Ctrl-C stops between two batches, exit status 75; the next call goes\non from there. A running MCP server goes on as well, a few memories at a time beside its calls, until all have one;\n`tacit status` says how many are left, and going back to the encoder before with `tacit models use` ends it.",
  examples: [
    "tacit models embed",
    "tacit models embed --limit 500",
    "tacit models embed --drop-others",
  ],
  run: async (given, world) => {
    const wish = { limit: count(given, "limit", 1), dropsOthers: flag(given, "dropOthers") };
    await withTacit(world, async (tacit) => {
      const embedded = await embedWithProgress(world, tacit, wish);
      world.out.result(embedded, () => embeddedText(embedded));
    });
  },
};
