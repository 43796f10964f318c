/**
 * Audits of stores against a real tree find files and symbols that no longer exist, in Tacit's own store as well as in
 * others.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveProjectSync } from "../../store/resolve-project.ts";
import { makePlace } from "../../testing/testing-life.ts";
import { knownStores } from "../stores/known-places.ts";
import { auditStore } from "./audit-store.ts";

function graph(observations: readonly string[]): string {
  return JSON.stringify({ entities: [{ name: "cart", entityType: "module", observations }] });
}

test("finds memories that name files and symbols missing in the tree", async () => {
  const place = makePlace();
  place.write("src/order.ts", "export function roundOnce() {}\n");
  // Private files and binary files are not searched.
  place.write(".env", "roundTwice=1\n");
  place.write("order.bin", "\0roundTwice");
  place.write(
    "memory.json",
    graph([
      "Rounds in src/order.ts by `roundOnce()`, always.",
      "Rounds in order/total.ts, which has been moved.",
      "Rounds by `roundTwice()`, which nobody has any more.",
      `Rounds in src/${"long".repeat(200)}.ts, a name that no file system takes.`,
    ]),
  );
  const identity = resolveProjectSync(place.root, { home: place.home });
  const report = await auditStore(join(place.root, "memory.json"), { from: "auto", identity });
  expect(report).toMatchObject({
    from: "memory-json",
    memories: 4,
    stale: { count: 3, checked: 4 },
  });
  expect(report.stale.worst.slice(0, 2).map(({ why }) => why)).toEqual([
    "missing: order/total.ts",
    "missing: roundTwice()",
  ]);
});

test("an audit of our own store skips archived memories and writes nothing", async () => {
  const place = makePlace();
  const tacit = await place.open();
  await tacit.memories.remember({
    content: "Amounts are integer cents, because floats lose.",
    source: "user_taught",
  });
  await tacit.memories.remember({
    content: "Never deploy on Fridays, nobody is there.",
    source: "user_taught",
  });
  const [first] = await tacit.memories.list();
  await tacit.memories.archive(first?.id ?? "");
  const identity = resolveProjectSync(place.root, { home: place.home });
  const [own] = knownStores({
    userHome: join(place.home, ".."),
    env: {},
    root: place.root,
    home: place.home,
  });
  expect(own?.kind).toBe("tacit");
  expect(await auditStore(own?.path ?? "", { from: "tacit", identity })).toMatchObject({
    memories: 1,
    gone: 1,
    sound: 1,
    stale: { checked: 0 },
  });
});

test("lists existing known stores once each and follows other programs' variables", () => {
  const place = makePlace();
  place.write(".claude/projects/-home-me-shop/memory/MEMORY.md", "- one\n");
  place.write(".claude/projects/-home-me-empty/memory/x.txt", "");
  place.write("elsewhere/claude-mem.db", "");
  place.write("memory.json", "{}");
  const env = {
    CLAUDE_MEM_DATA_DIR: join(place.root, "elsewhere"),
    MEMORY_FILE_PATH: join(place.root, "memory.json"),
  };
  const found = knownStores({ userHome: place.root, env, root: place.root, home: place.home });
  expect(found.map(({ kind, path }) => [kind, path.slice(place.root.length + 1)])).toEqual([
    ["claude-mem", join("elsewhere", "claude-mem.db")],
    ["memory-json", "memory.json"],
    ["claude-memory", join(".claude", "projects", "-home-me-shop", "memory")],
  ]);
});

test("reports unreadable records and audits the others", async () => {
  const place = makePlace();
  const path = join(place.root, "memory.jsonl");
  const line = JSON.stringify({
    type: "entity",
    name: "cart",
    entityType: "m",
    observations: ["Rounds once, always."],
  });
  writeFileSync(path, `${line}\n{"type":"ent`);
  const identity = resolveProjectSync(place.root, { home: place.home });
  expect(await auditStore(path, { from: "auto", identity })).toMatchObject({
    memories: 1,
    problems: [{ place: "line 2", reason: "not JSON" }],
  });
});
