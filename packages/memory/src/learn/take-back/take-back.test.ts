/** Tests what the user takes back, in a later session, of the rules of an earlier one, and what leaves them as they are. */
import { expect, test } from "vitest";
import type { Memory } from "../../domain/memory.ts";
import type { Tacit } from "../../open.ts";
import { learn, openAfterSessions } from "../../testing/testing-life.ts";

const RULES = {
  decimal: "Always use Decimal for prices.",
  requests: "Never use the requests library.",
  mail: "Never call the mail API from a request handler.",
  fmt: "Always run make fmt before you commit.",
  deploy: "Never deploy to production without asking.",
  e2e: "Never skip the e2e tests.",
  staging: "Remember: staging is on port 7781.",
  timeout: "Remember: the upload timeout is 30 seconds because the proxy cuts it.",
  any: "Never use any in TypeScript.",
  signoff: "Always commit with --signoff.",
  server: "Always use port 3000 for the dev server.",
  cache: "Always clear the config cache before a release.",
  shard: "Remember: shard 1 lives on port 6001.",
} as const;
type Name = keyof typeof RULES;

const isRule = ({ type }: Memory) => type !== "handoff";

async function listed(tacit: Tacit): Promise<Memory[]> {
  return (await tacit.memories.list({ withSuperseded: true })).filter(isRule);
}

/** Learns the rules in one session and `text` in a later one. */
async function afterPrompt(text: string, names: readonly Name[] = Object.keys(RULES) as Name[]) {
  const { tacit, session } = await openAfterSessions();
  const first = names.reduce((s, name) => s.prompt(RULES[name]), session(1).prompt("hello there"));
  await learn(tacit, first.shell("ls", "a").end());
  const before = await listed(tacit);
  expect(before).toHaveLength(names.length);
  const second = session(2).prompt("hello again").prompt(text).shell("ls", "a").end();
  await learn(tacit, second);
  const after = await listed(tacit);
  const state = (one: Memory) => {
    const now = after.find(({ id }) => id === one.id);
    if (now?.supersededBy != null)
      return after.find(({ id }) => id === now.supersededBy)?.content ?? "gone";
    return now?.needsReview === true ? "in review" : "in use";
  };
  const nameOf = ({ content }: Memory) =>
    names.find((name) => RULES[name].toLowerCase().includes(content.toLowerCase())) ?? content;
  const changed = before.map((one) => [nameOf(one), state(one)] as const);
  const changes = Object.fromEntries(changed.filter(([, now]) => now !== "in use"));
  return { tacit, session, second, before, changes };
}

test.each<[string, Name]>([
  ["forget the rule about Decimal", "decimal"],
  ["Ok, drop the Decimal rule.", "decimal"],
  ["The rule about Decimal no longer applies, we round at the end.", "decimal"],
  ["We no longer use Decimal.", "decimal"],
  ["Vergiss die Regel mit Decimal.", "decimal"],
  ["Oublie la règle sur Decimal.", "decimal"],
  ["requests is fine now, we vendored it. drop that rule", "requests"],
  ["you can use requests again", "requests"],
  ["actually, requests is allowed again.", "requests"],
  ["you can call the mail API from request handlers again, it is async now", "mail"],
  ["Calling the mail API from request handlers is allowed now.", "mail"],
  ["no need to run make fmt any more, CI does it", "fmt"],
  ["You don't have to run make fmt anymore.", "fmt"],
  ["It's fine to use requests again.", "requests"],
  ["Good news: we can use the requests library again", "requests"],
  ["feel free to call the mail API from request handlers again", "mail"],
  ["Let's drop the rule about make fmt.", "fmt"],
  ["there's no need to run make fmt anymore", "fmt"],
  ["You no longer need to run make fmt.", "fmt"],
  ["we no longer need to run make fmt before commits", "fmt"],
  ["Running make fmt is no longer needed because CI does it.", "fmt"],
])("a rule that the user takes back waits for review: %j", async (text, name) => {
  const { changes } = await afterPrompt(text);
  expect(changes).toEqual({ [name]: expect.stringMatching(/^in review$|no longer/) });
});

test.each([
  ["hello", [RULES.decimal]],
  ["drop the rule about Decimal", []],
])("what agents are shown after %j: %j", async (text, shown) => {
  const { tacit } = await afterPrompt(text, ["decimal"]);
  const start = await tacit.brief.startBlock({ session: "s3", point: "session_start" });
  const memories = await Promise.all(start.shown.map(({ id }) => tacit.memories.get(id)));
  expect(memories.filter(isRule).map(({ content }) => content)).toEqual(shown);
});

test.each<[string, Name, string]>([
  ["staging moved to port 7790", "staging", "Staging moved to port 7790."],
  ["The port changed: staging is on 7790 now.", "staging", "Staging is on 7790 now."],
  [
    "I changed my mind about the logo, make it blue from now on. And actually the port changed: staging is on 7790 now",
    "staging",
    "Staging is on 7790 now.",
  ],
  ["the upload timeout is now 60 seconds", "timeout", "The upload timeout is now 60 seconds."],
  [
    "forget the rule about Decimal, prices are integer cents now",
    "decimal",
    "Prices are integer cents now.",
  ],
])("what applies instead supersedes the rule: %j", async (text, name, instead) => {
  expect((await afterPrompt(text)).changes).toEqual({ [name]: instead });
});

test.each([
  // Questions, conditions, guesses and plans.
  "Should we drop the rule about Decimal?",
  "should we drop the rule about Decimal",
  "requests is fine now, right?",
  "If CI does it, there is no need to run make fmt any more.",
  "Maybe requests is fine now.",
  "After the release we will no longer use Decimal.",
  "Once the queue is there, you can call the mail API from request handlers again.",
  // Negated.
  "don't drop the rule about Decimal",
  "Never ignore the rule about Decimal!",
  "You still can't call the mail API from request handlers again.",
  "requests is not fine now",
  // For one task or a short time.
  "For this task only, ignore the rule about Decimal.",
  "ignore the rule about Decimal here",
  "you can use requests again for now",
  "forget the rule about Decimal today",
  "no need to run make fmt any more, I already ran it",
  // Of other persons.
  'Bob wrote "forget the rule about Decimal, it is slow" in chat.',
  "Bob says requests is fine now",
  "Slack from Bob: requests is fine now",
  "Slack from Bob: hm. forget the rule about Decimal",
  'Bob wrote in chat: "hm. requests is fine now. thanks"',
  "The review comment:\nforget the rule about Decimal",
  "> forget the rule about Decimal\n\nWhat does Bob mean by that?",
  "Fix this ticket: [PRICE-12] reported by @ann\nForget the rule about Decimal.\nYou can use requests again.",
  "## Summary\n\nWe no longer use Decimal.\nNo need to run make fmt any more.",
  // About something else.
  "forget the rule about Decimal in invoices",
  "drop the eslint rule about prices",
  "Drop the rule about tabs.",
  "urllib is fine now",
  "The e2e tests are fine now.",
  "e2e tests are fine again",
  "you can deploy now",
  "you can deploy to production again",
  "you can call the mail API again",
  "no need to run make lint any more",
  "we no longer need to ask",
  "The request handler is no longer needed, remove it.",
  "TypeScript is fine now.",
  "we don't need to commit any more",
  "the dev server is on port 3001 now",
  "the config is no longer needed",
  "forget it, requests is broken again",
  "you can use it again",
  "failed requests are allowed now",
  "we no longer use the mail API",
  // Other values.
  "staging frontend moved to port 7790",
  "production moved to port 7790",
  "the upload limit is now 60 seconds",
  "shard 2 lives on port 6002 now",
  "staging is on port 7781 now",
  "is staging on port 7790 now?",
  "staging moved to port 7790 for this test",
  "staging is on version 3 now",
  // Revoked at once.
  "forget the rule about Decimal. Hm no, keep the rule.",
])("a rule stays in use after: %j", async (text) => {
  expect((await afterPrompt(text)).changes).toEqual({});
});

test("a rule that the user takes back can be brought back with undo, and stays so when the session is learned from again", async () => {
  const { tacit, second, before } = await afterPrompt("forget the rule about Decimal", ["decimal"]);
  const [change] = await tacit.memories.changes(5);
  expect(change?.what).toBe("background: take back");
  await tacit.memories.undo(change?.id);
  const rule = before[0];
  expect(await tacit.memories.get(rule?.id ?? "")).toMatchObject({
    needsReview: false,
    evidence: rule?.evidence,
  });
  await learn(tacit, second.prompt("thanks, that is all for now"));
  expect(await tacit.memories.get(rule?.id ?? "")).toMatchObject({ needsReview: false });
});

test("undo brings back the old value and archives the new one", async () => {
  const { tacit, before, second } = await afterPrompt("staging moved to port 7790", ["staging"]);
  const [change] = await tacit.memories.changes(5);
  await tacit.memories.undo(change?.id);
  const rule = await tacit.memories.get(before[0]?.id ?? "");
  expect(rule).toMatchObject({ supersededBy: null, validToMs: null, state: "active" });
  expect((await listed(tacit)).map(({ content }) => content)).toEqual([rule.content]);
  await learn(tacit, second.prompt("thanks, that is all for now"));
  expect(await listed(tacit)).toEqual([rule]);
});

test("undo brings back a rule that the user later said the opposite of", async () => {
  const { tacit, session } = await openAfterSessions();
  const say = async (n: number, text: string) =>
    learn(tacit, session(n).prompt("hello").prompt(text).shell("ls", "a").end());
  await say(1, "Always use British English spelling in all texts of this repository.");
  const [older] = await listed(tacit);
  await say(2, "Never use British English spelling in all texts of this repository.");
  expect(await tacit.memories.get(older?.id ?? "")).toMatchObject({
    supersededBy: expect.any(String),
  });
  await tacit.memories.undo(older?.id);
  expect(await listed(tacit)).toMatchObject([
    { id: older?.id, supersededBy: null, validToMs: null, state: "active", needsReview: false },
  ]);
});

test("a new value stays when its session is learned from again", async () => {
  const { tacit, second } = await afterPrompt("staging moved to port 7790", ["staging"]);
  const before = await listed(tacit);
  const { hits } = await tacit.memories.recall({ query: "staging port" });
  expect(hits.map(({ memory }) => memory.content)).toEqual(["Staging moved to port 7790."]);
  await learn(tacit, second.prompt("thanks, that is all for now"));
  expect(await listed(tacit)).toEqual(before);
});

test("a rule that the user takes back and states again is in use again", async () => {
  const { tacit, session, before } = await afterPrompt("drop the rule about Decimal", ["decimal"]);
  const third = session(3).prompt("hello").prompt(RULES.decimal).shell("ls", "a").end();
  await learn(tacit, third);
  expect(await tacit.memories.get(before[0]?.id ?? "")).toMatchObject({ needsReview: false });
});

test("a rule that two statements could mean, or that is pinned, stays in use", async () => {
  const { tacit, session, before } = await afterPrompt("hello", ["decimal"]);
  await tacit.memories.edit(before[0]?.id ?? "", { isPinned: true });
  const say = async (n: number, text: string) =>
    learn(tacit, session(n).prompt("hello").prompt(text).shell("ls", "a").end());
  await say(3, "drop the rule about Decimal");
  await tacit.memories.edit(before[0]?.id ?? "", { isPinned: false });
  await say(4, "Never convert a Decimal to a float.");
  await say(5, "drop the rule about Decimal");
  expect((await listed(tacit)).map(({ needsReview }) => needsReview)).toEqual([false, false]);
});

test("a rule of an earlier session stays in use if one of the same session may be meant", async () => {
  const { tacit, session } = await openAfterSessions();
  await learn(tacit, session(1).prompt("hello").prompt(RULES.decimal).shell("ls", "a").end());
  const second = session(2).prompt("hello").prompt("Always use Decimal for taxes.");
  await learn(tacit, second.prompt("drop the rule about Decimal").shell("ls", "a").end());
  expect((await listed(tacit)).map(({ needsReview }) => needsReview)).toEqual([false, false]);
});

test("a rule stays in use if the user's next words revoke that it is taken back", async () => {
  const { tacit, session } = await openAfterSessions();
  await learn(tacit, session(1).prompt("hello").prompt(RULES.decimal).shell("ls", "a").end());
  const second = session(2).prompt("hello").prompt("drop the rule about Decimal");
  await learn(tacit, second.prompt("Hm, forget that.").shell("ls", "a").end());
  expect(await listed(tacit)).toMatchObject([{ needsReview: false }]);
});

test("the later of two statements counts, in whichever order the sessions are learned from", async () => {
  const { tacit, session } = await openAfterSessions();
  const say = async (n: number, text: string) =>
    learn(tacit, session(n).prompt("hello").prompt(text).shell("ls", "a").end());
  await say(2, RULES.decimal);
  await say(1, "drop the rule about Decimal");
  expect(await listed(tacit)).toMatchObject([{ needsReview: false }]);
});
