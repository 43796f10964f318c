/** Do signals about one subject become one candidate that remembers every session, and how sure it is? */
import { describe, expect, test } from "vitest";
import { draft } from "../domain/draft.ts";
import type { Signal } from "../domain/signal.ts";
import { saveCandidate } from "../store/candidates.ts";
import { recordPairs } from "../store/co-access.ts";
import { openTestStore, PROJECT } from "../testing-life.ts";
import { coupledFiles } from "./coupling.ts";
import { propose } from "./propose.ts";

function signal(told: Partial<Signal> = {}): Signal {
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
    ...told,
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

test("signals of one subject are one candidate; of another, another, the stronger first", async () => {
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

test("sessions add up, each once, and each makes it a quarter surer", async () => {
  const { see } = await proposing();
  await see(signal());
  await see(signal());
  const [second] = await see(signal({ session: "s2" }));
  expect(second?.candidate).toMatchObject({ sessions: ["s1", "s2"], standing: "believed" });
  expect(second?.candidate.score).toBeCloseTo(1 - 0.4 * 0.75);
});

test("what is counted only is never proposed", async () => {
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
    ["the user's word", evidence("user"), "verified"],
  ])("%s", async (_name, one, expected) => {
    const { see } = await proposing();
    expect((await see(one))[0]?.candidate.standing).toBe(expected);
  });

  test.each([
    ["the same file", ["a.ts"], "verified"],
    ["another file", ["b.ts"], "hypothesis"],
  ])("a test that went green on %s", async (_name, files, expected) => {
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

test("two agents who saw it independently are a quorum: one session is enough", async () => {
  const { see } = await proposing();
  expect((await see(signal(), signal()))[0]?.minSessions).toBe(2);
  expect((await see(signal({ agentId: "a" }), signal({ agentId: "b" })))[0]?.minSessions).toBe(1);
});

test("tainted only while every source of it is", async () => {
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

test("what a person refused stays refused; what the session's end refused is proposed anew", async () => {
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

  test("a file and its test are no news", async () => {
    expect(await (await changed(9, 0, "src/a.ts", "test/a.test.ts"))(true)).toEqual([]);
  });

  test("are told in the direction that holds more often", async () => {
    const found = await (await changed(4, 0))(true);
    expect(found[0]?.draft).toMatchObject({
      type: "causal_dependency",
      files: ["src/a.ts", "src/b.ts"],
      payload: { together: 4, of: 4 },
    });
    expect(new Set(found.map((one) => one.session)).size).toBe(4);
  });
});
