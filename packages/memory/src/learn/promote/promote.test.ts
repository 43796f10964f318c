/** Tests that each candidate is promoted, left waiting or rejected for the right reason. */
import type { SessionKind } from "@tacit-memory/protocol";
import { describe, expect, test } from "vitest";
import { type Candidate, REJECTIONS } from "../../domain/candidate.ts";
import type { MemoryId } from "../../domain/ids.ts";
import { findCandidate } from "../../store/memories/candidates.ts";
import { eraseMemory } from "../../store/memories/erase.ts";
import { changeMemory, getMemory } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import { recordInjections } from "../../store/sessions/injections.ts";
import { PROJECT } from "../../testing/testing-life.ts";
import { CONTENT, promoting, SESSION } from "../../testing/testing-promoting.ts";
import { admit } from "./admit.ts";
import type { PromotionContext, ProposalFacts } from "./promote.ts";
import { accept, reject } from "./review-candidate.ts";
import { withdrawMissingFindings } from "./withdraw-findings.ts";

type Case = readonly [
  reason: string,
  state: string,
  candidate: Partial<Candidate>,
  facts: Partial<ProposalFacts>,
  session: Partial<PromotionContext["session"]>,
  more: Partial<PromotionContext>,
];
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const says = (content: string) => ({ content });
const CASES: readonly Case[] = [
  ["session_cancelled", "rejected", {}, {}, { outcome: "cancelled" }, {}],
  ["session_failed", "rejected", {}, {}, { outcome: "failure" }, {}],
  ["too_few_sessions", "proposed", {}, { minSessions: 2 }, {}, {}],
  ["awaits_review", "proposed", {}, {}, {}, { mode: "review" }],
  ["over_cap", "proposed", {}, {}, { kind: "changelog" }, {}],
  ["capture_off", "rejected", {}, {}, {}, { mode: "off" }],
  ["capture_off", "rejected", {}, {}, {}, { mode: "incognito" }],
  ["low_value", "rejected", says("all tests now pass"), {}, {}, {}],
  [
    "low_value",
    "rejected",
    { type: "fact" },
    {},
    {},
    { admission: { redaction: {}, isStrict: true } },
  ],
  ["counted_only", "proposed", {}, { isCountedOnly: true }, {}, {}],
  ["low_quality", "rejected", says("Something there happened."), {}, {}, {}],
  ["too_short", "rejected", says("short"), {}, {}, {}],
  ["too_long", "rejected", says(`Because ${"long ".repeat(300)}`), {}, {}, {}],
  ["code_derivable", "rejected", says("a/b.ts\na/c.ts\na/d.ts"), {}, {}, {}],
  ["all_secret", "rejected", says(TOKEN), {}, {}, {}],
  ["repository_says", "rejected", {}, {}, {}, { statingFile: () => "README.md" }],
  ["private", "rejected", says("<private>not for keeping, this</private>"), {}, {}, {}],
];

test.each(CASES)("%s: %s", async (reason, state, overrides, facts, session, more) => {
  const { db, propose, decide } = await promoting();
  const [done] = await decide([propose(overrides, facts)], session, more);
  expect(done).toMatchObject({ memoryId: null, isMerge: false, candidate: { state, reason } });
  expect(await findCandidate(db, PROJECT, "error:1")).toMatchObject({ state, reason });
  expect(await listMemories(db, { projectId: PROJECT })).toEqual([]);
});

test("covers every reason of the write path and the gates in the table", () => {
  const input = new Set(CASES.map(([reason]) => reason));
  // Reasons covered below, in admit.test.ts and engine-rules.test.ts: a user's decision, and what was forgotten or corrected
  // since. `session_running`: engine-early.test.ts; `said_already`: wrapped-command.test.ts.
  const byWord = ["rejected_by_user", "forgotten", "corrected", "withdrawn"];
  byWord.push("session_running", "said_already");
  expect([...input, ...byWord].sort()).toEqual([...REJECTIONS].sort());
});

test.each(["cancelled", "failure"])(
  "promotes what was observed to work in a session with outcome %s",
  async (outcome) => {
    const { propose, decide } = await promoting();
    const [done] = await decide([propose({}, { survivesFailure: true })], { outcome });
    expect(done?.memoryId).not.toBeNull();
  },
);

test("promotes a candidate to a memory with its origin", async () => {
  const { db, propose, decide } = await promoting();
  const [done] = await decide([propose({ files: ["a.ts"] })], {
    branch: "main",
    agent: "x",
    commit: "c",
  });
  expect(await getMemory(db, done?.memoryId ?? "")).toMatchObject({
    content: CONTENT,
    type: "gotcha",
    source: "observer_inferred",
    standing: "believed",
    confidence: 0.68,
    branch: "main",
    agent: "x",
    commit: "c",
    files: ["a.ts"],
    createdAtMs: 1000,
  });
});

describe("caps", () => {
  test.each([
    [null, 5],
    ["build", 20],
    ["pr_review", 8],
    ["insights", 5],
    ["roadmap", 3],
    ["terminal", 3],
    ["spec", 3],
    ["changelog", 0],
  ] as const)(
    "promotes at most the limit in a session of kind %s: %i",
    async (kind: SessionKind | null, expected) => {
      const { propose, decide } = await promoting();
      const many = Array.from({ length: 24 }, (_, i) =>
        propose({
          subject: `s${i}`,
          content: `Never start module${i}.service before thing${i} number ${i}, because it fails.`,
        }),
      );
      const done = await decide(many, { kind });
      expect(done.filter((row) => row.memoryId !== null)).toHaveLength(expected);
      expect(done.filter((row) => row.candidate.reason === "over_cap")).toHaveLength(24 - expected);
    },
  );
  test("exempts the user's own rules from the limit", async () => {
    const { propose, decide } = await promoting();
    const rule = propose({ signals: ["user_correction"] });
    const [done] = await decide([rule], { kind: "changelog" });
    expect(done?.memoryId).not.toBeNull();
  });
});

describe("a candidate promoted before", () => {
  async function promoted() {
    const context = await promoting();
    const [first] = await context.decide([context.propose()]);
    const memory = await getMemory(context.db, first?.memoryId ?? "");
    const again = (sessions: string[]) =>
      context.decide([context.propose({ ...first?.candidate, sessions })]);
    return { ...context, memory, again };
  }
  test("is reinforced by a new session but not by the same one", async () => {
    const { db, memory, again } = await promoted();
    expect(await again(["s1"])).toMatchObject([{ memoryId: memory.id, isMerge: true }]);
    expect(await getMemory(db, memory.id)).toEqual(memory);
    await again(["s1", "s2"]);
    expect(await getMemory(db, memory.id)).toMatchObject({
      observationCount: 2,
      sessions: ["s1", "s2"],
    });
  });
  test("does not get a second copy when the user edited the memory", async () => {
    const { db, place, memory, again } = await promoted();
    const mine = { ...memory, content: "In my own words, which nothing here resembles." };
    await changeMemory(db, memory, mine, "edited", place.moment());
    await again(["s1", "s2"]);
    const all = await listMemories(db, { projectId: PROJECT });
    expect(all.map((item) => item.content)).toEqual([mine.content]);
  });
  test("stays archived when the memory was marked as wrong", async () => {
    const { db, place, memory, again } = await promoted();
    const wrong = { ...memory, state: "archived" as const, tags: ["wrong"] };
    await changeMemory(db, memory, wrong, "archived", place.moment());
    await again(["s1", "s2"]);
    expect(await getMemory(db, memory.id)).toMatchObject({ state: "archived", version: 2 });
  });

  test("is not learned again when the memory was forgotten, in its current or an earlier wording", async () => {
    const { db, place, memory, propose, decide } = await promoted();
    const edited = { ...memory, content: "In my own words, which nothing here resembles." };
    const now = await changeMemory(db, memory, edited, "edited", place.moment());
    await eraseMemory(db, now, place.moment());
    const [done] = await decide([propose({ sessions: ["s1", "s2"] })]);
    expect(done?.candidate).toMatchObject({ state: "rejected", reason: "forgotten" });
  });
});

describe("a person's decision", () => {
  async function waiting(overrides: Partial<Candidate> = {}) {
    const context = await promoting();
    const { db, place, propose, decide } = context;
    const [done] = await decide([propose(overrides, { minSessions: 2 })]);
    const id = done?.candidate.id ?? "";
    const review: PromotionContext = {
      session: { ...SESSION, id: "review" },
      mode: "automatic",
      admission: { redaction: {} },
    };
    return {
      ...context,
      id,
      accept: (ending = id.slice(-8)) => accept(db, ending, review, place.moment()),
      reject: (ending = id.slice(-8)) => reject(db, ending, place.moment()),
    };
  }

  test("accepting makes it verified and untainted, whatever the gates decided", async () => {
    const { db, accept } = await waiting({ isTainted: true, content: "Something there happened." });
    const { memoryId } = await accept();
    expect(await getMemory(db, memoryId ?? "")).toMatchObject({
      standing: "verified",
      isTainted: false,
      needsReview: false,
    });
    expect((await accept()).isMerge).toBe(true);
  });

  test("rejecting prevents another proposal, but it can still be accepted", async () => {
    const { propose, decide, accept, reject } = await waiting();
    expect(await reject()).toMatchObject({ state: "rejected", reason: "rejected_by_user" });
    const rejection = { state: "rejected", reason: "rejected_by_user" } as const;
    const [again] = await decide([propose({ ...rejection, sessions: ["s1", "s2"] })]);
    expect(again?.candidate).toMatchObject(rejection);
    expect((await accept()).memoryId).not.toBeNull();
  });

  test("rejecting a candidate that became a memory is forbidden", async () => {
    const { accept, reject } = await waiting();
    await accept();
    await expect(reject()).rejects.toThrow(
      expect.objectContaining({ code: "transition_forbidden" }),
    );
  });

  test.each([
    ["", "candidate_not_found"],
    ["%", "candidate_not_found"],
    ["0000", "candidate_not_found"],
  ])("throws for an id of %j: %s", async (ending, code) => {
    const { accept, reject } = await waiting();
    await expect(accept(ending)).rejects.toThrow(expect.objectContaining({ code }));
    await expect(reject(ending)).rejects.toThrow(expect.objectContaining({ code }));
  });
});

describe("a revised statement", () => {
  const ANEW = "Run `npm run build` and `npm run link` before the end-to-end tests.";
  async function believed() {
    const context = await promoting();
    const [first] = await context.decide([context.propose()]);
    const candidate = first?.candidate as Candidate;
    const memory = await getMemory(context.db, first?.memoryId ?? "");
    const again = (overrides: Partial<Candidate>, facts: Partial<ProposalFacts>) =>
      context.decide([
        { ...context.propose(), candidate: { ...candidate, ...overrides } as Candidate, ...facts },
      ]);
    return { ...context, memory, again };
  }

  test("replaces the wording with the new count in a new version", async () => {
    const { db, memory, again } = await believed();
    const [done] = await again(
      { content: ANEW, sessions: ["s1", "s2"], files: ["b.ts"] },
      { revises: CONTENT },
    );
    expect(done).toMatchObject({ isRevised: true, isMerge: true });
    expect(await getMemory(db, memory.id)).toMatchObject({ content: ANEW, files: ["b.ts"] });
  });

  test.each([
    [
      "a person has worded it since",
      { content: "Build, then test, because of the bundles." },
      ANEW,
    ],
    ["it says the same", {}, CONTENT],
    ["what it would say is noise", {}, "all tests now pass"],
  ])("does not replace the wording where %s", async (_name, edited, content) => {
    const { db, place, memory, again } = await believed();
    if (Object.keys(edited).length > 0)
      await changeMemory(db, memory, { ...memory, ...edited }, "edited", place.moment());
    const before = (await getMemory(db, memory.id)).content;
    const [done] = await again({ content, sessions: ["s1", "s2"] }, { revises: CONTENT });
    expect(done?.isRevised).toBeUndefined();
    expect((await getMemory(db, memory.id)).content).toBe(before);
  });

  test("waits and puts the memory in doubt when its only session now states something else", async () => {
    const { db, memory, again } = await believed();
    const [done] = await again({ content: ANEW }, { revises: CONTENT, minSessions: 3 });
    expect(done?.candidate).toMatchObject({ state: "proposed", reason: "too_few_sessions" });
    expect(await getMemory(db, memory.id)).toMatchObject({
      content: CONTENT,
      needsReview: true,
      standing: "hypothesis",
    });
  });
});

describe("a finding that a continued session no longer shows", () => {
  const withdraw = async (
    overrides: Partial<Candidate>,
    shown: readonly string[] = [],
    change: object = {},
  ) => {
    const { db, place, propose, decide } = await promoting();
    const [first] = await decide([propose(overrides)]);
    const memory = await getMemory(db, first?.memoryId ?? "");
    if (Object.keys(change).length > 0)
      await changeMemory(db, memory, { ...memory, ...change }, "since", place.moment());
    const left = await withdrawMissingFindings(db, PROJECT, "s1", new Set(shown), place.moment());
    return { left, memory: await getMemory(db, memory.id) };
  };

  test("puts a memory that rested on it alone in doubt until a person reviews it", async () => {
    const { left, memory } = await withdraw({});
    expect(left).toMatchObject([{ state: "promoted", sessions: [] }]);
    expect(memory).toMatchObject({ needsReview: true, standing: "hypothesis" });
  });

  test.each([
    ["others bear it out", { sessions: ["s0", "s1"] }, [], {}],
    ["it still shows it", {}, ["error:1"], {}],
    ["it was counted over sessions", { subject: "recipe:a > b" }, [], {}],
    ["a person has worded it", {}, [], { content: "Build before the tests, because of bundles." }],
    ["it is pinned", {}, [], { isPinned: true }],
    ["it was seen elsewhere", {}, [], { observationCount: 2 }],
  ])("leaves the memory unchanged where %s", async (_name, overrides, shown, change) => {
    expect((await withdraw(overrides, shown, change)).memory).toMatchObject({ needsReview: false });
  });

  test.each([
    ["all of the sessions", ["s1", "s2", "s3"], true],
    ["all of them but one", ["s3", "s1"], false],
    ["all of them, and somebody has said it besides", ["s1", "s2", "s3"], false],
    ["all of them, and an agent has said it in another", ["s1", "s2", "s3"], false],
    ["all of them, and an agent has confirmed it", ["s1", "s2", "s3"], false],
  ])(
    "was seen in three sessions and is no longer shown by %s",
    async (besides, gone, isDoubted) => {
      const { db, place, propose, decide } = await promoting();
      const [first] = await decide([propose({ sessions: ["s1", "s2"] }, { minSessions: 2 })]);
      const candidate = { ...first?.candidate, sessions: ["s1", "s2", "s3"] } as Partial<Candidate>;
      await decide([propose(candidate)]);
      const sessions = besides.includes("another") ? ["s4"] : [];
      const input = { content: CONTENT, source: "agent_explicit", sessions } as const;
      if (besides.includes("said"))
        await admit(db, PROJECT, input, { redaction: {} }, place.moment());
      const where = { projectId: PROJECT, sessionId: "s4", point: "own_write" } as const;
      const own = { id: first?.memoryId as MemoryId, tokens: 0, pointedAs: null };
      const shown = sessions.map(() => own);
      await recordInjections(db, where, shown, 0);
      const memory = await getMemory(db, first?.memoryId ?? "");
      if (besides.includes("confirmed"))
        await changeMemory(db, memory, memory, "confirmed", place.moment());
      for (const session of gone)
        await withdrawMissingFindings(db, PROJECT, session, new Set(), place.moment());
      expect(await getMemory(db, memory.id)).toMatchObject({
        needsReview: isDoubted,
        standing: isDoubted ? "hypothesis" : "believed",
      });
    },
  );

  test("withdraws a waiting candidate with a reason", async () => {
    const { db, place, propose, decide } = await promoting();
    await decide([propose({}, { minSessions: 2 })]);
    await withdrawMissingFindings(db, PROJECT, "s1", new Set(), place.moment());
    expect(await findCandidate(db, PROJECT, "error:1")).toMatchObject({
      state: "rejected",
      reason: "withdrawn",
      sessions: [],
    });
  });
});

describe("a statement that contradicts a stored memory", () => {
  const fix = { kind: "command" as const, command: "npm ci" };
  const errorFix = {
    subject: "error:gone",
    content: "`npm run lint` fails with “biome is gone” until `npm ci` has been run.",
    payload: { command: "npm run lint", error: "biome is gone", fix },
    tags: ["fix"],
    sessions: ["s2"],
  };
  const habit = {
    subject: "command:install",
    content: "To install in this project, use `npm ci`.",
    payload: { purpose: "install", command: "npm ci" },
    tags: ["command"],
  };

  test.each([
    ["by itself", []],
    ["as what a habit says from now on", [habit]],
  ])("is disputed when learned %s", async (_name, before) => {
    const { db, place, propose, decide } = await promoting();
    for (const item of before) await decide([propose(item)]);
    const content = errorFix.content.replace("fails", "never fails");
    const opposite = { content, source: "user_taught" } as const;
    const { id } = await admit(db, PROJECT, opposite, { redaction: {} }, place.moment());
    const [learned] = await decide([propose(errorFix)]);
    expect(learned?.isMerge).toBe(before.length > 0);
    const read = (each: MemoryId | null | undefined) => getMemory(db, each ?? "");
    expect(await read(learned?.memoryId)).toMatchObject({ isDisputed: true, needsReview: true });
    expect(await read(id)).toMatchObject({ isDisputed: false, needsReview: false });
  });
});
