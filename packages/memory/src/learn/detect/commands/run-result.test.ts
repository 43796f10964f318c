/** Success of a run whose status is hidden by a pipe. */
import { expect, test } from "vitest";
import { isRefusal, isSuccess } from "./run-result.ts";

const STATUS_0 = { isError: false, exitCode: null };

test.each([
  ["rtk bun run test 2>&1 | tail -20", "error: unrecognized subcommand 'bun'\n\nUsage: rtk", false],
  ["bun run test 2>&1 | tail -5", '2 fail\nerror: script "test" exited with code 1', false],
  ["npx tsc --noEmit | head -50", "a.ts(1,2): error TS2322: Type 'x'", false],
  ["pytest -x 2>&1 | tail", "=== 1 failed, 3 passed in 0.1s ===", false],
  ["go test ./... | tail -3", "FAIL\tgithub.com/o/r/pkg 0.1s", false],
  ["cargo test | tail", "test result: FAILED. 1 passed; 1 failed", false],
  ["mvn -q compile 2>&1 | tail -5", "[ERROR] Fatal error compiling: release version 7", false],
  ["gradle build | tail -5", "FAILURE: Build failed with an exception.", false],
  ["npm test | tail", " 12 pass\n 0 fail", true],
  ["npm test | tail", "Tests: 12 passed", true],
  ["npm test", "1 failed, but the status says 0", true],
  ["wrap lint bun run lint 2>&1", '4 errors\nerror: script "lint" exited with code 1\n', false],
  ["cat lint.log", 'error: script "lint" exited with code 1', true],
  ["cat notes.md | head", "error: unrecognized subcommand 'bun'", true],
  ["node tell.js | head", "3 failed attempts were logged", true],
  ["echo 'a | b'; node x.js", `${"long ".repeat(500)}\nfoo: command not found`, true],
])("%j with %j: %j", (command, output, expected) =>
  expect(isSuccess(command, output, STATUS_0)).toBe(expected),
);

test("a failing status is believed, whatever the output", () => {
  expect(isSuccess("npm test", "ok", { isError: false, exitCode: 2 })).toBe(false);
  expect(isSuccess(null, "ok", { isError: true, exitCode: null })).toBe(false);
});

test.each([
  ["(eval):cd:1: no such file or directory: testbed", true],
  ["/usr/bin/python3: No module named pytest", true],
  ['npm error Missing script: "test"', true],
  ["AssertionError: expected 1 to be 2", false],
])("rejected call: %j is %j", (output, expected) => expect(isRefusal(output)).toBe(expected));
