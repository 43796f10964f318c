/** Does what is no file, in the place of a model's, end the reading at once? In a process of its own: one that opened it would stand still. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { modelFolder } from "./model-folder.ts";

const NAME = "all-MiniLM-L6-v2";
const HERE = pathToFileURL(join(import.meta.dirname, "/"));

/** What each reader of `model` or of the lock in `home` says. */
const LOOK = (home: string, model: string) => `
  const { openModelFile } = await import("${HERE}model-file.ts");
  const { fileSha256, readModelLock } = await import("${HERE}model-folder.ts");
  const say = ({ message }) => console.log(message);
  await (async () => openModelFile(${JSON.stringify(model)}))().catch(say);
  await fileSha256(${JSON.stringify(model)}).then(console.log);
  await (async () => readModelLock(${JSON.stringify(home)}, "${NAME}"))().catch(say);
`;

test("a pipe is no model's file", () => {
  // Which has no such pipes.
  if (process.platform === "win32") return;
  const home = mkdtempSync(join(tmpdir(), "tacit-models-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = modelFolder(home, NAME);
  mkdirSync(folder, { recursive: true });
  const model = join(folder, "model.bin");
  execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", model, join(folder, "lock.json")]);
  const argv = ["--conditions=source", "--input-type=module", "-e", LOOK(home, model)];
  const { stdout } = spawnSync(process.execPath, argv, { timeout: 20_000, encoding: "utf8" });
  expect(stdout).toMatch(/not a file.*\n[0-9a-f]{64}\n.*not a lock of ours/);
});
