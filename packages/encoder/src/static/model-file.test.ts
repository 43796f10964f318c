/**
 * Tests that a pipe in place of the model is refused at once, in its own process, because opening the pipe would block it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const MODULE = pathToFileURL(join(import.meta.dirname, "model-file.ts"));

test("refuses a pipe in place of the model", () => {
  // Windows has no such pipes.
  if (process.platform === "win32") return;
  const folder = mkdtempSync(join(tmpdir(), "tacit-model-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "model.bin");
  execFileSync("mkfifo", [path]);
  const script = `
    const { openModelFile } = await import("${MODULE}");
    try { openModelFile(${JSON.stringify(path)}); } catch (error) { console.log(error.message); }`;
  const argv = ["--conditions=source", "--input-type=module", "-e", script];
  const { stdout } = spawnSync(process.execPath, argv, { timeout: 200_000, encoding: "utf8" });
  expect(stdout).toContain("not a file");
});
