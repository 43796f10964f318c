/** Tests which pairs of memories are the same statement and which are two. */
import { expect, test } from "vitest";
import type { NewMemory } from "../../learn/promote/new-memory.ts";
import { DAY_MS, FIXED_TIME, START_MS, someMemory } from "../../testing/testing-life.ts";
import { areMergeable, maySayTheSame, sayTheSame } from "./same-statement.ts";

const memory = (content: string, more: Partial<NewMemory> = {}) =>
  someMemory(FIXED_TIME, { content, ...more });

test.each([
  [
    "Run the linter before each commit; the pipeline refuses what it finds.",
    "Before every commit run the linter; the pipeline refuses what it finds.",
  ],
  [
    "The cache is flushed every night at midnight.",
    "Each night at midnight the cache gets flushed.",
  ],
  [
    "Every request to the billing service must carry a trace header.",
    "Each request to the billing service must carry a trace header!",
  ],
  [
    "The importer retries a failed download with exponential backoff.",
    "The importer retries failed downloads with exponential backoff.",
  ],
  [
    "The nightly job rebuilds the search index from the primary database.",
    "The nightly job rebuilds the whole search index from the primary database.",
  ],
])("recognizes the same statement: %s | %s", (a, b) => {
  expect(sayTheSame(memory(a), memory(b))).toBe(true);
  expect(sayTheSame(memory(b), memory(a))).toBe(true);
});

test("merges the same statement of two sessions", () => {
  const [one, other] = ["s1", "s2"].map((session) =>
    memory("The preview server listens on port 3000.", { sessions: [session] }),
  );
  expect(one && other && areMergeable(one, other, START_MS)).toBe(true);
});

test.each([
  [
    "a number",
    "The preview server listens on port 3000.",
    "The preview server listens on port 4000.",
  ],
  [
    "a number in words",
    "The auth service caches tokens for five minutes.",
    "The auth service caches tokens for ten minutes.",
  ],
  [
    "a noun",
    "The staging database is backed up nightly by cron.",
    "The production database is backed up nightly by cron.",
  ],
  [
    "a negation",
    "Generated files of the parser are committed to the repository.",
    "Generated files of the parser are never committed to the repository.",
  ],
  [
    "who calls whom",
    "The worker process calls the scheduler for each job.",
    "The scheduler calls the worker process for each job.",
  ],
  [
    "the direction",
    "The sync copies rows from staging to production.",
    "The sync copies rows from production to staging.",
  ],
  [
    "the order in time",
    "Run the migrations before the deployment of the services.",
    "Run the deployment before the migrations of the services.",
  ],
  [
    "an exception",
    "Releases of the packages run from the main branch in the pipeline.",
    "Releases of the packages run only from the main branch in the pipeline.",
  ],
  [
    "the choice",
    "Use pnpm, not npm, for installing packages.",
    "Use npm, not pnpm, for installing packages.",
  ],
  [
    "files named in a template",
    "src/parser.ts and tests/parser.test.ts change together in most commits.",
    "src/printer.ts and tests/printer.test.ts change together in most commits.",
  ],
])("distinguishes statements that differ in: %s", (_what, a, b) => {
  expect(sayTheSame(memory(a), memory(b))).toBe(false);
  expect(sayTheSame(memory(b), memory(a))).toBe(false);
});

const TEXT = "The handler must close the file before it returns to the pool.";

test.each<[string, Partial<NewMemory>, Partial<NewMemory>, boolean]>([
  ["files that one of them does not name", { files: ["src/a.ts"] }, {}, true],
  ["a file in common", { files: ["src/a.ts", "src/b.ts"] }, { files: ["src/b.ts"] }, true],
  ["other files", { files: ["src/a.ts"] }, { files: ["src/b.ts"] }, false],
  ["another type", { type: "gotcha" }, { type: "decision" }, false],
])("compares the files and types of memories with the same text: %s", (_what, a, b, expected) => {
  expect(sayTheSame(memory(TEXT, a), memory(TEXT, b))).toBe(expected);
});

const AT_MS = START_MS + DAY_MS;

test.each<[string, Partial<NewMemory>]>([
  ["another scope", { scope: "task", scopeOwner: "t1" }],
  ["another audience", { visibility: "secret" }],
  ["another branch", { branch: "feature", commit: "a".repeat(40), isStaged: true, type: "fact" }],
  ["a time that ends", { validToMs: AT_MS + DAY_MS }],
  ["a time that is over", { validToMs: AT_MS - 1 }],
  ["a condition", { invalidWhen: ["path:src/a.ts gone"] }],
  ["doubt", { needsReview: true }],
  ["outside text", { isTainted: true }],
  ["a record of a session", { type: "episode" }],
  ["a rule file", { tags: ["rule-file"] }],
])("does not merge memories with the same text: %s", (_what, more) => {
  expect(areMergeable(memory(TEXT), memory(TEXT), AT_MS)).toBe(true);
  expect(areMergeable(memory(TEXT), memory(TEXT, more), AT_MS)).toBe(false);
  expect(areMergeable(memory(TEXT, more), memory(TEXT), AT_MS)).toBe(false);
});

test("does not merge memories with different errors or different payloads", () => {
  const withError = (errorFingerprint: string) => memory(TEXT, { errorFingerprint });
  expect(areMergeable(withError("e1"), withError("e2"), AT_MS)).toBe(false);
  expect(areMergeable(withError("e1"), memory(TEXT), AT_MS)).toBe(true);
  const withPayload = (tried: number) => memory(TEXT, { payload: { tried } });
  expect(areMergeable(withPayload(1), withPayload(2), AT_MS)).toBe(false);
});

/** Cosine that two texts about one topic easily reach. */
const NEAR = 0.84;

test.each([
  ["one rule", "Always run migrations with `just migrate`", "Use `just migrate` for migrations"],
  [
    "a denial that only explains",
    "Use `just migrate` for database migrations",
    "Database migrations are applied by `just migrate`, never by hand",
  ],
  [
    "two denials",
    "Never edit files in `src/generated`, they are written by the generator",
    "Files in `src/generated` come from the generator; do not change them",
  ],
  ["the verb of a rule", "Prefer composition to inheritance", "Use composition over inheritance"],
  [
    "a call and its name",
    "Read feature flags through `getFlag(name)`",
    "Feature flags are read by `getFlag`",
  ],
])("asks about two wordings of one statement: %s", (_what, a, b) => {
  expect(maySayTheSame(memory(a), memory(b, { type: "preference" }), NEAR)).toBe(true);
  expect(maySayTheSame(memory(b), memory(a), NEAR)).toBe(true);
});

test.each([
  [
    "another command",
    "Run all the tests with `make test` before a push",
    "Run all the linters with `make lint` before a push",
  ],
  ["one word", "The worker needs Redis when it starts", "The worker needs Postgres when it starts"],
  [
    "the negation",
    "The release job signs the packages of the shop",
    "The release job never signs the packages of the shop",
  ],
  [
    "the choice",
    "Use tabs, not spaces, in all source files",
    "Use spaces, not tabs, in all source files",
  ],
  ["the topic", "Migrations live in the database folder", "Migrations of users take an hour"],
])("does not ask about statements that differ in: %s", (_what, a, b) => {
  expect(maySayTheSame(memory(a), memory(b), NEAR)).toBe(false);
  expect(maySayTheSame(memory(b), memory(a), NEAR)).toBe(false);
});

test("asks only about near texts, and about less near ones if they name the same code", () => {
  const [one, other] = ["Run `just seed` for test data", "Test data comes from `just seed`"];
  expect(maySayTheSame(memory(one), memory(other), 0.81)).toBe(true);
  const [bare, reworded] = [one, other].map((text) => memory(text.replaceAll("`", "")));
  expect(bare && reworded && maySayTheSame(bare, reworded, 0.81)).toBe(false);
  expect(maySayTheSame(memory(one), memory(other, { type: "dead_end" }), NEAR)).toBe(false);
});
