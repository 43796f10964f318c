/**
 * Returns the commands that manifests offer implicitly: `npm run lint` if `package.json` has the script `lint`, `make test`
 * if the Makefile has the target, `cargo test` if there is a `Cargo.toml`. Everyone who sees the manifest tries them first.
 */
import type { RepositoryFile } from "./repository-files.ts";

/** Returns the commands in the form of `plainCommand`. */
export function impliedCommands({ path, text }: RepositoryFile): string[] {
  const name = path.split("/").at(-1) ?? path;
  return (IMPLIED.find(([pattern]) => pattern.test(name))?.[1](text) ?? []).map(plainCommand);
}

/** Normalises a command: lower case, single blanks, without quotes and the dots that only mean "everything". */
export function plainCommand(command: string): string {
  return command
    .toLowerCase()
    .replace(/["'`]/g, "")
    .replace(/\s+(?:\.\/\.\.\.|\.)(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

const IMPLIED: readonly (readonly [RegExp, (text: string) => readonly string[]])[] = [
  [/^package\.json$/, packageScripts],
  [/^composer\.json$/, (text) => keysOf(text, "scripts").map((key) => `composer ${key}`)],
  [/^deno\.jsonc?$/, (text) => keysOf(text, "tasks").map((key) => `deno task ${key}`)],
  [/^(?:GNUm|[Mm])akefile$/, (text) => targetsOf(text).map((target) => `make ${target}`)],
  [/^\.?[Jj]ustfile$/, (text) => targetsOf(text).map((target) => `just ${target}`)],
  [
    /^Taskfile\.ya?ml$/,
    (text) => targetsOf(text, /^ {2}([\w:.-]+):/).map((item) => `task ${item}`),
  ],
  [/^\.?mise\.toml$/, miseTasks],
  [/^Cargo\.toml$/, () => uses("cargo", "build check test fmt clippy run doc bench")],
  [
    /^go\.mod$/,
    () => [...uses("go", "build test vet run fmt generate"), "go mod tidy", "gofmt -w"],
  ],
  [/^(?:docker-)?compose\.ya?ml$/, () => ["docker compose up", "docker compose up -d"]],
  [/^uv\.lock$/, () => ["uv sync", "uv run pytest"]],
  [/^pyproject\.toml$|^setup\.cfg$|^tox\.ini$/, pythonTools],
  [/^pom\.xml$/, () => uses("mvn", "test compile package install verify")],
  [/^build\.gradle(?:\.kts)?$/, () => uses("./gradlew", "build test check assemble")],
  [/^\.pre-commit-config\.yaml$/, () => ["pre-commit run", "pre-commit run --all-files"]],
  [/^Gemfile$/, () => ["bundle install", "bundle exec rspec", "bundle exec rake"]],
];

function uses(program: string, words: string): string[] {
  return words.split(" ").map((word) => `${program} ${word}`);
}

function packageScripts(text: string): string[] {
  const scripts = keysOf(text, "scripts").flatMap((key) => [
    ...["npm run", "pnpm run", "yarn run", "bun run", "pnpm", "yarn"].map(
      (item) => `${item} ${key}`,
    ),
    ...(["test", "start"].includes(key) ? [`npm ${key}`] : []),
  ]);
  return [...scripts, "npm install", "npm ci", "pnpm install", "yarn install", "bun install"];
}

/** Returns the keys of an object in a JSON document; empty if it is not valid. */
function keysOf(text: string, section: string): string[] {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document !== "object" || document === null) return [];
    const found: unknown = (document as Record<string, unknown>)[section];
    return typeof found === "object" && found !== null ? Object.keys(found) : [];
  } catch {
    return [];
  }
}

function targetsOf(
  text: string,
  target: RegExp = /^([\w][\w./-]{0,60})(?:\s[^:=]{0,80})?:(?!=)/,
): string[] {
  return text.split("\n").flatMap((line) => target.exec(line)?.[1] ?? []);
}

function miseTasks(text: string): string[] {
  const named = [...text.matchAll(/^\s*\[tasks\."?([\w:.-]{1,60})"?\]/gm)].map((match) => match[1]);
  const section = /^\[tasks\][^\n]*\n((?:(?!\[)[^\n]*\n?)*)/m.exec(text)?.[1] ?? "";
  const inline = section.split("\n").map((line) => /^"?([\w:.-]{1,60})"?\s*=/.exec(line)?.[1]);
  return [...named, ...inline]
    .filter((item) => item !== undefined)
    .map((item) => `mise run ${item}`);
}

function pythonTools(text: string): string[] {
  const tools: readonly (readonly [RegExp, readonly string[]])[] = [
    [/\bpytest\b/, ["pytest", "python -m pytest", "uv run pytest", "poetry run pytest"]],
    [/\bruff\b/, ["ruff check", "ruff format", "uv run ruff check", "uv run ruff format"]],
    [/\bmypy\b/, ["mypy", "uv run mypy"]],
    [/\bpyright\b/, ["pyright", "uv run pyright"]],
    [/\btox\b/, ["tox"]],
    [/\[build-system\]/, ["pip install -e", "uv build", "python -m build"]],
  ];
  return tools.flatMap(([pattern, commands]) => (pattern.test(text) ? commands : []));
}
