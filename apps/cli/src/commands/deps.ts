/** `tacit deps`: what this rests on. */
import { relatedText, showAnswer } from "../code-answer.ts";
import type { Command } from "../command.ts";
import { argument, count, flag } from "../given.ts";
import { withTacit } from "../open.ts";
import { shownProgress } from "./index-code.ts";

export const deps: Command = {
  name: "deps",
  summary: "what a file or a symbol depends on",
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
    {
      flags: "--related",
      text: "instead, files that usually change with this one, by git and by agents' sessions",
    },
  ],
  examples: [
    "tacit deps src/main.ts",
    "tacit deps src/main.ts:run --depth 1 --json",
    "tacit deps src/main.ts --related",
  ],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      if (flag(given, "related")) {
        const related = await tacit.code.related(argument(given, 0));
        const none = `nothing is known to change with ${argument(given, 0)}`;
        world.out.result(related, () =>
          related.length === 0 ? none : relatedText(related, world),
        );
        return;
      }
      const answer = await tacit.code.deps(argument(given, 0), {
        depth: count(given, "depth", 1),
        withUnique: flag(given, "guesses"),
        codeOnly: flag(given, "codeOnly"),
        onProgress: shownProgress(world),
      });
      await showAnswer(world, tacit, answer, flag(given, "explain"));
    });
  },
};
