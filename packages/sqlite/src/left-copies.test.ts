/** Tests which copies of killed processes beside ours are removed. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { openForeign } from "./foreign-database.ts";

const OLD = new Date(Date.now() - 2 * 3_600_000);

test("the next process removes copies of ours that were not written to for an hour", async () => {
  const place = mkdtempSync(join(tmpdir(), "left-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  });
  const temporary = join(place, "tmp");
  for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, temporary);
  const copyIn = (name: string, written: Date | null) => {
    const [folder, file] = [join(temporary, name), join(temporary, name, "copy.db")];
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, "theirs");
    if (written !== null) utimesSync(file, written, written);
    utimesSync(folder, OLD, OLD);
    return folder;
  };
  const left = copyIn("tacit-database-aB3dE6", OLD);
  const remaining = [
    copyIn("tacit-database-aB3dE7", null),
    copyIn("tacit-database-of-others", OLD),
    copyIn("other-aB3dE6", OLD),
    copyIn("elsewhere", OLD),
  ];
  symlinkSync(join(temporary, "elsewhere"), join(temporary, "tacit-database-aB3dE8"), "junction");
  const path = join(place, "theirs.db");
  const theirs = new DatabaseSync(path);
  theirs.exec("CREATE TABLE note (text TEXT)");
  theirs.close();
  (await openForeign(path)).close();
  expect(existsSync(left)).toBe(false);
  expect(remaining.filter((folder) => !existsSync(join(folder, "copy.db")))).toEqual([]);
});
