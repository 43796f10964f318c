/** `tacit deps`: lists the dependencies of a file or symbol. */

import type { Command, OptionSpec, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { opened } from "../../open.ts";
import { relatedText, showAnswer } from "../../output/code-answer.ts";
import { argument, count, flag } from "../../parsed-args.ts";
import { shownProgress } from "./index-code.ts";

/** The place from which `tacit deps` and `tacit impact` walk the code graph, in opposite directions. */
export const TARGET = {
  name: "target",
  text: "`path`, `path:Symbol`, `path:line`, or a symbol name that is unique in the project",
};

export const STEP_OPTIONS: readonly OptionSpec[] = [
  { flags: "--depth <n>", text: "maximum distance in steps (default: 3)" },
  { flags: "--guesses", text: "also follow edges that are based on a name only" },
  { flags: "--code-only", text: "leave out relations that only memories state" },
  { flags: "--explain", text: "show the evidence for each place" },
];

export const deps: Command = {
  name: "deps",
  summary: "list the dependencies of a file or a symbol",
  arguments: [TARGET],
  options: [
    ...STEP_OPTIONS,
    {
      flags: "--related",
      text: "list files that usually change together with this file instead, by Git commits and agent sessions",
    },
  ],
  examples: [
    "tacit deps src/main.ts",
    "tacit deps src/main.ts:run --depth 1 --json",
    "tacit deps src/main.ts --related",
  ],
  run: opened(async (tacit, context, input) => {
    if (flag(input, "related")) {
      const related = await tacit.code.related(argument(input, 0));
      const none = `no files found that change together with ${argument(input, 0)}`;
      context.out.result(related, () =>
        related.length === 0 ? none : relatedText(related, context),
      );
      return;
    }
    const answer = await tacit.code.deps(argument(input, 0), stepRequest(input, context));
    await showAnswer(context, tacit, answer, flag(input, "explain"));
  }),
};

export function stepRequest(input: ParsedArgs, context: CommandContext) {
  return {
    depth: count(input, "depth", 1),
    withUnique: flag(input, "guesses"),
    codeOnly: flag(input, "codeOnly"),
    onProgress: shownProgress(context),
  };
}
