/** Tests that consolidation merges memories that say the same, loses nothing, and can be undone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Anchor } from "../../domain/anchors/anchor.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { NewMemory } from "../../learn/promote/new-memory.ts";
import type { Tacit } from "../../open.ts";
import { leaseJob } from "../../store/jobs.ts";
import { listAnchors, writeAnchors } from "../../store/memories/anchors.ts";
import { insertMemory } from "../../store/memories/memories.ts";
import {
  DAY_MS,
  makePlace,
  type Place,
  sessionScript,
  someMemory,
} from "../../testing/testing-life.ts";
import { DREAM } from "./limits.ts";

const LINT = "Run the linter before each commit; the pipeline refuses what it finds.";
const SAME_LINT = "Before every commit run the linter; the pipeline refuses what it finds.";
const PORT = "The preview server must listen on port 3000 because the proxy expects it.";

/** Bypasses the write path, which would merge equal texts. */
async function store(
  place: Place,
  tacit: Tacit,
  memories: readonly (Partial<NewMemory> & { content: string })[],
) {
  const db = await place.database();
  const made = memories.map((memory) => ({
    ...someMemory(place, memory),
    projectId: tacit.projectId,
  }));
  await tacit.memories.remember({
    content: "The first memory makes the project known here.",
    source: "user_taught",
  });
  for (const memory of made) await insertMemory(db, memory, place.moment());
  return made.map(({ id }) => id);
}

async function stored(...memories: readonly (Partial<NewMemory> & { content: string })[]) {
  const place = makePlace();
  const tacit = await place.open();
  const ids = await store(place, tacit, memories);
  place.clock.nowMs += DAY_MS;
  return { place, tacit, ids };
}

/** A signal that is aborted from the check after this many. */
function abortedAfter(checks: number) {
  let made = 0;
  const signal = {
    get aborted() {
      made++;
      return made > checks;
    },
  } as AbortSignal;
  return { signal, made: () => made };
}

function wholeFile(memoryId: MemoryId, path: string): Anchor {
  return {
    ...{ memoryId, path, symbol: null, startLine: null, endLine: null, contentHash: null },
    ...{ fileHash: null, extent: null, head: null, copies: null, commit: null },
  };
}

async function everything(tacit: Tacit) {
  const { memories, edges } = await tacit.exchange.exportAll();
  const plain = ({ version: _version, updatedAtMs: _at, ...rest }: Memory) => rest;
  return JSON.stringify({ memories: memories.map(plain), edges });
}

test("merges memories with the same text and combines their evidence, files, tags and confirmations", async () => {
  const atMs = 1;
  const { tacit, ids } = await stored(
    {
      ...{ content: LINT, files: ["a.ts"], tags: ["ci"], sessions: ["s1"], triggers: ["lint"] },
      evidence: [{ kind: "commit", detail: "abc", atMs }],
    },
    {
      ...{ content: `${LINT} `, files: ["b.ts"], tags: ["style"], sessions: ["s2"] },
      ...{ source: "user_taught", isPinned: true, createdAtMs: 5 },
      evidence: [{ kind: "user", detail: "said so", atMs: 2 }],
    },
  );
  const report = await tacit.memories.dream();
  expect(report).toMatchObject({ isComplete: true, merges: [{ kind: "exact", target: ids[1] }] });
  const memory = await tacit.memories.get(ids[1] ?? "");
  expect(memory).toMatchObject({
    ...{ isPinned: true, source: "user_taught", standing: "verified", observationCount: 2 },
    ...{ createdAtMs: 5, triggers: ["lint"], supersededBy: null },
  });
  expect([...memory.files].sort()).toEqual(["a.ts", "b.ts"]);
  expect([...memory.tags].sort()).toEqual(["ci", "style"]);
  expect([...memory.sessions].sort()).toEqual(["s1", "s2"]);
  expect(memory.evidence.map(({ detail }) => detail)).toEqual(["abc", "said so"]);
  expect(await tacit.memories.get(ids[0] ?? "")).toMatchObject({ supersededBy: ids[1] });
  expect((await tacit.memories.list()).map(({ id }) => id)).not.toContain(ids[0]);
});

test("copies the anchors of gained files, and undo removes them", async () => {
  const { place, tacit, ids } = await stored(
    { content: LINT, files: ["a.ts"] },
    { content: LINT, files: ["b.ts"], source: "user_taught" },
  );
  const db = await place.database();
  for (const memory of await Promise.all(ids.map((id) => tacit.memories.get(id))))
    await writeAnchors(
      db,
      memory.id,
      memory.files.map((path) => wholeFile(memory.id, path)),
    );
  const paths = async () =>
    (await listAnchors(db, ids.slice(1))).map((anchor) => anchor.path).sort();
  await tacit.memories.dream();
  expect(await paths()).toEqual(["a.ts", "b.ts"]);
  await tacit.memories.undo();
  expect(await paths()).toEqual(["b.ts"]);
});

test("merges memories with nearly the same meaning", async () => {
  const { tacit, ids } = await stored({ content: LINT }, { content: SAME_LINT }, { content: PORT });
  const { merges } = await tacit.memories.dream();
  expect(merges).toMatchObject([{ kind: "near" }]);
  expect(merges[0]?.cosine).toBeGreaterThan(DREAM.nearCosine);
  const left = (await tacit.memories.list()).map(({ content }) => content);
  expect(left.filter((content) => content === LINT || content === SAME_LINT)).toHaveLength(1);
  expect(left).toContain(PORT);
  expect((await tacit.memories.dream()).merges).toEqual([]);
  const both = await Promise.all(ids.slice(0, 2).map((id) => tacit.memories.get(id)));
  expect(both.filter(({ supersededBy }) => supersededBy === null)).toHaveLength(1);
});

test("counts a merged text that is stored again towards the memory it was merged into", async () => {
  const { tacit } = await stored({ content: LINT }, { content: SAME_LINT });
  const [merge] = (await tacit.memories.dream()).merges;
  for (const content of [LINT, SAME_LINT]) {
    const again = await tacit.memories.remember({ content, source: "agent_explicit" });
    expect(again).toMatchObject({ accepted: true, mergedInto: merge?.target });
  }
});

test("forgetting a memory also forgets the memories merged into it", async () => {
  const { tacit, ids } = await stored({ content: LINT }, { content: LINT }, { content: SAME_LINT });
  await tacit.memories.dream();
  const [left] = (await tacit.memories.list()).filter(({ id }) => ids.includes(id));
  await tacit.memories.forget([left?.id ?? ""]);
  const { memories } = await tacit.exchange.exportAll();
  expect(memories.map(({ content }) => content).filter((item) => item.includes("linter"))).toEqual(
    [],
  );
});

describe("undo", () => {
  test("of a run restores everything, and the pairs are neither merged nor proposed again", async () => {
    const { tacit } = await stored({ content: LINT }, { content: LINT }, { content: SAME_LINT });
    const before = await everything(tacit);
    const { runId, merges } = await tacit.memories.dream();
    expect(merges).toHaveLength(2);
    await tacit.memories.undo(runId ?? "");
    expect(await everything(tacit)).toBe(before);
    expect(await tacit.memories.dream()).toMatchObject({ merges: [], proposals: [] });
  });

  test("without an id undoes all of the run that a person started", async () => {
    const { tacit, ids } = await stored({ content: LINT }, { content: LINT });
    await tacit.memories.dream();
    await tacit.memories.undo();
    expect((await tacit.memories.list()).filter(({ id }) => ids.includes(id))).toHaveLength(2);
  });

  test("property: undoing merges of any memories restores the export", async () => {
    const text = fc.constantFrom(LINT, SAME_LINT, PORT, `${PORT} `);
    const some = fc.subarray(["a.ts", "b.ts", "c.ts"]);
    const memory = fc.record({
      content: text,
      files: some,
      tags: fc.subarray(["night", "Night", "nights", "ci"]),
      sessions: fc.subarray(["s1", "s2"]),
      triggers: fc.subarray(["npm run lint", "port"]),
      type: fc.constantFrom("fact", "gotcha"),
      source: fc.constantFrom("user_taught", "agent_explicit", "observer_inferred"),
      isPinned: fc.boolean(),
      confidence: fc.constantFrom(0.2, 0.5, 0.9),
      createdAtMs: fc.integer({ min: 1, max: 1000 }),
    } as const);
    await fc.assert(
      fc.asyncProperty(fc.array(memory, { minLength: 2, maxLength: 8 }), async (memories) => {
        const { tacit } = await stored(...(memories as (NewMemory & { content: string })[]));
        const before = await everything(tacit);
        const dry = await tacit.memories.dream({ isDry: true });
        expect(await everything(tacit)).toBe(before);
        const { merges, runId, tags } = await tacit.memories.dream();
        expect(dry.merges.map(({ merged }) => merged)).toEqual(merges.map(({ merged }) => merged));
        if (runId === null) expect([...merges, ...tags]).toEqual([]);
        else await tacit.memories.undo(runId);
        expect(await everything(tacit)).toBe(before);
      }),
      { numRuns: 10 },
    );
  });
});

test("unifies tags that differ in spelling, and leaves Tacit's own tags alone", async () => {
  const { tacit } = await stored(
    { content: "The backup runs at night from the second machine.", tags: ["Night"] },
    {
      content: "Deployments of the shop begin after ten in the evening.",
      tags: ["night", "commands"],
    },
    {
      content: "The second shift watches the dashboards of the pumps.",
      tags: ["night", "command"],
    },
    {
      content: "The third shift cleans the presses of the second hall.",
      tags: ["nights", "night"],
    },
  );
  const { tags } = await tacit.memories.dream();
  expect(tags).toEqual([{ from: ["nights", "Night"], to: "night", memories: 2 }]);
  const all = (await tacit.memories.list()).flatMap((memory) => memory.tags).sort();
  expect(all).toEqual(["command", "commands", "night", "night", "night", "night"]);
  await tacit.memories.undo();
  expect((await tacit.memories.dream()).tags).toEqual([]);
});

test("runs after a session once enough is new, and an undo without an id does not undo it", async () => {
  const copies = (count: number) => Array.from({ length: count }, () => ({ content: LINT }));
  const { place, tacit, ids } = await stored(...copies(DREAM.dueAfter - 2));
  const learnFrom = async (session: string) => {
    const { events } = sessionScript(session, place.clock.nowMs).prompt("Build the shop").end();
    await tacit.sessions.ingest(events, "live");
    await tacit.sessions.learnDue();
  };
  const left = async () => (await tacit.memories.list()).filter(({ id }) => ids.includes(id));
  await learnFrom("s1");
  expect(await left()).toHaveLength(ids.length);
  await store(place, tacit, [{ content: PORT }]);
  await learnFrom("s2");
  expect(await left()).toHaveLength(1);
  expect((await tacit.admin.status()).consolidatedAtMs).toBe(place.clock.nowMs);
  const [change] = await tacit.memories.changes(1);
  expect(change?.what).toBe("background: merge");
  expect((await tacit.memories.undo()).entries.map(({ what }) => what)).toEqual(["remember"]);
  await tacit.memories.undo(change?.groupId ?? "");
  expect(await left()).toHaveLength(ids.length);
});

test("runs in one process at a time", async () => {
  const { place, tacit } = await stored({ content: LINT }, { content: LINT });
  const db = await place.database();
  const job = { kind: "dream", trigger: "command", leaseMs: DREAM.leaseMs };
  expect(await leaseJob(db, job, place.moment())).not.toBeNull();
  const failure = await tacit.memories.dream().catch((error: unknown) => error);
  expect(MemoryError.is(failure, "dream_running")).toBe(true);
  place.clock.nowMs += DREAM.leaseMs + 1;
  expect((await tacit.memories.dream()).merges).toHaveLength(1);
});

test("continues an interrupted run after the last complete page", async () => {
  const others = Array.from({ length: DREAM.pageRows }, (_, i) => ({
    content: `The service number ${i} is deployed by pipeline p${i}.`,
  }));
  const { tacit } = await stored(...others, { content: LINT }, { content: LINT });
  const whole = await tacit.memories.dream({ isDry: true });
  const first = await tacit.memories.dream({ signal: abortedAfter(1).signal });
  expect(first).toMatchObject({ isComplete: false, merges: [], runId: null });
  expect(first.compared).toBe(DREAM.pageRows);
  expect((await tacit.admin.status()).consolidatedAtMs).toBeNull();
  const second = await tacit.memories.dream();
  expect(second).toMatchObject({ isComplete: true, merges: [{ kind: "exact" }] });
  expect(second.compared).toBeLessThan(whole.compared);
  expect((await tacit.admin.status()).consolidatedAtMs).not.toBeNull();
});

test("reports only the tags that were renamed before an interrupt", async () => {
  const tagged = Array.from({ length: DREAM.tagsAtOnce + 5 }, (_, i) => ({
    content: `The service number ${i} is deployed by pipeline p${i}.`,
    tags: ["Night"],
  }));
  const usual = Array.from({ length: tagged.length + 1 }, (_, i) => ({
    content: `The page number ${i} is rendered by the worker w${i}.`,
    tags: ["night"],
  }));
  const runWith = async (checks: number) => {
    const { tacit } = await stored(...tagged, ...usual);
    const { signal, made } = abortedAfter(checks);
    return { report: await tacit.memories.dream({ signal }), made: made() };
  };
  const { report, made } = await runWith(Number.POSITIVE_INFINITY);
  expect(report.tags).toMatchObject([{ memories: tagged.length }]);
  // The last two checks follow the tags; before them is one check for each of the two transactions.
  const partial = (await runWith(made - 3)).report;
  expect(partial).toMatchObject({ tags: [{ memories: DREAM.tagsAtOnce }], isComplete: false });
  expect(partial.runId).not.toBeNull();
  expect((await runWith(made - 4)).report).toMatchObject({ tags: [], runId: null });
});
