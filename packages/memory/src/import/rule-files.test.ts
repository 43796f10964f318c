/** Which lines of a rule file are rules, of which type, under which heading. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseRules, readRuleFiles } from "./rule-files.ts";

const AGENTS = `---
title: rules
---
# Project

Some prose that describes the project and rules nothing in particular at all.

## Testing
- Run the tests with \`npm test\` before pushing.
- **Never** mock the database in integration tests.
1. Prefer small fixtures over recorded ones.

\`\`\`sh
npm run always-ignored-code
\`\`\`
| always | a table |
> always a quote of somebody
- short
@AGENTS.md must be included somewhere
`;

test("list items that say how it is done, with their headings", () => {
  const items = parseRules("AGENTS.md", AGENTS);
  expect(items.map(({ heading, type, text }) => `${heading} | ${type} | ${text}`)).toEqual([
    "Testing | workflow_recipe | Run the tests with `npm test` before pushing.",
    "Testing | convention | Never mock the database in integration tests.",
    "Testing | preference | Prefer small fixtures over recorded ones.",
  ]);
});

test("a rule that runs over several lines is one rule", () => {
  const text =
    "- Always keep the first line\n  together with the second.\n\nEvery paragraph must stand\nas one, too.\n";
  expect(parseRules("x", text).map((item) => item.text)).toEqual([
    "Always keep the first line together with the second.",
    "Every paragraph must stand as one, too.",
  ]);
});

test.each([
  ["", 0],
  [
    "\uFEFF- Always keep the byte order mark away.\r\n- Never mind carriage returns in files.\r\n",
    2,
  ],
  ["- Always open a fence and never close it\n```\n- Always inside the fence, never read", 1],
])("%j has %i rules", (text, count) => expect(parseRules("x", text)).toHaveLength(count));

const root = mkdtempSync(join(tmpdir(), "tacit-rules-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("every rule file that is there; folders and absent ones are passed over", () => {
  writeFileSync(join(root, "CLAUDE.md"), "- Always write tests for new code.\n");
  mkdirSync(join(root, "AGENTS.md"));
  mkdirSync(join(root, ".github"));
  writeFileSync(
    join(root, ".github/copilot-instructions.md"),
    "- Never use default exports here.\n",
  );
  expect(readRuleFiles(root).map((item) => item.path)).toEqual([
    "CLAUDE.md",
    ".github/copilot-instructions.md",
  ]);
});
