/**
 * How many honest wordings do the checks drop? Memories as rules worded them from two sets of real sessions, each said again
 * by hand as a model would. Whoever wrote the checks wrote these too: a real model's are dropped more often, not less.
 */
import { expect, test } from "vitest";
import { unfaithful } from "./faithful.ts";

const HONEST: readonly {
  readonly memory: string;
  readonly title: string;
  readonly text: string;
}[] = [
  {
    memory:
      "`git commit` was refused by the hooks of this project; it passed after what lay in `tmp/clones` had been removed.",
    title: "Clear tmp/clones before committing",
    text: "Before committing, clear out `tmp/clones`: the commit hooks of this project refuse `git commit` while anything lies in it.",
  },
  {
    memory:
      "The order in which a change is finished here: 1. change the code; 2. `bun run test`; 3. `bun run lint`; 4. `git commit`.",
    title: "Order of finishing a change",
    text: "A change is finished here in this order: 1. change the code; 2. `bun run test`; 3. `bun run lint`; 4. `git commit`. Follow it before handing over.",
  },
  {
    memory:
      "Sessions that change `src/api/db` usually change `frontend/src/hooks/useEvaluationApi.ts` too.",
    title: "src/api/db and the evaluation hook",
    text: "A change to `src/api/db` usually needs a matching change in `frontend/src/hooks/useEvaluationApi.ts`.",
  },
  {
    memory:
      "When `frontend/src/components/RemediationHistory.tsx` changes, `frontend/src/components/RemediationHistoryCard.tsx` changes with it (4 of 5 times).",
    title: "The two history components change together",
    text: "`frontend/src/components/RemediationHistory.tsx` and `frontend/src/components/RemediationHistoryCard.tsx` usually change together (4 of 5 times): check the second when you touch the first.",
  },
  {
    memory:
      "When `prompts/context-remediation/packmind-remediation-skill-creation.md` changes, `src/shared/remediation/prompt-generator.ts` changes with it (4 of 4 times).",
    title: "Skill prompt and prompt generator",
    text: "`src/shared/remediation/prompt-generator.ts` has always changed together with `prompts/context-remediation/packmind-remediation-skill-creation.md` (4 of 4 times).",
  },
  {
    memory: "To lint here use `rtk lint bun run lint`.",
    title: "Lint command",
    text: "Lint with `rtk lint bun run lint`.",
  },
  {
    memory:
      "Sessions that change `src/shared/types` usually change `frontend/src/components/RemediateTab.tsx`, `src/shared/remediation/engine.ts` too.",
    title: "Shared types reach further",
    text: "Changes in `src/shared/types` usually reach `frontend/src/components/RemediateTab.tsx` and `src/shared/remediation/engine.ts` as well.",
  },
  {
    memory:
      "`grep -n` is refused here (error: unexpected argument '-n' found); the Grep tool works.",
    title: "Use the Grep tool",
    text: "`grep -n` does not work here (error: unexpected argument '-n' found). Use the Grep tool instead.",
  },
  {
    memory: "There is no skill `commit` here: asking for it fails. Do by hand what it would do.",
    title: "No commit skill",
    text: "There is no `commit` skill here, so asking for it fails; do its steps by hand.",
  },
  {
    memory:
      "To run the tests here use `rtk test bun run test`. `rtk bun run test` does not work: error: unrecognized subcommand 'bun'",
    title: "Running the tests",
    text: "Run the tests with `rtk test bun run test`; `rtk bun run test` does not work (error: unrecognized subcommand 'bun').",
  },
  {
    memory:
      "Sessions that change `src/shared/remediation` usually change `src/shared/types/remediation.ts` too.",
    title: "Remediation and its types",
    text: "When you change `src/shared/remediation`, expect to change `src/shared/types/remediation.ts` too.",
  },
  {
    memory: "To build (css) here use `bun run css:build`.",
    title: "Build the CSS",
    text: "Build the css with `bun run css:build`.",
  },
  {
    memory:
      "`find -name` is refused here (error: unexpected argument '-n' found); the Glob tool works.",
    title: "Use the Glob tool",
    text: "`find -name` is refused here (error: unexpected argument '-n' found); use the Glob tool.",
  },
  {
    memory:
      "When `src/shared/remediation/engine.ts` changes, `src/shared/types/remediation.ts` changes with it (4 of 4 times).",
    title: "Engine and types",
    text: "`src/shared/types/remediation.ts` always changes with `src/shared/remediation/engine.ts` (4 of 4 times).",
  },
  {
    memory:
      "What `bun run lint` complains of (“× Formatter would have printed the following content:”), `bun run lint:fix` puts right.",
    title: "Fix formatting",
    text: "If `bun run lint` reports “× Formatter would have printed the following content:”, run `bun run lint:fix` to repair it.",
  },
  {
    memory: "To lint here use `bun run lint:fix`.",
    title: "Lint",
    text: "Use `bun run lint:fix` to lint this project.",
  },
  {
    memory: "To run the tests here use `bun run test`.",
    title: "Tests",
    text: "Tests are run with `bun run test`.",
  },
  {
    memory: "To check the types here use `bun run typecheck`.",
    title: "Types",
    text: "Type checking is done with `bun run typecheck`.",
  },
  {
    memory:
      "Edits of several lines miss here by white space alone: one tab too few was given, as in `src/shared/file-system/file-finder.ts`. Take the indentation from the file itself.",
    title: "Indentation in edits",
    text: "Edits over several lines fail here because of white space: in `src/shared/file-system/file-finder.ts` one tab was missing. Copy the indentation from the file itself.",
  },
  {
    memory: "`cat -A` is refused here (cat: illegal option -- A); `cat -v` works.",
    title: "cat -v instead of cat -A",
    text: "`cat -A` fails here (cat: illegal option -- A). Use `cat -v` instead.",
  },
  {
    memory: "To lint here use `bunx biome check`.",
    title: "Lint",
    text: "Lint with `bunx biome check`.",
  },
  {
    memory:
      "`bun run typecheck` fails with “@agentv/core typecheck: /usr/bin/bash: line 1: tsc: command not found” until `bun install` has been run.",
    title: "Install before type checking",
    text: "If `bun run typecheck` fails with “@agentv/core typecheck: /usr/bin/bash: line 1: tsc: command not found”, run `bun install` first.",
  },
  {
    memory:
      "`bun run lint` fails with “biome: command not found” until `bun install` has been run.",
    title: "Install before linting",
    text: "If `bun run lint` says “biome: command not found”, run `bun install` and try again.",
  },
  {
    memory:
      '`git push` was refused by the hooks of this project (“× Formatter would have printed the following content:”); it passed after `biome.json` had been changed (added `".claude/**",`).',
    title: "Push refused by the formatter",
    text: 'The hooks refuse `git push` with “× Formatter would have printed the following content:” until `".claude/**",` is added to `biome.json`.',
  },
];

test("10 of 24 pass; those that are dropped have lost a word or have a new one that could be a fact, or say who comes first in a way of their own", () => {
  const verdicts = HONEST.map(({ memory, title, text }) =>
    unfaithful({ title, text }, memory, memory),
  );
  expect(verdicts).toHaveLength(24);
  expect(verdicts.filter((one) => one === null)).toHaveLength(10);
});
