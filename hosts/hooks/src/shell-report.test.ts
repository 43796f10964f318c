/** Tests reports of a shell of Gemini CLI or Qwen Code, with and without its labels. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { failureText, readShellReport } from "./shell-report.ts";

test.each([
  ["Output: fine\nProcess Group PGID: 30489", "fine", 0],
  ["Output: (empty)\nProcess Group PGID: 12", "", 0],
  [
    "Output: no\nError: spawn failed\nExit Code: 2\nProcess Group PGID: 1",
    "no\nError: spawn failed",
    2,
  ],
  ["Output: Error: port taken\nExit Code: 1", "Error: port taken", 1],
  ["Output: Exit Code: 4", "Exit Code: 4", 0],
  ["Output: slow\nSignal: 9", "slow", 1],
  ["Output: one\nExit Code: 5\nmore of it\nExit Code: 3", "one\nExit Code: 5\nmore of it", 3],
  [
    "Command: printf 'a\nb'\nDirectory: (root)\nOutput: a\nb\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)",
    "a\nb",
    0,
  ],
])("%j", (report, output, exitCode) => {
  expect(readShellReport(report)).toEqual({ output, exitCode });
});

test.each(["", "Command moved to background (PID: 7).", "all fine"])(
  "does not read %j as a report",
  (report) => {
    expect(readShellReport(report)).toBeNull();
  },
);

test("a failure begins as in Claude Code", () => {
  expect(failureText({ output: "no such file", exitCode: 2 })).toBe("Exit code 2\nno such file");
});

test("property: recovers a command's output, whatever it is", () => {
  const line = fc.string({ maxLength: 30 }).filter((item) => !/^[EBSP][a-z]/.test(item));
  void fc.assert(
    fc.property(
      fc.array(line, { maxLength: 6 }),
      fc.integer({ min: 1, max: 255 }),
      (lines, code) => {
        const printed = lines.join("\n");
        const report = `Output: ${printed || "(empty)"}\nExit Code: ${code}\nProcess Group PGID: 9`;
        const output = printed.trim() === "(empty)" ? "" : printed.trim();
        expect(readShellReport(report)).toEqual({ output, exitCode: code });
      },
    ),
  );
});
