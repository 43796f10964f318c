/** Does the code keep to the table of layers.mjs, and would we notice if it did not? */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { cruised } from "./cruise.mjs";
import { FOLDERS, LIBRARY, SMALL_FOLDERS, WORKSPACES } from "./layers.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LIMIT_MS = 60_000;
/** Of one folder: what a reader can take in at once. */
const MAX_SOURCES = 20;

test(
  "no import breaks the table",
  async () => {
    const { modules, violations } = await cruised(ROOT);
    expect(violations).toEqual([]);
    const ours = modules.filter(({ source }: { source: string }) =>
      /^packages.*\.ts$/.test(source),
    );
    expect(ours.length).toBeGreaterThanOrEqual(sourcesBelow(join(ROOT, "packages")));
  },
  LIMIT_MS,
);

test.each([
  ["a stage imports another", "recall/a.ts", 'import "../observe/b.ts";', "folder recall"],
  ["only a type", "recall/a.ts", 'import type { B } from "../observe/b.ts";', "folder recall"],
  ["a pure stage reads the store", "brief/a.ts", 'import "../store/b.ts";', "folder brief"],
  ["the store calls a stage", "store/a.ts", 'import "../recall/b.ts";', "folder store"],
  ["the domain looks up", "domain/a.ts", 'import "../store/b.ts";', "folder domain"],
  ["a stage imports the engine", "detect/a.ts", 'import "../engine.ts";', "folder detect"],
  [
    "a stage redacts that may not",
    "recall/a.ts",
    'import "../../../redact/src/index.ts";',
    "users of packages/redact",
  ],
  ["an import leads nowhere", "recall/a.ts", 'import "./gone.ts";', "resolvable"],
])(
  "noticed: %s",
  async (_name, path, text, rule) => {
    expect(await rulesBrokenBy({ [`packages/memory/src/${path}`]: text })).toContain(rule);
  },
  LIMIT_MS,
);

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
])(
  "noticed: %s",
  async (_name, path, text, rule) => {
    expect(await rulesBrokenBy({ [path]: text })).toContain(rule);
  },
  LIMIT_MS,
);

test(
  "what the table allows is allowed",
  async () => {
    const broken = await rulesBrokenBy({
      "packages/memory/src/recall/a.ts": 'import "../store/b.ts"; import "../domain/b.ts";',
      "packages/memory/src/recall/a.test.ts": 'import "../observe/b.ts";',
      "packages/memory/src/promote/a.ts": 'import "../../../redact/src/index.ts";',
      "packages/memory/src/engine.ts": 'import "./observe/b.ts"; import "./recall/b.ts";',
      "hosts/mcp/src/a.ts": 'import "../../../packages/memory/src/index.ts";',
    });
    expect(broken).toEqual([]);
  },
  LIMIT_MS,
);

test.each([
  ["folders", FOLDERS],
  ["workspaces", WORKSPACES],
] as const)(
  "the rows of %s name rows, and nothing leads back to where it came from",
  (_n, table) => {
    const rows: Readonly<Record<string, readonly string[]>> = table;
    for (const [name, allowed] of Object.entries(rows)) {
      expect(allowed.filter((other) => !(other in rows))).toEqual([]);
      expect(reachable(rows, name)).not.toContain(name);
    }
  },
);

test("every row names a folder that exists", () => {
  const folders = Object.keys(FOLDERS).map((name) => `${LIBRARY}/${name}`);
  const workspaces = Object.keys(WORKSPACES).map((path) => `${path}/package.json`);
  const missing = [...folders, ...workspaces].filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

test.each(SMALL_FOLDERS)(`a folder of %s holds at most ${MAX_SOURCES} source files`, (path) => {
  const crowded = Object.entries(sourcesByFolder(join(ROOT, path, "src")))
    .map(([folder, names]) => `${folder}: ${names?.length}`)
    .filter((line) => Number(line.split(": ")[1]) > MAX_SOURCES);
  expect(crowded).toEqual([]);
});

/** Names of source files by their folder, without tests and what only tests use. */
function sourcesByFolder(root: string): Partial<Record<string, string[]>> {
  const names = readdirSync(root, { recursive: true }).map(String);
  const isSource = (name: string) =>
    name.endsWith(".ts") && !/\.(test|contract|fixture)\.ts$|(^|[\\/])testing-/.test(name);
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
  "packages/memory/src/engine.ts": "export const engine = 1;",
  "packages/memory/src/domain/b.ts": "export const b = 1;",
  "packages/memory/src/store/b.ts": "export const b = 1;",
  "packages/memory/src/observe/b.ts": "export type B = 1;",
  "packages/memory/src/recall/b.ts": "export const b = 1;",
  "packages/protocol/src/index.ts": "export const index = 1;",
  "packages/redact/src/index.ts": "export const index = 1;",
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
