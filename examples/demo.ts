/**
 * Shows the whole life of one memory in a temporary store: seen in a session, proposed, promoted, recalled, shown to the next
 * session, confirmed, corrected, archived, restored, forgotten. `npm run demo` runs it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Memory, openTacit, shortId } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";

const DAY_MS = 86_400_000;
const project = mkdtempSync(join(tmpdir(), "tacit-demo-"));
let nowMs = Date.now();

function step(title: string): void {
  console.log(`\n── ${title}`);
}

function show(memory: Memory | undefined): void {
  if (memory === undefined) {
    console.log("   (nothing)");
    return;
  }
  const { id, type, state, standing, confidence, content } = memory;
  console.log(
    `   ${shortId(id)} ${type}, ${state}, ${standing}, confidence ${confidence.toFixed(2)}\n   ${content}`,
  );
}

/**
 * Returns a session in which the tests fail because generated code is missing, the agent generates it, and the tests pass.
 */
function session(): Event[] {
  const runs: [string, string, boolean][] = [
    ["npm test", "Error: Cannot find module './generated/schema.js'", true],
    ["npm run codegen", "wrote src/generated/schema.js", false],
    ["npm test", "12 passed", false],
  ];
  const envelope = (i: number) => ({
    v: 1 as const,
    session: "demo",
    ts: new Date(nowMs + i * 1000).toISOString(),
  });
  return [
    { ...envelope(0), kind: "prompt", text: "Make the tests pass" },
    ...runs.flatMap(([command, output, isError], i): Event[] => [
      { ...envelope(i + 1), kind: "tool_call", callId: `c${i}`, tool: "shell", input: { command } },
      { ...envelope(i + 1), kind: "tool_result", callId: `c${i}`, tool: "shell", output, isError },
    ]),
    { ...envelope(9), kind: "session_end", outcome: "success" },
  ];
}

try {
  writeFileSync(join(project, "package.json"), "{}");
  const tacit = await openTacit({ home: join(project, ".home"), cwd: project, clock: () => nowMs });

  step("observe, detect, propose, promote: a session is watched");
  const { sessions } = await tacit.sessions.ingest(session(), "replay");
  const [learned] = await tacit.sessions.learn(sessions);
  console.log(`   signals: ${learned?.signals.map((signal) => signal.type).join(", ")}`);
  const [memory] = learned?.promoted ?? [];
  show(memory);
  if (memory === undefined) throw new Error("the demo session taught nothing");

  step("recall and inject: the error comes back in another session");
  const teller = { session: "the next one", point: "tool" as const };
  const error = "Error: Cannot find module './generated/schema.js'";
  console.log((await tacit.brief.toolBlock(teller, { files: [], error })).text);
  console.log(
    `   and again, in the same session: "${(await tacit.brief.toolBlock(teller, { files: [], error })).text}"`,
  );

  step("revise: a user confirms it, then says it better");
  show(await tacit.memories.confirm(memory.id));
  const better = await tacit.memories.correct(memory.id, {
    kind: "replace",
    text: "Run `npm run codegen` after every pull: the tests import src/generated, which is not checked in.",
  });
  show(better);

  step("decay: two years later, unless somebody confirmed it");
  nowMs += 730 * DAY_MS;
  const { hits } = await tacit.memories.recall({ query: "codegen after pull" });
  console.log(`   confidence today: ${hits[0]?.confidence.toFixed(2)}`);
  show(await tacit.memories.archive(better.id));
  show(await tacit.memories.restore(better.id));

  step("forget: for good");
  await tacit.memories.forget([better.id, memory.id]);
  show((await tacit.memories.list({ state: null })).find((one) => one.type !== "handoff"));
  await tacit.close();
} finally {
  rmSync(project, { recursive: true, force: true });
}
