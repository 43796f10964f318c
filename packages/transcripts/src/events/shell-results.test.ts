/** Tests what live hooks share: unwrapped commands, their files, the commits and the test runs in outputs. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommitOutput } from "./commit-output.ts";
import { shellFiles, unwrapShell } from "./shell-command.ts";
import { parseTestSummary } from "./test-summary.ts";

test.each([
  ["ls -la", "ls -la"],
  ["bash -lc 'npm test'", "npm test"],
  ['/bin/bash -lc "echo \\"a b\\""', 'echo "a b"'],
  ["sh -c ls", "ls"],
  [["bash", "-lc", "ls | wc"], "ls | wc"],
  [["git", "status"], "git status"],
  ["powershell -NoProfile -Command 'dir'", "dir"],
  [undefined, ""],
])("unwrapShell %j", (command, expected) => expect(unwrapShell(command)).toBe(expected));

test.each([
  ["cat src/a.ts | head -5", ["src/a.ts"]],
  ["cd pkg && sed -n '1,20p' src/b.go; cat /etc/x.conf", ["pkg/src/b.go", "/etc/x.conf"]],
  ["grep -n 'a.b' src/c.py", ["src/c.py"]],
  ["rg foo.bar --glob '*.ts'", []],
  ["git diff main..HEAD -- d.rs", ["d.rs"]],
  ["git commit -m fix.it", []],
  ["echo done.now > out.txt", ["out.txt"]],
  ["curl https://example.com/x.html", []],
  ["cat > e.md <<'EOF'\nsee f.ts\nEOF\ncat g.ts", ["e.md", "g.ts"]],
  ["timeout 60 python -m pytest tests/test_h.py", ["tests/test_h.py"]],
  ["apply_patch <<'P'\n*** Begin Patch\n*** Update File: i.ts\n*** End Patch\nP", ["i.ts"]],
])("shellFiles %j", (command, expected) => expect(shellFiles(command)).toEqual(expected));

test.each([
  ["bun test src", "bun test v1.3.5\n\n 12 pass\n 1 fail\n 30 expect() calls\nRan 13 tests", 12, 1],
  [
    "bun run test",
    "@a/core test:  5 pass\n@a/core test:  0 fail\n@a/cli test:  2 pass\n@a/cli test:  1 fail",
    7,
    1,
  ],
  ["bun test | tail -3", " 0 fail\n 9 expect() calls\nRan 4 tests across 2 files. [9.00ms]", 4, 0],
  [
    "npx vitest run",
    " Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 10 passed | 1 skipped (13)",
    10,
    2,
  ],
  [
    "npm test",
    "\u001b[1mTests:\u001b[22m       1 failed, 2 skipped, 10 passed, 13 total\nTime: 1 s",
    10,
    1,
  ],
  ["pytest -q", "FAILED a\n1 failed, 2 errors, 3 passed in 0.12s", 3, 3],
  ["python -m pytest x", "===== 5 passed, 1 warning in 1.02s (0:00:01) =====", 5, 0],
  ["python runtests.py", "Ran 12 tests in 0.5s\n\nFAILED (failures=1, errors=2, skipped=1)", 8, 3],
  [
    "go test -v ./...",
    "--- PASS: TestA (0.00s)\n    --- PASS: TestA/x\n--- FAIL: TestB (0.00s)\nFAIL\tx/y\t0.1s",
    1,
    1,
  ],
  [
    "go test ./...",
    "ok  \tx/a\t0.2s\nok  \tx/b\t(cached)\n?   \tx/c\t[no test files]\nFAIL\tx/d [build failed]",
    2,
    1,
  ],
  [
    "cargo test",
    "test result: ok. 10 passed; 0 failed; 1 ignored\ntest result: FAILED. 2 passed; 3 failed; 0 ignored",
    12,
    3,
  ],
  ["cargo nextest run", "     Summary [   0.5s] 10 tests run: 9 passed, 1 failed, 0 skipped", 9, 1],
  ["npx mocha", "  12 passing (3s)\n  1 pending\n  2 failing", 12, 2],
  ["dotnet test", "Failed!  - Failed:     1, Passed:     9, Skipped:     0, Total:    10", 9, 1],
  [
    "mvn -q test",
    "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s\nTests run: 10, Failures: 1, Errors: 1, Skipped: 2",
    6,
    2,
  ],
  ["./gradlew test", "10 tests completed, 2 failed", 8, 2],
  ["vendor/bin/phpunit", "OK (7 tests, 20 assertions)", 7, 0],
  ["phpunit", "Tests: 10, Assertions: 20, Failures: 1, Errors: 2.", 7, 3],
  ["bundle exec rspec", "10 examples, 2 failures, 1 pending", 7, 2],
  ["node --test", "# tests 3\n# pass 2\n# fail 1", 2, 1],
  ["node --test", "ℹ tests 3\nℹ pass 3\nℹ fail 0", 3, 0],
  ["deno test", "ok | 4 passed | 0 failed (1s)", 4, 0],
  [
    "bin/test core",
    "= tests finished: 12 passed, 1 failed =".replaceAll("= ", "").replaceAll(" =", ""),
    12,
    1,
  ],
])("reads tests: %s", (command, output, passed, failed) => {
  expect(parseTestSummary(command, output)).toEqual({ passed, failed });
  expect(parseTestSummary(`bash -lc '${command}'`, output.replaceAll("\n", "\r\n"))).toEqual({
    passed,
    failed,
  });
});

test.each([
  ["cat log.txt", " 12 pass\n 1 fail"],
  ["git log", "1 failed, 3 passed in 0.12s"],
  ["npm test", "no counts here"],
  ["pytest", "no tests ran in 0.01s"],
  ["npm test", ""],
])("finds no test run: %s %j", (command, output) =>
  expect(parseTestSummary(command, output)).toBeNull(),
);

test.each([
  [
    "git commit -m x",
    "[main abc1234] fix: x\n 1 file changed",
    { sha: "abc1234", message: "fix: x" },
  ],
  [
    "cd a && git -C . commit -qm x",
    "[main (root-commit) 0123456] first",
    { sha: "0123456", message: "first" },
  ],
  ["git commit --amend", "[detached HEAD 89abcde] y", { sha: "89abcde", message: "y" }],
  [
    "git commit -m a; git commit -m b",
    "[f/x-1 1111111] a\n[f/x-1 2222222] b",
    { sha: "2222222", message: "b" },
  ],
  ["bash -lc 'git commit -m x'", "hook ran\n[main abc1234] x", { sha: "abc1234", message: "x" }],
  ["git commit -m x", "nothing to commit, working tree clean", null],
  ["cat notes.txt", "[main abc1234] x", null],
  ["git commit -m x", "[lint-staged 3 files] ok", null],
])("finds the commit: %s → %j", (command, output, expected) =>
  expect(parseCommitOutput(command, output)).toEqual(expected),
);

test("property: no output or command causes an error", () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  const bits = fc.constantFrom(
    "npm test",
    "git commit",
    "'",
    '"',
    "\\",
    "\n",
    "<<EOF",
    "$(",
    " 1 pass\n",
    "[main abc1234] ",
    "*** Add File: ",
  );
  const odd = fc.array(fc.oneof(text, bits), { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(odd, odd, (command, output) => {
      const summary = parseTestSummary(`npm test ${command}`, output);
      expect(summary === null || (summary.passed >= 0 && summary.failed >= 0)).toBe(true);
      parseCommitOutput(`git commit ${command}`, output);
      expect(shellFiles(unwrapShell(command)).length).toBeLessThanOrEqual(20);
    }),
  );
});

test("processes a megabyte of any text quickly", () => {
  const startMs = performance.now();
  for (const unit of [
    "\n",
    " ",
    '"',
    "'",
    "npm test ",
    "1 passed, ",
    "\u001b[1m",
    "<<EOF\n",
    "[main a",
  ]) {
    const huge = unit.repeat(1_000_000 / unit.length);
    parseTestSummary("npm test", huge);
    parseCommitOutput("git commit", huge);
    shellFiles(unwrapShell(`bash -lc ${huge}`));
    parseTestSummary(huge, huge);
  }
  expect(performance.now() - startMs).toBeLessThan(5_000);
});
