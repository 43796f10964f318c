/** Tests that forgotten data is removed from every table and from the bytes of the files. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { observe } from "../../capture/observe.ts";
import type { CandidateId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { namedErrorFingerprint } from "../../domain/text/error-fingerprint.ts";
import {
  openTestStore,
  type Place,
  PROJECT,
  sessionScript,
  someMemory,
} from "../../testing/testing-life.ts";
import { scrubFile } from "../maintenance.ts";
import { putQueryVector } from "../query-vectors.ts";
import { listEvents } from "../sessions/events.ts";
import { pastDigests, saveDigest } from "../sessions/session-digests.ts";
import { findSession, openSession } from "../sessions/sessions.ts";
import { saveCandidate } from "./candidates.ts";
import { eraseMemories, forgottenAtMs } from "./erase.ts";
import { changeMemory, getMemories, getMemory, insertMemory } from "./memories.ts";
import { listMemories } from "./memory-lists.ts";
import { checkIndex } from "./search.ts";

const SECRET_WORDS = ["zorblax", "quuxflint"];
const CONTENT = "Always use zorblax for the quuxflint deploy.";
const PROJECT_SEEN = {
  id: PROJECT,
  canonical: "example.org/o/r",
  name: "r",
  basis: "remote" as const,
  root: null,
};

function bytesHold(place: Place, word: string): string[] {
  return ["memory.db", "memory.db-wal"].filter((file) => {
    const path = join(place.home, file);
    return existsSync(path) && readFileSync(path).toString("latin1").includes(word);
  });
}

async function erased(...[db, memories, moment]: Parameters<typeof eraseMemories>): Promise<void> {
  await eraseMemories(db, memories, moment);
  await scrubFile(db);
}

async function taught() {
  const { db, place } = await openTestStore();
  const moment = place.moment();
  const memory = someMemory(place, { content: CONTENT, files: ["deploy.sh"], tags: ["ops"] });
  await insertMemory(db, memory, moment);
  for (let i = 0; i < 30; i++) {
    await insertMemory(db, someMemory(place, { content: `Filler ${i} on other things.` }), moment);
  }
  return { db, place, memory, moment };
}

test("leaves no byte of it in the file or its log", async () => {
  const { db, place, memory, moment } = await taught();
  for (const word of SECRET_WORDS) expect(bytesHold(place, word)).not.toEqual([]);
  await erased(db, [memory], moment);
  for (const word of SECRET_WORDS) expect(bytesHold(place, word)).toEqual([]);
  expect(await getMemories(db, [memory.id])).toEqual([]);
  await checkIndex(db);
});

test("leaves no byte in the free space of pages whose rows moved", async () => {
  const { db, place } = await openTestStore();
  await db.exec("CREATE TABLE churn (k INTEGER PRIMARY KEY, body TEXT)");
  const put = (k: number, body: string) =>
    db.run(
      "INSERT INTO churn VALUES (:k, :body) ON CONFLICT (k) DO UPDATE SET body = excluded.body",
      { k, body },
    );
  let seed = 7;
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  for (let i = 0; i < 1500; i++) {
    const k = random(150);
    if (random(5) === 0) await db.run("DELETE FROM churn WHERE k = :k", { k });
    else await put(k, `zorblax${i} `.repeat(random(60) + 1));
  }
  for (let k = 0; k < 150; k++) await put(k, "x".repeat(random(60) + 1));
  await db.all("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(bytesHold(place, "zorblax")).toEqual(["memory.db"]);
  await scrubFile(db);
  expect(bytesHold(place, "zorblax")).toEqual([]);
});

test("removes its earlier wordings, candidates, versions, ops and copies in other memories' versions", async () => {
  const { db, place, memory, moment } = await taught();
  const edited = await changeMemory(
    db,
    memory,
    { ...memory, content: "Always use something harmless." },
    "edited",
    moment,
  );
  const facts = { ...memory, id: "c1" as CandidateId, projectId: PROJECT, signals: [], score: 1 };
  await saveCandidate(
    db,
    { ...facts, subject: "s", state: "promoted", reason: null, memoryId: memory.id },
    moment.nowMs,
  );
  const other = someMemory(place, { content: CONTENT, title: "Another", type: "gotcha" });
  await insertMemory(db, other, moment);
  await changeMemory(
    db,
    other,
    { ...other, content: "It says something else now." },
    "edited",
    moment,
  );
  await erased(db, [edited], moment);
  for (const word of SECRET_WORDS) expect(bytesHold(place, word)).toEqual([]);
});

test("removes it from the events that taught it, in any case and spacing, and only there", async () => {
  const { db, place, memory, moment } = await taught();
  const script = sessionScript("s1")
    .prompt("please,  always use ZORBLAX\nfor the quuxflint   deploy! And mind the harbour.")
    .shell("echo 'always use zorblax for the quuxflint deploy.'", "harbour lights");
  const observations = script.events.map((event) => ({ project: PROJECT_SEEN, event }));
  const options = { home: place.home, redaction: {}, ignore: [], origin: "live" as const };
  const { sessions } = await observe(db, observations, options, moment.nowMs);
  await erased(db, [memory], moment);
  const stored = JSON.stringify(await listEvents(db, sessions[0] ?? -1));
  expect(stored).not.toMatch(/zorblax|quuxflint/i);
  expect(stored).toContain("mind the harbour");
  expect((await findSession(db, PROJECT, "s1"))?.task).toBe(
    "please,  [forgotten]! And mind the harbour.",
  );
  for (const word of [...SECRET_WORDS, "ZORBLAX"]) expect(bytesHold(place, word)).toEqual([]);
});

test("leaves the same words in the handoff of another part of the session", async () => {
  const { db, place } = await openTestStore();
  const goal = "Move the quuxflint deploy to the new zorblax cluster";
  const [here, elsewhere] = [1, 2].map(() =>
    someMemory(place, { content: `Goal: ${goal}`, title: goal, type: "handoff" }),
  );
  if (here === undefined || elsewhere === undefined) throw new Error("two handoffs");
  const remaining: Memory = { ...elsewhere, payload: { goal, ownGoal: goal } };
  for (const memory of [here, remaining]) await insertMemory(db, memory, place.moment());
  await erased(db, [here], place.moment());
  const [left] = await getMemories(db, [remaining.id]);
  expect(left).toMatchObject({ title: goal, content: `Goal: ${goal}`, payload: { goal } });
});

test("removes it from a handoff that repeats it, which stays", async () => {
  const { db, place, memory, moment } = await taught();
  const handoff: Memory = {
    ...someMemory(place, { content: `${CONTENT}\nDone: lights.`, type: "handoff" }),
    payload: { goal: CONTENT, done: ["lights"] },
    title: CONTENT,
  };
  await insertMemory(db, handoff, moment);
  await erased(db, [memory], moment);
  const [left] = await listMemories(db, { projectId: PROJECT, type: "handoff" });
  expect(left?.payload).toEqual({ goal: "[forgotten].", done: ["lights"] });
  for (const word of SECRET_WORDS) expect(bytesHold(place, word)).toEqual([]);
});

test("leaves a memory it had replaced archived", async () => {
  const { db, place, memory, moment } = await taught();
  const old = someMemory(place, { content: "Use the old tool for it." });
  await insertMemory(db, { ...old, supersededBy: memory.id }, moment);
  await erased(db, [memory], moment);
  expect(await getMemory(db, old.id)).toMatchObject({ state: "archived", supersededBy: null });
});

test("marks every wording it had as forgotten, and for a global memory in every project", async () => {
  const { db, place, memory, moment } = await taught();
  const edited = await changeMemory(
    db,
    memory,
    { ...memory, content: "Use something harmless." },
    "edited",
    moment,
  );
  const global = someMemory(place, { content: "Speak English always.", scope: "global" });
  await insertMemory(db, global, moment);
  await erased(db, [edited, global], moment);
  expect(await forgottenAtMs(db, PROJECT, CONTENT.toUpperCase())).toBe(moment.nowMs);
  expect(await forgottenAtMs(db, PROJECT, "Use something harmless")).toBe(moment.nowMs);
  expect(await forgottenAtMs(db, PROJECT, "Speak English always.")).toBe(moment.nowMs);
  expect(await forgottenAtMs(db, PROJECT, "Never heard of it.")).toBeNull();
});

test.each([
  ["one word", "deploy"],
  ["a short one", "the store"],
])("leaves other text intact when a text of %s is forgotten", async (_name, content) => {
  const { db, place, moment } = await taught();
  const short = someMemory(place, { content });
  await insertMemory(db, short, moment);
  const script = sessionScript("s1").prompt("deploy the store, then deploy the store again");
  const observations = script.events.map((event) => ({ project: PROJECT_SEEN, event }));
  const { sessions } = await observe(
    db,
    observations,
    { home: place.home, redaction: {}, ignore: [], origin: "live" },
    moment.nowMs,
  );
  await erased(db, [short], moment);
  expect(await listEvents(db, sessions[0] ?? -1)).toMatchObject([
    { text: "deploy the store, then deploy the store again" },
  ]);
});

test("removes its steps from what sessions did, and counts no order across the gap", async () => {
  const { db, place, moment } = await taught();
  const opening = { projectId: PROJECT, id: "s9", origin: "live", atMs: moment.nowMs } as const;
  const { rid } = await openSession(db, opening);
  const action = { name: "make quuxflint zorblax", isOk: true };
  const counts = { steps: 2, tokens: 0, fromMs: 0, toMs: 1, modules: [] };
  const actions = [[{ name: "npm test", isOk: true }, action]];
  await saveDigest(db, rid, { ...counts, kind: "other", actions });
  const memory = someMemory(place, { content: action.name });
  await insertMemory(db, memory, moment);
  await erased(db, [memory], moment);
  const [left] = await pastDigests(db, PROJECT, { exceptRid: -1, limit: 9 });
  expect(left?.actions).toEqual([]);
  for (const word of SECRET_WORDS) expect(bytesHold(place, `make ${word}`)).toEqual([]);
});

test.each([
  [
    "Никогда не удаляйте миграции после выпуска.",
    "Слушай: Никогда не удаляйте миграции, после выпуска!",
  ],
  ["Удаляйте миграции только после выпуска.", "УДАЛЯЙТЕ МИГРАЦИИ ТОЛЬКО ПОСЛЕ ВЫПУСКА"],
  ["永远不要在这里直接修改数据库的迁移文件。", "请记住永远不要在这里直接修改数据库的迁移文件。"],
  [
    "絶対にここで、マイグレーションを編集しない。",
    "いいですか、絶対にここで、マイグレーションを編集しないでください",
  ],
])("removes words of any script from what was said: %s", async (content, prompt) => {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content });
  await insertMemory(db, memory, place.moment());
  const { events } = sessionScript("s1").prompt(prompt);
  const seen = events.map((event) => ({ project: PROJECT_SEEN, event }));
  await observe(
    db,
    seen,
    { home: place.home, redaction: {}, ignore: [], origin: "live" },
    place.moment().nowMs,
  );
  await erased(db, [memory], place.moment());
  const session = await findSession(db, PROJECT, "s1");
  const [event] = await listEvents(db, session?.rid ?? 0);
  expect(event).toMatchObject({ text: expect.stringContaining("[forgotten]") });
  expect(session?.task).toContain("[forgotten]");
});

const LONG = Array.from({ length: 300 }, (_, i) => `word${i} is here`).join(" ");

test.each([
  ["one word with digits", "Fizzlewig2026", "Fizzlewig2026 is the word"],
  ["one common word, which was all that was said", "Fizzlewig", "fizzlewig"],
  [
    "900 words in other spacing",
    `The fizzlewig ${LONG}`,
    `note: the fizzlewig  ${LONG.replaceAll(" ", "  ")}`,
  ],
])("removes words from what was said: %s", async (_name, content, prompt) => {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content });
  await insertMemory(db, memory, place.moment());
  const { events } = sessionScript("s1").prompt(prompt);
  const seen = events.map((event) => ({ project: PROJECT_SEEN, event }));
  await observe(
    db,
    seen,
    { home: place.home, redaction: {}, ignore: [], origin: "live" },
    place.moment().nowMs,
  );
  expect(bytesHold(place, "izzlewig")).not.toEqual([]);
  await erased(db, [memory], place.moment());
  expect(bytesHold(place, "izzlewig")).toEqual([]);
});

test("removes the error of a memory from the calls that met it, and only there", async () => {
  const { db, place } = await openTestStore();
  const error = "Dinglehopper: fatal cannot open the shaft";
  const errorFingerprint = namedErrorFingerprint(error);
  const memory = { ...someMemory(place, { content: "Restart it at night." }), errorFingerprint };
  await insertMemory(db, memory, place.moment());
  const script = sessionScript("s1")
    .shell("run", `Exit code 1\n${error}\nharbour lights`, 1)
    .shell(`tacit remember x --error "${error}" --tag a`, "ok");
  const seen = script.events.map((event) => ({ project: PROJECT_SEEN, event }));
  await observe(
    db,
    seen,
    { home: place.home, redaction: {}, ignore: [], origin: "live" },
    place.moment().nowMs,
  );
  expect(bytesHold(place, "Dinglehopper")).not.toEqual([]);
  await erased(db, [memory], place.moment());
  expect(bytesHold(place, "Dinglehopper")).toEqual([]);
  const rid = (await findSession(db, PROJECT, "s1"))?.rid ?? -1;
  expect(JSON.stringify(await listEvents(db, rid))).toContain("harbour lights");
});

test("keeps a single word of ten letters where it was said, because it is no statement", async () => {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content: "Микросервис" });
  await insertMemory(db, memory, place.moment());
  const { events } = sessionScript("s1").prompt("Этот микросервис медленный.");
  const seen = events.map((event) => ({ project: PROJECT_SEEN, event }));
  await observe(
    db,
    seen,
    { home: place.home, redaction: {}, ignore: [], origin: "live" },
    place.moment().nowMs,
  );
  await erased(db, [memory], place.moment());
  expect((await findSession(db, PROJECT, "s1"))?.task).toBe("Этот микросервис медленный.");
});

test("leaves no text in its ops and no vector of a question", async () => {
  const { db, memory, moment } = await taught();
  const key = { encoderId: "e1", textHash: "t1" };
  const limits = { maxRows: 10, sinceMs: 0 };
  await putQueryVector(db, key, new Float32Array([1]), moment.nowMs, limits);
  // A change of its tags only, which does not repeat its text.
  const tagged = { ...memory, tags: ["ops", "only-in-an-op"] };
  const changed = await changeMemory(db, memory, tagged, "edited", moment);
  await erased(db, [changed], moment);
  const sql =
    "SELECT count(*) AS count FROM op WHERE entity_id = :id AND body LIKE '%only-in-an-op%'";
  expect(await db.get(sql, { id: memory.id })).toMatchObject({ count: 0 });
  expect(await db.all("SELECT * FROM query_vector")).toEqual([]);
});
