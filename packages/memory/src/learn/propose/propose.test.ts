/**
 * Tests that signals about one subject become one candidate with all its sessions, and how its score and standing are set.
 */
import { describe, expect, test } from "vitest";
import { draft } from "../../domain/draft.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Signal } from "../../domain/signal.ts";
import { saveCandidate } from "../../store/memories/candidates.ts";
import { recordPairs } from "../../store/sessions/co-access.ts";
import { openTestStore, PROJECT } from "../../testing/testing-life.ts";
import { coupledAcross, coupledFiles } from "./coupling.ts";
import { propose } from "./propose.ts";

function signal(overrides: Partial<Signal> = {}): Signal {
  return {
    type: "error_retry",
    session: "s1",
    agentId: null,
    subject: "error:1",
    score: 0.6,
    minSessions: 2,
    files: ["a.ts"],
    seqs: [1],
    isTainted: false,
    survivesFailure: false,
    evidence: [],
    draft: draft({ type: "gotcha", title: "t", content: "Build before testing." }),
    ...overrides,
  };
}

async function proposing() {
  const { db, place } = await openTestStore();
  const see = async (...signals: Signal[]) => {
    const proposals = await propose(db, PROJECT, signals, place.moment());
    for (const { candidate } of proposals) await saveCandidate(db, candidate, place.clock.nowMs);
    return proposals;
  };
  return { db, place, see };
}

test("merges signals of one subject and orders candidates by strength", async () => {
  const { see } = await proposing();
  const proposals = await see(
    signal(),
    signal({ type: "command_success" }),
    signal({ subject: "b", score: 0.9 }),
  );
  expect(proposals.map(({ candidate }) => [candidate.subject, candidate.signals])).toEqual([
    ["b", ["error_retry"]],
    ["error:1", ["error_retry", "command_success"]],
  ]);
});

test("counts each session once, and each closes a quarter of the gap to certainty", async () => {
  const { see } = await proposing();
  await see(signal());
  await see(signal());
  const [second] = await see(signal({ session: "s2" }));
  expect(second?.candidate).toMatchObject({ sessions: ["s1", "s2"], standing: "believed" });
  expect(second?.candidate.score).toBeCloseTo(1 - 0.4 * 0.75);
});

test("never proposes a signal that is only counted", async () => {
  const { see } = await proposing();
  expect(await see(signal({ draft: null }))).toEqual([]);
});

describe("standing", () => {
  const evidence = (kind: "user" | "test" | "exit_code" | "commit" | "reobserved") =>
    signal({ evidence: [{ kind, detail: "d", session: "s1", atMs: 0 }] });
  test.each([
    ["seen once", signal(), "hypothesis"],
    ["an exit code", evidence("exit_code"), "believed"],
    ["a commit", evidence("commit"), "believed"],
    ["a test", evidence("test"), "verified"],
    ["the user's word, once", evidence("user"), "hypothesis"],
  ])("%s", async (_name, item, expected) => {
    const { see } = await proposing();
    expect((await see(item))[0]?.candidate.standing).toBe(expected);
  });

  test.each([
    ["the same file", ["a.ts"], "verified"],
    ["another file", ["b.ts"], "hypothesis"],
  ])("confirms by a test that passed on %s", async (_name, files, expected) => {
    const { see } = await proposing();
    const green = signal({
      type: "test_outcome",
      subject: "t",
      draft: null,
      files,
      evidence: [{ kind: "test", detail: "12 passed", session: "s1", atMs: 0 }],
    });
    expect((await see(signal(), green))[0]?.candidate.standing).toBe(expected);
  });
});

test("treats two independent agents as a quorum, so that one session is enough", async () => {
  const { see } = await proposing();
  expect((await see(signal(), signal()))[0]?.minSessions).toBe(2);
  expect((await see(signal({ agentId: "a" }), signal({ agentId: "b" })))[0]?.minSessions).toBe(1);
});

describe("quorum", () => {
  const gotchaSignal = (content: string, overrides: Partial<Signal> = {}) =>
    signal({ draft: draft({ type: "gotcha", title: "t", content }), ...overrides });
  const LONG =
    "The end to end tests read the bundles in the folder dist, so build them first, or the tests see the code of yesterday.";
  const NEARLY = LONG.replace("so build them first", "so first build them");

  test.each([
    ["in nearly the same words", NEARLY, "b", 1, 1],
    ["in nearly the same words, the same agent twice", NEARLY, "a", 2, 2],
    ["in other words", "Mind the bundles.", "b", 2, 2],
    ["with another value", `${LONG} Port 4000.`, "b", 2, 2],
  ])("compares agents of one session: %s", async (_name, content, agentId, count, minSessions) => {
    const { see } = await proposing();
    const proposals = await see(
      gotchaSignal(LONG, { agentId: "a" }),
      gotchaSignal(content, { agentId, subject: "other" }),
    );
    expect(proposals).toHaveLength(count);
    expect(proposals[0]?.minSessions).toBe(minSessions);
  });

  test.each([
    ["at the same time", new Set(["s1"]), NEARLY, 1, "error:1"],
    ["at another time", new Set<string>(), NEARLY, 3, "other"],
    ["something else at the same time", new Set(["s1"]), "Mind the bundles.", 3, "other"],
  ])("compares sessions: %s", async (_name, beside, content, minSessions, subject) => {
    const { db, place, see } = await proposing();
    await see(gotchaSignal(LONG, { minSessions: 3 }));
    const later = gotchaSignal(content, { session: "s2", subject: "other", minSessions: 3 });
    const [proposal] = await propose(db, PROJECT, [later], place.moment(), {
      parallelSessions: beside,
      copies: new Set(),
    });
    expect(proposal).toMatchObject({ minSessions, candidate: { subject } });
  });

  test("does not count a statistic over sessions as an independent observation", async () => {
    const { db, place, see } = await proposing();
    const counted = gotchaSignal(LONG, { seqs: [], minSessions: 3 });
    await see(counted);
    const later = { ...counted, session: "s2" };
    const [proposal] = await propose(db, PROJECT, [later], place.moment(), {
      parallelSessions: new Set(["s1"]),
      copies: new Set(),
    });
    expect(proposal?.minSessions).toBe(3);
  });
});

describe("wording of a candidate that is a memory", () => {
  async function promoted(sessions: readonly string[]) {
    const { db, place, see } = await proposing();
    const [first] = await see(signal());
    const { state: _state, reason: _reason, ...facts } = first?.candidate ?? ({} as never);
    const memoryId = place.moment().newId() as MemoryId;
    const candidate = { ...facts, sessions, state: "promoted", reason: null, memoryId } as const;
    await saveCandidate(db, candidate, place.clock.nowMs);
    return see;
  }
  const anew = draft({ type: "gotcha", title: "t", content: "Build and link before testing." });

  test.each([
    ["another session says it otherwise", ["s1"], { session: "s2" }, null],
    ["others have said it", ["s1", "s2"], {}, null],
    ["its only session says it otherwise now", ["s1"], {}, "Build before testing."],
    ["it is counted anew", ["s1", "s2"], { isRevision: true as const }, "Build before testing."],
  ])("%s", async (_name, sessions, overrides, revises) => {
    const see = await promoted(sessions);
    const [proposal] = await see(signal({ draft: anew, ...overrides }));
    expect(proposal?.revises).toBe(revises);
    expect(proposal?.candidate.content).toBe(
      revises === null ? "Build before testing." : "Build and link before testing.",
    );
  });
});

test("stays tainted only while every source is tainted", async () => {
  const { see } = await proposing();
  const tainted = signal({ isTainted: true });
  expect((await see(tainted))[0]?.candidate.isTainted).toBe(true);
  expect((await see(signal({ isTainted: true, session: "s2" })))[0]?.candidate.isTainted).toBe(
    true,
  );
  expect((await see(signal({ session: "s3" })))[0]?.candidate.isTainted).toBe(false);
  expect((await see(signal({ isTainted: true, session: "s4" })))[0]?.candidate.isTainted).toBe(
    false,
  );
});

test("keeps a rejection by a person and proposes again what the outcome of a session rejected", async () => {
  const { db, place, see } = await proposing();
  const [first] = await see(signal());
  const { state: _state, reason: _reason, ...facts } = first?.candidate ?? ({} as never);
  for (const [reason, expected] of [
    ["rejected_by_user", "rejected"],
    ["session_failed", "proposed"],
  ] as const) {
    await saveCandidate(db, { ...facts, state: "rejected", reason }, place.clock.nowMs);
    expect((await propose(db, PROJECT, [signal()], place.moment()))[0]?.candidate.state).toBe(
      expected,
    );
  }
});

describe("files that change together", () => {
  const pair = (a: string, b: string) =>
    signal({ type: "co_access", draft: null, pair: { a, b, isEdit: true } });
  async function changed(times: number, alone: number, a = "src/a.ts", b = "src/b.ts") {
    const { db } = await openTestStore();
    const edit = (id: string, x: string, y: string) =>
      recordPairs(db, PROJECT, id, [{ a: x, b: y, isEdit: true }]);
    for (let i = 0; i < times; i++) await edit(`t${i}`, a, b);
    for (let i = 0; i < alone; i++) {
      await edit(`a${i}`, a, "src/x.ts");
      await edit(`b${i}`, b, "src/y.ts");
    }
    return (isThere: boolean) => coupledFiles(db, PROJECT, [pair(a, b)], () => isThere);
  }

  test.each([
    ["time and again", 4, 0, true, 4],
    ["too seldom", 3, 0, true, 0],
    ["as often apart", 4, 4, true, 0],
    ["and are gone since", 9, 0, false, 0],
  ])("%s", async (_name, times, alone, isThere, expected) => {
    expect(await (await changed(times, alone))(isThere)).toHaveLength(expected);
  });

  test("counts separate edits against the pair and states them", async () => {
    const { db } = await openTestStore();
    const [a, b] = ["src/a.ts", "src/b.ts"];
    const edit = (id: string, one: string, other: string) =>
      recordPairs(db, PROJECT, id, [{ a: one, b: other, isEdit: true }]);
    for (const id of ["t0", "t1", "t2", "t3"]) await edit(id, a, b);
    await edit("a0", a, a);
    for (const id of ["b0", "b1", "b2"]) await edit(id, b, b);
    const coupled = () => coupledFiles(db, PROJECT, [pair(a, a), pair(a, b)], () => true);
    const [first] = await coupled();
    expect(first?.draft?.content).toBe(
      "When you change `src/a.ts`, check `src/b.ts` too: they changed together in 4 of the 5 sessions and commits that changed the first file.",
    );
    for (const id of ["a1", "a2"]) await edit(id, a, a);
    expect(await coupled()).toEqual([]);
  });

  test("needs only three changes when one file was read after the other that imports it", async () => {
    const { db } = await openTestStore();
    for (const id of ["t0", "t1", "t2"])
      await recordPairs(db, PROJECT, id, [{ a: "src/a.ts", b: "src/b.ts", isEdit: true }]);
    const chase = signal({ type: "import_chase", draft: null, files: ["src/b.ts", "src/a.ts"] });
    const coupled = (...signals: Signal[]) => coupledFiles(db, PROJECT, signals, () => true);
    expect(await coupled(pair("src/a.ts", "src/b.ts"))).toEqual([]);
    expect(await coupled(chase, pair("src/a.ts", "src/b.ts"))).toHaveLength(3);
  });

  test.each([
    ["of two modules", "web/a.ts", "api/b.ts", 4, true, 1],
    ["of one module", "src/a.ts", "src/b.ts", 9, true, 0],
    ["a file and its test", "web/a.ts", "test/a.test.ts", 9, true, 0],
    ["too seldom", "web/a.ts", "api/b.ts", 3, true, 0],
    ["gone since", "web/a.ts", "api/b.ts", 9, false, 0],
  ])("couples across modules: %s", async (_name, a, b, times, isThere, expected) => {
    const { db, place } = await openTestStore();
    for (let i = 0; i < times; i++)
      await recordPairs(db, PROJECT, `t${i}`, [{ a: b, b: a, isEdit: true }]);
    const look = () => coupledAcross(db, PROJECT, () => isThere, 0);
    const found = await look();
    expect(new Set(found.map(({ subject }) => subject)).size).toBe(expected);
    for (const { candidate } of await propose(db, PROJECT, found, place.moment()))
      await saveCandidate(db, candidate, 0);
    expect(await look()).toEqual([]);
  });

  test("leaves pairs that only commits show to the code graph", async () => {
    const { db } = await openTestStore();
    const pair = [{ a: "lib/a.ts", b: "web/b.ts", isEdit: true }];
    for (let i = 0; i < 9; i++) await recordPairs(db, PROJECT, `commit:${i}`, pair);
    const look = () => coupledAcross(db, PROJECT, () => true, 0);
    expect(await look()).toEqual([]);
    await recordPairs(db, PROJECT, "s1", pair);
    const [first] = await look();
    expect(first?.draft?.content).toBe(
      "When you change `lib/a.ts`, check `web/b.ts` too: they changed together in 10 of the 10 sessions and commits that changed the first file.",
    );
  });

  test("ignores a file and its test", async () => {
    expect(await (await changed(9, 0, "src/a.ts", "test/a.test.ts"))(true)).toEqual([]);
  });

  test("are stated in the direction that is more frequent", async () => {
    const found = await (await changed(4, 0))(true);
    expect(found[0]?.draft).toMatchObject({
      type: "causal_dependency",
      files: ["src/a.ts", "src/b.ts"],
      payload: { together: 4, of: 4 },
    });
    expect(new Set(found.map((item) => item.session)).size).toBe(4);
  });
});
