/** `tacit impact`: who is affected when this changes. */
import { showAnswer } from "../code-answer.ts";
import type { Command } from "../command.ts";
import { argument, count, flag } from "../given.ts";
import { withTacit } from "../open.ts";
import { shownProgress } from "./index-code.ts";

export const impact: Command = {
  name: "impact",
  summary: "who depends on a file or a symbol: what a change of it can break",
  arguments: [
    {
      name: "target",
      text: "`path`, `path:Symbol`, `path:line`, or the name of a symbol only one file has",
    },
  ],
  options: [
    { flags: "--depth <n>", text: "steps to follow (default: 3)" },
    { flags: "--guesses", text: "follow edges too that rest on a name alone" },
    { flags: "--code-only", text: "leave out what only memories say" },
    { flags: "--explain", text: "say of each place how it is known" },
  ],
  examples: [
    "tacit impact src/store/open.ts",
    "tacit impact src/store/open.ts:openStore --depth 1",
    "tacit impact UserService.load --explain",
    "tacit impact UserService.load --json",
  ],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const answer = await tacit.code.impact(argument(given, 0), {
        depth: count(given, "depth", 1),
        withUnique: flag(given, "guesses"),
        codeOnly: flag(given, "codeOnly"),
        onProgress: shownProgress(world),
      });
      await showAnswer(world, tacit, answer, flag(given, "explain"));
    });
  },
};
