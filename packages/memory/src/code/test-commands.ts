/** Determines which commands run the given test files, from their language and the project's manifests. */
import { readProjectText } from "@tacit-memory/files";

const MAX_MANIFEST = 1_000_000;
const JS_RUNNERS: readonly (readonly [string, (files: string) => string])[] = [
  ["vitest", (files) => `npx vitest run ${files}`],
  ["jest", (files) => `npx jest ${files}`],
  ["mocha", (files) => `npx mocha ${files}`],
  ["ava", (files) => `npx ava ${files}`],
  ["@playwright/test", (files) => `npx playwright test ${files}`],
];

/** Returns one command line for each runner; none for tests with an unknown runner. */
export function testCommands(root: string, tests: readonly string[]): string[] {
  const byExtension = Map.groupBy(tests, (path) => path.slice(path.lastIndexOf(".") + 1));
  const commands: string[] = [];
  const scripts = tests.filter((path) => /\.[mc]?[jt]sx?$/.test(path));
  if (scripts.length > 0) commands.push(scriptCommand(root, scripts));
  const python =
    byExtension.get("py")?.filter((path) => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path)) ??
    [];
  if (python.length > 0) commands.push(`python -m pytest ${quoted(python)}`);
  const go = byExtension.get("go") ?? [];
  if (go.length > 0) commands.push(`go test ${quoted([...new Set(go.map(folderOf))])}`);
  const rust = byExtension.get("rs") ?? [];
  if (rust.length > 0) commands.push(rustCommand(rust));
  return commands;
}

function scriptCommand(root: string, tests: readonly string[]): string {
  const manifest = readProjectText(root, "package.json", MAX_MANIFEST) ?? "";
  const found = JS_RUNNERS.find(([name]) => manifest.includes(`"${name}"`));
  return found === undefined ? `node --test ${quoted(tests)}` : found[1](quoted(tests));
}

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
