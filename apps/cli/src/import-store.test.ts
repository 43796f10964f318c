/** `tacit import store`: what it prints about memories of other projects in that store. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

/** Creates a store of engram with one memory of this project. */
function engramOf(project: string): string {
  const path = join(machine.folder, "engram.db");
  const db = new DatabaseSync(path);
  db.exec(`
    CREATE TABLE observations (id integer PRIMARY KEY, session_id text, type text, title text, content text, project text,
      scope text, topic_key text, created_at text, updated_at text, deleted_at text);`);
  db.prepare(
    "INSERT INTO observations VALUES (1, 's1', 'decision', 'Port', ?, ?, 'project', NULL, '2026-02-01 10:00:00', NULL, NULL)",
  ).run("The dev server listens on port 8081, because the proxy holds 8080.", project);
  db.close();
  return path;
}

test("an option that the answer names imports the memories of the other project", async () => {
  const path = engramOf("shop");
  const { stdout } = await machine.run(["import", "store", path]);
  expect(stdout).toContain("shop: 1");
  const advised = [...stdout.matchAll(/add `(--\S+) (NAME|all)`/g)];
  expect(advised.map(([, , value]) => value)).toEqual(["NAME", "all"]);
  const [[, option = ""] = []] = advised;
  const taken = ["import", "store", path, option, "shop"];
  expect(await machine.json(taken)).toMatchObject({ imported: 1 });
});
