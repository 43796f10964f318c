/** `tacit impact`: lists what a change affects. */

import { type ImpactAnswer, MemoryError } from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { showAnswer } from "../../output/code-answer.ts";
import { noChangesText } from "../../output/unknown-text.ts";
import { argument, flag } from "../../parsed-args.ts";
import { STEP_OPTIONS, stepRequest, TARGET } from "./deps.ts";

export const impact: Command = {
  name: "impact",
  summary: "list the dependents of a file or a symbol: code that a change can break",
  arguments: [{ ...TARGET, isOptional: true }],
  options: [
    ...STEP_OPTIONS,
    { flags: "--tests", text: "print only the commands that run the affected tests" },
    {
      flags: "--diff [commits]",
      text: "instead of a target: the uncommitted changes, or the changes of `A..B`",
    },
  ],
  examples: [
    "tacit impact src/store/open.ts",
    "tacit impact src/store/open.ts:openStore --depth 1",
    "tacit impact UserService.load --explain",
    "tacit impact UserService.load --json",
    "tacit impact --diff",
    "tacit impact --diff main..HEAD --tests",
  ],
  run: async (input, context) => {
    const target = argument(input, 0);
    const range = changesAsked(input);
    if ((target === "") === (range === undefined))
      throw new MemoryError("usage", { reason: "give a target, or --diff" });
    await withTacit(context, async (tacit) => {
      const options = stepRequest(input, context);
      const answer =
        range === undefined
          ? await tacit.code.impact(target, options)
          : await tacit.code.impactOfChanges(range, options);
      if (flag(input, "tests")) {
        const { tests, testCommands: commands } = answer;
        // Tests are found at any depth and in any number.
        const incomplete = answer.incomplete.filter((gap) => gap !== "depth" && gap !== "count");
        const complete = incomplete.length === 0;
        context.out.result({ tests, commands, complete, incomplete }, () =>
          testText({ ...answer, complete }),
        );
        return;
      }
      await showAnswer(context, tacit, answer, flag(input, "explain"));
    });
  },
};

/** Returns the value of `--diff`: undefined without the option, "" for uncommitted changes. */
function changesAsked(input: ParsedArgs): string | undefined {
  const value = input.options["diff"];
  if (value === true) return "";
  return typeof value === "string" ? value : undefined;
}

function testText({
  target,
  tests,
  testCommands,
  complete,
  changed,
  gone = [],
}: ImpactAnswer): string {
  if (changed?.length === 0 && gone.length === 0) return `# ${noChangesText(target)}`;
  if (testCommands.length > 0) return testCommands.join("\n");
  if (tests.length > 0) return `# no known command runs these: ${tests.join(" ")}`;
  return `# no test reaches ${target}${complete ? "" : "; the answer is incomplete"}`;
}
