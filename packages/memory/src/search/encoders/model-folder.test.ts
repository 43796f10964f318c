/**
 * Tests that files that are not regular are rejected at once. Runs in a separate process, because opening a pipe would block
 * it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { modelFolder } from "./model-folder.ts";

const NAME = "all-MiniLM-L6-v2";
const HERE = pathToFileURL(join(import.meta.dirname, "/"));

/** Script that prints the result of each reader of `model`, or of the lock in `home`. */
const LOOK = (home: string, model: string) => `
  const { fileSha256 } = await import("${HERE}../models/file-sha256.ts");
  const { readModelLock } = await import("${HERE}model-folder.ts");
  await fileSha256(${JSON.stringify(model)}).then(console.log);
  await (async () => readModelLock(${JSON.stringify(home)}, "${NAME}"))().catch((error) => console.log(error.message));
`;

test("rejects a pipe in place of a model file", () => {
  // Windows has no such pipes.
  if (process.platform === "win32") return;
  const home = mkdtempSync(join(tmpdir(), "tacit-models-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = modelFolder(home, NAME);
  mkdirSync(folder, { recursive: true });
  const model = join(folder, "model.bin");
  execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", model, join(folder, "lock.json")]);
  const argv = ["--conditions=source", "--input-type=module", "-e", LOOK(home, model)];
  const { stdout } = spawnSync(process.execPath, argv, { timeout: 200_000, encoding: "utf8" });
  expect(stdout).toMatch(/[0-9a-f]{64}\n.*not a lock of ours/);
});
