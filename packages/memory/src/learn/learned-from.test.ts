/** Tests that a memory states the session and the event from which it was learned, whichever way it was learned. */
import type { Event } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import type { Memory } from "../domain/memory.ts";
import { learnedFromOf } from "../domain/session/learned-from.ts";
import type { Tacit } from "../open.ts";
import { testServer } from "../search/models/testing-server.ts";
import {
  exportAllOf,
  FIXED_TIME,
  learn,
  makePlace,
  sessionScript,
  someMemory,
} from "../testing/testing-life.ts";
import { answerAsChatWriter } from "./writing/testing-writers.ts";

const RULE = "From now on always run the linter before you commit, never commit with warnings.";
const NOTE = "The e2e suite needs the generated client, run npm run generate first.";

const WORK = sessionScript("s1")
  .prompt("fix the tests")
  .prompt(RULE)
  .shell("npm run e2e", "Error: Cannot find module 'playwright'", 1)
  .shell("npm run generate", "generated 3 files")
  .shell("npm run e2e", "4 passed")
  .add("message", { text: `Done.\n\ntacit: ${NOTE}` })
  .end();

async function learnedFromIn(tacit: Tacit, about: (memory: Memory) => boolean) {
  const memory = (await exportAllOf(tacit)).find(about);
  return memory && learnedFromOf(memory);
}

const isRule = ({ content, type }: Memory) => content.includes("linter") && type !== "handoff";
const isFix = ({ payload }: Memory) => payload.fix !== undefined;
const isNote = ({ content }: Memory) => content.startsWith("The e2e suite");
const isHandoff = ({ type }: Memory) => type === "handoff";

test.each([
  ["the user's rule", isRule, 1],
  ["the run that passed after an error", isFix, 6],
  ["the agent's note in a marked line", isNote, 8],
  ["the state at the end", isHandoff, 9],
])("states the event of %s", async (_name, about, seq) => {
  const tacit = await makePlace().open();
  await learn(tacit, WORK);
  expect(await learnedFromIn(tacit, about)).toEqual({ session: "s1", seq });
});

test("states the number of the event in the log if events arrived out of order", async () => {
  const tacit = await makePlace().open();
  const [first, rule, ...rest] = WORK.events;
  const late = [first, rest[0], rule, ...rest.slice(1)] as Event[];
  await learn(tacit, { ...WORK, events: late });
  expect(await learnedFromIn(tacit, isRule)).toEqual({ session: "s1", seq: 2 });
  const [, , logged] = await tacit.sessions.events("s1");
  expect(logged).toMatchObject({ seq: 2, text: RULE });
});

test("states the last cited event of a lesson that a model wrote", async () => {
  const lesson = {
    title: "Generate the client first",
    content: "Run `npm run generate` before `npm run e2e`: the suite needs the generated client.",
    kind: "gotcha",
    said_by: "agent",
  };
  const { url } = await testServer(
    answerAsChatWriter((user) => {
      const line = Number(/^\[(\d+)\] \w+: The suite needs/m.exec(user)?.[1]);
      return user.includes("\nLesson 1 ") ? "NONE" : JSON.stringify({ lines: [line], ...lesson });
    }),
  );
  const tacit = await makePlace().open({ env: { TACIT_ENCODER: "off" } });
  await (await tacit.admin.writers()).use({ name: "openai-compatible", url, model: "m" });
  const text =
    "The suite needs the generated client, so `npm run generate` has to run before `npm run e2e`. Now they pass, and the readme of the project can stay as it is for the time being, as can the rest.";
  const script = sessionScript("s1")
    .prompt("make the tests pass")
    .shell("npm run e2e", "Error: Cannot find module './client.js'", 1)
    .shell("npm run generate", "generated 3 files")
    .add("message", { text })
    .shell("npm run e2e", "12 passed");
  await learn(tacit, script.end());
  await tacit.sessions.writeLessons();
  const isLesson = ({ tags }: Memory) => tags.includes("lesson");
  expect(await learnedFromIn(tacit, isLesson)).toEqual({ session: "s1", seq: 5 });
});

test("stays the session that showed it first", async () => {
  const tacit = await makePlace().open();
  await learn(tacit, WORK);
  await learn(
    tacit,
    sessionScript("s2", FIXED_TIME.moment().nowMs + 3_600_000)
      .prompt(RULE)
      .end(),
  );
  expect(await learnedFromIn(tacit, isRule)).toEqual({ session: "s1", seq: 1 });
});

test("states the last event before an agent stored a memory with a tool", async () => {
  const tacit = await makePlace().open();
  await tacit.sessions.ingest(WORK.events.slice(0, 4), "live");
  const taught = { content: NOTE, source: "agent_explicit" as const, isNote: true };
  await tacit.memories.remember({ ...taught, session: "s1" });
  expect(await learnedFromIn(tacit, isNote)).toEqual({ session: "s1", seq: 3 });
  await learn(tacit, { ...WORK, events: WORK.events.slice(0, 8) });
  expect(await learnedFromIn(tacit, isNote)).toEqual({ session: "s1", seq: 3 });
});

test("states no event of a session without hooks, and no session of what a person stored", async () => {
  const tacit = await makePlace().open();
  await tacit.memories.remember({ content: NOTE, source: "agent_explicit", session: "s9" });
  await tacit.memories.remember({ content: RULE, source: "user_taught" });
  expect(await learnedFromIn(tacit, isNote)).toEqual({ session: "s9" });
  expect(await learnedFromIn(tacit, isRule)).toBeNull();
  await learn(tacit, WORK);
  expect(await learnedFromIn(tacit, isRule)).toBeNull();
});

test("an import of an export keeps it, and an imported line states its session", async () => {
  const tacit = await makePlace().open();
  await learn(tacit, WORK);
  const exported = await tacit.exchange.exportAll();
  const other = await makePlace().open();
  await other.exchange.importExport(JSON.parse(JSON.stringify(exported)));
  expect(await learnedFromIn(other, isRule)).toEqual({ session: "s1", seq: 1 });
  const line = { content: "The staging bucket is in the eu-west-3 region.", sessionId: "s7" };
  const lines = (async function* () {
    yield JSON.stringify(line);
  })();
  await other.exchange.importLines(lines, { isVerbatim: false });
  const isLine = ({ sessions }: Memory) => sessions.includes("s7");
  expect(await learnedFromIn(other, isLine)).toEqual({ session: "s7" });
});

test.each<[string, Partial<Memory>, object | null]>([
  ["its first session", { sessions: ["s1", "s2"], observationCount: 2 }, { session: "s1" }],
  [
    "nothing if it was also stated outside of sessions",
    { sessions: ["s1"], observationCount: 2 },
    null,
  ],
  ["nothing without a session", { sessions: [] }, null],
])("a memory stored without it states %s", (_name, fields, expected) => {
  const memory = someMemory(FIXED_TIME, { content: NOTE });
  expect(learnedFromOf({ ...memory, ...fields })).toEqual(expected);
});
