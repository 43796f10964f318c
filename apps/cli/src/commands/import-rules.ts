/** `tacit import rules`: what CLAUDE.md, AGENTS.md and their like say, as memories. */
import type { Command } from "../command.ts";
import { plural } from "../layout.ts";
import { withTacit } from "../open.ts";

export const importRules: Command = {
  name: "import rules",
  summary:
    "the rules this project has written down for agents: CLAUDE.md, AGENTS.md and their like",
  arguments: [],
  details:
    "Importing again takes over what changed, and withdraws what was taken out of the files.",
  examples: ["tacit import rules"],
  run: async (_given, world) => {
    await withTacit(world, async (tacit) => {
      const report = await tacit.importRules();
      world.out.result(report, () =>
        report.files.length === 0
          ? "no rule files here"
          : `${report.files.join(", ")}: ${plural(report.items, "rule")}, ${report.imported} new, ${report.withdrawn} withdrawn`,
      );
    });
  },
};
