/** Tests that recall finds what is relevant to a question, in the right order, and nothing it must not return. */
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "@tacit-memory/sqlite";
import { describe, expect, test } from "vitest";
import { link } from "../anchors/link/link.ts";
import { DEFAULT_TRUST } from "../config/trust.ts";
import type { Memory } from "../domain/memory.ts";
import { errorFingerprint } from "../domain/text/error-fingerprint.ts";
import { addEdge } from "../store/memories/edges.ts";
import { insertMemory } from "../store/memories/memories.ts";
import { openTestStore, PROJECT, someMemory } from "../testing/testing-life.ts";
import { momentAt } from "../workspace.ts";
import { gate } from "./gate.ts";
import { type RecallRequest, recall } from "./recall.ts";

const KNOWN = {
  build: "Run `npm run build` before the end-to-end tests, otherwise they use old bundles.",
  port: "The preview server listens on port 4173, not on 3000.",
  wal: "openStore switches the journal to WAL unless SQLite is older than 3.51.3.",
  money: "Amounts are kept in cents as integers; never use floating point for money.",
  login: "Sessions expire after 30 minutes because the auth proxy drops its cookie.",
  cjk: "数据库连接 必须在请求结束时关闭。",
  french: "Le fichier de traduction est généré ; ne jamais le modifier à la main.",
} as const;

async function remembering(
  memories: Partial<Record<string, Partial<Memory> & { content: string }>> = {},
) {
  const { db, place } = await openTestStore();
  const names = new Map<string, string>();
  const add = async (name: string, item: Partial<Memory> & { content: string }) => {
    const memory = { ...someMemory(place, { content: item.content }), ...item };
    await insertMemory(db, memory, place.moment());
    await link(db, memory, place.root, null);
    names.set(memory.id, name);
    return memory;
  };
  for (const [name, one] of Object.entries(memories)) if (one !== undefined) await add(name, one);
  const hits = (query: string, request: Partial<RecallRequest> = {}) =>
    recall(db, { projectId: PROJECT, root: place.root, query, ...request }, place.clock.nowMs);
  const ask = async (query: string, request: Partial<RecallRequest> = {}) =>
    (await hits(query, request)).map((hit) => names.get(hit.memory.id) ?? "?");
  return { db, place, add, ask, hits };
}

async function addProject(db: Database, id: string): Promise<void> {
  await db.run(
    "INSERT INTO project (id, canonical, name, basis, root, created_at_ms, last_seen_ms) VALUES (:id, 'o', 'o', 'remote', NULL, 0, 0)",
    { id },
  );
}

const everything = Object.fromEntries(
  Object.entries(KNOWN).map(([name, content]) => [name, { content }]),
);

describe("ranks the answer to a natural question first", () => {
  test.each([
    ["what do I have to do before running the end to end tests?", "build"],
    ["the e2e tests seem to use old bundles", "build"],
    ["which port does the preview server use", "port"],
    ["where is the journal mode set", "wal"],
    ["open store", "wal"],
    ["how do we store money amounts?", "money"],
    ["why am I logged out, does the session expire?", "login"],
    ["数据库连接", "cjk"],
    ["comment modifier le fichier de traduction", "french"],
  ])("%s", async (query, expected) => {
    const { ask } = await remembering(everything);
    expect((await ask(query))[0]).toBe(expected);
  });

  test("numbers ranks from 1, with non-increasing scores and reasons for each hit", async () => {
    const { hits } = await remembering(everything);
    const found = await hits("which port does the preview server listen on");
    expect(found.map((hit) => hit.rank)).toEqual(found.map((_, i) => i + 1));
    const scores = found.map((hit) => hit.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(found[0]?.explanation.ranks.lexical).toBe(1);
    expect(found[0]?.explanation.matched).toContain("port");
    expect(found[0]?.explanation.coverage).toBeGreaterThan(0.5);
  });
});

describe("adjacent words", () => {
  const apart = "The pool waits for a lock; a dropped connection is exhausted later.";
  const beside =
    "A lock waits for nobody here: the connection pool is exhausted later, and dropped.";

  test("rank before the same words apart, when in the order of the question, and are stated as a reason", async () => {
    const { hits } = await remembering({ apart: { content: apart }, beside: { content: beside } });
    const [first, second] = await hits("is the connection pool exhausted?");
    expect(first?.memory.content).toBe(beside);
    expect(first?.explanation.pairs).toBe(1);
    expect(second?.explanation.pairs).toBe(0);
  });

  test("count nothing in another order than in the question", async () => {
    const { hits } = await remembering({ beside: { content: beside } });
    const [first] = await hits("exhausted pool connection");
    expect(first?.explanation.pairs).toBe(0);
  });
});

describe("no hits", () => {
  test.each([
    ["for words nobody used", "zyzzyva quokka", {}],
    ["for an empty question", "", {}],
    ["for stop words", "what is it that we should do", {}],
    ["for an unrelated file", "", { files: ["src/unrelated.ts"] }],
  ])("%s", async (_name, query, request) => {
    const { ask } = await remembering(everything);
    expect(await ask(query, request)).toEqual([]);
  });

  test("for a memory that is superseded, archived, forgotten or of another project", async () => {
    const { db, place, add, ask } = await remembering();
    const same = (extra: Partial<Memory>) => ({
      content: KNOWN.port,
      files: ["a.ts"],
      triggers: ["preview server"],
      errorFingerprint: errorFingerprint("error: port 4173 in use already"),
      ...extra,
    });
    await add("superseded", same({ supersededBy: "x" as Memory["id"] }));
    await add("archived", same({ state: "archived" }));
    await add("handoff", same({ type: "handoff" }));
    await addProject(db, "p_other");
    await add("elsewhere", same({ projectId: "p_other" as Memory["projectId"] }));
    await add("everywhere", same({ projectId: null, scope: "global" }));
    const query = "error: port 4173 in use already, preview server";
    expect(await ask(query, { files: ["a.ts"] })).toEqual(["everywhere"]);
    const withArchived = await ask(query, { withArchived: true });
    expect(withArchived.sort()).toEqual(["archived", "everywhere"]);
    expect(place.root).not.toBe("");
  });
});

test.each([
  ["a file in play", "", { files: ["a.ts"] }],
  ["an error met again", "error: port 4173 in use already", {}],
  ["a trigger", "preview server", {}],
])("%s finds archived memories and other projects' on request", async (...input) => {
  const [, query, request] = input;
  const { db, add, ask } = await remembering();
  const tied = {
    files: ["a.ts"],
    triggers: ["preview server"],
    errorFingerprint: errorFingerprint("error: port 4173 in use already"),
  };
  await addProject(db, "p_other");
  const projectId = "p_other" as Memory["projectId"];
  await add("archived", { content: "Stop the old one.", state: "archived", ...tied });
  await add("elsewhere", { content: "Mind the gap.", projectId, ...tied });
  expect(await ask(query, request)).toEqual([]);
  expect(await ask(query, { ...request, withArchived: true })).toEqual(["archived"]);
  expect(await ask(query, { ...request, anyProject: true })).toEqual(["elsewhere"]);
});

describe("filters are applied before the limit", () => {
  test("by words: finds one gotcha among a hundred better matches", async () => {
    const { add, ask } = await remembering();
    for (let i = 0; i < 100; i++)
      await add("noise", { content: `port port port ${i}`, type: "fact" });
    await add("gotcha", {
      content: "Mind which port it is, in this long text of other words.",
      type: "gotcha",
    });
    expect(await ask("port", { types: ["gotcha"], limit: 3 })).toEqual(["gotcha"]);
    expect(await ask("port", { types: ["gotcha"], scopes: ["global"] })).toEqual([]);
  });

  test("by time: finds one old memory among five hundred of today, by words and by file", async () => {
    const { add, ask } = await remembering();
    const files = ["a.ts"];
    await add("old", { content: "Mind which port it is, of all.", createdAtMs: 1_000, files });
    for (let i = 0; i < 500; i++) await add("new", { content: `port port ${i}`, files });
    const learned = { fromMs: 1_000, toMs: 1_001 };
    expect(await ask("port", { learned })).toEqual(["old"]);
    expect(await ask("", { files, learned })).toEqual(["old"]);
    expect(await ask("port", { learned: { toMs: 1_000 } })).toEqual([]);
    expect(await ask("port", { learned: { fromMs: 1_001 }, limit: 1 })).toEqual(["new"]);
  });

  test("by time: also applies to a memory linked to a hit", async () => {
    const { db, add, ask } = await remembering();
    const hit = await add("hit", { content: "Mind which port it is.", createdAtMs: 1_000 });
    const tied = await add("tied", { content: "Asked for in March.", createdAtMs: 5_000 });
    const ends = { fromId: hit.id, toId: tied.id, type: "relates_to", createdAtMs: 0 } as const;
    await addEdge(db, ends, momentAt(0));
    expect(await ask("port", { followsTies: true })).toEqual(["hit", "tied"]);
    const learned = { fromMs: 1_000, toMs: 2_000 };
    expect(await ask("port", { followsTies: true, learned })).toEqual(["hit"]);
  });

  test("by files: finds one gotcha among fifty handoffs and facts of the same file", async () => {
    const { add, ask } = await remembering();
    await add("gotcha", { content: "Mind the order in here.", type: "gotcha", files: ["a.ts"] });
    for (let i = 0; i < 50; i++) {
      const type = i % 2 === 0 ? "handoff" : "fact";
      await add(type, { content: `Session ${i} was here.`, type, files: ["a.ts"] });
    }
    expect(await ask("", { files: ["a.ts"], types: ["gotcha"] })).toEqual(["gotcha"]);
    expect(await ask("", { files: ["a.ts"] })).not.toContain("handoff");
  });

  test("by errors and triggers", async () => {
    const { add, ask } = await remembering();
    const error = "TypeError: cannot read properties of undefined (reading 'rows')";
    const tied = { errorFingerprint: errorFingerprint(error), triggers: ["reading 'rows'"] };
    for (let i = 0; i < 30; i++) await add("fact", { content: `Seen ${i} times.`, ...tied });
    await add("fix", { content: "Await the query first.", type: "error_pattern", ...tied });
    expect(await ask(error, { types: ["error_pattern"] })).toEqual(["fix"]);
  });
});

describe("ties other than words", () => {
  test("finds a memory by a file in use and by a path in the question", async () => {
    const { ask, place } = await remembering({
      a: { content: KNOWN.money, files: ["src/cart.ts"] },
    });
    expect(await ask("", { files: ["src/cart.ts"] })).toEqual(["a"]);
    expect(await ask("have a look at ./src/cart.ts:12")).toEqual(["a"]);
    expect(await ask(`at ${place.root}/src/cart.ts:12:7`)).toEqual(["a"]);
  });

  test("finds a memory by a repeated error with other paths and numbers", async () => {
    const message = "Error: listen EADDRINUSE: address already in use :::3000";
    const { hits } = await remembering({
      fix: { content: "Stop the old server first.", errorFingerprint: errorFingerprint(message) },
    });
    const [hit] = await hits(
      "it says Error: listen EADDRINUSE: address already in use :::4173".slice(8),
    );
    expect(hit?.explanation.ranks.fingerprint).toBe(1);
  });
});

describe("freshness", () => {
  async function anchored() {
    const context = await remembering();
    context.place.write("src/a.ts", "export const a = 1;\n");
    await context.add("a", { content: KNOWN.money, files: ["src/a.ts"] });
    const freshness = async () =>
      (await context.hits("money amounts in cents")).map((hit) => hit.freshness)[0];
    return { ...context, freshness };
  }

  test("reports edited code as changed, restored code as intact, ignores whitespace, and reports deleted code as gone", async () => {
    const { place, freshness, hits } = await anchored();
    expect(await freshness()).toBe("intact");
    place.write("src/a.ts", "export const a = 2;\n");
    expect(await freshness()).toBe("changed");
    place.write("src/a.ts", "export const a = 1;\r\n\r\n");
    expect(await freshness()).toBe("intact");
    const [before] = await hits("money amounts in cents");
    rmSync(join(place.root, "src/a.ts"));
    expect(await freshness()).toBe("gone");
    const [after] = await hits("money amounts in cents");
    expect(after?.score).toBeLessThan(before?.score ?? 0);
    expect(gate([after as NonNullable<typeof after>], DEFAULT_TRUST)).toEqual([]);
  });

  test("reports nothing when freshness is unknown", async () => {
    const { place, add, hits, freshness } = await anchored();
    expect((await hits("money amounts", { root: null }))[0]?.freshness).toBe("unanchored");
    await add("never", { content: "A file that never was there.", files: ["no/such.ts"] });
    expect((await hits("file that never was"))[0]?.freshness).toBe("unanchored");
    rmSync(join(place.root, "src/a.ts"));
    symlinkSync("a.ts", join(place.root, "src/a.ts"));
    expect(await freshness()).toBe("unanchored");
  });
});

test("breaks ties by priors within their clamp when they are on; they are off by default", async () => {
  const { hits } = await remembering({
    taught: {
      content: "The nightly job runs at two.",
      source: "user_taught",
      standing: "verified",
    },
    seen: {
      content: "The nightly job runs at two .",
      source: "observer_inferred",
      standing: "hypothesis",
    },
  });
  const off = await hits("nightly job");
  expect(off.map((hit) => hit.explanation.prior)).toEqual([1, 1]);
  const on = await hits("nightly job", { usePriors: true, phase: "explore" });
  expect(on[0]?.memory.source).toBe("user_taught");
  for (const hit of on) {
    expect(hit.explanation.prior).toBeGreaterThanOrEqual(0.85);
    expect(hit.explanation.prior).toBeLessThanOrEqual(1.2);
  }
});

test("a phase that the request names puts types that help in it first among equals", async () => {
  const { hits } = await remembering({
    decision: { content: "The nightly job runs at two.", type: "decision" },
    gotcha: { content: "The nightly job runs at two .", type: "gotcha" },
  });
  const first = async (phase: "define" | "implement") =>
    (await hits("nightly job", { phase }))[0]?.memory.type;
  expect(await first("define")).toBe("decision");
  expect(await first("implement")).toBe("gotcha");
});
