/** Resolution of a memory that an agent stores with a tool in a running session. */
import { expect, test } from "vitest";
import type { Tacit } from "../../open.ts";
import {
  makePlace,
  type Place,
  type SessionScript,
  START_MS,
  sessionScript,
} from "../../testing/testing-life.ts";

const NOTE = "readBody() consumes the stream, so its callers must not read it again.";
const NEWER = "readBody() caches the stream since the rewrite, so its callers may read it again.";

interface Setup {
  readonly place: Place;
  readonly tacit: Tacit;
  readonly script: SessionScript;
  /** Stores a note as the agent does, half a second after the last event. */
  readonly store: (content?: string, session?: string) => Promise<void>;
  /** Ingests the script's events so far. */
  readonly live: () => Promise<readonly number[]>;
}

async function context(): Promise<Setup> {
  const place = makePlace();
  place.write("package.json", "{}");
  const tacit = await place.open();
  const script = sessionScript("s1");
  let taken = 0;
  const live = async () => {
    place.clock.nowMs = START_MS + script.events.length * 1000 - 500;
    const { sessions } = await tacit.sessions.ingest(script.events.slice(taken), "live");
    taken = script.events.length;
    return sessions;
  };
  const store = async (content = NOTE, session = "mcp-1") => {
    await live();
    const agent = "claude-code";
    await tacit.memories.remember({
      content,
      source: "agent_explicit",
      isNote: true,
      session,
      agent,
    });
  };
  script.add("session_start", {}).prompt("Make the server tests pass.");
  for (const event of script.events) Object.assign(event, { agent: "claude-code" });
  return { place, tacit, script, store, live };
}

type Row = readonly [
  name: string,
  later: (script: SessionScript, context: Setup) => unknown,
  memories: readonly (readonly [content: string, state: string, needsReview: boolean])[],
];

test.each<Row>([
  ["nothing came later", () => undefined, [[NOTE, "active", false]]],
  [
    "the user rejects it in the next prompt",
    (script) => script.prompt("No, that is wrong: readBody() does not consume the stream."),
    [[NOTE, "archived", false]],
  ],
  [
    "the agent replaces it by its number",
    (script) => script.add("message", { text: `Rewritten.\ntacit 1: ${NEWER}` }),
    [
      [NEWER, "active", false],
      [NOTE, "archived", false],
    ],
  ],
  [
    "the agent removes it",
    (script) => script.add("message", { text: "tacit drop 1" }),
    [[NOTE, "archived", false]],
  ],
  [
    "the agent stores the opposite with the tool",
    (_script, { store }) => store(NEWER, "s1"),
    [
      [NEWER, "active", false],
      [NOTE, "archived", false],
    ],
  ],
  [
    "the README says it meanwhile",
    (_script, { place }) =>
      place.write(
        "README.md",
        "# Server\n\nreadBody() consumes the stream: callers must not read it again.\n",
      ),
    [[NOTE, "archived", false]],
  ],
])("%s", async (_name, later, memories) => {
  const here = await context();
  await here.store();
  await later(here.script.prompt("Go on."), here);
  here.script.end();
  const sessions = await here.live();
  const waiting = await here.tacit.memories.list({ state: null });
  expect(waiting.find(({ content }) => content === NOTE)?.needsReview).toBe(true);
  await here.tacit.sessions.learn(sessions);
  const resolved = await here.tacit.memories.list({ state: null });
  expect(
    resolved.map(({ content, state, needsReview }) => [content, state, needsReview]).sort(),
  ).toEqual([...memories].sort());
});

test("a note is found by recall, listed in the next request, and counts as the answer for its turn", async () => {
  const { tacit, script, store, live } = await context();
  script.shell("npm test", "FAIL a.test.ts", 1).shell("npm test", "3 passed");
  await store();
  await tacit.brief.endTurn("s1");
  expect((await tacit.brief.requestBlock("s1")).text).toBe("");
  const { hits } = await tacit.memories.recall({
    query: "who reads the stream of readBody again?",
  });
  expect(hits.map(({ memory }) => memory.content)).toEqual([NOTE]);

  script
    .prompt("And the client.")
    .shell("npm run e2e", "FAIL b.test.ts", 1)
    .shell("npm run e2e", "ok");
  await live();
  await tacit.brief.endTurn("s1");
  expect((await tacit.brief.requestBlock("s1")).text).toContain(
    "`tacit drop 1` removes: 1 “readBody()",
  );
  script.end();
  const sessions = await live();
  await tacit.sessions.learn(sessions);
  const resolved = (await tacit.memories.list()).filter(({ content }) => content === NOTE);
  expect(resolved).toMatchObject([{ needsReview: false, standing: "believed" }]);
});

test.each<readonly [string, (here: Setup) => Promise<unknown>]>([
  [
    "no session is watched",
    async ({ script, live, tacit }) => {
      script.end();
      await tacit.sessions.learn(await live());
    },
  ],
  [
    "two sessions of that program go on",
    async ({ tacit, live }) => {
      await live();
      const other = sessionScript("s2").add("session_start", {}).prompt("Look.");
      await tacit.sessions.ingest(
        other.events.map((item) => ({ ...item, agent: "claude-code" })),
        "live",
      );
    },
  ],
])("%s: stored as a normal memory without waiting", async (_name, prepare) => {
  const here = await context();
  await prepare(here);
  await here.store();
  expect(await here.tacit.memories.list()).toMatchObject([
    { content: NOTE, needsReview: false, payload: {} },
  ]);
});

test("forgetting a session finalises its notes", async () => {
  const { tacit, store } = await context();
  await store(NOTE, "s1");
  await tacit.sessions.forget("s1");
  expect(await tacit.memories.list()).toMatchObject([
    { content: NOTE, needsReview: false, payload: {} },
  ]);
});
