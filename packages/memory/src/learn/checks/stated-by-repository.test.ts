/** Finds lessons that the repository already states, and none that it does not state. */
import { describe, expect, test } from "vitest";
import { makePlace } from "../../testing/testing-life.ts";
import { repositoriesOfRun } from "./repositories.ts";
import type { Lesson } from "./stated-by-repository.ts";

const README = `# Parcel

## Development

Run the database first: \`docker compose up -d db\`. The integration tests need it, because they open real connections.

| command | does |
| --- | --- |
| \`npm run e2e -- --workers 1\` | end-to-end tests |

Never commit generated clients; \`make clients\` writes them again from the schema.
`;
const CI = `jobs:
  test:
    steps:
      # Retries hide races in the scheduler, so the suite runs with one attempt only.
      - run: cd services/api && go test -tags integration ./...
`;
const QUEUE = `/**
 * Jobs are taken in the order of their due time; a job without one waits until the queue is empty.
 */
export function take() {}
`;
const FILES: Readonly<Record<string, string>> = {
  "README.md": README,
  "package.json": '{"scripts":{"lint":"biome check .","lint:fix":"biome check --write ."}}',
  Makefile: "clients: schema\n\tgo generate ./...\nVERSION := 1\n",
  "go.mod": "module example.com/parcel\n",
  "mise.toml": '[tasks.check]\nrun = "x"\n\n[tasks]\nbuild = "y"\n',
  ".github/workflows/ci.yml": CI,
  ".cursor/rules/style.mdc": "---\nalwaysApply: true\n---\nUse pnpm for every install, not npm.\n",
  "src/queue.ts": QUEUE,
};

const COMMAND = (command: string, more: object = {}): Partial<Lesson> => ({
  type: "workflow_recipe",
  content: `To do it in this project, run \`${command}\`: that is how it passed session after session.`,
  payload: { command, ...more },
});
const FIX = (command: string, fix: string): Partial<Lesson> => ({
  type: "error_pattern",
  content: `When \`${command}\` fails with “refused”, run \`${fix}\` and then \`${command}\` again.`,
  payload: { command, error: "refused", fix: { kind: "command", command: fix } },
});
const STATEMENT = (content: string, files: string[] = []): Partial<Lesson> => ({ content, files });

function check(lesson: Partial<Lesson>, files = FILES): string | null {
  const place = makePlace();
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  const whole: Lesson = { type: "gotcha", content: "", payload: {}, files: [], ...lesson };
  return repositoriesOfRun().fileStating(place.root, whole);
}

const RELEASE =
  "The head formula and the head cask cannot share one name, so the desktop cask is called parcel-head-app.";

test.each<[string, string, boolean]>([
  ["of a folder", "deploy/README.md", true],
  ["two folders deep", "packaging/homebrew/README.md", true],
  ["three folders deep", "a/b/c/README.md", false],
  ["of what is installed", "node_modules/parcel/README.md", false],
])("a README %s states it: %s", (_name, path, isStated) => {
  const source = check(STATEMENT(RELEASE), { [path]: `# Names\n\n${RELEASE}\n` });
  expect(source).toBe(isStated ? path : null);
});

type Row = readonly [name: string, lesson: Partial<Lesson>, path: string | null];

describe("a command", () => {
  test.each<Row>([
    ["stands in the README", COMMAND("npm run e2e -- --workers 1"), "README.md"],
    ["has an option that stands nowhere", COMMAND("npm run e2e -- --workers 1 --retries 0"), null],
    ["is a script of the manifest", COMMAND("bun run lint"), "package.json"],
    ["begins like a script of the manifest", COMMAND("bun run lint-all"), null],
    ["is a target of the Makefile", COMMAND("make clients"), "Makefile"],
    ["is a variable of the Makefile", COMMAND("make VERSION"), null],
    ["is what everybody runs in such a project", COMMAND("go test ./..."), "go.mod"],
    ["is a task with a table of its own", COMMAND("mise run check"), "mise.toml"],
    ["is a task in the table of tasks", COMMAND("mise run build"), "mise.toml"],
    [
      "stands in CI with its folder",
      COMMAND("go test -tags integration ./...", { folder: "services/api" }),
      ".github/workflows/ci.yml",
    ],
    [
      "needs a folder that stands nowhere",
      COMMAND("make clients", { folder: "services/web" }),
      null,
    ],
    ["is the fixer of its own check", FIX("npm run lint", "npm run lint:fix"), "package.json"],
    ["mends another command, which is stated nowhere", FIX("npm run e2e", "make clients"), null],
  ])("%s", (_name, lesson, path) => expect(check(lesson)).toBe(path));
});

describe("a statement", () => {
  test.each<Row>([
    [
      "stands there in other words",
      STATEMENT(
        "The integration tests open real connections, so the database must run first: `docker compose up -d db`.",
      ),
      "README.md",
    ],
    [
      "names something that stands nowhere",
      STATEMENT(
        "The integration tests open real connections, so the database must run first with `PGSSLMODE=off`.",
      ),
      null,
    ],
    [
      "has another number",
      STATEMENT(
        "The database needs 2 replicas because the integration tests open real connections.",
      ),
      null,
    ],
    [
      "says the opposite",
      STATEMENT("Commit generated clients; `make clients` writes them again from the schema."),
      null,
    ],
    [
      "adds a cause that stands nowhere",
      STATEMENT(
        "Never commit generated clients: the release job compares their checksums with the registry and fails silently.",
      ),
      null,
    ],
    [
      "stands in a comment of CI",
      STATEMENT("The suite runs with one attempt only: retries hide races in the scheduler."),
      ".github/workflows/ci.yml",
    ],
    [
      "stands in a rule file that the host loads",
      STATEMENT(
        "Use pnpm for every install, not npm. The user said this after the agent had run `npm install left-pad`.",
      ),
      ".cursor/rules/style.mdc",
    ],
    [
      "stands in the comment of its own file",
      STATEMENT("In `src/queue.ts` a job without due time waits until the queue is empty.", [
        "src/queue.ts",
      ]),
      "src/queue.ts",
    ],
    [
      "stands in the comment of a file that it is not about",
      STATEMENT("A job without due time waits until the queue is empty."),
      null,
    ],
    ["is too short to be told apart", STATEMENT("The database runs."), null],
  ])("%s", (_name, lesson, path) => expect(check(lesson)).toBe(path));
});

test("reads a hostile repository quickly: huge lines, an endless table, an invalid manifest", () => {
  const files = {
    "README.md": `# A\n${"| a | b |\n".repeat(9000)}`,
    "CONTRIBUTING.md": "`".repeat(100_000),
    "package.json": "{".repeat(50_000),
    Makefile: `${"a".repeat(60_000)}:\n`,
    "mise.toml": `[tasks]\n${"x = [\n".repeat(10_000)}`,
    "pyproject.toml": '"""'.repeat(20_000),
  };
  const started = performance.now();
  expect(
    check(STATEMENT("The integration tests open real connections to the database."), files),
  ).toBeNull();
  expect(performance.now() - started).toBeLessThan(5000);
});
