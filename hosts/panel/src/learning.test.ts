/** Tests learning from past sessions in the panel: what it reads, its progress, stopping it, and the cards that result. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MemoryError, type Tacit, type TranscriptToImport } from "@tacit-memory/memory";
import { EVENT_VERSION, type LearningState } from "@tacit-memory/protocol";
import { expect, test, vi } from "vitest";
import { createLearning } from "./learning.ts";
import { BARE_MACHINE, startPanel, type TestingPanel } from "./testing-panel.ts";

const RULE = "Always run the migrations before the integration tests.";

/** A transcript of Claude Code in which the user states a rule, in the project's folder. */
function writeTranscript({ folder }: TestingPanel, name: string): TranscriptToImport {
  const path = join(folder, `${name}.jsonl`);
  const common = { sessionId: name, cwd: join(folder, "project"), version: "2.0.0" };
  const lines = [
    { type: "user", uuid: "1", message: { role: "user", content: RULE } },
    {
      type: "assistant",
      uuid: "2",
      message: { role: "assistant", content: [{ type: "text", text: "Understood." }] },
    },
  ].map((line, i) => JSON.stringify({ ...common, ...line, timestamp: `2026-11-01T10:0${i}:00Z` }));
  writeFileSync(path, `${lines.join("\n")}\n`);
  return { path, host: "claude-code" };
}

async function endOf(panel: TestingPanel): Promise<LearningState> {
  for (;;) {
    const state = await panel.call("GET /api/learning", {});
    if (["done", "failed", "stopped"].includes(state.step)) return state;
  }
}

test("learns from rule files and past sessions, and offers what was learned as cards", async () => {
  const files: TranscriptToImport[] = [];
  const panel = await startPanel(
    {},
    {
      transcripts: async function* () {
        yield* files;
      },
    },
  );
  files.push(writeTranscript(panel, "past"));
  writeFileSync(join(panel.folder, "project", "CLAUDE.md"), "- Use tabs in every Makefile.\n");
  expect(await panel.call("GET /api/learning", {})).toEqual({ step: "idle" });
  expect(await panel.call("GET /api/past-sessions", {})).toMatchObject({
    found: [{ agent: "claude-code", files: 1 }],
  });
  await panel.call("POST /api/learning", { action: "begin" });
  expect(await endOf(panel)).toMatchObject({ step: "done", rules: 1, sessions: 1, memories: 1 });
  const { items, total } = await panel.call("GET /api/learned", {});
  expect(total).toBe(1);
  expect(items[0]?.memory.content).toContain("migrations");
  expect(items[0]?.sessions).toEqual(["past"]);
});

test("reads transcripts of the repository only in a run for which a person asked for it", async () => {
  const files: TranscriptToImport[] = [];
  const repositoryTranscripts = async function* () {
    yield* files;
  };
  const panel = await startPanel({}, { repositoryTranscripts });
  files.push(writeTranscript(panel, "copied"));
  expect(await panel.call("GET /api/past-sessions", {})).toEqual({
    found: [],
    inRepository: { files: 1, bytes: expect.any(Number) },
  });
  await panel.call("POST /api/learning", { action: "begin" });
  expect(await endOf(panel)).toMatchObject({ step: "done", sessions: 0, memories: 0 });
  await panel.call("POST /api/learning", { action: "begin", readsRepository: true });
  expect(await endOf(panel)).toMatchObject({ step: "done", sessions: 1, memories: 1 });
});

test("a card leaves when a person keeps or drops it, and returns with an undo", async () => {
  const panel = await startPanel();
  const { other } = panel;
  const ids: string[] = [];
  for (const content of [RULE, "The staging port is 7781 because 7780 is taken."]) {
    const { id } = await other.memories.remember({ content, source: "observer_inferred" });
    ids.push(id ?? "");
  }
  await other.memories.remember({ content: "Tests never use the network.", source: "user_taught" });
  const listed = async () => {
    const { items } = await panel.call("GET /api/learned", {});
    return items.map(({ memory }) => memory.id).sort();
  };
  expect(await listed()).toEqual(ids.toSorted());
  const one = await panel.call("GET /api/learned", { limit: "1" });
  expect([one.items.length, one.total]).toEqual([1, 2]);
  const [first = "", second = ""] = ids;
  const decide = (id: string, verdict: "accept" | "reject") =>
    panel.call("POST /api/review/:id", { kind: "memory", verdict }, { id });
  await decide(first, "accept");
  expect(await listed()).toEqual([second]);
  const { changes } = await decide(second, "reject");
  expect(await listed()).toEqual([]);
  await panel.call("POST /api/undo", { changes });
  expect(await listed()).toEqual([second]);
  await panel.call("POST /api/changes", { action: "pin", ids: [second] });
  expect(await listed()).toEqual([]);
  await panel.call("POST /api/changes", { action: "unpin", ids: [second] });
  expect(await listed()).toEqual([second]);
  await other.memories.feedback(second, "flag");
  expect(await listed()).toEqual([]);
});

test("learning that is stopped ends at the next event, and a second run continues", async () => {
  const files: TranscriptToImport[] = [];
  let stop = async () => undefined;
  const transcripts = async function* () {
    yield* files;
    await stop();
  };
  const panel = await startPanel({}, { transcripts });
  files.push(writeTranscript(panel, "past"));
  stop = async () => {
    await panel.call("POST /api/learning", { action: "stop" });
    return undefined;
  };
  await panel.call("POST /api/learning", { action: "begin" });
  expect(await endOf(panel)).toEqual({ step: "stopped" });
  expect((await panel.call("GET /api/learned", {})).total).toBe(0);
  stop = async () => undefined;
  await panel.call("POST /api/learning", { action: "begin" });
  expect(await endOf(panel)).toMatchObject({ step: "done", sessions: 1, memories: 1 });
});

test("nothing else learns beside a run or after a stop, and the next run continues", async () => {
  let beside = async () => undefined as unknown;
  const transcripts = async function* () {
    await beside();
    yield* [];
  };
  const panel = await startPanel({}, { transcripts });
  const { sessions } = panel.other;
  /** Sends requests after which the panel does the work that waits, and returns how much was learned from. */
  const learnedFrom = async (action: "begin" | "stop") => {
    for (let i = 0; i < 20; i += 1) await panel.call("POST /api/learning", { action });
    return (await sessions.recent()).map(({ promotedSeq }) => promotedSeq);
  };
  let duringRun: number[] = [];
  beside = async () => {
    const past = {
      v: EVENT_VERSION,
      session: "past",
      agent: "codex",
      ts: "2020-01-01T10:00:00Z",
    } as const;
    await sessions.ingest([{ ...past, kind: "prompt", text: RULE }], "transcript");
    duringRun = await learnedFrom("begin");
    await panel.call("POST /api/learning", { action: "stop" });
  };
  await panel.call("POST /api/learning", { action: "begin" });
  expect(await endOf(panel)).toEqual({ step: "stopped" });
  expect(duringRun).toEqual([-1]);
  expect(await learnedFrom("stop")).toEqual([-1]);
  beside = async () => undefined;
  await panel.call("POST /api/learning", { action: "begin" });
  expect(await endOf(panel)).toMatchObject({ step: "done", sessions: 1, memories: 1 });
});

test("a run waits until nothing else learns, then stores what hooks left, before it reads anything", async () => {
  const calls: string[] = [];
  const tacit = {
    sessions: { drain: async () => calls.push("drain") },
    exchange: {
      importRules: async () => {
        calls.push("rules");
        throw new Error("that is enough");
      },
    },
    close: async () => undefined,
  } as unknown as Tacit;
  const learning = createLearning({
    open: async () => tacit,
    machine: BARE_MACHINE,
    untilAlone: async () => void calls.push("alone"),
  });
  learning.begin({ readsRepository: false });
  await vi.waitUntil(() => learning.state().step === "failed");
  expect(calls).toEqual(["alone", "drain", "rules"]);
});

test.each([
  ["what hooks left is stored", ["drain"]],
  ["the Git history is read", ["drain", "rules", "history"]],
])("a run ends when it is stopped while %s", async (_name, expected) => {
  const calls: string[] = [];
  const called = (name: string) => {
    calls.push(name);
    if (calls.length === expected.length) learning.stop();
  };
  const tacit = {
    sessions: {
      drain: async (mayGoOn: () => boolean) => {
        called("drain");
        if (expected.length === 1) expect(mayGoOn()).toBe(false);
      },
    },
    exchange: {
      importRules: async () => called("rules"),
      importHistory: async ({ onCommit }: { onCommit: () => void }) => {
        onCommit();
        called("history");
        onCommit();
        calls.push("another commit");
      },
    },
    close: async () => undefined,
  } as unknown as Tacit;
  const learning = createLearning({
    open: async () => tacit,
    machine: BARE_MACHINE,
    untilAlone: async () => undefined,
  });
  learning.begin({ readsRepository: false });
  await vi.waitUntil(() => ["failed", "stopped"].includes(learning.state().step));
  expect([learning.state(), calls]).toEqual([{ step: "stopped" }, expected]);
});

test("a closed panel begins no run", async () => {
  let opened = 0;
  const open = async () => {
    opened += 1;
    throw new MemoryError("store_unwritable");
  };
  const untilAlone = async () => undefined;
  const learning = createLearning({ open, machine: BARE_MACHINE, untilAlone });
  await learning.close();
  learning.begin({ readsRepository: false });
  expect([opened, learning.state()]).toEqual([0, { step: "idle" }]);
});

test.each([
  ["store_unwritable", new MemoryError("store_unwritable", { path: "/agents" }), "/agents"],
  ["internal", new Error("the disk is gone"), "the request failed"],
])(
  "%s: an error ends learning with its reason, and the panel goes on",
  async (code, error, reason) => {
    const panel = await startPanel(
      {},
      {
        transcripts: () => {
          throw error;
        },
      },
    );
    await panel.call("POST /api/learning", { action: "begin" });
    const message = expect.stringContaining(reason);
    expect(await endOf(panel)).toMatchObject({ step: "failed", code, message });
    expect((await panel.call("GET /api/project", {})).project).toBe("project");
  },
);

test("a transcript that cannot be examined is listed without its size", async () => {
  const transcripts = async function* () {
    // Too long for a name, so that examining it fails with something other than "not found".
    yield { path: join("/", "x".repeat(300)), host: "codex" } as const;
  };
  const panel = await startPanel({}, { transcripts });
  expect(await panel.call("GET /api/past-sessions", {})).toEqual({
    found: [{ agent: "codex", files: 1, bytes: 0 }],
    inRepository: { files: 0, bytes: 0 },
  });
});
