/** Tests passages from ingest in one process to search in another: indexed once, searched, read, forgotten. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { STORE_FILE } from "../store/open-store.ts";
import { DAY_MS, makePlace, type Place, sessionScript } from "../testing/testing-life.ts";

const ANSWER =
  "The webhook handler consumes the request body, so the signature check after it sees an empty stream.";
const QUESTION = "why is the webhook signature rejected";

function sessionEvents(session: string): Event[] {
  return [
    ...sessionScript(session)
      .prompt("The signature of our webhook is always rejected, find out why")
      .add("message", { text: ANSWER })
      .end().events,
  ];
}

async function witness(place: Place, events: readonly Event[]): Promise<void> {
  const tacit = await place.open();
  await tacit.sessions.ingest(events, "live");
  await tacit.close();
}

async function found(place: Place, query = QUESTION): Promise<string[]> {
  const tacit = await place.open();
  const { answers } = await tacit.memories.recall({ query, in: "sessions" });
  await tacit.close();
  return answers.map((answer) =>
    answer.kind === "passage" ? answer.hit.passage.content : "memory",
  );
}

test("finds in one process what another ingested, once, with its session", async () => {
  const place = makePlace();
  await witness(place, sessionEvents("s1"));
  await witness(place, sessionEvents("s1"));
  const tacit = await place.open();
  const { answers } = await tacit.memories.recall({ query: QUESTION });
  const passages = answers.flatMap((item) => (item.kind === "passage" ? [item.hit.passage] : []));
  // The question and its answer are consecutive: one hit.
  const [answer, ...others] = passages.filter(({ speaker }) => speaker !== "summary");
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ session: "s1", isRetracted: false });
  expect(answer?.content).toContain(`The agent: ${ANSWER}`);
  const { around } = await tacit.sessions.passage(answer?.id.slice(0, 12) ?? "");
  expect(around.map(({ speaker }) => speaker)).toEqual(["user", "agent"]);
});

test("does not return an earlier identical question as an answer", async () => {
  const place = makePlace();
  await witness(place, [...sessionScript("s1").prompt(QUESTION).events]);
  // The summary of a session that is over contains its task and outcome.
  await witness(place, [...sessionScript("s2").prompt(QUESTION).end().events]);
  expect(await found(place)).toEqual([]);
  await witness(place, [
    ...sessionScript("s3").prompt(QUESTION).edit("src/webhook.ts", "a", "b").end().events,
  ]);
  expect((await found(place)).join()).toContain("Changed: src/webhook.ts");
});

test("reindexes a turn that continues and keeps the ids of its passages", async () => {
  const place = makePlace();
  const events = sessionEvents("s1").filter(({ kind }) => kind !== "session_end");
  const message = events.findLast(({ kind }) => kind === "message");
  if (message === undefined) throw new Error("the script says nothing");
  await witness(place, events);
  const before = (await found(place)).join("\n");
  await witness(place, [
    { ...message, key: "later", kind: "message", text: "Fixed by reading the raw body first." },
  ]);
  expect(before).toContain(ANSWER);
  expect((await found(place)).join("\n")).toContain(
    `${ANSWER}\n\nFixed by reading the raw body first.`,
  );
});

test("searches other projects only when every project is requested", async () => {
  const [place, other] = [makePlace(), makePlace()];
  await witness(place, sessionEvents("s1"));
  const tacit = await other.open({ home: place.home });
  expect((await tacit.memories.recall({ query: QUESTION })).answers).toEqual([]);
  expect((await tacit.memories.recall({ query: QUESTION, anyProject: true })).answers).not.toEqual(
    [],
  );
});

test("removes a forgotten session from every file of the store and does not import it again", async () => {
  const place = makePlace();
  await witness(place, sessionEvents("s1"));
  const tacit = await place.open();
  await tacit.sessions.forget("s1");
  await tacit.close();
  await witness(place, sessionEvents("s1"));
  expect(await found(place)).toEqual([]);
  expect(readFileSync(join(place.home, STORE_FILE)).includes("consumes the request body")).toBe(
    false,
  );
});

test("removes the words of a forgotten memory from passages", async () => {
  const place = makePlace();
  await witness(place, sessionEvents("s1"));
  const tacit = await place.open();
  const { id } = await tacit.memories.remember({
    content: ANSWER,
    source: "user_taught",
    confidence: 0.9,
  });
  await tacit.memories.forget([id ?? ""]);
  await tacit.close();
  expect((await found(place)).join()).not.toContain("consumes");
});

test("does not index an agent session that served a model request of Tacit", async () => {
  const place = makePlace();
  const { OWN_REQUEST } = await import("../domain/text/own-request.ts");
  const script = sessionScript("s1")
    .prompt(`${OWN_REQUEST} ${QUESTION}`)
    .add("message", { text: ANSWER });
  await witness(place, [...script.end().events]);
  expect(await found(place)).toEqual([]);
});

test("ranks a memory of the exact error before passages with more of its words", async () => {
  const place = makePlace();
  const error =
    "error TS2307: Cannot find module './routes' or its corresponding type declarations";
  await witness(place, [
    ...sessionScript("s1")
      .prompt(`The build says ${error}, what is it?`)
      .add("message", {
        text: `${error} came up again after the move; I am still looking into it.`,
      })
      .end().events,
  ]);
  const tacit = await place.open();
  const { id } = await tacit.memories.remember({
    content:
      "Generate the client with `pnpm gen:client` before the first build: it is not checked in.",
    source: "user_taught",
    confidence: 0.9,
    error,
  });
  const { answers } = await tacit.memories.recall({ query: error });
  const found = answers.map((answer) =>
    answer.kind === "memory" ? answer.hit.memory.id : answer.kind,
  );
  expect(found.slice(0, 2)).toEqual([id, "passage"]);
});

/** Makes the events of a session unreadable, as a damaged page of the file would. */
async function damage(place: Place, session: string): Promise<void> {
  const db = await place.database();
  await db.run(
    "UPDATE event SET body = '{' WHERE session_rid = (SELECT rid FROM session WHERE id = :session)",
    { session },
  );
  await db.run("UPDATE session SET indexed_seq = 0");
  await db.close();
}

test("indexes the other sessions when one cannot be read", async () => {
  const place = makePlace();
  await witness(place, sessionEvents("s1"));
  await witness(place, [...sessionScript("s2").prompt("Move the port to 7781, please").events]);
  await damage(place, "s2");
  await witness(place, []);
  expect((await found(place)).join()).toContain(ANSWER);
});

test("marks the summary of a session that read the web as tainted", async () => {
  const place = makePlace();
  await witness(place, [
    ...sessionScript("s1")
      .prompt("The signature of our webhook is always rejected, find out why")
      .fetch("https://example.org/answer")
      .add("message", { text: ANSWER })
      .end().events,
  ]);
  const tacit = await place.open();
  const { answers } = await tacit.memories.recall({
    query: "webhook signature task",
    in: "sessions",
  });
  const speakers = answers.flatMap((answer) =>
    answer.kind === "passage" ? [[answer.hit.passage.speaker, answer.hit.passage.isTainted]] : [],
  );
  expect(speakers).toContainEqual(["summary", true]);
});

test("stores a summary of a killed session once it was learned from", async () => {
  const place = makePlace();
  await witness(
    place,
    sessionEvents("s1").filter(({ kind }) => kind !== "session_end"),
  );
  place.clock.nowMs += DAY_MS;
  const tacit = await place.open();
  await tacit.sessions.learnDue();
  const { answers } = await tacit.memories.recall({
    query: "webhook signature task",
    in: "sessions",
  });
  expect(
    answers.some((answer) => answer.kind === "passage" && answer.hit.passage.speaker === "summary"),
  ).toBe(true);
});

/** Returns what agents said, with the question or the task that it answers. */
async function contexts(place: Place, query: string): Promise<[string, string, boolean][]> {
  const db = await place.database();
  const rows = await db.all<{ context: string; content: string; isTainted: number }>(
    "SELECT context, content, is_tainted AS isTainted FROM passage WHERE speaker LIKE '%agent' AND content LIKE :query ORDER BY seq",
    { query: `%${query}%` },
  );
  await db.close();
  return rows.map(({ context, content, isTainted }) => [context, content, isTainted === 1]);
}

test('assigns an answer after a mere "continue" to the question before it', async () => {
  const place = makePlace();
  const script = sessionScript("s1").prompt("Why is the signature of our webhook rejected?");
  const events = script
    .add("message", { text: "I look at the handler first." })
    .prompt("continue")
    .add("message", { text: "Now at the parser." })
    .prompt("yes, go on")
    .add("message", { text: ANSWER }).events;
  for (const event of events) await witness(place, [event]);
  expect(await contexts(place, "consumes")).toEqual([
    ["Why is the signature of our webhook rejected?", ANSWER, false],
  ]);
});

test("does not split a turn at the prompt of a subagent", async () => {
  const place = makePlace();
  const script = sessionScript("s1").prompt("Why is the signature of our webhook rejected?");
  const events = script
    .add("message", { text: "First remark." })
    .add("prompt", { text: "Read the handler and report what it consumes", agentId: "a1" })
    .add("message", { text: "Second remark." })
    .prompt("And which test covers the webhook handler?")
    .add("message", { text: "None covers it." }).events;
  for (const event of events) await witness(place, [event]);
  expect((await contexts(place, "remark")).map(([, content]) => content)).toEqual([
    "First remark.\n\nSecond remark.",
  ]);
});

const REPORT =
  "The handler reads the body as a stream, and a stream can be read only once. The signature check runs after it and gets an empty buffer, so every signature is rejected. Move the check before the parser, as the older route does.";

test("finds what subagents said, each with its task, in another process", async () => {
  const place = makePlace();
  const script = sessionScript("s1").prompt("Find out why the webhook fails");
  const [first, second] = [
    "Report how the handler reads the body",
    "List the routes of the webhook",
  ];
  script
    .add("message", { text: "Two subagents look at it." })
    .add("prompt", { text: first, agentId: "a1" })
    .add("prompt", { text: second, agentId: "a2" })
    .add("message", { text: REPORT, agentId: "a1" })
    .add("message", { text: "There are two routes with an empty buffer.", agentId: "a2" })
    .add("message", {
      text: "tacit: An empty buffer means that the body was read before.",
      agentId: "a2",
    })
    .add("tool_result", { callId: "c1", tool: "task", isError: false, output: REPORT })
    .add("message", { text: "I move the check." });
  for (const event of script.events) await witness(place, [event]);
  expect(await contexts(place, "empty buffer")).toEqual([
    [first, REPORT, false],
    [
      second,
      expect.stringMatching(/^There are two routes[\s\S]*\n\ntacit: An empty buffer/),
      false,
    ],
  ]);
  const tacit = await place.open();
  const { answers } = await tacit.memories.recall({ query: "empty buffer", in: "sessions" });
  const passages = answers.flatMap((item) => (item.kind === "passage" ? [item.hit.passage] : []));
  // Subagents work side by side: what one said is not joined with what another said.
  expect(passages.map(({ speaker }) => speaker)).toEqual(["subagent", "subagent"]);
  expect(await tacit.sessions.passage(passages[0]?.id ?? "")).toMatchObject({ around: [] });
  await tacit.close();
});

test("adds the passages of one more subagent without writing those of others again", async () => {
  const place = makePlace();
  const script = sessionScript("s1").prompt("Find out why the webhook fails");
  await witness(place, script.add("message", { text: REPORT, agentId: "a1" }).events);
  // A mark that only rows which stay can have: a passage that is written again has none.
  const db = await place.database();
  const { changes } = await db.run("UPDATE passage SET retracted_seq = 9", {});
  await witness(place, script.add("message", { text: ANSWER, agentId: "a2" }).events);
  const marked = await db.all("SELECT rid FROM passage WHERE retracted_seq = 9");
  await db.close();
  expect(changes).toBeGreaterThan(0);
  expect(marked).toHaveLength(changes);
  expect(await contexts(place, "consumes")).toEqual([["", ANSWER, false]]);
});

test("indexes what subagents said in sessions that an older version stored", async () => {
  const place = makePlace();
  const script = sessionScript("s1").prompt("Find out why the webhook fails");
  await witness(place, script.add("message", { text: REPORT, agentId: "a1" }).events);
  await witness(place, sessionEvents("s2"));
  const db = await place.database();
  await db.run("DELETE FROM passage");
  await db.run("DELETE FROM schema_version WHERE version >= 15");
  await db.close();
  await witness(place, []);
  expect((await contexts(place, "empty buffer")).map(([, content]) => content)).toEqual([REPORT]);
  // A session without subagents is not indexed again.
  expect(await contexts(place, "consumes")).toEqual([]);
});

test("taints statements several turns after outside text that was not discussed", async () => {
  const place = makePlace();
  const script = sessionScript("s1").prompt("Find out why the webhook is rejected");
  const events = script
    .fetch("https://example.org/answer")
    .prompt("continue")
    .prompt("and now tell me, please")
    .prompt("what about the handler of the webhook?")
    .add("message", { text: ANSWER }).events;
  for (const event of events) await witness(place, [event]);
  expect((await contexts(place, "consumes")).map(([, , isTainted]) => isTainted)).toEqual([true]);
});

test("forgets a session in every project in which it worked", async () => {
  const [place, other] = [makePlace(), makePlace()];
  await witness(place, sessionEvents("s1"));
  const there = await other.open({ home: place.home });
  await there.sessions.ingest(sessionEvents("s1"), "live");
  await there.sessions.forget("s1");
  expect((await there.memories.recall({ query: QUESTION, anyProject: true })).answers).toEqual([]);
});

test("rejects a search of past sessions by filters that apply only to memories", async () => {
  const tacit = await makePlace().open();
  const recall = tacit.memories.recall({ query: QUESTION, in: "sessions", types: ["gotcha"] });
  await expect(recall).rejects.toMatchObject({ code: "usage" });
});

test("a question that states a time gets passages of that time, or says that none is from then", async () => {
  const place = makePlace();
  const session = (name: string, startMs: number, text: string) => [
    ...sessionScript(name, startMs)
      .prompt("Which session cache do we decide on?")
      .add("message", { text })
      .end().events,
  ];
  const september = Date.UTC(2026, 8, 1, 9);
  const march = Date.UTC(2026, 2, 10, 9);
  await witness(place, session("m", march, "We decided that the session cache is memcached."));
  await witness(place, session("s", september, "We decided that the session cache is Valkey."));
  place.clock.nowMs = september + DAY_MS;
  const tacit = await place.open();
  const recallPeriod = async (query: string) => {
    const found = await tacit.memories.recall({ query, isAsked: true });
    const text = JSON.stringify(found.answers);
    return {
      caches: ["memcached", "Valkey"].filter((cache) => text.includes(cache)),
      period: found.period?.phrase ?? null,
      empty: found.emptyPeriod?.phrase ?? null,
    };
  };
  expect(await recallPeriod("what did we decide in march about the session cache")).toEqual({
    caches: ["memcached"],
    period: "in march",
    empty: null,
  });
  expect(await recallPeriod("what did we decide in may about the session cache")).toEqual({
    caches: ["memcached", "Valkey"],
    period: null,
    empty: "in may",
  });
  expect(await recallPeriod("what did we decide about the session cache")).toMatchObject({
    period: null,
    empty: null,
  });
});
