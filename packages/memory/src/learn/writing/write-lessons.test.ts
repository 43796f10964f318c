/**
 * Tests the writer over sessions: when it is called, what of its answer is stored, and the state after a failed or killed
 * call.
 */
import { describe, expect, test } from "vitest";
import type { Tacit } from "../../open.ts";
import {
  type Answer,
  type ReceivedRequest,
  sendJson,
  testServer,
} from "../../search/models/testing-server.ts";
import {
  makePlace,
  type SessionScript,
  START_MS,
  sessionScript,
} from "../../testing/testing-life.ts";
import { answerAsChatWriter, type Say, userMessageOf } from "./testing-writers.ts";
import { readWriting, saveWriting } from "./writing-record.ts";

const HOUR_MS = 3_600_000;
const ENV = { TACIT_ENCODER: "off" };
const TEXT =
  "The tests import the built files from ./dist/a.js, not the sources, so `npm run build` has to run before `npm test`. Now they pass, and the readme of the project can stay as it is for the time being.";
const LESSON = {
  title: "Tests need a build",
  content:
    "Run `npm run build` before `npm test`: the tests import the built files from ./dist/a.js, not the sources.",
  kind: "gotcha",
  said_by: "agent",
};

/**
 * Builds a writer that answers with these lessons, based on the line that contains `about`, and strikes what `strikes`
 * returns.
 */
const writing =
  (lessons: readonly object[] = [LESSON], strikes = "NONE", about = "The tests import"): Say =>
  (user) => {
    if (user.includes("\nLesson 1 ")) return strikes;
    const line = Number(new RegExp(`^\\[(\\d+)\\] \\w+: ${about}`, "m").exec(user)?.[1]);
    if (!(line > 0)) return "NONE";
    return lessons.map((lesson) => JSON.stringify({ lines: [line], ...lesson })).join("\n");
  };

const buildFirst = (script: SessionScript) =>
  script
    .prompt("make the tests pass")
    .shell("npm test", "Error: Cannot find module './dist/a.js'", 1)
    .shell("npm run build", "built")
    .add("message", { text: TEXT })
    .shell("npm test", "12 passed");

const isAboutSession = (item: ReceivedRequest) => userMessageOf(item).includes("agent: The tests");

async function ground(answer: Answer = answerAsChatWriter(writing()), callsADay?: number) {
  const { url, requests } = await testServer(answer);
  const place = makePlace();
  place.clock.nowMs = START_MS - 1;
  const tacit = await place.open({ env: ENV });
  const request = { name: "openai-compatible", url, model: "m", callsADay };
  await (await tacit.admin.writers()).use(request);
  place.clock.nowMs = START_MS + HOUR_MS;
  return { place, tacit, wish: request, questions: () => requests.filter(isAboutSession).length };
}

async function taught(
  tacit: Tacit,
  id = "s1",
  done: (script: SessionScript) => SessionScript = buildFirst,
  startMs = START_MS,
): Promise<readonly number[]> {
  const { sessions } = await tacit.sessions.ingest(
    done(sessionScript(id, startMs)).end().events,
    "live",
  );
  await tacit.sessions.learn(sessions);
  return sessions;
}

const lessonsOf = async (tacit: Tacit) =>
  (await tacit.memories.list()).filter(({ tags }) => tags.includes("lesson"));
const record = async (tacit: Tacit) => (await tacit.sessions.report({ session: "s1" })).writing;

test("reads a finished session once, with two calls, and stores its lesson as a memory", async () => {
  const { tacit, questions } = await ground();
  await taught(tacit);
  const [written] = await tacit.sessions.writeLessons();
  expect(written).toMatchObject({ session: "s1", dropped: {}, problem: null, inputTokens: 642 });
  expect(await lessonsOf(tacit)).toMatchObject([
    {
      id: written?.stored[0],
      type: "gotcha",
      title: LESSON.title,
      content: LESSON.content,
      standing: "believed",
      source: "observer_inferred",
      isTainted: false,
      sessions: ["s1"],
    },
  ]);
  expect(questions()).toBe(2);
  expect(await tacit.sessions.writeLessons()).toEqual([]);
  expect(questions()).toBe(2);
  expect((await tacit.admin.status()).writing.yield).toMatchObject({
    sessions: 1,
    calls: 2,
    stored: 1,
  });
});

describe("what is stored of an answer", () => {
  test.each<[string, Say, (script: SessionScript) => SessionScript, object[], object]>([
    [
      "what the second look strikes is not",
      writing([LESSON], '{"strike": 1, "why": "repository"}'),
      buildFirst,
      [],
      { repository: 1 },
    ],
    [
      "an invented name is not",
      writing([{ ...LESSON, content: LESSON.content.replace("npm run", "yarn") }]),
      buildFirst,
      [],
      { unsaid_name: 1 },
    ],
    [
      "a cause without a passing run is a guess",
      writing([{ ...LESSON, kind: "root_cause" }]),
      (script) => script.prompt("why?").add("message", { text: TEXT }),
      [{ standing: "hypothesis", tags: ["lesson", "unconfirmed"] }],
      {},
    ],
    [
      "what the user said once is a hypothesis",
      writing(
        [
          {
            title: "Releases of the customer",
            content:
              "Releases are cut from the branch stable, because the mirror of the customer follows that branch.",
            kind: "rule",
            said_by: "user",
          },
        ],
        "NONE",
        "releases: cut from",
      ),
      (script) =>
        buildFirst(script).prompt(
          "releases: cut from the branch stable, mirror of the customer follows that branch",
        ),
      [{ standing: "hypothesis", type: "convention", tags: ["lesson", "user-rule"] }],
      {},
    ],
    [
      "what was read in a session with outside text is tainted and waits for a review",
      writing(),
      (script) => buildFirst(script.prompt("look it up").fetch("https://example.org")),
      [{ isTainted: true, needsReview: true }],
      {},
    ],
  ])("%s", async (_name, say, done, expected, dropped) => {
    const { tacit } = await ground(answerAsChatWriter(say));
    await taught(tacit, "s1", done);
    expect(await tacit.sessions.writeLessons()).toMatchObject([{ dropped, problem: null }]);
    expect(await lessonsOf(tacit)).toMatchObject(expected);
  });

  test("reinforces the memory when another session teaches the same", async () => {
    const { tacit, place } = await ground();
    await taught(tacit);
    await tacit.sessions.writeLessons();
    place.clock.nowMs += HOUR_MS;
    await taught(tacit, "s2", buildFirst, START_MS + HOUR_MS);
    const [again] = await tacit.sessions.writeLessons();
    const memories = await lessonsOf(tacit);
    expect(memories).toMatchObject([{ sessions: ["s1", "s2"] }]);
    expect(again).toMatchObject({ stored: [], reinforced: [memories[0]?.id] });
  });

  const OTHER_WORDS = {
    ...LESSON,
    title: "Built files in tests",
    content:
      "The tests of the project pass now that `npm run build` has run, because it is the built ./dist/a.js that they import.",
  };
  const inTwoSessions = async (
    strike: (request: string) => string,
    before?: (tacit: Tacit) => unknown,
  ) => {
    const requests: string[] = [];
    let isSecond = false;
    const say: Say = (user, request) => {
      requests.push(user);
      return writing([isSecond ? OTHER_WORDS : LESSON], isSecond ? strike(user) : "NONE")(
        user,
        request,
      );
    };
    const { tacit, place } = await ground(answerAsChatWriter(say));
    await taught(tacit);
    await tacit.sessions.writeLessons();
    await before?.(tacit);
    isSecond = true;
    place.clock.nowMs += HOUR_MS;
    await taught(tacit, "s2", buildFirst, START_MS + HOUR_MS);
    const [again] = await tacit.sessions.writeLessons();
    return { again, memories: await lessonsOf(tacit), request: requests.at(-1) ?? "" };
  };

  test("reinforces a memory that the second look finds to say the same in other words", async () => {
    const { again, memories, request } = await inTwoSessions((second) => {
      const number = /\nMemory (\d): Run `npm run build` before/.exec(second)?.[1];
      return `{"strike": 1, "why": "known", "by": ${number}}`;
    });
    expect(request).toMatch(/\nMemory \d: Run `npm run build` before `npm test`: the tests import/);
    expect(memories).toMatchObject([{ content: LESSON.content, sessions: ["s1", "s2"] }]);
    expect(again).toMatchObject({ stored: [], reinforced: [memories[0]?.id], dropped: {} });
  });

  test.each(['{"strike": 1, "why": "known", "by": 9}', '{"strike": 1, "why": "known"}'])(
    "drops a lesson that is known by no numbered memory: %s",
    async (strike) => {
      const { again, memories } = await inTwoSessions(() => strike);
      expect(again).toMatchObject({ stored: [], reinforced: [], dropped: { said_already: 1 } });
      expect(memories).toMatchObject([{ sessions: ["s1"] }]);
    },
  );

  test.each<[string, (tacit: Tacit, id: string) => unknown]>([
    ["secret", (tacit, id) => tacit.memories.edit(id, { visibility: "secret" })],
    ["archived", (tacit, id) => tacit.memories.archive(id)],
    ["edited", (tacit, id) => tacit.memories.edit(id, { content: `${LESSON.content} On Macs.` })],
  ])("sends no memory that is %s", async (_state, change) => {
    const { request } = await inTwoSessions(
      () => "NONE",
      async (tacit) => change(tacit, (await lessonsOf(tacit))[0]?.id ?? ""),
    );
    expect(request).toContain("\nLesson 1 ");
    expect(request).not.toContain(": Run `npm run build` before");
  });

  test("sends the writer no memory that it did not write", async () => {
    const own = `${LESSON.content} On Windows, too.`;
    const { request } = await inTwoSessions(
      () => "NONE",
      (tacit) => tacit.memories.remember({ content: own, source: "user_taught" }),
    );
    expect(request).toContain("\nMemory 1: ");
    expect(request).not.toContain("On Windows, too.");
  });

  test("does not store what a note of the session already states", async () => {
    const { tacit } = await ground();
    const note = LESSON.content.replace("the tests import", "because the tests import");
    await taught(tacit, "s1", (script) =>
      buildFirst(script).add("message", { text: `tacit: ${note}` }),
    );
    expect(await tacit.sessions.writeLessons()).toMatchObject([
      { stored: [], dropped: { said_already: 1 } },
    ]);
    expect(await lessonsOf(tacit)).toEqual([]);
  });

  test("keeps the lessons when the session is learned from again", async () => {
    const { tacit, place } = await ground();
    const [rid = 0] = await taught(tacit);
    await tacit.sessions.writeLessons();
    const { events } = buildFirst(sessionScript("s1")).end().prompt("one more thing").end();
    await tacit.sessions.ingest(events, "live");
    place.clock.nowMs += HOUR_MS;
    await tacit.sessions.learn([rid]);
    expect(await lessonsOf(tacit)).toMatchObject([{ standing: "believed", needsReview: false }]);
  });
});

describe("calls no writer", () => {
  test.each<[string, (place: Awaited<ReturnType<typeof ground>>) => Promise<Tacit>]>([
    [
      "where none is chosen",
      async ({ tacit }) => {
        await (await tacit.admin.writers()).use({ name: "none" });
        return tacit;
      },
    ],
    ["with TACIT_OFF=1", ({ place }) => place.open({ env: { ...ENV, TACIT_OFF: "1" } })],
    [
      "in a project that captures nothing",
      async ({ tacit }) => {
        await tacit.admin.setMode("off");
        return tacit;
      },
    ],
    [
      "about what was over before the choice",
      async ({ place, tacit, wish: request }) => {
        place.clock.nowMs += HOUR_MS;
        await (await tacit.admin.writers()).use(request);
        return tacit;
      },
    ],
  ])("%s", async (_name, prepare) => {
    const context = await ground();
    await taught(context.tacit);
    const tacit = await prepare(context);
    expect(await tacit.sessions.writeLessons()).toEqual([]);
    expect(context.questions()).toBe(0);
  });

  test("beyond the daily limit of calls, unless a person names a writer, which also reads older sessions", async () => {
    const { tacit, wish: request, questions } = await ground(undefined, 2);
    await taught(tacit);
    // One of the two calls was the writer's check.
    expect(await tacit.sessions.writeLessons()).toMatchObject([
      { problem: expect.stringContaining("used up") },
    ]);
    expect(await record(tacit)).toBeNull();
    const writer = await (await tacit.admin.writers()).named(request);
    expect(
      await tacit.sessions.writeLessons({ requested: { writer, maxSessions: 5 } }),
    ).toMatchObject([{ session: "s1", problem: null }]);
    expect(questions()).toBe(2);
  });
});

describe("a failed call", () => {
  const failing = (fail: Answer): Answer => {
    const good = answerAsChatWriter(writing());
    return (request, response) => (isAboutSession(request) ? fail : good)(request, response);
  };

  test.each<[string, Answer, object | null]>([
    [
      "not reached: as if nobody had asked",
      (_asked, response) => sendJson(response, {}, 401),
      null,
    ],
    [
      "answered with an excuse: tried once more, then left alone",
      answerAsChatWriter(() => "I cannot help with that."),
      { state: "failed", attempts: 1, problem: expect.stringContaining("neither NONE") },
    ],
  ])("%s", async (_name, fail, expected) => {
    const { tacit } = await ground(failing(fail));
    await taught(tacit);
    expect(await tacit.sessions.writeLessons()).toMatchObject([{ problem: expect.any(String) }]);
    if (expected === null) expect(await record(tacit)).toBeNull();
    else expect(await record(tacit)).toMatchObject(expected);
    await tacit.sessions.writeLessons();
    await tacit.sessions.writeLessons();
    if (expected !== null) expect(await record(tacit)).toMatchObject({ attempts: 2 });
    expect(await lessonsOf(tacit)).toEqual([]);
  });

  test.each<[string, number, number, number]>([
    ["a claim that a living process holds is left to it", 1, 60_000, 0],
    ["a claim that a killed process left is taken over", 1, HOUR_MS, 2],
    ["but not endlessly", 2, HOUR_MS, 0],
  ])("%s", async (_name, attempts, agoMs, expected) => {
    const { place, tacit, questions } = await ground();
    await taught(tacit);
    const db = await place.database();
    const whose = { projectId: tacit.projectId, sessionId: "s1" };
    const { nextSeq = 0 } = (await tacit.sessions.recent(1))[0] ?? {};
    await saveWriting(db, whose, {
      ...{ by: "writer:x", atMs: place.clock.nowMs - agoMs, state: "asked", attempts, nextSeq },
      ...{ problem: null, calls: 1, sentBytes: 1, receivedBytes: 0 },
      ...{ inputTokens: null, outputTokens: null, statements: [] },
    });
    await tacit.sessions.writeLessons();
    expect(questions()).toBe(expected);
    const after = await readWriting(db, whose);
    expect(after?.state).toBe(expected === 0 ? "asked" : "answered");
  });
});

test("calls the writer from only one of two concurrent processes", async () => {
  const { place, tacit, questions } = await ground();
  await taught(tacit);
  const other = await place.open({ env: ENV });
  await Promise.all([tacit.sessions.writeLessons(), other.sessions.writeLessons()]);
  expect(questions()).toBe(2);
  expect(await lessonsOf(tacit)).toHaveLength(1);
});

test("plans what would be sent, without secrets and home folders, and sends nothing", async () => {
  const { tacit, questions } = await ground();
  await taught(tacit, "s1", (script) =>
    buildFirst(script.prompt("DB_PASSWORD=Xk29fjQ02mznv81 is in /home/ann/x")),
  );
  const [planned, more] = await tacit.sessions.planLessons(5);
  expect(more).toBeUndefined();
  expect(planned?.first.user).toContain("agent: The tests import");
  expect(planned?.first.user).not.toMatch(/Xk29fjQ|\/home\/ann/);
  expect(planned?.second.system).toContain("You review lessons");
  expect(questions()).toBe(0);
});
