/** Imports stores of other programs with the installed program while those programs continue to write. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { makeProgram } from "../models/tacit-process.ts";
import { unpackStores } from "./recorded-stores.ts";

interface Listed {
  readonly content: string;
  readonly createdAt: string;
  readonly type: string;
}

test.each([
  ["claude-mem", { from: "claude-mem", read: 12, imported: 4, rejected: 2, skipped: 6 }],
  ["server-memory", { from: "memory-json", read: 4, imported: 4, rejected: 0 }],
  ["agentmemory", { from: "agentmemory", read: 2, imported: 2 }],
  ["mem0ai-vectors", { from: "mem0", read: 2, imported: 2 }],
  ["mem0ai-history", { from: "mem0", read: 3, imported: 2, skipped: 1 }],
])(
  "%s: imports everything the first time and nothing new the second time",
  async (name, counts) => {
    const program = makeProgram();
    const path = unpackStores(program.base).get(name) ?? "";
    const bytes = readFileSync(path);
    const of = name === "claude-mem" ? ["--from-project", "shop"] : [];
    const dry = await program.json(["import", "store", path, ...of, "--dry-run"]);
    expect(dry).toMatchObject(counts);
    expect(await program.json(["list"])).toEqual([]);
    expect(await program.json(["import", "store", path, ...of])).toEqual(dry);
    expect(await program.json(["import", "store", path, ...of])).toMatchObject({
      imported: 0,
      merged: counts.imported,
    });
    expect(readFileSync(path)).toEqual(bytes);
  },
);

test("preserves times and types, and redacts secrets", async () => {
  const program = makeProgram();
  const path = unpackStores(program.base).get("claude-mem") ?? "";
  await program.json(["import", "store", path, "--from-project", "all"]);
  const memories = (await program.json(["list"])) as Listed[];
  expect(memories.find(({ content }) => content.startsWith("Use integer cents"))).toMatchObject({
    type: "decision",
    createdAt: "2026-09-02T10:00:01.000Z",
  });
  expect(JSON.stringify(memories)).toContain("[redacted:github-token]");
  expect(JSON.stringify(memories)).not.toMatch(/ghp_\w/);
});

test("leaves the lock, the log and the files of a writing program unchanged", async () => {
  const program = makeProgram();
  const path = unpackStores(program.base).get("claude-mem") ?? "";
  const theirs = new DatabaseSync(path);
  onTestFinished(() => theirs.close());
  theirs.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  theirs.exec(
    "UPDATE observations SET narrative = 'Money is kept as integer tenths of cents, because floats lose.' WHERE id = 2",
  );
  theirs.exec(
    "BEGIN IMMEDIATE; UPDATE observations SET narrative = 'not committed, and never seen' WHERE id = 1",
  );
  const state = () =>
    readdirSync(dirname(path))
      .sort()
      .map((name) => [name, statSync(`${dirname(path)}/${name}`).mtimeMs]);
  const before = state().filter(([name]) => String(name).startsWith("claude-mem"));
  expect(await program.json(["import", "store", path, "--from-project", "shop"])).toMatchObject({
    imported: 4,
  });
  expect(state().filter(([name]) => String(name).startsWith("claude-mem"))).toEqual(before);
  theirs.exec("COMMIT");
  const contents = ((await program.json(["list"])) as Listed[])
    .map(({ content }) => content)
    .join("\n");
  expect(contents).toContain("integer tenths of cents");
  expect(contents).not.toContain("never seen");
  // A second import applies what the program has committed since.
  expect(await program.json(["import", "store", path, "--from-project", "shop"])).toMatchObject({
    corrected: 1,
    merged: 3,
  });
});

test("stores every memory once when two imports run at once after a killed import", async () => {
  const program = makeProgram();
  const path = `${program.base}/big.db`;
  const theirs = new DatabaseSync(path);
  theirs.exec(`CREATE TABLE vectors (id TEXT PRIMARY KEY, payload TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
    INSERT INTO vectors SELECT 'm' || i, json_object('data', 'Rule ' || i || ' must hold for module_' || i || ' at all times') FROM n`);
  theirs.close();
  const argv = ["import", "store", path];
  const killed = await program.run(argv, (child) => {
    // Kills the import after at least one batch is in the log, and long before all batches are.
    const look = setInterval(() => {
      const size = statSync(`${program.home}/memory.db-wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (size > 500_000) child.kill("SIGKILL");
    }, 2);
    child.on("close", () => clearInterval(look));
  });
  expect(killed.status).toBe(null);
  const both = await Promise.all([program.json(argv), program.json(argv)]);
  expect(both).toMatchObject([{ read: 600 }, { read: 600 }]);
  expect(((await program.json(["list"])) as Listed[]).length).toBe(600);
});

test.each([
  ["what is no store", ["import", "store", "."], 65, "--from"],
  ["what is not there", ["import", "store", "gone.db"], 66, "gone.db"],
  ["a program that is not known", ["import", "store", ".", "--from", "letta"], 64, "letta"],
])("refuses %s with the next step", async (_name, argv, status, expected) => {
  const ran = await makeProgram().run(argv);
  expect(ran.status).toBe(status);
  expect(ran.stderr).toContain(expected);
  expect(ran.stdout).toBe("");
});
