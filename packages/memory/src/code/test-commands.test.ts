/** Tests which command runs a test file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testCommands } from "./test-commands.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "test-commands-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const BUN_SCRIPT = '{"scripts":{"test":"bun test"},"devDependencies":{"@playwright/test":"1"}}';

test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    "an import of the test comes before the manifest",
    {
      "package.json": '{"devDependencies":{"vitest":"4"}}',
      "a.test.ts": 'import { it } from "bun:test";',
    },
    ["bun test a.test.ts"],
  ],
  [
    "a text that names a runner is no import",
    { "package.json": '{"devDependencies":{"jest":"4"}}', "a.test.ts": 'const name = "vitest";' },
    ["npx jest a.test.ts"],
  ],
  [
    "the nearest manifest's test script comes before its dependencies",
    {
      "package.json": '{"devDependencies":{"jest":"1"}}',
      "p/package.json": BUN_SCRIPT,
      "p/t/a.test.ts": "",
    },
    ["bun test p/t/a.test.ts"],
  ],
  [
    "a manifest that names no runner leaves it to the one above",
    {
      "package.json": '{"scripts":{"test":"vitest run"}}',
      "p/package.json": "{}",
      "p/a.test.ts": "",
    },
    ["npx vitest run p/a.test.ts"],
  ],
  [
    "each runner has its command",
    { "package.json": "{}", "a.test.ts": "require('node:test')", "b.test.ts": 'import "vitest";' },
    ["node --test a.test.ts", "npx vitest run b.test.ts"],
  ],
  [
    "a runner that only a package below has runs there",
    {
      "package.json": "{}",
      "p/b/package.json": '{"devDependencies":{"vitest":"4"}}',
      "p/b/src/a.test.ts": 'import "vitest";',
    },
    ["(cd p/b && npx vitest run src/a.test.ts)"],
  ],
  [
    "PHPUnit runs one file by its path",
    { "phpunit.xml": "<phpunit/>", "tests/ATest.php": "" },
    ["vendor/bin/phpunit tests/ATest.php"],
  ],
  [
    "PHPUnit runs several files by their names",
    {
      "composer.json": '{"require-dev":{"phpunit/phpunit":"1"}}',
      "tests/ATest.php": "",
      "tests/BTest.php": "",
    },
    ["vendor/bin/phpunit --filter '(ATest|BTest)'"],
  ],
  [
    "Pest runs files by their paths",
    { "composer.json": '{"require-dev":{"pestphp/pest":"1"}}', "tests/ATest.php": "" },
    ["vendor/bin/pest tests/ATest.php"],
  ],
  [
    "dotnet runs the tests of a project",
    { "test/T/T.csproj": "", "test/T/In/StoreTests.cs": "" },
    ["dotnet test test/T/T.csproj --filter 'FullyQualifiedName~StoreTests'"],
  ],
  ["PHP without a sign of a runner has no command", { "tests/ATest.php": "" }, []],
  ["without any sign, Node runs them", { "a.test.ts": "" }, ["node --test a.test.ts"]],
])("%s", (_name, files, commands) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const tests = Object.keys(files).filter((path) =>
    /(?:\.test\.ts|Test\.php|Tests\.cs)$/.test(path),
  );
  expect(testCommands(root, tests)).toEqual(commands);
});
