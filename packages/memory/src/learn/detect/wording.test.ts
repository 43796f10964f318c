/**
 * Every template that words a memory, in one golden file: what happened in the sessions → title and sentence. Each is to be understood
 * alone, has at most 60 words, and a title of at most 12 words.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newFileSaying } from "../../domain/text/new-file-saying.ts";
import { detect } from "./detect.ts";
import { eventsOf, type Told } from "./testing-session.ts";
import { buildTrace } from "./trace.ts";

const NO_FOLDER = "bash: line 1: cd: web: No such file or directory";
const ROWS: Readonly<Record<string, readonly Told[]>> = {
  "added-options.ts": [
    {
      run: "mvn test -q",
      fails: "[ERROR] Source option 7 is no longer supported. Use 8 or later.",
    },
    { run: "mvn test -q -Dmaven.compiler.source=8", out: "BUILD SUCCESS" },
  ],
  "broken-rule.ts": [
    { run: "npm run lint", fails: "src/app.ts:3:7 lint/style/useConst ━━━━\n! Use const." },
    { edit: "src/app.ts", before: "let row = read();", after: "const row = read();" },
    { run: "npm run lint" },
  ],
  "changed-run.ts": [
    { run: "npm test", fails: "Error: REGION is not set: the tests need a region" },
    { run: "REGION=eu npm test", out: "3 passed" },
  ],
  "changed-run.ts, another command": [
    { run: "npm test", fails: "Error: connect refused by the database at localhost" },
    { run: "docker compose up -d db" },
    { run: "npm test", out: "3 passed" },
  ],
  "command-success.ts": [{ run: "npm test", out: "3 passed" }],
  "command-success.ts, refused before": [
    { run: "pytest", fails: "bash: pytest: command not found" },
    { run: "uv run pytest", out: "3 passed" },
  ],
  "dead-end.ts": [
    { edit: "src/pool.ts" },
    { run: "npm test", fails: "FAIL src/pool.test.ts" },
    {
      agent:
        "The `Worker` pool does not work with native add-ons because each thread loads them again. Let me use `child_process` instead.",
    },
    { edit: "src/pool.ts", after: "fork()" },
    { run: "npm test", out: "3 passed" },
  ],
  "error-retry.ts": [
    { run: "npm run build", fails: "Error: Cannot find module './dist/schema.js'" },
    { run: "npm run generate" },
    { run: "npm run build", out: "ok" },
  ],
  "fixing-command.ts": [
    { run: "npm run lint", fails: "× Formatter would have printed the following content:" },
    { run: "npm run lint:fix" },
    { run: "npm run lint" },
  ],
  "missed-edit.ts": [
    {
      edit: "src/app.ts",
      before: "\tconst row = read();",
      fails: "String to replace not found in file.",
    },
    { edit: "src/app.ts", before: "\t\tconst row = read();" },
  ],
  "missing-place.ts": [{ run: "cd web && npm run e2e", fails: NO_FOLDER }, { run: "npm run e2e" }],
  "missing-place.ts, elsewhere": [
    { run: "cd web && npm run e2e", fails: NO_FOLDER },
    { run: "cd apps/web && npm run e2e" },
  ],
  "missing-place.ts, a file": [
    { read: "src/util/dates.ts", fails: "File does not exist." },
    { read: "packages/time/dates.ts" },
  ],
  "missing-tool.ts": [{ skill: "deploy", fails: "Unknown skill: deploy" }],
  "recorded-note.ts": [
    { user: "Why does it hang?" },
    { agent: "tacit: The worker hangs because its queue in src/queue.ts is never closed." },
  ],
  "recurring-failure.ts": [
    { run: "gh pr view 7 --json merged", fails: 'Unknown JSON field: "merged"' },
    { run: "gh pr view 7 --json mergedAt" },
  ],
  "refused-commit.ts": [
    {
      run: "git commit -m x",
      fails: "src/x: Lint....Failed in a.test.ts\nhusky - pre-commit script failed",
    },
    { edit: "biome.json" },
    { run: "git commit -m x" },
  ],
  "refused-option.ts": [
    { run: "buildctl du -A", fails: "buildctl: illegal option -- A" },
    { run: "buildctl du -a" },
  ],
  "repeated-grep.ts": [
    { grep: "parseConfig", out: "src/config.ts:12:export function parseConfig(path) {" },
    { read: "src/config.ts" },
  ],
  "user-correction.ts": [
    { user: "Add the dependency." },
    { run: "npm install left-pad" },
    { user: "No, use pnpm, not npm." },
  ],
};

const LONGEST_WORDS = 60;
const TITLE_WORDS = 12;
const wordsOf = (text: string) => text.split(/\s+/).length;

test("the templates of sessions", async () => {
  const blocks = Object.entries(ROWS).map(([name, told]) => {
    const drafts = detect(buildTrace("s1", eventsOf(told))).flatMap(({ draft }) => draft ?? []);
    for (const { title, content } of drafts) {
      expect(wordsOf(content), content).toBeLessThanOrEqual(LONGEST_WORDS);
      expect(wordsOf(title), title).toBeLessThanOrEqual(TITLE_WORDS);
      expect(content).not.toMatch(/\bhere\b/);
    }
    const lines = drafts.map(({ title, content }) => `${title}\n  ${content}`);
    return `# ${name}\n${lines.length === 0 ? "(nothing)" : lines.join("\n")}`;
  });
  const added = newFileSaying("src/rules", 6, [{ path: "src/list.ts", count: 5 }]);
  await expect(
    `${[...blocks, `# domain/new-file-saying.ts\n${added}`].join("\n\n")}\n`,
  ).toMatchFileSnapshot("__golden__/wording.txt");
});

/** Statistics, which are never worded, and what only passes drafts on. */
const UNWORDED = new Set(["self-correction.ts"]);

test("every detector that words a memory has a row", () => {
  const worded = readdirSync(import.meta.dirname).filter(
    (name) =>
      /^[\w-]+\.ts$/.test(name) &&
      !name.startsWith("testing-") &&
      /\bcontent(?:: |,|\b.*`)/.test(readFileSync(`${import.meta.dirname}/${name}`, "utf8")) &&
      /draft\(|: Recurring/.test(readFileSync(`${import.meta.dirname}/${name}`, "utf8")),
  );
  const rows = new Set(Object.keys(ROWS).map((name) => name.replace(/,.*/, "")));
  expect(worded.filter((name) => !rows.has(name) && !UNWORDED.has(name))).toEqual([]);
});
