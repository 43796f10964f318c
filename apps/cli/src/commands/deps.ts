/** `tacit deps`: what this rests on. */
import { showAnswer } from "../code-answer.ts";
import type { Command } from "../command.ts";
import { argument, count, flag } from "../given.ts";
import { withTacit } from "../open.ts";
import { shownProgress } from "./index-code.ts";

export const deps: Command = {
  name: "deps",
  summary: "what a file or a symbol depends on",
  arguments: [
    { name: "target", text: "`path`, `path:Symbol`, or the name of a symbol only one file has" },
  ],
  options: [
    { flags: "--depth <n>", text: "steps to follow (default: 3)" },
    { flags: "--guesses", text: "follow edges too that rest on a name alone" },
  ],
  examples: ["tacit deps src/main.ts", "tacit deps src/main.ts:run --depth 1 --json"],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const answer = await tacit.code.deps(argument(given, 0), {
        depth: count(given, "depth", 1),
        withUnique: flag(given, "guesses"),
        onProgress: shownProgress(world),
      });
      showAnswer(world, answer);
    });
  },
};
