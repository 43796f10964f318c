/** The user's last word: what a later statement in a session supersedes, puts in doubt, and leaves. */
import { expect, test } from "vitest";
import { learn, openAfterSessions } from "../../testing/testing-life.ts";

const DAY_MS = 86_400_000;

/** Stores `stored` by hand, then the user says each text in a session of its own; returns what is in use, in doubt and over. */
async function afterPrompts(stored: readonly string[], ...texts: readonly string[]) {
  const { place, tacit, session } = await openAfterSessions();
  const nowMs = place.clock.nowMs;
  place.clock.nowMs = nowMs - 100 * DAY_MS;
  for (const content of stored) await tacit.memories.remember({ content, source: "user_taught" });
  place.clock.nowMs = nowMs;
  for (const [i, text] of texts.entries())
    await learn(
      tacit,
      session(i + 1)
        .prompt("hello there")
        .prompt(text)
        .shell("ls", "a")
        .end(),
    );
  const all = (await tacit.memories.list({ withSuperseded: true })).filter(
    ({ type }) => type !== "handoff",
  );
  const are = (wanted: string) =>
    all
      .filter(({ supersededBy, needsReview }) =>
        supersededBy === null ? (needsReview ? "doubtful" : "used") === wanted : wanted === "over",
      )
      .map(({ content }) => content)
      .sort();
  return { used: are("used"), doubtful: are("doubtful"), over: are("over") };
}

const PORT = "The API listens on port 8080, because the proxy expects it.";
const LOGRUS = "Always use logrus for logging, because the parser needs its format.";

test("what a person stored waits for review when the user forbids it in a session", async () => {
  const text =
    "No, never listen on port 8080. Always listen on port 9090, because the proxy moved.";
  expect(await afterPrompts([PORT], text)).toMatchObject({
    doubtful: [PORT],
    used: ["Always listen on port 9090, because the proxy moved.", "Never listen on port 8080."],
  });
});

test("a stated change supersedes what a person stored", async () => {
  const text = "Never use logrus anymore, always use slog, because logrus is archived.";
  expect(await afterPrompts([LOGRUS], text)).toEqual({
    used: [text],
    doubtful: [],
    over: [LOGRUS],
  });
});

test("a later rule with another value supersedes the earlier one, without the words that lead in", async () => {
  const now =
    "No, that is wrong now: the service must not listen on port 8080 anymore, because the proxy moved.";
  const { used, over } = await afterPrompts(
    [],
    "The service must listen on port 8080, because the proxy expects it.",
    now,
  );
  expect(used).toEqual([
    "The service must not listen on port 8080 anymore, because the proxy moved.",
  ]);
  expect(over).toHaveLength(1);
});

test("a denial with the new value in its next sentence supersedes the earlier rule", async () => {
  const { used, over } = await afterPrompts(
    [],
    "The service must listen on port 8080, because the proxy expects it.",
    "No, that is wrong now: the service must not listen on 8080 anymore. It must listen on port 9090, because the proxy moved.",
  );
  expect(used).toEqual([expect.stringContaining("It must listen on port 9090")]);
  expect(over).toHaveLength(1);
});

test("what the user said about a topic in an earlier session is taken back", async () => {
  const after = await afterPrompts(
    [],
    "The service must listen on port 9090, because the proxy moved.",
    "I was wrong yesterday, forget what I said about 9090.",
  );
  expect(after).toMatchObject({ used: [], doubtful: [expect.stringContaining("9090")] });
});

test.each([
  "Never use panic in handlers, because it kills the pod. Actually ignore that, it was about another project.",
  "Never use panic in handlers. It kills the pod. Scratch that.",
  "Never use panic in handlers. Sorry, forget what I said.",
])("%j states no rule", async (text) => {
  expect((await afterPrompts([], text)).used).toEqual([]);
});

test("what follows a retraction in the same message is stated", async () => {
  const text =
    "Please always round prices up, because of the contract. Wait, scratch that, always round prices down.";
  expect((await afterPrompts([], text)).used).toEqual([
    expect.stringMatching(/always round prices down/i),
  ]);
});

test("a rule that was stated twice is taken back by its topic", async () => {
  const rule = "Never use logrus anymore, always use slog, because logrus is archived.";
  const after = await afterPrompts(
    [LOGRUS],
    rule,
    rule,
    "Forget the rule about slog, that was a mistake.",
  );
  expect(after).toMatchObject({ doubtful: [rule], used: [] });
});

test("an edit of what a person stored is not undone by an earlier rule", async () => {
  const { tacit, session } = await openAfterSessions();
  const { id } = await tacit.memories.remember({
    content: "The API listens on port 7000.",
    source: "user_taught",
  });
  const rule = "Never listen on port 8080 anymore, because the proxy moved.";
  await learn(tacit, session(1).prompt("hello there").prompt(rule).shell("ls", "a").end());
  await tacit.memories.edit(id ?? "", { content: "The API listens on port 8080." });
  expect(await tacit.memories.get(id ?? "")).toMatchObject({
    supersededBy: null,
    isDisputed: true,
  });
});

test("rules for two kinds of files do not contradict", async () => {
  const rules = ["Use tabs in Makefiles.", "Use spaces, never tabs, in TypeScript files."];
  expect((await afterPrompts(rules)).used).toEqual([...rules].sort());
});
