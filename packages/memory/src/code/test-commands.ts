/** Determines which commands run the given test files, from their language, their imports and the project's manifests. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readProjectText } from "@tacit-memory/files";

const MAX_MANIFEST = 1_000_000;
const MAX_TEST_FILE = 1_000_000;
/** Maximum test files that are read for their imports; the rest follow their manifests. */
const MAX_READ = 200;

/** A program that runs tests of JavaScript and TypeScript. */
interface Runner {
  readonly packageName: string;
  /** What the tests import from it, unless its functions are global. */
  readonly imports: RegExp;
  /** How a test script calls it. */
  readonly script: RegExp;
  readonly command: string;
}

const NODE: Runner = {
  packageName: "",
  imports: /["']node:test["']/,
  script: /\bnode\b.* --test\b/,
  command: "node --test",
};
const RUNNERS: readonly Runner[] = [
  {
    packageName: "@types/bun",
    imports: /["']bun:test["']/,
    script: /\bbun (?:--\S+ )*test\b/,
    command: "bun test",
  },
  {
    packageName: "vitest",
    imports: /["']vitest["']/,
    script: /\bvitest\b/,
    command: "npx vitest run",
  },
  {
    packageName: "jest",
    imports: /["']@jest\/globals["']/,
    script: /\bjest\b/,
    command: "npx jest",
  },
  { packageName: "mocha", imports: /["']mocha["']/, script: /\bmocha\b/, command: "npx mocha" },
  { packageName: "ava", imports: /["']ava["']/, script: /\bava\b/, command: "npx ava" },
  {
    packageName: "@playwright/test",
    imports: /["']@playwright\/test["']/,
    script: /\bplaywright test\b/,
    command: "npx playwright test",
  },
  NODE,
];

/** Returns one command line for each runner; none for tests with an unknown runner. */
export function testCommands(root: string, tests: readonly string[]): string[] {
  const byExtension = Map.groupBy(tests, (path) => path.slice(path.lastIndexOf(".") + 1));
  const commands: string[] = [];
  const scripts = tests.filter((path) => /\.[mc]?[jt]sx?$/.test(path));
  commands.push(...scriptCommands(root, scripts));
  const python =
    byExtension.get("py")?.filter((path) => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path)) ??
    [];
  if (python.length > 0) commands.push(`python -m pytest ${quoted(python)}`);
  const go = byExtension.get("go") ?? [];
  if (go.length > 0) commands.push(`go test ${quoted([...new Set(go.map(folderOf))])}`);
  commands.push(...phpCommands(root, byExtension.get("php") ?? []));
  commands.push(...dotnetCommands(root, byExtension.get("cs") ?? []));
  const rust = byExtension.get("rs") ?? [];
  if (rust.length > 0) commands.push(rustCommand(rust));
  return commands;
}

/** Returns a command for each runner: the one that a test imports, or else that of the nearest manifest that names one. */
function scriptCommands(root: string, tests: readonly string[]): string[] {
  const ofFolder = new Map<string, Runner>();
  const byRunner = Map.groupBy(
    tests.map((path, at) => ({ path, isRead: at < MAX_READ })),
    ({ path, isRead }) =>
      (isRead ? importedRunner(root, path) : undefined) ??
      manifestRunner(root, parentOf(path), ofFolder),
  );
  return [...byRunner].flatMap(([runner, files]) => {
    const byFolder = Map.groupBy(files, ({ path }) => folderToRunIn(root, runner, path));
    return [...byFolder].map(([folder, own]) => {
      const start = folder === "" ? 0 : folder.length + 1;
      const command = `${runner.command} ${quoted(own.map(({ path }) => path.slice(start)))}`;
      return folder === "" ? command : `(cd ${quote(folder)} && ${command})`;
    });
  });
}

/** Returns the root if its manifest has the runner or none has; else the nearest folder whose manifest has it. */
function folderToRunIn(root: string, runner: Runner, path: string): string {
  const isIn = (folder: string) => {
    const name = folder === "" ? "package.json" : `${folder}/package.json`;
    const manifest = readProjectText(root, name, MAX_MANIFEST) ?? "";
    return runner.packageName !== "" && manifest.includes(`"${runner.packageName}"`);
  };
  if (isIn("")) return "";
  let folder = parentOf(path);
  while (folder !== "" && !isIn(folder)) folder = parentOf(folder);
  return folder;
}

function importedRunner(root: string, path: string): Runner | undefined {
  const text = readProjectText(root, path, MAX_TEST_FILE) ?? "";
  const imports =
    text.match(/(?:\bfrom|\bimport|\brequire\()[ \t]{0,9}["'][^"'\n]{1,200}["']/g) ?? [];
  return RUNNERS.find((runner) => imports.some((item) => runner.imports.test(item)));
}

/** `found`: the runners of the folders that were looked at before. */
function manifestRunner(root: string, folder: string, found: Map<string, Runner>): Runner {
  const existing = found.get(folder);
  if (existing !== undefined) return existing;
  const manifest = readProjectText(
    root,
    folder === "" ? "package.json" : `${folder}/package.json`,
    MAX_MANIFEST,
  );
  const runner =
    runnerNamedIn(manifest ?? "") ??
    (folder === "" ? NODE : manifestRunner(root, parentOf(folder), found));
  found.set(folder, runner);
  return runner;
}

/** A test script says more than a dependency: a project may have a runner for its end-to-end tests only. */
function runnerNamedIn(manifest: string): Runner | undefined {
  const script = /"test"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(manifest)?.[1] ?? "";
  return (
    RUNNERS.find((runner) => runner.script.test(script)) ??
    RUNNERS.find((runner) => runner !== NODE && manifest.includes(`"${runner.packageName}"`))
  );
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Pest and PHPUnit; not every version of PHPUnit takes several files. */
function phpCommands(root: string, tests: readonly string[]): string[] {
  const files = tests.filter((path) => /Test\.php$/.test(path));
  if (files.length === 0) return [];
  const composer = readProjectText(root, "composer.json", MAX_MANIFEST) ?? "";
  if (composer.includes('"pestphp/pest"')) return [`vendor/bin/pest ${quoted(files)}`];
  const hasConfig = ["phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"].some(
    (name) => readProjectText(root, name, MAX_MANIFEST) !== null,
  );
  if (!hasConfig && !composer.includes('"phpunit/phpunit"')) return [];
  const [only = ""] = files;
  if (files.length === 1) return [`vendor/bin/phpunit ${quote(only)}`];
  return [`vendor/bin/phpunit --filter ${quote(`(${files.map(stemOf).join("|")})`)}`];
}

/** Returns one command for each project, whose file is in the nearest folder above a test. */
function dotnetCommands(root: string, tests: readonly string[]): string[] {
  const byProject = Map.groupBy(tests, (path) => projectAround(root, parentOf(path)));
  return [...byProject].flatMap(([project, files]) => {
    if (project === undefined) return [];
    const names = [...new Set(files.map(stemOf))].map((name) => `FullyQualifiedName~${name}`);
    return [`dotnet test ${quote(project)} --filter ${quote(names.join("|"))}`];
  });
}

function projectAround(root: string, folder: string): string | undefined {
  const found = projectIn(root, folder);
  if (found !== undefined) return found;
  return folder === "" ? undefined : projectAround(root, parentOf(folder));
}

function projectIn(root: string, folder: string): string | undefined {
  try {
    const name = readdirSync(join(root, folder)).find((item) => item.endsWith(".csproj"));
    return name === undefined ? undefined : folder === "" ? name : `${folder}/${name}`;
  } catch {
    // The folder was deleted.
    return undefined;
  }
}

/** Returns the name of a file up to its first dot. */
const stemOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");

/** With cargo each test file below `tests/` is a target. */
function rustCommand(tests: readonly string[]): string {
  const names = tests.flatMap((path) => /(?:^|\/)tests\/([^/]+)\.rs$/.exec(path)?.[1] ?? []);
  return names.length === tests.length
    ? `cargo test ${names.map((name) => `--test ${quote(name)}`).join(" ")}`
    : "cargo test";
}

const folderOf = (path: string) => {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "./" : `./${path.slice(0, slash)}`;
};

function quoted(words: readonly string[]): string {
  return words.map(quote).join(" ");
}

/** Quotes a word for a shell. */
function quote(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
