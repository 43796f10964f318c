/** Audits stores with the installed program: imports nothing, writes nothing, and reports for people and for scripts. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProgram } from "../models/tacit-process.ts";
import { unpackStores } from "./recorded-stores.ts";

interface Report {
  readonly path: string;
  readonly from: string;
  readonly memories: number;
}

test("audits a claude-mem store with counts and the places of the worst items, and shows no secret", async () => {
  const program = makeProgram();
  const path = unpackStores(program.base).get("claude-mem") ?? "";
  const bytes = readFileSync(path);
  const { stores } = (await program.json(["audit", path, "--from-project", "shop"])) as {
    stores: Report[];
  };
  expect(stores).toMatchObject([
    {
      from: "claude-mem",
      memories: 6,
      skipped: 6,
      junk: { count: 1, worst: [{ place: "observations 3" }] },
      recallLoops: { count: 1, worst: [{ place: "observations 5" }] },
      secrets: { count: 1, by: { "github-token": 1 }, worst: [{ place: "observations 4" }] },
      duplicates: { count: 0 },
      sound: 3,
    },
  ]);
  const { stdout, status } = await program.run(["audit", path]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/12 memories/);
  expect(stdout).toContain("observations 4: github-token");
  expect(stdout).toContain("--dry-run");
  expect(stdout + JSON.stringify(stores)).not.toMatch(/ghp_\w/);
  expect(readFileSync(path)).toEqual(bytes);
  expect(existsSync(program.home)).toBe(false);
});

test("finds every store in its known place without a path, and reports a broken store beside the others", async () => {
  const program = makeProgram();
  const user = join(program.base, "user");
  const stores = unpackStores(program.base);
  for (const folder of [".claude-mem", ".agentmemory", ".engram"])
    mkdirSync(join(user, folder), { recursive: true });
  renameSync(stores.get("claude-mem") ?? "", join(user, ".claude-mem", "claude-mem.db"));
  renameSync(stores.get("agentmemory") ?? "", join(user, ".agentmemory", "standalone.json"));
  writeFileSync(join(user, ".engram", "engram.db"), "no database");
  writeFileSync(join(program.base, "project", "order.ts"), "export const total = 1;\n");
  await program.json(["remember", "Totals must be rounded once, in order.ts, and never per line."]);
  const found = (await program.json(["audit"])) as { stores: Report[]; failed: { from: string }[] };
  expect(found.stores.map(({ from, memories }) => [from, memories])).toEqual([
    ["tacit", 1],
    ["claude-mem", 12],
    ["agentmemory", 2],
  ]);
  expect(found.failed.map(({ from }) => from)).toEqual(["engram"]);
});

test("reports that no store was found, and refuses a path that is not a store", async () => {
  const program = makeProgram();
  expect((await program.run(["audit"])).stdout).toContain("no memory store found");
  const { status, stderr } = await program.run(["audit", "."]);
  expect([status, stderr]).toEqual([65, expect.stringContaining("--from")]);
});
