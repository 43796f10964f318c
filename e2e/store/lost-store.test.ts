/**
 * Tests that a store which was emptied, swapped for another program's database or lost a table raises an alarm with a next
 * step.
 */

import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { hookHost } from "../hooks/hook-process.ts";
import { makeProject } from "../project-program.ts";

type Harm = (path: string) => void;

const sql =
  (...statements: string[]): Harm =>
  (path) => {
    const db = new DatabaseSync(path);
    for (const statement of statements) db.exec(statement);
    db.close();
  };

const emptied: Harm = (path) => {
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  writeFileSync(path, "");
};

const foreign: Harm = (path) => {
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  sql("CREATE TABLE customer (name TEXT)", "INSERT INTO customer VALUES ('theirs')")(path);
};

const FACT = "The staging port is 7781 because 7780 is taken by metrics";

function harmed(harm: Harm) {
  const place = makeProject();
  const home = join(place.base, "home");
  expect(place.tacit("remember", FACT).status).toBe(0);
  harm(join(home, "memory.db"));
  return { ...place, home };
}

test.each<readonly [string, Harm, RegExp, number]>([
  ["emptied", emptied, /is empty or gone, but this home folder had a store/, 74],
  ["another program's", foreign, /a database of another program/, 78],
  ["without its sessions", sql("DROP TABLE event", "DROP TABLE session"), /session/, 74],
  ["without its memories", sql("PRAGMA foreign_keys = OFF", "DROP TABLE memory"), /memory/, 74],
])("%s: every command and doctor raise the alarm", async (_name, harm, message, exit) => {
  const { tacit, home, project } = harmed(harm);
  for (const words of [["recall", "staging port"], ["status"]]) {
    const ran = tacit(...words);
    expect(ran.stderr, words.join(" ")).toMatch(message);
    expect(ran.stderr).toMatch(/next: .*(restore a copy|doctor)/);
    expect(ran.status).toBe(exit);
  }
  const checked = tacit("doctor", "--json");
  expect(checked.status).not.toBe(0);
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: false });
  expect(checked.stdout).toMatch(message);
  const host = hookHost(home, project);
  const ran = await host.tell("UserPromptSubmit", "s", { prompt: "What is the staging port?" });
  expect(ran).toMatchObject({ status: 0, stderr: "" });
});

test("leaves another program's database unchanged", () => {
  const { home, tacit } = harmed(foreign);
  tacit("recall", "staging port");
  tacit("doctor", "--repair");
  const db = new DatabaseSync(join(home, "memory.db"));
  expect(db.prepare("SELECT name FROM sqlite_master").all()).toEqual([{ name: "customer" }]);
  db.close();
});

test.each<readonly [string, Harm]>([
  ["full-text index", sql("DROP TABLE memory_fts")],
  ["trigger", sql("DROP TRIGGER memory_fts_insert")],
  ["cache of queries", sql("DROP TABLE query_vector")],
])("finds and repairs a lost %s without losing anything", (_name, harm) => {
  const { tacit, document } = harmed(harm);
  expect(tacit("doctor").status).not.toBe(0);
  expect(tacit("doctor", "--repair").stdout).toMatch(/store tables/);
  expect(tacit("doctor").status).toBe(0);
  expect(tacit("remember", "The billing port is 7782 because 7702 is taken").status).toBe(0);
  const found = document("recall", "staging port") as { hits: { content: string }[] };
  expect(found.hits.map(({ content }) => content)).toContain(FACT);
});

test("creates a new store after the store was removed", () => {
  const { tacit } = harmed((path) => {
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  });
  expect(tacit("remember", FACT).status).toBe(0);
});

test("an unreachable server has its own error and exit status", async () => {
  const { run, env } = makeProject();
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  await new Promise((resolve) => server.close(resolve));
  for (const url of [`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}`, "http://127.0.0.1:1"]) {
    env["TACIT_URL"] = url;
    const ran = run(["recall", "port"]);
    expect(ran.stderr).toMatch(/cannot reach the store server/);
    expect(ran.stderr).toMatch(
      /next: check that the server runs and that `tacit config get url` shows its address/,
    );
    expect(ran.status).toBe(69);
  }
});
