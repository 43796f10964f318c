/** The user's editor: the returned text, and files left behind by a process that was killed while the editor was open. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { CommandContext } from "../command-context.ts";
import { editText } from "./edit-text.ts";

const DAY_MS = 86_400_000;

test("removes our own texts left open a week ago on the next edit", () => {
  const place = mkdtempSync(join(tmpdir(), "left-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, place);
  const leftIn = (name: string, days: number) => {
    const [folder, file] = [join(place, name), join(place, name, "memory.txt")];
    const written = new Date(Date.now() - days * DAY_MS);
    mkdirSync(folder);
    writeFileSync(file, "A text");
    for (const path of [file, folder]) utimesSync(path, written, written);
    return folder;
  };
  const old = leftIn("tacit-edit-aB3dE6", 8);
  const others = [leftIn("tacit-edit-aB3dE7", 6), leftIn("theirs-aB3dE6", 8)];
  const env = { VISUAL: `"${process.execPath}" --eval 0` };
  const context = { machine: { env, platform: process.platform } } as unknown as CommandContext;
  expect(editText(context, "Port 8080 is the proxy's")).toBe("Port 8080 is the proxy's");
  expect(existsSync(old)).toBe(false);
  expect(others.filter((folder) => !existsSync(folder))).toEqual([]);
});
