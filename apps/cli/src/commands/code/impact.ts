/** `tacit impact`: who is affected when this changes. */

import type { Command } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { showAnswer } from "../../output/code-answer.ts";
import { argument, count, flag } from "../../parsed-args.ts";
import { shownProgress } from "./index-code.ts";

export const impact: Command = {
  name: "impact",
  summary: "list the dependents of a file or a symbol: code that a change can break",
  arguments: [
    {
      name: "target",
      text: "`path`, `path:Symbol`, `path:line`, or a symbol name that is unique in the project",
    },
  ],
  options: [
    { flags: "--depth <n>", text: "maximum distance in steps (default: 3)" },
    { flags: "--guesses", text: "also follow edges that are based on a name only" },
    { flags: "--code-only", text: "leave out relations that only memories state" },
    { flags: "--explain", text: "show the evidence for each place" },
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
