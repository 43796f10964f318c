/** The installed program with a SCIP index and a history: results of compilers and commits for a project. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  placeOf,
  scipIndex,
  type TestDocument,
} from "../../packages/codegraph/src/precise/scip/testing-index.ts";
import { makeProject, type ProjectProgram } from "../project-program.ts";

const STORE = "export class Store {\n  open() {}\n}\n";
const APP = "declare function make(): any;\nexport function run() {\n  make().open();\n}\n";

function makeStore(): ProjectProgram {
  const made = makeProject();
  made.write("src/store.ts", STORE);
  made.write("src/app.ts", APP);
  return made;
}

function git({ project, env }: ProjectProgram, ...words: string[]): void {
  const who = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"];
  const ran = spawnSync("git", [...who, ...words], { cwd: project, env, encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
}

const symbol = (rest: string) => `s npm p 1 src/${rest}`;

function documents(): TestDocument[] {
  const open = symbol("`store.ts`/Store#open().");
  return [
    {
      path: "src/store.ts",
      occurrences: [
        { at: placeOf(STORE, "Store"), symbol: symbol("`store.ts`/Store#"), isDefinition: true },
        { at: placeOf(STORE, "open"), symbol: open, isDefinition: true },
      ],
    },
    {
      path: "src/app.ts",
      occurrences: [
        { at: placeOf(APP, "run"), symbol: symbol("`app.ts`/run()."), isDefinition: true },
        { at: placeOf(APP, "open"), symbol: open },
      ],
    },
  ];
}

test("finds, reports, queries and on request ignores an index at the root", () => {
  const { write, tacit, document } = makeStore();
  write("index.scip", scipIndex({ documents: documents() }));
  const ran = tacit("index");
  expect(ran.stdout).toContain("1 site in 2 files from index.scip by test-indexer 1.0");
  const impact = document("impact", "src/store.ts:Store.open");
  expect(impact).toMatchObject({
    nodes: [{ path: "src/app.ts", symbol: "run", via: "calls", tier: "scip", confidence: 0.99 }],
  });
  expect(tacit("impact", "src/store.ts:Store.open", "--explain").stdout).toContain(
    "from a SCIP index",
  );
  const edge = tacit("graph", "export")
    .stdout.trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .find(({ type }) => type === "calls");
  expect(edge).toMatchObject({ to: "src/store.ts:Store.open", source: "scip", confidence: 0.99 });
  expect(document("index", "--no-scip")).toMatchObject({ compilers: { indexes: [] } });
  expect(document("impact", "src/store.ts:Store.open")).toMatchObject({ nodes: [] });
});

test("an invalid index stops only a command that names it", () => {
  const { write, tacit, document } = makeStore();
  write("bad.scip", '{"metadata": {}}');
  const named = tacit("index", "--scip", "bad.scip", "--json");
  expect([named.status, JSON.parse(named.stdout).error.code]).toEqual([65, "scip_malformed"]);
  write("index.scip", scipIndex({ documents: documents() }).subarray(0, 60));
  const found = tacit("index");
  expect(found.status).toBe(0);
  expect(found.stderr).toContain("index.scip was not read: it ends early");
  const missing = tacit("index", "--precise", "typescript", "--json");
  expect([missing.status, JSON.parse(missing.stdout).error.code]).toEqual([69, "checker_missing"]);
  expect(document("impact", "src/app.ts:run")).toMatchObject({ direction: "dependents" });
});

test("shows files that change together and stores them for hooks", () => {
  const made = makeStore();
  const { base, project, write, tacit, document } = made;
  git(made, "init", "--quiet");
  for (let turn = 0; turn < 8; turn++) {
    if (turn % 2 === 0) {
      write("src/app.ts", `${APP}// ${turn}\n`);
      write("docs/app.md", `${turn}\n`);
    } else write("other.md", `${turn}\n`);
    git(made, "add", "--all");
    git(made, "commit", "--quiet", "--message", String(turn));
  }
  const related = { path: "docs/app.md", source: "git", count: 4, of: 4, confidence: 1 };
  expect(document("deps", "src/app.ts", "--related")).toEqual([related]);
  expect(document("impact", "src/app.ts")).toMatchObject({ related: [related] });
  expect(tacit("impact", "src/app.ts").stdout).toContain("docs/app.md  4 of 4 commits");
  const edges = tacit("graph", "export").stdout;
  expect(edges).toContain('"type":"co_change","source":"git","confidence":1,"count":4');
  const folder = join(base, "home", "code");
  const files = readdirSync(folder, { recursive: true }).map(String);
  expect(files.some((path) => path.endsWith(".neighbours"))).toBe(true);
  expect(existsSync(join(project, ".tacit"))).toBe(false);
});
