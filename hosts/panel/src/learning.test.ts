/** Tests learning from past sessions in the panel: what it reads, its progress, stopping it, and the cards that result. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MemoryError, type TranscriptToImport } from "@tacit-memory/memory";
import type { LearningState } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { startPanel, type TestingPanel } from "./testing-panel.ts";

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
  const [first = "", second = ""] = ids;
  const decide = (id: string, verdict: "accept" | "reject") =>
    panel.call("POST /api/review/:id", { kind: "memory", verdict }, { id });
  await decide(first, "accept");
  expect(await listed()).toEqual([second]);
  const { changes } = await decide(second, "reject");
  expect(await listed()).toEqual([]);
  await panel.call("POST /api/undo", { changes });
  expect(await listed()).toEqual([second]);
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

test("an agent's unreadable folder ends learning with a reason, and the panel goes on", async () => {
  const panel = await startPanel(
    {},
    {
      transcripts: () => {
        throw new MemoryError("store_unwritable", { path: "/agents" });
      },
    },
  );
  await panel.call("POST /api/learning", { action: "begin" });
  expect(await endOf(panel)).toMatchObject({ step: "failed", code: "store_unwritable" });
  expect((await panel.call("GET /api/project", {})).project).toBe("project");
});
