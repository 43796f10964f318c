/**
 * Tests every template that words a memory against a golden file: input → title and sentences. Each text has at most 60
 * words, its title at most 12 words, and it never contains "here".
 */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Draft } from "../domain/draft.ts";
import type { FileUse } from "../domain/session/session-digest.ts";
import type { Signal } from "../domain/signal.ts";
import { recordPairs } from "../store/sessions/co-access.ts";
import type { PastVisit } from "../store/sessions/session-digests.ts";
import { openTestStore, PROJECT } from "../testing/testing-life.ts";
import { detect } from "./detect/detect.ts";
import { PAST_COMMITS } from "./detect/history/learned-of-history.ts";
import { type Commit, history, many, others } from "./detect/history/testing-history.ts";
import { eventsOf, type SessionEvents } from "./detect/testing-session.ts";
import { buildTrace } from "./detect/trace.ts";
import { coupledAcross } from "./propose/coupling.ts";
import { moduleSignals } from "./synthesize/module-insight.ts";
import { recipeSignals } from "./synthesize/recipes.ts";

const NO_FOLDER = "bash: line 1: cd: web: No such file or directory";
const SESSIONS: Readonly<Record<string, readonly SessionEvents[]>> = {
  "detect/commands/added-options.ts": [
    {
      run: "mvn test -q",
      fails: "[ERROR] Source option 7 is no longer supported. Use 8 or later.",
    },
    { run: "mvn test -q -Dmaven.compiler.source=8", out: "BUILD SUCCESS" },
  ],
  "detect/statements/broken-rule.ts": [
    { run: "npm run lint", fails: "src/app.ts:3:7 lint/style/useConst ━━━━\n! Use const." },
    { edit: "src/app.ts", before: "let row = read();", after: "const row = read();" },
    { run: "npm run lint" },
  ],
  "detect/commands/changed-run.ts": [
    { run: "npm test", fails: "Error: REGION is not set: the tests need a region" },
    { run: "REGION=eu npm test", out: "3 passed" },
  ],
  "detect/commands/changed-run.ts, another command": [
    { run: "npm test", fails: "Error: connect refused by the database at localhost" },
    { run: "docker compose up -d db" },
    { run: "npm test", out: "3 passed" },
  ],
  "detect/commands/command-success.ts": [{ run: "npm test", out: "3 passed" }],
  "detect/commands/command-success.ts, refused before": [
    { run: "pytest", fails: "bash: pytest: command not found" },
    { run: "uv run pytest", out: "3 passed" },
  ],
  "detect/dead-end.ts": [
    { edit: "src/pool.ts" },
    { run: "npm test", fails: "FAIL src/pool.test.ts" },
    {
      agent:
        "The `Worker` pool does not work with native add-ons because each thread loads them again. Let me use `child_process` instead.",
    },
    { edit: "src/pool.ts", after: "fork()" },
    { run: "npm test", out: "3 passed" },
  ],
  "detect/error-retry.ts": [
    { run: "npm run build", fails: "Error: Cannot find module './dist/schema.js'" },
    { run: "npm run generate" },
    { run: "npm run build", out: "ok" },
  ],
  "detect/commands/fixing-command.ts": [
    { run: "npm run lint", fails: "× Formatter would have printed the following content:" },
    { run: "npm run lint:fix" },
    { run: "npm run lint" },
  ],
  "detect/commands/missed-edit.ts": [
    {
      edit: "src/app.ts",
      before: "\tconst row = read();",
      fails: "String to replace not found in file.",
    },
    { edit: "src/app.ts", before: "\t\tconst row = read();" },
  ],
  "detect/commands/missing-place.ts": [
    { run: "cd web && npm run e2e", fails: NO_FOLDER },
    { run: "npm run e2e" },
  ],
  "detect/commands/missing-place.ts, elsewhere": [
    { run: "cd web && npm run e2e", fails: NO_FOLDER },
    { run: "cd apps/web && npm run e2e" },
  ],
  "detect/commands/missing-place.ts, a file": [
    { read: "src/util/dates.ts", fails: "File does not exist." },
    { read: "packages/time/dates.ts" },
  ],
  "detect/commands/missing-tool.ts": [{ skill: "deploy", fails: "Unknown skill: deploy" }],
  "detect/statements/recorded-note.ts": [
    { user: "Why does it hang?" },
    { agent: "tacit: The worker hangs because its queue in src/queue.ts is never closed." },
  ],
  "detect/recurring-failure.ts": [
    { run: "gh pr view 7 --json merged", fails: 'Unknown JSON field: "merged"' },
    { run: "gh pr view 7 --json mergedAt" },
  ],
  "detect/commands/refused-commit.ts": [
    {
      run: "git commit -m x",
      fails: "src/x: Lint....Failed in a.test.ts\nhusky - pre-commit script failed",
    },
    { edit: "biome.json" },
    { run: "git commit -m x" },
  ],
  "detect/commands/refused-option.ts": [
    { run: "buildctl du -A", fails: "buildctl: illegal option -- A" },
    { run: "buildctl du -a" },
  ],
  "detect/counts/repeated-grep.ts": [
    { grep: "parseConfig", out: "src/config.ts:12:export function parseConfig(path) {" },
    { read: "src/config.ts" },
  ],
  "detect/statements/user-correction.ts": [
    { user: "Add the dependency." },
    { run: "npm install left-pad" },
    { user: "No, use pnpm, not npm." },
  ],
  "detect/commands/changed-run.ts, another folder": [
    { run: "npm test", fails: 'npm error Missing script: "test"' },
    { run: "cd packages/core && npm test", out: "3 passed" },
  ],
  "detect/commands/changed-run.ts, other changes in between": [
    { run: "npm test", fails: "Error: connect refused by the database at localhost" },
    { run: "npm run generate" },
    { run: "docker compose up -d db" },
    { run: "npm test", out: "3 passed" },
  ],
  "detect/commands/changed-run.ts, another installer": [
    { run: "npm install", fails: "npm error Unsupported URL Type workspace:" },
    { run: "pnpm install", out: "Done" },
  ],
  "detect/commands/command-success.ts, in a folder": [{ run: "go build", at: "/w/app/cli" }],
  "detect/commands/command-success.ts, a part": [{ run: "npm run test:unit", out: "3 passed" }],
  "detect/commands/missed-edit.ts, tabs": [
    {
      edit: "src/app.ts",
      before: "    const row = read();",
      fails: "String to replace not found in file.",
    },
    { edit: "src/app.ts", before: "\t\tconst row = read();" },
  ],
  "detect/commands/missed-edit.ts, spaces": [
    {
      edit: "src/app.ts",
      before: "\tconst row = read();",
      fails: "String to replace not found in file.",
    },
    { edit: "src/app.ts", before: "    const row = read();" },
  ],
  "detect/commands/refused-commit.ts, leftover files": [
    {
      run: "git commit -m x",
      fails: "check: unexpected files in web/cache\nhusky - pre-commit script failed",
    },
    { run: "rm -rf web/cache" },
    { run: "git commit -m x" },
  ],
  "detect/error-retry.ts, an edit": [
    { run: "npm test", fails: "error: Unknown option 'strictMode' in vitest.config.ts" },
    { edit: "vitest.config.ts", before: "strictMode: true,", after: "strict: true," },
    { run: "npm test", out: "3 passed" },
  ],
  "detect/statements/user-correction.ts, an edit": [
    { user: "Add the endpoint." },
    { edit: "src/api.ts" },
    { user: "No, use fetch, not axios." },
  ],
};

const notes = (path: string) =>
  many(60, (i) => ({
    message: `Change ${i}`,
    files: [`src/a${i}.ts`, path.replace("*", String(i))],
  }));
const moved = Array.from({ length: 6 }, (_, i) => ({
  from: `src/compiler/${i % 2}/${i}.ts`,
  to: `packages/compiler/${i % 2}/${i}.ts`,
}));

/** Commits, oldest first. */
const HISTORIES: Readonly<Record<string, readonly Commit[]>> = {
  "detect/history/changed-together.ts": notes("CHANGES.rst"),
  "detect/history/changed-together.ts, a folder": notes("newsfragments/*.bugfix.md"),
  "detect/history/changed-together.ts, tests": notes("tests/unit/test_a*.py"),
  "detect/history/message-form.ts": many(60, (i) => ({ message: `fix(core): change ${i}` })),
  "detect/history/message-form.ts, a part": many(60, (i) => ({ message: `net/http: change ${i}` })),
  "detect/history/message-form.ts, a ticket": many(60, (i) => ({ message: `KAFKA-${i}: change` })),
  "detect/history/message-form.ts, an issue": many(60, (i) => ({
    message: `Fixed #${i} -- Change it`,
  })),
  "detect/history/message-form.ts, a bracket": many(60, (i) => ({ message: `[web] Change ${i}` })),
  "detect/history/message-form.ts, an emoji": many(60, (i) => ({ message: `:bug: Change ${i}` })),
  "detect/history/message-form.ts, signed off": many(60, (i) => ({
    message: `Change ${i}\n\nSigned-off-by: A <a@b.c>`,
  })),
  "detect/history/moved.ts": [
    ...many(50, (i) => ({ message: `Change ${i}`, files: [`src/compiler/0/${i % 6}.md`] })),
    { message: "Make the compiler a package", moved },
  ],
  "detect/history/new-file.ts": Array.from({ length: 6 }, (_, i) => [
    {
      message: `Rule ${i}`,
      files: ["docs/rules.json"],
      added: [`src/rules/${i}.ts`, `tests/rules/${i}.ts`],
    },
    ...others(8).map((other) => ({ ...other, message: `${other.message} ${i}` })),
  ]).flat(),
  "detect/history/release.ts": [
    ...others(50),
    ...many(4, (i) => ({
      message: `Release v1.${i}.0`,
      files: ["setup.py", "NEWS.md", `docs/${i}.md`],
    })),
  ],
  "detect/history/reverted.ts": [
    ...others(50),
    {
      message:
        'Revert "Cache the parser\'s tables (#12)"\n\nThis reverts commit 0123456789abcdef.\n\nThe cached tables are shared between threads and cause crashes under load.',
      files: ["src/parser.ts"],
    },
  ],
};

/** Builds ten sessions that change `src/api`, open `web/client.ts` and meet the same error, and ten others. */
function visits(): PastVisit[] {
  const visit = (session: string, module: string, path: string): PastVisit => ({
    session,
    steps: 10,
    fromMs: 0,
    toMs: 1,
    outcome: null,
    module,
    reads: 1,
    edits: 1,
    tokens: 100,
    files: [{ path, reads: 1, edits: 1, fromMs: 0, toMs: 1 } satisfies FileUse],
    errors: module === "src/api" ? [{ fingerprint: "f1", line: "TypeError: db is not open" }] : [],
  });
  return Array.from({ length: 10 }, (_, i) => [
    visit(`s${i}`, "src/api", `src/api/${i % 3}.ts`),
    visit(`s${i}`, "web", "web/client.ts"),
    visit(`t${i}`, "docs", `docs/${i}.md`),
  ]).flat();
}

function recipe(): Signal[] {
  const names = ["edit code", "npm test", "npm run lint", "git commit"];
  const actions = [names.map((name) => ({ name, isOk: true }))];
  const sessions = ["a", "b", "c"].map((session) => ({ session, actions }));
  const [current, ...rest] = sessions;
  return current === undefined ? [] : recipeSignals(current, rest, [], 0);
}

async function coupling(): Promise<Signal[]> {
  const { db } = await openTestStore();
  for (const id of ["s1", "s2", "s3", "s4"])
    await recordPairs(db, PROJECT, id, [
      { a: "api/schema.json", b: "web/client.ts", isEdit: true },
    ]);
  return coupledAcross(db, PROJECT, () => true, 0);
}

async function allDrafts(): Promise<ReadonlyMap<string, readonly Draft[]>> {
  const rows: (readonly [string, readonly Signal[]])[] = [
    ...Object.entries(SESSIONS).map(
      ([name, events]) =>
        [name, detect(buildTrace("s1", eventsOf(events), null, "/w/app"))] as const,
    ),
    ...Object.entries(HISTORIES).map(
      ([name, commits]) => [name, PAST_COMMITS.detect(history(commits))] as const,
    ),
    ["propose/coupling.ts", await coupling()],
    ["synthesize/module-insight.ts", moduleSignals("src/api", visits(), () => true, 0)],
    ["synthesize/recipes.ts", recipe()],
  ];
  return new Map(
    rows.map(([name, signals]) => [name, signals.flatMap(({ draft }) => draft ?? [])] as const),
  );
}

const LONGEST_WORDS = 60;
const TITLE_WORDS = 12;
const wordsOf = (text: string) => text.split(/\s+/).length;

test("words every template as in the golden file", async () => {
  const blocks = [...(await allDrafts())].map(([name, drafts]) => {
    for (const { title, content } of drafts) {
      expect(wordsOf(content), content).toBeLessThanOrEqual(LONGEST_WORDS);
      expect(wordsOf(title), title).toBeLessThanOrEqual(TITLE_WORDS);
      expect(`${title} ${content}`).not.toMatch(
        /\b(?:here|told|mends?|complains?|puts? right|again and again|session after session)\b|^(?:What|Who)\b/,
      );
    }
    expect(drafts, name).not.toEqual([]);
    const lines = drafts.map(({ title, content }) => `${title}\n  ${content}`);
    return `# ${name}\n${[...new Set(lines)].join("\n")}`;
  });
  await expect(`${blocks.join("\n\n")}\n`).toMatchFileSnapshot("__golden__/wording.txt");
});

/** `self-correction.ts` is only counted and words no memory. */
const UNWORDED = new Set(["detect/counts/self-correction.ts"]);

test("covers each title of every file with templates", async () => {
  const rows = [...(await allDrafts()).keys()].map((name) => name.replace(/,.*/, ""));
  const missing = globSync("{detect,propose,synthesize}/**/*.ts", { cwd: import.meta.dirname })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.test\.ts$|testing-/.test(path) && !UNWORDED.has(path))
    .filter((path) => {
      const source = readFileSync(`${import.meta.dirname}/${path}`, "utf8");
      const titles = source.match(/\btitle: (?:["`]|\w+\()(?!item\.title|title\))/g) ?? [];
      return rows.filter((row) => row === path).length < titles.length;
    });
  expect(missing).toEqual([]);
});
