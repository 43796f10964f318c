/** Tests the view of a memory: the code that it is about as it was and as it is, and what followed when it was shown. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVENT_VERSION, type Event } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { startPanel } from "../testing-panel.ts";

const BEFORE = `export function one() {
  return 1;
}

export function portOf(name: string) {
  return name === "staging" ? 7781 : 80;
}

export const LAST = 3;
`;
const AFTER = `// A new first line.
${BEFORE.replace('  return name === "staging" ? 7781 : 80;', '  if (name === "staging") {\n    return 7790;\n  }\n  return 80;')}`;

function git(cwd: string, ...args: readonly string[]): void {
  const own = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...own, ...args], { cwd, stdio: "ignore" });
}

test("a memory shows the code that it is about, as it was and as it is", async () => {
  const panel = await startPanel();
  const project = join(panel.folder, "project");
  const file = join(project, "src", "ports.ts");
  mkdirSync(join(project, "src"));
  writeFileSync(file, BEFORE);
  git(project, "init", "-q", "-b", "main");
  git(project, "add", ".");
  git(project, "commit", "-q", "-m", "ports");
  const { id } = await panel.other.memories.remember({
    content: "`portOf` decides the port, because staging shares its machine with the metrics.",
    files: ["src/ports.ts"],
    symbols: ["portOf"],
    source: "user_taught",
  });
  const read = async () =>
    (await panel.call("GET /api/memories/:id", {}, { id: id ?? "" })).anchors.find(
      ({ symbol }) => symbol === "portOf",
    );
  // On a machine that other programs use, git may not answer in time; then the code is missing, and the next request has it.
  const anchor = async () => {
    let found = await read();
    for (let n = 1; n < 4 && found?.code == null; n++) found = await read();
    return found;
  };
  const lines = BEFORE.split("\n").slice(4, 7).join("\n");
  expect((await anchor())?.code).toMatchObject({ before: lines, now: lines });
  writeFileSync(file, AFTER);
  expect(await anchor()).toMatchObject({
    freshness: "changed",
    line: 6,
    code: { before: lines, now: AFTER.split("\n").slice(5, 11).join("\n") },
  });
  writeFileSync(file, "export const LAST = 3;\n");
  expect(await anchor()).toMatchObject({ freshness: "gone", code: { before: lines, now: null } });
  const change = { path: "src/ports.ts", symbol: "portOf", freshness: "gone", movedTo: null };
  const { items } = await panel.call("GET /api/review", {});
  expect(items).toMatchObject([{ id, reasons: [{ reason: "stale", about: null }] }]);
  const [item] = items;
  expect(item?.kind === "memory" && item.reasons[0]?.changes).toContainEqual(change);
});

const ERROR = "Error: Cannot find module 'left-pad'";

/** Events of a session, from one second before now on. */
function session() {
  const at = { v: EVENT_VERSION, session: "s1", agent: "claude-code" } as const;
  const ts = () => new Date().toISOString();
  const shell = (callId: string, command: string, output: string, exitCode: number): Event[] => [
    { ...at, ts: ts(), kind: "tool_call", callId, tool: "shell", input: { command } },
    {
      ...{ ...at, ts: ts(), kind: "tool_result", callId, tool: "shell", output, exitCode },
      isError: exitCode !== 0,
    },
  ];
  return {
    failed: (): Event[] => [
      { ...at, ts: ts(), kind: "session_start" },
      { ...at, ts: ts(), kind: "prompt", text: "Count the words of a page" },
      ...shell("c1", "npm test", ERROR, 1),
    ],
    repaired: (): Event[] => [
      ...shell("c2", "npm install --no-save left-pad", "added 1 package", 0),
      ...shell("c3", "npm test", "3 passed", 0),
      { ...at, ts: ts(), kind: "session_end", outcome: "success" },
    ],
  };
}

test("a memory shows what followed in a session to which it was shown", async () => {
  const { other, call } = await startPanel();
  const { id } = await other.memories.remember({
    content: `"${ERROR}": the lock file leaves it out on purpose.`,
    type: "error_pattern",
    error: ERROR,
    source: "user_taught",
  });
  const effects = async () =>
    (await call("GET /api/memories/:id", {}, { id: id ?? "" })).shown.map((shown) => [
      shown.point,
      [...shown.effects].sort(),
    ]);
  const { failed, repaired } = session();
  await other.sessions.ingest(failed(), "live");
  const { shown } = await other.brief.toolBlock(
    { session: "s1", point: "tool" },
    { files: [], error: ERROR },
  );
  expect(shown.map((memory) => memory.id)).toEqual([id]);
  expect(await effects()).toEqual([["tool", []]]);
  await other.sessions.ingest(repaired(), "live");
  expect(await effects()).toEqual([["tool", ["error_gone"]]]);
  await other.memories.forget([id ?? ""]);
  await expect(call("GET /api/memories/:id", {}, { id: id ?? "" })).rejects.toThrow(/404/);
});

test("a memory shows the session from which it was learned", async () => {
  const panel = await startPanel();
  const { id } = await panel.other.memories.remember({
    content: "The staging database is reset every night, so keep no fixtures there.",
    source: "agent_explicit",
    session: "s9",
  });
  const { facts } = await panel.call("GET /api/memories/:id", {}, { id: id ?? "" });
  expect(facts.learnedFrom).toEqual({ session: "s9" });
});
