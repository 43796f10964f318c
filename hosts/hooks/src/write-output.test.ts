/** Does everything reach whoever reads the hook's output, also where its pipe is full and may not be waited for? */
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const WRITER = pathToFileURL(`${import.meta.dirname}/write-output.ts`).href;
/** More than any pipe holds, in characters of several bytes. */
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
