/** Tests that the code follows the table of layers.mjs, and that a violation would be noticed. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { cruised } from "./cruise.mjs";
import {
  AREA_FILES,
  AREAS,
  LIBRARY,
  MAX_SOURCES,
  STEPS,
  TEST_AREA,
  WORKSPACES,
} from "./layers.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

test("no import violates the table", async () => {
  const { modules, violations } = await cruised(ROOT);
  expect(violations).toEqual([]);
  const ours = modules.filter(({ source }: { source: string }) => /^packages.*\.ts$/.test(source));
  expect(ours.length).toBeGreaterThanOrEqual(sourcesBelow(join(ROOT, "packages")));
});

test.each([
  ["an area imports one of its row", "brief/a.ts", 'import "../code/b.ts";', "area brief"],
  ["only a type", "recall/a.ts", 'import type { B } from "../learn/b.ts";', "area recall"],
  ["an area imports a higher one", "capture/a.ts", 'import "../recall/b.ts";', "area capture"],
  ["the store calls an area", "store/a.ts", 'import "../recall/b.ts";', "area store"],
  ["the domain looks up", "domain/a.ts", 'import "../store/b.ts";', "area domain"],
  ["an area imports the composition root", "curate/a.ts", 'import "../open.ts";', "area curate"],
  ["product code imports what tests use", "learn/a.ts", 'import "../testing/b.ts";', "area learn"],
  ["a step imports another", "learn/detect/a.ts", 'import "../promote/b.ts";', "step learn/detect"],
  [
    "an area uses a package that it may not",
    "report/a.ts",
    'import "../../../transcripts/src/index.ts";',
    "users of packages/transcripts",
  ],
  ["an import leads nowhere", "recall/a.ts", 'import "./gone.ts";', "resolvable"],
])("reports that %s", async (_name, path, text, rule) => {
  expect(await rulesBrokenBy({ [`packages/memory/src/${path}`]: text })).toContain(rule);
});

test.each([
  [
    "the protocol imports the library",
    "packages/protocol/src/a.ts",
    'import "../../memory/src/index.ts";',
    "workspace packages/protocol",
  ],
  [
    "the library imports a host",
    "packages/memory/src/a.ts",
    'import "../../../hosts/mcp/src/index.ts";',
    "workspace packages/memory",
  ],
  [
    "a host goes behind the library's index",
    "hosts/mcp/src/a.ts",
    'import "../../../packages/memory/src/store/b.ts";',
    "front door",
  ],
])("reports between workspaces that %s", async (_name, path, text, rule) => {
  expect(await rulesBrokenBy({ [path]: text })).toContain(rule);
});

test.each([
  ["for a type", 'import type { A } from "./a.ts"; export type C = A;'],
  ["on demand", 'export const a = () => import("./a.ts");'],
])("reports files that import each other, also %s", async (_name, text) => {
  const broken = await rulesBrokenBy({
    "packages/memory/src/recall/a.ts": 'import "./c.ts"; export type A = 1;',
    "packages/memory/src/recall/c.ts": text,
  });
  expect(broken).toEqual(["no cycle"]);
});

test("accepts what the table allows", async () => {
  const broken = await rulesBrokenBy({
    "packages/memory/src/recall/a.ts": 'import "../store/b.ts"; import "../domain/b.ts";',
    "packages/memory/src/recall/a.test.ts": 'import "../learn/b.ts";',
    "packages/memory/src/capture/a.ts": 'import "../../../transcripts/src/index.ts";',
    "packages/memory/src/learn/a.ts": 'import "./detect/b.ts"; import "../workspace.ts";',
    "packages/memory/src/open.ts": 'import "./learn/b.ts"; import "./recall/b.ts";',
    "hosts/mcp/src/a.ts": 'import "../../../packages/memory/src/index.ts";',
  });
  expect(broken).toEqual([]);
});

test("the rows of workspaces name existing rows and contain no cycle", () => {
  const rows: Readonly<Record<string, readonly string[]>> = WORKSPACES;
  for (const [name, allowed] of Object.entries(rows)) {
    expect(allowed.filter((other) => !(other in rows))).toEqual([]);
    expect(reachable(rows, name)).not.toContain(name);
  }
});

test("every row names existing folders", () => {
  const areas = AREAS.flat().map((name) => (AREA_FILES.includes(name) ? `${name}.ts` : name));
  const ours = [...areas, ...STEPS].map((name) => `${LIBRARY}/${name}`);
  const workspaces = Object.keys(WORKSPACES).map((path) => `${path}/package.json`);
  const missing = [...ours, ...workspaces].filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

test("every file of the library belongs to an area", () => {
  const knownAreas = new Set([...AREAS.flat(), TEST_AREA]);
  const entries = readdirSync(join(ROOT, LIBRARY), { withFileTypes: true });
  const strange = entries.filter((entry) =>
    entry.isDirectory()
      ? !knownAreas.has(entry.name)
      : !AREA_FILES.includes(entry.name.replace(/(?:\.test)?\.ts$/, "")),
  );
  expect(strange.map(({ name }) => name)).toEqual([]);
});

test.each(Object.keys(WORKSPACES))(
  `a folder of %s holds at most ${MAX_SOURCES} source files`,
  (path) => {
    const crowded = Object.entries(sourcesByFolder(join(ROOT, path, "src")))
      .map(([folder, names]) => `${folder}: ${names?.length}`)
      .filter((line) => Number(line.split(": ")[1]) > MAX_SOURCES);
    expect(crowded).toEqual([]);
  },
);

/** Returns the names of source files by folder, without tests and code that only tests use. */
function sourcesByFolder(root: string): Partial<Record<string, string[]>> {
  const names = readdirSync(root, { recursive: true }).map(String);
  const isSource = (name: string) =>
    /\.tsx?$/.test(name) && !/\.(test|contract|fixture)\.tsx?$|(^|[\\/])testing-/.test(name);
  return Object.groupBy(names.filter(isSource), (name) => dirname(name));
}

function reachable(rows: Readonly<Record<string, readonly string[]>>, from: string): string[] {
  const seen = new Set<string>();
  const open = [...(rows[from] ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(rows[next] ?? []));
  }
  return [...seen];
}

const planted = mkdtempSync(join(tmpdir(), "tacit-layers-"));
afterAll(() => rmSync(planted, { recursive: true, force: true, maxRetries: 3 }));
let plants = 0;

const GROUND = {
  "packages/memory/src/index.ts": "export const index = 1;",
  "packages/memory/src/open.ts": "export const engine = 1;",
  "packages/memory/src/domain/b.ts": "export const b = 1;",
  "packages/memory/src/store/b.ts": "export const b = 1;",
  "packages/memory/src/workspace.ts": "export const workspace = 1;",
  "packages/memory/src/learn/b.ts": "export type B = 1;",
  "packages/memory/src/learn/detect/b.ts": "export const b = 1;",
  "packages/memory/src/learn/promote/b.ts": "export const b = 1;",
  "packages/memory/src/code/b.ts": "export const b = 1;",
  "packages/memory/src/testing/b.ts": "export const b = 1;",
  "packages/memory/src/recall/b.ts": "export const b = 1;",
  "packages/protocol/src/index.ts": "export const index = 1;",
  "packages/transcripts/src/index.ts": "export const index = 1;",
  "hosts/mcp/src/index.ts": "export const index = 1;",
};

async function rulesBrokenBy(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = join(planted, String(++plants));
  for (const [path, text] of Object.entries({ ...GROUND, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  const { violations } = await cruised(root);
  return violations.map((violation: string) => violation.split(":")[0] ?? "");
}

function sourcesBelow(folder: string): number {
  const entries = readdirSync(folder, { recursive: true }).map((entry) => `/${String(entry)}`);
  return entries.filter((path) => path.endsWith(".ts") && !/\/(node_modules|dist)\//.test(path))
    .length;
}
