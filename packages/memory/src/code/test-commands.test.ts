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
  ["without any sign, Node runs them", { "a.test.ts": "" }, ["node --test a.test.ts"]],
])("%s", (_name, files, commands) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const tests = Object.keys(files).filter((path) => path.endsWith(".test.ts"));
  expect(testCommands(root, tests)).toEqual(commands);
});
