/** Calls that cannot be executed as written: the message is correct and leads to the solution. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { remember } from "./commands/memories/remember.ts";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

test("shows examples in the help of remember that are accepted", async () => {
  const shown = remember.examples.flatMap(
    (line) => /^tacit remember "([^"]+)"/.exec(line)?.[1] ?? [],
  );
  expect(shown.length).toBeGreaterThan(3);
  for (const text of shown) {
    expect(await machine.json(["remember", text]), text).toMatchObject({ accepted: true });
  }
});

test("reports help for an unknown command as such", async () => {
  const { status, stderr } = await machine.run(["help", "nosuch"]);
  expect(status).toBe(64);
  expect(stderr).toBe("tacit: unknown command 'nosuch'\n  next: run `tacit --help`\n");
});

test("reports an incomplete command with the possible next words, also as JSON", async () => {
  const { status, stdout, stderr } = await machine.run(["graph", "--json"]);
  expect(status).toBe(64);
  expect(stderr).toBe(
    "tacit: graph needs one more word: show, export\n  next: run `tacit graph --help`\n",
  );
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "usage" } });
});

test("asks for a command where there are only options", async () => {
  const { status, stderr } = await machine.run(["--json"]);
  expect([status, stderr]).toEqual([64, "tacit: name a command\n  next: run `tacit --help`\n"]);
});

test("states that the kind of an event is unknown", async () => {
  const line = { v: 1, session: "s", seq: 0, ts: "2026-10-01T10:00:00.000Z", kind: "nokind" };
  const { stdout, stderr } = await machine.run(["observe", "-"], JSON.stringify(line));
  expect(stdout + stderr).toContain("kind: not one of the known kinds of event");
});

test("requires an owner for correct --scope, and --scope for --owner", async () => {
  const text = "The reviewer agent never pushes to main by itself.";
  const { id } = (await machine.json(["remember", text])) as { id: string };
  const alone = await machine.run(["correct", id, "--outdated", "--owner", "codex"]);
  expect(alone.status).toBe(64);
  expect(alone.stderr).toContain("--owner requires --scope");
  const missing = await machine.run(["correct", id, "--scope", "session"]);
  expect(missing.stderr).toContain("give its id as the owner");
  const moved = await machine.json(["correct", id, "--scope", "session", "--owner", "s7"]);
  expect(moved).toMatchObject({ id, scope: "session" });
});

test("reports a wrong number with its option as written", async () => {
  const { stderr } = await machine.run(["forget", "--older-than", "x"]);
  expect(stderr).toContain(
    "(option: --older-than, given: x, expected: 0 or more days, such as 90, 90d, 12w or 1y)",
  );
});

test("reports a missing session as a session, not as a path", async () => {
  // An imported git history is stored as a session and must not be taken for the latest one.
  const commit = {
    v: 1,
    session: "git:p",
    ts: "2026-10-01T10:00:00.000Z",
    agent: "git",
    kind: "commit",
  };
  const line = {
    ...commit,
    key: "commit:a1",
    sha: "a1".repeat(20),
    message: "one",
    files: ["a.ts"],
  };
  await machine.json(["observe", "-"], `${JSON.stringify(line)}\n`);
  for (const argv of [
    ["prefetch", "--session", "latest"],
    ["prefetch", "--session", "nosuch"],
    ["events", "export", "--session", "nosuch"],
  ]) {
    const { status, stderr } = await machine.run(argv);
    expect(status, argv.join(" ")).toBe(66);
    expect(stderr).toContain("no such session in this project");
    expect(stderr).toContain("next: run `tacit report --list`");
  }
});

test("names the missing folder of an output file", async () => {
  const folder = join(machine.folder, "nowhere");
  const { status, stderr } = await machine.run(["export", "--out", join(folder, "memories.json")]);
  expect(status).toBe(66);
  expect(stderr).toBe(`tacit: no such file or folder (path: ${folder})\n  next: check the path\n`);
});

test("names the agent without a handoff, because another may have one", async () => {
  const { stdout } = await machine.run(["resume", "--agent", "codex"]);
  expect(stdout).toBe("no session of codex has left a handoff in this project yet\n");
});

test("reports a promoted candidate with its memory's id", async () => {
  await machine.run(["projects", "mode", "review"]);
  const about = { v: 1, session: "s1", agent: "codex" };
  const rule = "No, always run the tests here with `uv run pytest`, never with plain pytest.";
  const lines = [
    { ...about, seq: 0, ts: "2026-10-01T10:00:00.000Z", kind: "prompt", text: "Mend the bar" },
    {
      ...about,
      seq: 1,
      ts: "2026-10-01T10:00:01.000Z",
      kind: "message",
      text: "Done with pytest.",
    },
    { ...about, seq: 2, ts: "2026-10-01T10:00:02.000Z", kind: "prompt", text: rule },
  ];
  const input = lines.map((line) => JSON.stringify(line)).join("\n");
  await machine.json(["observe", "-", "--finalize"], input);
  const [candidate] = (await machine.json(["candidates"])) as { id: string }[];
  const id = candidate?.id ?? "";
  await machine.json(["review", "accept", id]);
  const { status, stderr } = await machine.run(["review", "reject", id]);
  expect(status).toBe(65);
  const memory = /`tacit review reject ([0-9a-f]{8})`/.exec(stderr)?.[1] ?? stderr;
  expect((await machine.run(["review", "reject", memory])).status).toBe(0);
});

test.each([
  [["review", "accept", "zzz"], 66, "`tacit review`"],
  [["review", "reject", "zzz"], 66, "`tacit review`"],
  [["undo", "zzz"], 66, "`tacit undo --list`"],
])("an unknown id names the list it is from: %s", async (argv, status, list) => {
  const ran = await machine.run(argv);
  expect([ran.status, ran.stderr]).toEqual([status, expect.stringContaining(list)]);
});
