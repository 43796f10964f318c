/** Scenarios of everyday work: a worktree, a fix by a command, a killed session, small talk. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {import("./scenarios.mjs").Scenario} Scenario */

const BLOCK = "<tacit-memory>";

function git(folder, ...args) {
  const author = ["-c", "user.name=probe", "-c", "user.email=probe@example.invalid"];
  execFileSync("git", [...author, ...args], { cwd: folder, stdio: "ignore" });
}

const INVOICE = "src/invoice.js";

/** @type {Scenario} A correction and a rule of a branch, in the repository and in a worktree of it. */
const WORKTREE = {
  name: "worktree",
  steps: [
    {
      prompt: "Add left-pad to the dependencies of this project.",
      before: (project) => {
        writeFileSync(join(project, INVOICE), "export const total = (a) => a.length;\n");
        git(project, "add", ".");
        git(project, "commit", "-qm", "shop");
        git(project, "worktree", "add", "-q", "../feature", "-b", "feature/invoices");
      },
      replies: [{ shell: "echo npm install left-pad" }, { text: "Installed with npm." }],
    },
    {
      prompt: "No, always use pnpm here, never npm. The lockfile is pnpm-lock.yaml.",
      isResumed: true,
      replies: [{ text: "Understood, I will use pnpm." }],
    },
    {
      prompt: "Add zod to the dependencies, we need it for the invoice schema.",
      project: "feature",
      replies: [{ text: "Working in the worktree." }],
    },
    {
      prompt: `Look around, then remember: on this branch we store invoice dates in UTC, don't use local time in ${INVOICE}. (RULE-UTC)`,
      project: "feature",
      replies: [{ shell: "ls" }, { text: "Noted: dates in UTC." }],
    },
    { prompt: `Fix the invoice total in ${INVOICE}.`, project: "feature" },
  ],
  checks: (sent) => [
    {
      name: "a correction reaches a fresh session in a worktree on another branch",
      ok: /<tacit-memory>.*pnpm here, never npm.*<.tacit-memory>/s.test(sent(2, 0)),
    },
    { name: "a rule said in the worktree is shown there", ok: sent(4, 0).includes("RULE-UTC") },
  ],
};

const CHECK = `import { existsSync, readFileSync } from "node:fs";
const path = "fixtures/catalog.snap";
if (!existsSync(path) || readFileSync(path, "utf8").trim() !== "schema 14")
  throw new Error("CatalogSnapshotStale: fixtures/catalog.snap was written for schema 13, need 14");
console.log("1 passed");
`;
const REFRESH = `import { writeFileSync } from "node:fs";
writeFileSync("fixtures/catalog.snap", "schema 14");
`;
const MANIFEST = {
  name: "shop",
  type: "module",
  scripts: { test: "node check.mjs", refresh: "node refresh.mjs" },
};

function makeStale(project) {
  mkdirSync(join(project, "fixtures"), { recursive: true });
  writeFileSync(join(project, "check.mjs"), CHECK);
  writeFileSync(join(project, "refresh.mjs"), REFRESH);
  writeFileSync(join(project, "package.json"), JSON.stringify(MANIFEST));
  writeFileSync(join(project, "fixtures", "catalog.snap"), "schema 13");
  rmSync(join(project, ".cache"), { recursive: true, force: true });
}

const NPM_TEST = { shell: "npm test" };

/** @type {Scenario} A command put it right, and one before it did not. */
const MENDED_BY_COMMAND = {
  name: "mended-by-command",
  steps: [
    {
      prompt: "Run the tests and make them pass.",
      before: makeStale,
      replies: [
        NPM_TEST,
        { shell: "rm -rf .cache" },
        NPM_TEST,
        { shell: "npm run refresh" },
        NPM_TEST,
        { text: "The snapshot was stale; npm run refresh rewrites it." },
      ],
    },
    {
      prompt: "Please run the tests.",
      before: makeStale,
      replies: [NPM_TEST, { text: "It fails: stale snapshot." }],
    },
  ],
  checks: (sent) => [
    { name: "the error is met", ok: sent(0, 1).includes("CatalogSnapshotStale") },
    { name: "the check passes in the end", ok: sent(0, 5).includes("1 passed") },
    {
      name: "when the error comes back, the command that fixed it is shown",
      ok: /<tacit-memory>(?:(?!<\/tacit-memory>).)*npm run refresh/s.test(sent(1, 1)),
    },
  ],
};

/** @type {Scenario} The program is killed in the middle of a turn, with all it has started. */
const KILLED = {
  name: "killed",
  steps: [
    {
      prompt:
        "Add a port constant to src/port.js. And remember: never log request bodies in this repository, they hold card numbers (RULE-KILL).",
      replies: [
        { shell: "echo WORK-DONE-1; ls src" },
        { shell: "echo 'export const port = 7781;' > src/port.js" },
        { isKill: true },
      ],
    },
    { prompt: "What was I doing here?" },
    { prompt: "Add logging to the server." },
  ],
  checks: (sent) => [
    {
      name: "a rule said before the kill is shown in the next fresh session",
      ok: sent(1, 0).includes("RULE-KILL"),
    },
    {
      name: "and where the killed session stopped",
      ok: /<tacit-memory>(?:(?!<\/tacit-memory>).)*session stopped.{0,400}port constant/s.test(
        sent(1, 0),
      ),
    },
    { name: "the rule is shown again later", ok: sent(2, 0).includes("RULE-KILL") },
  ],
};

/** @type {Scenario} Nothing to learn and nothing to show. */
const SMALL_TALK = {
  name: "small-talk",
  steps: [
    { prompt: "hi", replies: [{ text: "Hello!" }] },
    { prompt: "thanks, great job :)", isResumed: true, replies: [{ text: "You are welcome." }] },
    { prompt: "good morning!", replies: [{ text: "Hi." }] },
    { prompt: "tell me a joke about cats", replies: [{ text: "Why did the cat..." }] },
  ],
  checks: (sent) =>
    [0, 1, 2, 3].map((step) => ({
      name: `prompt ${step + 1} of small talk is shown nothing`,
      ok: sent(step, 0) !== "" && !sent(step, 0).includes(BLOCK),
    })),
};

/** Matches a fix that is shown in a block. */
const FIX = /<tacit-memory>(?:(?!<\/tacit-memory>).)*npm run refresh/s;

/** @type {Scenario} Two programs work on one repository, and each is shown what the other one taught. */
const TWO_PROGRAMS = {
  name: "two-programs",
  beside: "codex",
  steps: [
    {
      prompt: "Run the tests and make them pass.",
      before: makeStale,
      replies: [NPM_TEST, { shell: "npm run refresh" }, NPM_TEST, { text: "It passes now." }],
    },
    {
      prompt: "No, never commit to main here, always open a pull request.",
      isResumed: true,
      replies: [{ text: "Understood." }],
    },
    {
      prompt: "Run the tests please.",
      isBeside: true,
      before: makeStale,
      replies: [NPM_TEST, { text: "The snapshot is stale." }],
    },
    {
      prompt: "No, don't print local dates, always write dates as ISO 8601 in this repository.",
      isBeside: true,
      isResumed: true,
      replies: [{ text: "Understood, ISO dates." }],
    },
    {
      prompt: "Run the tests please and commit.",
      before: makeStale,
      replies: [NPM_TEST, { text: "The snapshot is stale." }],
    },
  ],
  checks: (sent) => [
    {
      name: "the second program is shown the first one's rule",
      ok: /commit to main/i.test(sent(2, 0)),
    },
    { name: "and its fix, when the error comes back", ok: FIX.test(sent(2, 1)) },
    { name: "the first program has its own rule", ok: /commit to main/i.test(sent(4, 0)) },
    { name: "and is shown the second one's rule", ok: /ISO 8601/.test(sent(4, 0)) },
    { name: "and the fix", ok: FIX.test(sent(4, 1)) },
  ],
};

/** Scenarios for a host that has hooks, resumable sessions and a shell. */
const OF_ONE_PROGRAM = [WORKTREE, MENDED_BY_COMMAND, KILLED, SMALL_TALK];
export const EVERYDAY = OF_ONE_PROGRAM.map(({ name }) => name);
export const EVERYDAY_SCENARIOS = [...OF_ONE_PROGRAM, TWO_PROGRAMS];
