/** Comparison of commands: canonical form, purpose, stem. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  canonicalCommand,
  commandStem,
  folderOf,
  isReadOnly,
  isScratch,
  isWholeCommand,
  purposeOf,
  statedCommand,
} from "./command-shape.ts";

test.each([
  ["cd web && npm test 2>&1 | tail -20", "npm test"],
  ["CI=1 FOO='a b' npm test", "npm test"],
  ["timeout 60 npm test > /dev/null", "npm test"],
  ["ls -la", "ls -la"],
  ["npm run build && npm test", "npm run build && npm test"],
  ['grep "a | b && c" src', 'grep "a | b && c" src'],
  ['node check.mjs "a => a > b" 2>&1 > out.txt', 'node check.mjs "a => a > b"'],
  ["npm run say 'one > two'", "npm run say 'one > two'"],
  ['npm test > "my log.txt"', "npm test"],
  ["(cd a; apt-get install -y maven)", "apt-get install -y maven"],
])("canonical form of %j", (command, expected) => expect(canonicalCommand(command)).toBe(expected));

test.each([
  ["npm test", "test"],
  ["npx vitest run a.test.ts", "test"],
  ["pip install pytest", "install"],
  ["bunx biome check --write .", "lint"],
  ["tsc -b", "typecheck"],
  ["git commit -m 'fix the build test'", null],
  ["cat build.log | grep test", null],
  ["python -c 'import pytest'", null],
  ["npm run migrate", "migrate"],
])("purpose of %j", (command, expected) => expect(purposeOf(command)).toBe(expected));

test.each([
  ["python3 -m pytest -xvs tests/test_a.py::test_b", "python3 -m pytest"],
  ["npm test -- --grep 'x y'", "npm test"],
  ["go build -o specstory ./cmd", "go build"],
  ["cd a && golangci-lint run && go test ./...", "go test"],
])("stem of %j", (command, expected) => expect(commandStem(command)).toBe(expected));

test.each([
  ["test_issue.py", true],
  ["testbed/debug_cse.py", true],
  ["/tmp/x/y.js", true],
  ["src/test-utils.ts", false],
  ["tests/unit/test_a.py", false],
])("scratch file %j: %j", (path, expected) => expect(isScratch(path)).toBe(expected));

test("property: the canonical form of any text is its own canonical form", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const once = canonicalCommand(text);
      expect(typeof isReadOnly(text)).toBe("boolean");
      purposeOf(text);
      commandStem(text);
      expect(typeof once).toBe("string");
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["by its whole path", "cd /w/app/frontend && bun run css:build 2>&1", "/w/app", "frontend"],
  ["on Windows", "cd D:\\app\\src; go test ./...", "d:\\app", "src"],
  ["step by step", "cd /w/app && git stash && cd src/.. && cd lib && npm test", "/w/app/", "lib"],
  ["nowhere else", "cd /w/app && npm test", "/w/app", ""],
  ["after it", "npm test && cd docs", "/w/app", ""],
  ["a folder of another name", "cd /w/apple && npm test", "/w/app", null],
  ["above where it began", "cd .. && npm test", "/w/app", null],
  ["what the shell knows", "cd $HOME/x && npm test", "/w/app", null],
  ["begun at the top of the disk", "cd /testbed && pytest", "/", null],
  ["begun in somebody's home", "cd app && npm test", "/home/ann", null],
  ["begun at the top of a drive", "cd app && npm test", "C:\\", null],
  ["begun in a folder of another", "cd app && npm test", "./work", null],
  ["begun nobody knows where", "cd app && npm test", null, null],
])("returns the folder of a command: %s", (_name, command, began, folder) => {
  expect(folderOf(command, began)).toBe(folder);
});

test.each([
  ["by its whole path", "go build", "/w/app/cli", "cli"],
  ["from where the session began", "mvn compile", "core/io", "core/io"],
  ["on from there", "cd ../api && npm test", "/w/app/web", "api"],
  ["elsewhere", "go build", "/w/other", null],
  ["make", "make -C web lint", null, "web"],
  ["go", "go -C cli build -o tool ./...", null, "cli"],
  ["npm", "npm --prefix web run build", null, "web"],
  ["bun", "cd apps && bun --cwd=site run build", null, "apps/site"],
  ["Maven", "mvn -q -f core/pom.xml compile", null, "core"],
  ["Cargo", "cargo test --manifest-path crates/a/Cargo.toml", null, "crates/a"],
  ["a compiler's own -C", "rustc -C opt-level=3 build.rs", null, ""],
])(
  "a command runs where its call or its own options state: %s",
  (_name, command, start, folder) => {
    expect(folderOf(command, "/w/app", start)).toBe(folder);
  },
);

test.each([
  ["make -C web lint", "make lint"],
  ["go -C cli build", "go build"],
  ["npm --prefix web run build", "npm run build"],
  ["cargo test --manifest-path crates/a/Cargo.toml", "cargo test"],
])("the folder is not part of the command: %s", (command, stem) => {
  expect(commandStem(command)).toBe(stem);
});

test.each([
  ["npx --yes @acme/eslint@9 src", "npx @acme/eslint@9 src"],
  ["npx --yes @redocly/cli@1.2 build-docs api.yaml", "npx @redocly/cli@1.2 build-docs"],
  ["cargo test -p core --features full", "cargo test"],
  ["uv run --with pytest-xdist python -m pytest -q", "uv run python -m pytest"],
])("the stem of %j keeps the package and no option's value", (command, stem) => {
  expect(commandStem(command)).toBe(stem);
});

test.each([
  ["bun run test src/a.test.ts -v", "bun run test"],
  ["go test ./internal/... -run TestA", "go test ./internal/... -run TestA"],
  ["cargo test -p core --features full", "cargo test -p core --features full"],
  ["uv run --with pytest-xdist python -m pytest", "uv run --with pytest-xdist python -m pytest"],
])("a lesson states %j as %j", (command, stated) => {
  expect(statedCommand(command)).toBe(stated);
});

test.each([
  ["npx vitest run", true],
  ["npx vitest run -v", true],
  ["npx vitest run src/a.test.ts", false],
  ["go test ./internal/...", false],
])("%j is its stem alone: %j", (command, isWhole) => {
  expect(isWholeCommand(command, commandStem(command))).toBe(isWhole);
});
