/**
 * Tests that a hook does not update a large store of an older version: it spools its event for the command that updates the
 * store after a backup.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { hookHost } from "../hooks/hook-process.ts";
import { makeProject } from "../project-program.ts";

const OLD = new URL("../../packages/memory/src/store/__fixtures__/schema-5.db.gz", import.meta.url);

function versionOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db.prepare("SELECT max(version) AS version FROM schema_version").get();
  db.close();
  return row?.["version"];
}

test("spools the prompt, and the next command updates the store after a backup", async () => {
  const { base, project, tacit, env } = makeProject();
  const home = join(base, "home");
  const path = join(home, "memory.db");
  mkdirSync(home);
  writeFileSync(path, gunzipSync(readFileSync(OLD)));
  const db = new DatabaseSync(path);
  db.exec("INSERT INTO setting (name, value) VALUES ('filler', hex(zeroblob(11000000)))");
  db.close();
  // Starts no worker, so that the test can check the state after the hook.
  env["TACIT_WORKER"] = "write-lessons";
  const host = hookHost(home, project, { TACIT_WORKER: "write-lessons" });
  const ran = await host.tell("UserPromptSubmit", "s1", {
    prompt: "Always use pnpm in this project.",
  });
  expect(ran).toMatchObject({ status: 0, stderr: "" });
  expect(versionOf(path)).toBe(5);
  const status = tacit("status", "--json");
  expect(status.status, status.stderr).toBe(0);
  expect(status.stderr).toMatch(/updating the store \(.* MB\) after a backup/);
  expect(JSON.parse(status.stdout)).toMatchObject({ events: 1, backups: { count: 1 } });
  expect(versionOf(path)).toBeGreaterThan(5);
  const [backup = ""] = readdirSync(join(home, "backups"));
  expect(versionOf(join(home, "backups", backup))).toBe(5);
});
