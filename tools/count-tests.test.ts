/** Tests that a count of tests reports what was proven. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const PROGRAM = join(import.meta.dirname, "count-tests.mjs");

interface Output {
  readonly title: string;
  readonly status: string;
}

/** Returns a report in vitest's form, with the fields that are read. */
function reportOf(tests: readonly Output[], files: readonly object[] = []) {
  const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
  return {
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("pending"),
    testResults: [{ status: "passed", assertionResults: tests }, ...files],
  };
}

function counted(text: string, status: string, log = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "tacit-count-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "report.json");
  writeFileSync(path, text);
  const logPath = join(folder, "run.log");
  writeFileSync(logPath, log);
  return spawnSync(process.execPath, [PROGRAM, path, status, logPath], {
    encoding: "utf8",
  }).stdout.trim();
}

const countsOf = (output: string): string => output.split("\n", 1)[0] ?? "";

const passed = { title: "it works", status: "passed" };
const failed = { title: "it works", status: "failed" };
const named = { title: "SKIPPED: the program is not installed", status: "passed" };

test.each<readonly [string, object, string, string]>([
  ["what passed and failed", reportOf([passed, passed, failed]), "1", "2 1 0"],
  ["a test that only says what is missing", reportOf([passed, named]), "0", "1 0 1"],
  ["one that vitest skipped", reportOf([passed, { title: "x", status: "pending" }]), "0", "1 0 1"],
  [
    "a file that could not be loaded",
    reportOf([passed], [{ status: "failed", assertionResults: [] }]),
    "1",
    "1 1 0",
  ],
  ["a failure outside the tests", reportOf([passed]), "1", "1 1 0"],
])("%s", (_name, report, status, expected) => {
  expect(countsOf(counted(JSON.stringify(report), status))).toBe(expected);
});

test("counts a missing report as a failure", () =>
  expect(countsOf(counted("{", "0"))).toBe("0 1 0"));

test("prints which test failed and how its message begins", () => {
  const report = reportOf(
    [passed],
    [
      {
        name: join(process.cwd(), "packages/a.test.ts"),
        status: "failed",
        assertionResults: [
          {
            title: "adds",
            fullName: "sums adds",
            status: "failed",
            failureMessages: ["expected 3 to be 4\n\n    at a.test.ts:7"],
          },
        ],
      },
    ],
  );
  expect(counted(JSON.stringify({ ...report, numFailedTests: 1 }), "1").split("\n")).toEqual([
    "1 1 0",
    "packages/a.test.ts: sums adds",
    "    expected 3 to be 4",
    "        at a.test.ts:7",
  ]);
});

test("prints the status of a run that failed outside its tests, and the error that it printed", () => {
  const log = "ok a\n--- Unhandled Errors ---\n\nError: kill EPERM\n  at pool.ts:7\n";
  expect(counted(JSON.stringify(reportOf([passed])), "1", log).split("\n")).toEqual([
    "1 1 0",
    "no test failed, but the run ended with status 1",
    "    --- Unhandled Errors ---",
    "    Error: kill EPERM",
    "      at pool.ts:7",
  ]);
});

test("prints the last lines of a run that failed outside its tests without a named error", () => {
  const log = Array.from({ length: 99 }, (_, n) => `line ${n}`).join("\n");
  const lines = counted(JSON.stringify(reportOf([passed])), "1", log).split("\n");
  expect(lines.at(2)).toBe("    line 69");
  expect(lines.at(-1)).toBe("    line 98");
});
