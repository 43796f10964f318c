/** Tests that an unanswered question is stored once, counted, without secrets, closed by an answer, and forgotten. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { madeUpTokens } from "@tacit-memory/redact/testing";
import { expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { noteGap } from "../store/sessions/gaps.ts";
import { makePlace } from "../testing/testing-life.ts";
import { ASKED } from "./asked/tuning.ts";

const QUESTION = "how do we rotate the signing keys of the release";
const ANSWER =
  "Rotate the signing keys of the release with `make rotate-keys`, then upload the new public key.";

async function context() {
  const place = makePlace();
  const tacit = await place.open();
  await tacit.memories.remember({
    content: "The server listens on port 4173.",
    source: "user_taught",
  });
  place.clock.nowMs += 1000;
  const ask = (query: string, more = {}) =>
    tacit.memories.recall({ query, isAsked: true, ...more });
  return { place, tacit, ask };
}

const queries = async (tacit: Tacit, filter = {}) =>
  (await tacit.memories.gaps(filter)).map(({ query, times }) => [query, times]);

test.each(["?", " ?!", "", "？"])(
  "treats a question with %j at its end as the same question",
  async (end) => {
    const { tacit, ask } = await context();
    const bare = QUESTION.replace(/\?$/, "");
    for (const question of [`${bare}?`, `${bare}${end}`]) await ask(question);
    expect(await queries(tacit)).toEqual([[`${bare}${end}`.trim(), 2]]);
  },
);

test("counts a question repeated in other case and spacing as one gap asked twice", async () => {
  const { tacit, place, ask } = await context();
  expect((await ask(QUESTION)).abstained).toBe(true);
  place.clock.nowMs += 1000;
  await ask(`  ${QUESTION.toUpperCase()}  `);
  expect(await queries(tacit)).toEqual([[QUESTION.toUpperCase(), 2]]);
  const [gap] = await tacit.memories.gaps();
  expect(gap).toMatchObject({ lastAtMs: (gap?.firstAtMs ?? 0) + 1000, closedBy: null });
  expect((await tacit.admin.status()).gaps).toBe(1);
});

test("stores only a whole question that was asked and had no answer", async () => {
  const { tacit, ask } = await context();
  await tacit.memories.recall({ query: QUESTION });
  await ask(QUESTION, { types: ["decision"] });
  await ask(QUESTION, { learned: { fromMs: 0, toMs: 1 } });
  await ask("", { files: ["src/a.ts"] });
  await ask("which port does the server listen on");
  await tacit.brief.promptBlock({ session: "s", point: "prompt" }, QUESTION);
  expect(await queries(tacit)).toEqual([]);
});

test("stores no gap and closes none when a relevant memory is found that is only shown as a pointer", async () => {
  const { tacit, place, ask } = await context();
  const question = "who has to look at the numbers first when we deploy on a friday evening";
  await ask(question);
  expect(await queries(tacit)).toEqual([[question, 1]]);
  place.clock.nowMs += 1000;
  const content = "Deploys to the blue cluster go out when Ana has looked at the numbers.";
  await tacit.memories.remember({ content, source: "user_taught" });
  const [answer] = (await ask(question)).answers;
  expect(answer).toMatchObject({ shown: "pointer", hit: { memory: { content } } });
  expect(await queries(tacit)).toEqual([[question, 1]]);
});

test("uses another threshold when only words are searched", async () => {
  const place = makePlace();
  const tacit = await place.open({ env: { TACIT_ENCODER: "off" } });
  for (const content of [
    "The server listens on port 4173.",
    "Lunch is at noon on Fridays.",
    "Ana looks at the numbers of the blue cluster.",
    "Fixtures are below the test folder.",
  ]) {
    await tacit.memories.remember({ content, source: "user_taught" });
  }
  const unknown = "how do we rotate the signing keys";
  for (const query of [unknown, "when the nightly job of the server runs out of memory"]) {
    expect((await tacit.memories.recall({ query, isAsked: true })).abstained).toBe(true);
  }
  expect(await queries(tacit)).toEqual([[unknown, 1]]);
});

test("closes the gap with a later memory that answers it, and reopens it when that is forgotten", async () => {
  const { tacit, place, ask } = await context();
  await ask(QUESTION);
  await ask("what is the airspeed of an unladen swallow");
  expect(await tacit.memories.gaps()).toHaveLength(2);
  place.clock.nowMs += 1000;
  const { id } = await tacit.memories.remember({ content: ANSWER, source: "user_taught" });
  expect((await tacit.admin.status()).gaps).toBe(1);
  expect(await queries(tacit)).toEqual([["what is the airspeed of an unladen swallow", 1]]);
  const closed = (await tacit.memories.gaps({ withClosed: true })).find(
    ({ closedBy }) => closedBy !== null,
  );
  expect(closed).toMatchObject({ query: QUESTION, closedBy: id, closedAtMs: place.clock.nowMs });
  await tacit.memories.forget([id ?? ""]);
  expect(await tacit.memories.gaps()).toHaveLength(2);
});

test("is not closed by a memory that existed when the question was asked", async () => {
  const { tacit, place } = await context();
  await tacit.memories.remember({ content: ANSWER, source: "user_taught" });
  place.clock.nowMs += 1000;
  const db = await place.database();
  const gap = { projectId: tacit.projectId, key: "k", query: QUESTION };
  await noteGap(db, { ...gap, nowMs: place.clock.nowMs }, 10);
  place.clock.nowMs += 1000;
  await tacit.memories.remember({ content: "Lunch is at noon on Fridays.", source: "user_taught" });
  expect(await tacit.memories.gaps()).toMatchObject([
    { closedBy: null, lookedAtMs: place.clock.nowMs },
  ]);
});

test("is closed and reopened when the question is asked again", async () => {
  const { tacit, place, ask } = await context();
  await ask(QUESTION);
  place.clock.nowMs += 1000;
  const { id } = await tacit.memories.remember({ content: ANSWER, source: "user_taught" });
  await ask(QUESTION);
  const db = await place.database();
  expect(await db.all("SELECT closed_by AS by, times FROM gap")).toEqual([{ by: id, times: 1 }]);
  await tacit.memories.archive(id ?? "");
  await ask(QUESTION);
  expect(await db.all("SELECT closed_by AS by, times FROM gap")).toEqual([{ by: null, times: 2 }]);
});

test("redacts a secret, and does not store a question that is only a secret", async () => {
  const { tacit, ask } = await context();
  await ask("why is password=hunter2hunter2 refused by the vault server");
  for (const [, token] of madeUpTokens()) await ask(token);
  await ask("<private>the merger with Initech and its plan</private>");
  const stored = JSON.stringify(await tacit.memories.gaps());
  expect(stored).toContain("vault");
  for (const [, token] of madeUpTokens()) expect(stored).not.toContain(token);
  expect(stored).not.toMatch(/hunter2|Initech/);
});

test("stores no gaps in a project that captures nothing", async () => {
  const { tacit, ask } = await context();
  for (const mode of ["off", "incognito"] as const) {
    await tacit.admin.setMode(mode);
    await ask(QUESTION);
  }
  expect(await tacit.memories.gaps()).toEqual([]);
});

test("stores a limited number of gaps: removes answered ones first, then the oldest", async () => {
  const { tacit, place, ask } = await context();
  await ask(QUESTION);
  place.clock.nowMs += 1000;
  await tacit.memories.remember({ content: ANSWER, source: "user_taught" });
  await tacit.memories.gaps();
  const db = await place.database();
  const { projectId } = tacit;
  const limit = ASKED.gapsKept;
  for (let i = 0; i < limit + 5; i++) {
    const nowMs = place.clock.nowMs + i;
    await noteGap(db, { projectId, key: `q ${i}`, query: `q ${i}`, nowMs }, limit);
  }
  const all = await tacit.memories.gaps({ withClosed: true });
  expect(all).toHaveLength(limit);
  expect(all.map(({ query }) => query)).not.toContain(QUESTION);
  expect(all.at(-1)?.query).toBe("q 5");
});

test("forgets gaps on request and leaves those of other projects", async () => {
  const { tacit, place, ask } = await context();
  await ask(QUESTION);
  await ask("what is the airspeed of an unladen swallow");
  const db = await place.database();
  await db.run(
    "INSERT INTO project (id, canonical, name, basis, root, created_at_ms, last_seen_ms) VALUES ('p_2', 'c', 'n', 'remote', NULL, 0, 0)",
  );
  const elsewhere = { projectId: "p_2" as typeof tacit.projectId, key: "k", query: "k", nowMs: 1 };
  await noteGap(db, elsewhere, 10);
  const [gap] = await tacit.memories.gaps();
  expect(await tacit.memories.forgetGaps([gap?.gid ?? 0, 9999])).toBe(1);
  expect(await tacit.memories.gaps()).toHaveLength(1);
  expect(await tacit.memories.forgetGaps(null)).toBe(1);
  expect(await db.all("SELECT query FROM gap")).toEqual([{ query: "k" }]);
});

test("forgets gaps in the backups too", async () => {
  const { tacit, place, ask } = await context();
  await ask(QUESTION);
  await ask("what is the airspeed of an unladen swallow");
  const { path } = await (await tacit.admin.backups()).make();
  const [gap] = (await tacit.memories.gaps()).filter(({ query }) => query === QUESTION);
  expect(await tacit.memories.forgetGaps([gap?.gid ?? 0])).toBe(1);
  for (const file of [path, join(place.home, "memory.db")]) {
    const bytes = readFileSync(file);
    expect([bytes.includes(QUESTION), bytes.includes("unladen swallow")]).toEqual([false, true]);
  }
});

test("forgets a question that repeats a forgotten memory", async () => {
  const { tacit, place, ask } = await context();
  await tacit.admin.setMode("automatic");
  const content = "Deploys to the blue cluster need two approvals.";
  await ask(`is it true that ${content.toLowerCase()}`);
  expect(await tacit.memories.gaps()).toHaveLength(1);
  place.clock.nowMs += 1000;
  const { id } = await tacit.memories.remember({ content, source: "user_taught" });
  await tacit.memories.forget([id ?? ""]);
  expect(await tacit.memories.gaps({ withClosed: true })).toEqual([]);
});
