/** Equal errors have the same fingerprint, and different errors different ones. */
import { describe, expect, test } from "vitest";
import {
  errorFingerprint,
  errorFingerprints,
  errorLineOf,
  namedErrorFingerprint,
  stripAnsi,
} from "./error-fingerprint.ts";

describe("equal errors", () => {
  test.each([
    [
      "in other paths",
      "Error: Cannot find module '/home/a/app/src/store.js'",
      "Error: Cannot find module '/Users/b/srv/x/src/store.js'",
    ],
    [
      "on Windows",
      "Error: Cannot find module '/home/a/app/store.js'",
      "Error: Cannot find module 'C:\\work\\app\\store.js'",
    ],
    [
      "at another line and column",
      "src/a.ts:12:5 - error TS2304: Cannot find name 'foo'.",
      "src/a.ts:90:17 - error TS2304: Cannot find name 'foo'.",
    ],
    [
      "with another port",
      "Error: listen EADDRINUSE: address already in use :::3000",
      "Error: listen EADDRINUSE: address already in use :::4173",
    ],
    [
      "with another commit",
      "fatal: reference is not a tree: 3e086bf4d7a1c2",
      "fatal: reference is not a tree: 9bc1d2e3f4a5b6",
    ],
    [
      "with another UUID",
      "Error: no session 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b was found",
      "Error: no session 0190ffff-c3d4-7e5f-8a9b-0c1d2e3f0000 was found",
    ],
    [
      "at another time",
      "2026-09-01T10:00:00.123Z ERROR connection to database refused",
      "2027-01-31T23:59:59Z ERROR connection to database refused",
    ],
    [
      "at another address",
      "panic: runtime error: invalid memory address at 0x7ffee4b1",
      "panic: runtime error: invalid memory address at 0x10a3",
    ],
    [
      "in colour",
      "error: unexpected token in parser",
      "\u001b[31m\u001b[1merror\u001b[0m: unexpected \u001b[4mtoken\u001b[24m in parser",
    ],
    [
      "after more output",
      "TypeError: cannot read properties of undefined (reading 'rows')",
      "> build\n> tsc -b\n\nTypeError: cannot read properties of undefined (reading 'rows')\n    at x (/a/b.js:1:2)\n",
    ],
    [
      "with carriage returns",
      "first\nerror: unexpected token in parser\n",
      "first\r\nerror: unexpected token in parser\r\n",
    ],
    [
      "with other durations",
      "Error: request timed out after 5000ms waiting for server",
      "Error: request timed out after 12s waiting for server",
    ],
  ])("%s", (_name, one, other) => {
    expect(errorFingerprint(one)).not.toBeNull();
    expect(errorFingerprint(other)).toBe(errorFingerprint(one));
  });
});

describe("different errors", () => {
  test.each([
    [
      "another name",
      "error TS2304: Cannot find name 'foo'.",
      "error TS2304: Cannot find name 'bar'.",
    ],
    [
      "another module",
      "Error: Cannot find module 'left-pad'",
      "Error: Cannot find module 'right-pad'",
    ],
    [
      "another kind",
      "TypeError: x is not a function in render",
      "ReferenceError: x is not defined in render",
    ],
  ])("%s", (_name, one, other) => {
    expect(errorFingerprint(one)).not.toBeNull();
    expect(errorFingerprint(other)).not.toBe(errorFingerprint(one));
  });
});

describe("returns no fingerprint for a text without an error", () => {
  test.each([
    ["nothing", ""],
    ["a success", "Compiled successfully in 3.2s"],
    ["none failed", "Tests  12 passed, 0 failed (12)"],
    ["no errors", "Found 0 errors in 5 files"],
    ["a listing", "src/a.ts\nsrc/b.ts\npackage.json"],
    ["too little to name anything", "error: /tmp/x/y.sh"],
    ["a stack without its message", "    at foo (/a/b.js:1:1)\n    at bar (/a/c.js:2:2)"],
    ["a warning", "warning: unused variable `x`"],
  ])("%s", (_name, output) => expect(errorFingerprint(output)).toBeNull());
});

test.each(["bun", "tsc", "jq", "uv"])(
  "recognises a missing program with a short name: %s",
  (program) => {
    const output = `> shop@1.0.0 build\n> ${program} .\n\nsh: 1: ${program}: not found`;
    expect(errorFingerprint(output)).not.toBeNull();
    expect(errorFingerprint(output)).toBe(errorFingerprint(`/bin/sh: 12: ${program}: not found`));
    expect(errorFingerprint(output)).not.toBe(errorFingerprint("sh: 1: vim: not found"));
  },
);

test.each([
  [
    "the last line of a Python traceback",
    'Traceback (most recent call last):\n  File "/a.py", line 3, in <module>\n    x()\nValueError: bad literal for int\n',
    "ValueError: bad literal for int",
  ],
  [
    "without the shell's own prefix",
    "bash: line 3: foo: command not found",
    "foo: command not found",
  ],
  ["the first that says so", "note: missing docs\nerror: two\nerror: three", "error: two"],
])("finds the significant line: %s", (_name, output, expected) =>
  expect(errorLineOf(output)).toBe(expected),
);

test.each([
  [
    "FAIL src/Layout.test.tsx\nElementError: Unable to find the role",
    "ElementError: Unable to find the role",
  ],
  [
    "make: *** [e2e] Error 1\nsudo: a terminal is required to read it",
    "sudo: a terminal is required to read it",
  ],
  [
    "--- FAIL: TestPrefilter (0.00s)\n    a_test.go:5: got a, want b\nFAIL",
    "--- FAIL: TestPrefilter (0.00s)",
  ],
  ["1..3\nnot ok 3 - latest comes first\n  at: test/a.js:3:5", "not ok 3 - latest comes first"],
  ["  ● bookmarks › stores one of them\n    Expected: 201", "● bookmarks › stores one of them"],
  [
    "TopicListTest#test_order [test/a_test.rb:2]:\nExpected: 1",
    "TopicListTest#test_order [test/a_test.rb:2]:",
  ],
  ["Pool::CheckoutLimit: no slot left (5.0004)", "Pool::CheckoutLimit: no slot left (5.0004)"],
  [
    "psycopg.errors.LockTaken: somebody has it\n  more",
    "psycopg.errors.LockTaken: somebody has it",
  ],
  [
    "src/a.py:3:20: F401 `Sequence` imported but unused",
    "src/a.py:3:20: F401 `Sequence` imported but unused",
  ],
  [
    "thread 'x' panicked at src/a.rs:1:2:\nall of the slots are taken",
    "all of the slots are taken",
  ],
  ["** (Ecto.StaleEntry) the row has gone", "** (Ecto.StaleEntry) the row has gone"],
  ["starting\n[12] Segmentation fault (core dumped)", "[12] Segmentation fault (core dumped)"],
  [
    "serial: read: Resource temporarily unavailable",
    "serial: read: Resource temporarily unavailable",
  ],
])("prefers a line that names the error to one that names nothing: %j", (output, line) => {
  expect(errorLineOf(output)).toBe(line);
  expect(errorFingerprint(output)).not.toBeNull();
});

test.each(["Listening on port 8000\nready", "FAIL\n", "Error 1", "src/a.ts:1:2", "it went well"])(
  "returns no fingerprint for a text that names no error: %j",
  (output) => expect(errorFingerprint(output)).toBeNull(),
);

test("skips a line that names something only beyond the inspected part", () => {
  const further = "Error: cannot reach the payment service";
  expect(errorLineOf(`Error ${"1 ".repeat(200)}the queue is full\n${further}`)).toBe(further);
});

test.each(["Aa", "a.", "A::", "A_", "a.js:1", "a/", "Error 1.", "Error a@"])(
  "one long line is read in linear time: %s",
  (part) => {
    const startedMs = performance.now();
    errorLineOf(`${part}${part.slice(-2).repeat(60_000)}`);
    expect(performance.now() - startedMs).toBeLessThan(300);
  },
);

test("reads a text of unfinished escape sequences in linear time", () => {
  const hostile = "\u001b]".repeat(500_000);
  const startedMs = performance.now();
  expect(stripAnsi(hostile)).toBe(hostile);
  expect(errorLineOf(hostile)).toBe("");
  expect(performance.now() - startedMs).toBeLessThan(1000);
});

describe("ignores what a tool or test runner prints around the error", () => {
  test.each([
    [
      "an edit that missed, with code in what was looked for",
      "<tool_use_error>String to replace not found in file.\nString: throw new TypeError('x');</tool_use_error>",
      "String to replace not found in file.",
    ],
    [
      "what a program logs while its tests pass",
      "error: Item 3 failed\n(pass) retries\nTypeError: rows is not iterable\n      at list (a.ts:3:1)\n(fail) lists rows",
      "TypeError: rows is not iterable",
    ],
    [
      "an assertion that says nothing without its test",
      "error: Item 3 failed\nerror: expect(received).toBe(expected)\nExpected: 1\n(fail) totals > rounds half up [1.2ms]",
      "(fail) totals > rounds half up [1.2ms]",
    ],
    [
      "what a program logs before a file whose tests cannot be loaded",
      "error: Item 3 failed\n(pass) retries\n# Unhandled error between tests\n-------\nerror: Cannot find module 'x-rows' from 'a.test.ts'\n-------",
      "error: Cannot find module 'x-rows' from 'a.test.ts'",
    ],
    [
      "what tests log that all pass, before what failed",
      "error: Item 3 failed\n(pass) retries\n12 pass\n0 fail\n$ tsc --noEmit\na.ts(1,2): error TS2304: Cannot find name 'rows'.",
      "a.ts(1,2): error TS2304: Cannot find name 'rows'.",
    ],
    [
      "what pytest's green tests log",
      "ERROR connection refused\n=== 12 passed, 1 skipped in 0.31s ===\nfatal: unable to write new index file",
      "fatal: unable to write new index file",
    ],
    [
      "red tests before green ones",
      "error: rows is no list\n(fail) lists rows\n1 fail\n12 pass\n0 fail\nerror: script exited",
      "error: rows is no list",
    ],
    [
      "Python's start-up on a broken .pth file",
      "Error processing line 1 of /opt/lib/site-packages/m-nspkg.pth:\n  Traceback (most recent call last):\n    File \"<string>\", line 1, in <module>\n  AttributeError: 'NoneType' object has no attribute 'loader'\nRemainder of file ignored\nERROR: No matching distribution found for rows",
      "ERROR: No matching distribution found for rows",
    ],
    [
      "a traceback after Python's start-up",
      'Error processing line 1 of /opt/m-nspkg.pth:\n  Traceback (most recent call last):\n  AttributeError: no loader\nRemainder of file ignored\nTraceback (most recent call last):\n  File "a.py", line 3\nValueError: bad literal for rows',
      "ValueError: bad literal for rows",
    ],
    [
      "where a linter found it, below what it found",
      "F401 [*] `os` imported but unused\n --> app.py:1:8\n  |\n1 | import os\n  |        ^^\nhelp: Remove unused import: `os`\nFound 1 error.\n[*] 1 fixable with the `--fix` option.",
      "F401 [*] `os` imported but unused",
    ],
    [
      "pytest's heading over a conftest that cannot be loaded",
      "ImportError while loading conftest '/srv/app/tests/conftest.py'.\ntests/conftest.py:3: in <module>\n    from rows import Table\nE   ModuleNotFoundError: No module named 'rows'",
      "ModuleNotFoundError: No module named 'rows'",
    ],
    [
      "the same over a file of tests",
      "==== ERRORS ====\n____ ERROR collecting tests/test_a.py ____\nImportError while importing test module '/srv/app/tests/test_a.py'.\nHint: make sure your test modules/packages have valid Python names.\nTraceback:\ntests/test_a.py:1: in <module>\n    from rows import Table\nE   ImportError: cannot import name 'Table' from 'rows'\n=== 1 error in 0.1s ===",
      "ImportError: cannot import name 'Table' from 'rows'",
    ],
    [
      "a heading",
      "[ERROR] COMPILATION ERROR : \n[ERROR] Source option 7 is no longer supported. Use 8 or later.",
      "[ERROR] Source option 7 is no longer supported. Use 8 or later.",
    ],
  ])("%s", (_name, output, line) => {
    expect(errorLineOf(output)).toBe(line);
  });

  test("gives two failed edits the same fingerprint, with or without the host's mark", () => {
    const missed = "String to replace not found in file.\nString: ";
    expect(errorFingerprint(`${missed}const a = 1;`)).toBe(
      errorFingerprint(`<tool_use_error>${missed}fatal error</tool_use_error>`),
    );
  });
});

describe("an error named by a person", () => {
  const PLAIN = "the tunnel dropped on the third hop";

  test("has a fingerprint although it does not look like an error, and is found in a longer output", () => {
    expect(errorFingerprint(PLAIN)).toBeNull();
    const named = namedErrorFingerprint(`\n  ${PLAIN}\n`);
    expect(named).not.toBeNull();
    const output = `dialling 10.0.0.1:22\n${PLAIN}\nerror: upload cannot go on`;
    expect(errorFingerprints(output)[0]).toBe(errorFingerprint("error: upload cannot go on"));
    expect(errorFingerprints(output)).toContain(named);
  });

  test.each([
    "Ошибка: не удалось подключиться к базе",
    "エラー: 指定されたファイルが見つかりません",
  ])("works in any script: %s", (line) =>
    expect(errorFingerprints(`start\n${line}\n`)).toContain(namedErrorFingerprint(line)),
  );

  test("uses the significant line if there is one", () => {
    const line = "error: upload cannot go on";
    expect(namedErrorFingerprint(`${PLAIN}\n${line}`)).toBe(errorFingerprint(line));
  });

  test.each(["", "it went well", "42", "0 failed, no errors in all of it", "src/a.ts:3:4"])(
    "has no fingerprint if it names nothing: %j",
    (text) => {
      expect(namedErrorFingerprint(text)).toBeNull();
      expect(errorFingerprints(text)).toEqual([]);
    },
  );

  test("is searched at both ends of a long output, each line once", () => {
    const middle = Array.from({ length: 3000 }, (_, i) => `downloading layer ${i} of the image`);
    const found = errorFingerprints([PLAIN, ...middle, "the hamster wheel stopped"].join("\n"));
    expect(found).toHaveLength(3);
  });
});

test.each([
  [
    "missing go.sum entry for module providing package golang.org/x/crypto/argon2",
    "internal/auth/hash.go:4:2: missing go.sum entry for module providing package golang.org/x/crypto/argon2; to add:",
  ],
  ["ENOSPC: no space left on device", "Error: ENOSPC: no space left on device, write"],
  [
    "ERROR 1045 (28000): Access denied for user 'root'@'localhost'",
    "ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: NO)",
  ],
  [
    "error TS2307: Cannot find module 'foo'",
    "src/y.ts(9,12): error TS2307: Cannot find module 'foo' or its corresponding type declarations.",
  ],
  ["no declaration of `total`", "src/cart.c:14: error: no declaration of `total`"],
])("a message that a person named is found in a longer line: %s", (named, line) => {
  const output = `building\n${line}\n    at write (fs.js:3)\n`;
  expect(errorFingerprints(output)).toContain(namedErrorFingerprint(named));
  expect(
    errorFingerprints(output.replace(/entry|device|localhost|foo|total/g, "other")),
  ).not.toContain(namedErrorFingerprint(named));
});

test("the parts of a long line with many clauses are few", () => {
  const line = `error: ${"one clause follows the other, ".repeat(60)}end`;
  expect(errorFingerprints(line).length).toBeLessThan(20);
});
