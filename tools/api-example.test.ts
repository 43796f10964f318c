/** Runs the example of docs/api.md as a program. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const LIBRARY = pathToFileURL(join(ROOT, "packages", "memory", "src", "index.ts")).href;

test("the example of the library stores a memory and finds it", () => {
  const base = mkdtempSync(join(tmpdir(), "tacit-api-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const documented = readFileSync(join(ROOT, "docs", "api.md"), "utf8");
  const example = /```js\n([\s\S]*?)```/.exec(documented)?.[1] ?? "";
  expect(example).toContain('"tacit-memory"');
  const program = join(base, "example.mjs");
  writeFileSync(program, example.replace("tacit-memory", LIBRARY));
  const cwd = join(base, "project");
  mkdirSync(cwd);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=source", "--disable-warning=ExperimentalWarning", program],
    { cwd, env: { ...process.env, TACIT_HOME: join(base, "home") }, encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(stdout).toBe("The staging port is 7781: 7780 is taken by the metrics sidecar.\n");
});
