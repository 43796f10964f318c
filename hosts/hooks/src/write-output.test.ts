/** Tests that a reader of the hook's output gets all of it, even if the pipe is full and must not block. */
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const WRITER = pathToFileURL(`${import.meta.dirname}/write-output.ts`).href;
/** Number of characters of several bytes; more than any pipe holds. */
const LENGTH = 1_000_000;

test.each([
  ["a pipe that waits", ""],
  ["a pipe that does not", 'new (await import("node:net")).Socket({ fd: 1, readable: false });'],
])("%s", (_name, before) => {
  const script = `${before}
    const { writeOutput } = await import(${JSON.stringify(WRITER)});
    writeOutput("ж".repeat(${LENGTH}) + ".");`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script];
  const ran = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 24,
    windowsHide: true,
  });
  expect(ran.stderr).toBe("");
  expect(ran.stdout.length).toBe(LENGTH + 1);
  expect(ran.stdout.endsWith("жж.")).toBe(true);
});
