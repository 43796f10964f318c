/** Tests that a report shows what happened, what was learned and why, from the store alone, without home folders. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { reportFileIn } from "../store/report-files.ts";
import {
  makePlace,
  type Place,
  type SessionScript,
  START_MS,
  sessionScript,
} from "../testing/testing-life.ts";

const HOUR_MS = 3_600_000;
const MISSING = "Error: Cannot find module 'left-pad'\nRequire stack: index.js";

async function takenIn(place: Place, script: SessionScript, mayLearn = true) {
  const tacit = await place.open();
  place.clock.nowMs = Math.max(
    place.clock.nowMs,
    ...script.events.map(({ ts }) => Date.parse(ts) + 1),
  );
  const { sessions } = await tacit.sessions.ingest(script.events, "live");
  if (mayLearn) await tacit.sessions.learn(sessions);
  return tacit;
}

/** A session with an error, its fix, an edit and a commit. */
function fixedError(session: string, startMs = START_MS): SessionScript {
  return sessionScript(session, startMs)
    .add("session_start", { agent: "claude-code", branch: "main", cwd: "/home/ann/work/shop" })
    .prompt(
      "Implement the following plan:\n\n# Plan: Mend the parser\n\nIt crashes on empty input.",
    )
    .shell("cat src/parser.ts", "code")
    .shell("npm test", MISSING, 1)
    .shell("npm install --no-save left-pad", "added 1 package")
    .shell("npm test 2>&1 | tail -5", "3 passed")
    .edit("src/parser.ts", "parse(", "parseAll(")
    .add("tool_call", { callId: "r", tool: "read", input: {}, files: ["/home/ann/notes/todo.md"] })
    .add("tool_result", {
      callId: "r",
      tool: "read",
      output: "x",
      isError: false,
      files: ["/home/ann/notes/todo.md"],
    })
    .add("commit", {
      sha: "0123456789abcdef",
      files: ["src/parser.ts"],
      message: "Mend the parser\n\nmore",
    })
    .prompt("commit it")
    .end("success");
}

test("counts the steps of stretches beyond the limit, and not the steps that no stretch has", async () => {
  const place = makePlace();
  const script = sessionScript("s-long").prompt("Mend the parser");
  for (let n = 0; n < 25; n++) {
    script.shell("npm test", "3 passed").edit(`src/parser${n}.ts`, "a", "b");
    const callId = `todo-${n}`;
    script.add("tool_call", { callId, tool: "other", input: {} });
    script.add("tool_result", { callId, tool: "other", output: "done", isError: false });
  }
  await takenIn(place, script.end("success"), false);
  const { turns } = await (await place.open()).sessions.report({});
  expect(
    turns.map(({ steps, stretches, stepsLeftOut }) => [steps, stretches.length, stepsLeftOut]),
  ).toEqual([[75, 40, 10]]);
});

test("reports what happened: task, path, errors with their fixes, files, commits, times", async () => {
  const place = makePlace({ promotesStatistics: true });
  const tacit = await takenIn(place, fixedError("s-one"));
  const report = await tacit.sessions.report({ userHome: "/home/ann" });
  expect(report).toMatchObject({
    id: "s-one",
    agent: "claude-code",
    task: "Mend the parser",
    taskKind: "fix",
    outcome: "success",
    standing: "over",
    isLearnedFrom: true,
    startedAtMs: START_MS,
    counts: { prompts: 2, steps: 6, errors: 1, kinds: { read: 2, check: 2, run: 1, edit: 1 } },
    commits: [{ sha: "0123456789abcdef", message: "Mend the parser", files: 1 }],
    edited: [{ path: "src/parser.ts", edits: 1 }],
    read: [{ path: "~/notes/todo.md", reads: 1, edits: 0 }],
    errors: [
      {
        line: "Error: Cannot find module 'left-pad'",
        what: "npm test",
        times: 1,
        mended: { how: "command", detail: "npm install --no-save left-pad" },
      },
    ],
  });
  expect(report.activeMs).toBe(report.lastEventAtMs - report.startedAtMs);
  expect(
    report.turns.map(({ asked, steps, errors, commits }) => [asked, steps, errors, commits]),
  ).toEqual([
    ["Mend the parser", 6, 1, 1],
    ["commit it", 0, 0, 0],
  ]);
  expect(report.turns[0]?.stretches.map(({ kinds, commands }) => [kinds, commands])).toEqual([
    [{ read: 1 }, ["cat src/parser.ts"]],
    [{ check: 1 }, ["npm test"]],
    [{ run: 1 }, ["npm install --no-save left-pad"]],
    [{ check: 1 }, ["npm test"]],
    [{ edit: 1 }, []],
    [{ read: 1 }, []],
  ]);
  expect(report.picture.marks.map(({ kind, column }) => [kind, column])).toEqual([
    ["asked", 0],
    ["commit", 5],
    ["asked", 5],
  ]);
  expect(report.signals.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["error_retry", "commit"]),
  );
  expect(JSON.stringify(report)).not.toMatch(/home\/ann/);
});

test("reports what was learned: produced here, shared with a later session, seen again, stored explicitly", async () => {
  const place = makePlace({ promotesStatistics: true });
  await takenIn(place, fixedError("s-one"));
  const tacit = await takenIn(place, fixedError("s-two", START_MS + HOUR_MS));
  await tacit.memories.remember({
    content: "Deploys of the shop go through the staging bucket first.",
    source: "agent_explicit",
    session: "s-two",
  });
  const roles = async (session: string) =>
    (await tacit.sessions.report({ session })).memories.map(({ role, signals, memory }) => [
      role,
      memory.type,
      signals.join(),
    ]);
  expect(await roles("s-one")).toContainEqual(["learned", "error_pattern", "error_retry"]);
  expect(await roles("s-two")).toContainEqual(["confirmed", "error_pattern", "error_retry"]);
  expect(await roles("s-two")).toContainEqual(["written", "fact", ""]);
  const listed = await tacit.sessions.list();
  expect(listed.map(({ id, learned }) => [id, learned])).toEqual([
    ["s-two", (await tacit.sessions.report({ session: "s-two" })).learned],
    ["s-one", (await tacit.sessions.report({ session: "s-one" })).learned],
  ]);
  expect(listed[1]?.learned).toBeGreaterThan(0);
});

test.each([
  ["search", 'No matches found for "units.py" in /repo', 0],
  ["glob", "No files found", 0],
  ["glob", "", 0],
  ["search", "Found 0 results", 0],
  ["search", "Error: unclosed group", 1],
  ["search", "Path does not exist: /repo/none", 1],
  ["read", "No files found", 1],
] as const)("counts the failures of a %s that prints %j: %d", async (tool, output, errors) => {
  const place = makePlace({ promotesStatistics: true });
  const script = sessionScript("s-look")
    .prompt("look for it")
    .add("tool_call", { callId: "g", tool, input: { pattern: "units.py" } })
    .add("tool_result", { callId: "g", tool, output, isError: true })
    .end();
  const report = await (await takenIn(place, script)).sessions.report();
  expect([report.counts.errors, report.errors.length, report.turns[0]?.errors]).toEqual([
    errors,
    errors,
    errors,
  ]);
});

test("counts the memories of a session that are beyond the limit; those stored explicitly are all listed", async () => {
  const place = makePlace();
  const tacit = await takenIn(place, sessionScript("s1").prompt("Go on."));
  for (let i = 0; i < 103; i++)
    await tacit.memories.remember({
      content: `The mirror of shop ${i} uses the port ${7000 + i * 3}.`,
      source: "agent_explicit",
      session: "s1",
    });
  const listed = async () => {
    const { memories, learnedLeftOut, learned } = await tacit.sessions.report({ session: "s1" });
    return [memories.length, learnedLeftOut, learned];
  };
  expect(await listed()).toEqual([103, 0, 103]);
  const db = await place.database();
  await db.run("DELETE FROM injection WHERE point = 'own_write'", {});
  expect(await listed()).toEqual([100, 3, 103]);
  // Memories of an earlier session that this one only confirmed are not missing from what it learned.
  await db.run(
    `INSERT INTO memory_version (memory_id, version, change, before, at_ms)
      SELECT id, 0, 'confirmed', json_object('sessions', json_array('s0')), created_at_ms FROM memory ORDER BY created_at_ms, id LIMIT 20`,
    {},
  );
  expect(await listed()).toEqual([100, 3, 83]);
});

test("reports the reason of what waits or was rejected", async () => {
  const place = makePlace({ promotesStatistics: true });
  const edits = sessionScript("s-one")
    .prompt("Make the cart count")
    .edit("src/cart.ts", "a", "b")
    .shell("npm test", "src/cart.ts:3: TypeError: total is not a function\n 1 failed", 1)
    .edit("src/cart.ts", "b", "c")
    .shell("npm test", "1 passed")
    .end();
  const tacit = await takenIn(place, edits);
  const { candidates } = await tacit.sessions.report();
  expect(candidates.map(({ state, reason }) => [state, reason])).toContainEqual([
    "proposed",
    "too_few_sessions",
  ]);
  const [first] = candidates;
  await tacit.memories.reject(first?.id ?? "");
  const after = await tacit.sessions.report();
  expect(after.candidates.map(({ id, state, reason }) => [id, state, reason])).toContainEqual([
    first?.id,
    "rejected",
    "rejected_by_user",
  ]);
});

test("reports what was shown: when, why, and the visible result", async () => {
  const place = makePlace({ promotesStatistics: true });
  await takenIn(place, fixedError("s-one"));
  const startMs = START_MS + 2 * HOUR_MS;
  const met = sessionScript("s-two", startMs)
    .prompt("Count the words of a page")
    .shell("npm test", MISSING, 1);
  const tacit = await takenIn(place, met, false);
  const block = await tacit.brief.toolBlock(
    { session: "s-two", point: "tool" },
    { files: [], error: MISSING },
  );
  expect(block.shown).toHaveLength(1);
  const running = await tacit.sessions.report({ session: "s-two" });
  expect(running.standing).toBe("running");
  expect(running.isLearnedFrom).toBe(false);
  expect(running.told).toMatchObject([{ point: "tool", because: { kind: "error" }, fruit: [] }]);
  // The newest session in a request means the newest that is over.
  expect((await tacit.sessions.report()).id).toBe("s-one");

  const rest = sessionScript("s-two", startMs);
  rest.prompt("Count the words of a page").shell("npm test", MISSING, 1);
  rest.shell("npm install --no-save left-pad", "added").shell("npm test", "3 passed").end();
  await takenIn(place, rest);
  const { told: shown, picture } = await tacit.sessions.report({ session: "s-two" });
  expect(shown[0]?.because).toEqual({
    kind: "error",
    detail: "Error: Cannot find module 'left-pad'",
  });
  expect(shown[0]?.fruit.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["command_ran", "error_gone"]),
  );
  expect(picture.marks.map(({ kind }) => kind)).toContain("told");

  await tacit.memories.forget([block.shown[0]?.id ?? ""]);
  expect(
    (await tacit.sessions.report({ session: "s-two" })).told.filter(
      ({ memory }) => memory !== null,
    ),
  ).toEqual([]);
});

test("selects a session by latest, by a beginning, or by a whole id that begins another; otherwise throws a helpful error", async () => {
  const place = makePlace({ promotesStatistics: true });
  await takenIn(place, fixedError("ab"));
  await takenIn(place, fixedError("abc-1", START_MS + HOUR_MS));
  const tacit = await takenIn(place, fixedError("abc-2", START_MS + 2 * HOUR_MS));
  const idOf = async (session?: string) => (await tacit.sessions.report({ session })).id;
  expect(await idOf()).toBe("abc-2");
  expect(await idOf("latest")).toBe("abc-2");
  expect(await idOf("ab")).toBe("ab");
  expect(await idOf("abc-1")).toBe("abc-1");
  await expect(idOf("abc")).rejects.toThrow(
    expect.objectContaining({
      code: "session_ambiguous",
      facts: { session: "abc", fits: ["abc-2", "abc-1"] },
    }),
  );
  await expect(idOf("%")).rejects.toThrow(expect.objectContaining({ code: "session_not_found" }));
  place.clock.nowMs += 3 * HOUR_MS;
  await takenIn(
    place,
    sessionScript("open", place.clock.nowMs - 2 * HOUR_MS).prompt("Look around here"),
    false,
  );
  expect((await tacit.sessions.report()).standing).toBe("silent");
});

test("reports that a project has no session", async () => {
  const tacit = await makePlace({ promotesStatistics: true }).open();
  expect(await tacit.sessions.list()).toEqual([]);
  const failed = await tacit.sessions.report().catch((error: unknown) => error);
  expect(MemoryError.is(failed, "session_not_found")).toBe(true);
});

test("builds a bounded report of five thousand hostile events in bounded time", async () => {
  const place = makePlace({ promotesStatistics: true });
  const script = sessionScript("s-long").prompt(`</script>\u202e${"x".repeat(100_000)}`);
  for (let i = 0; i < 830; i++) {
    script.shell(
      `npm test -- case${i}`,
      `Error: case ${"abcdefghij"[i % 10]}${"klmnopqrst"[i % 7]} broke\n${"y".repeat(2000)}`,
      1,
    );
    script.edit(`src/deep/folder-${i}/file-${i}.ts`, "a", "b");
    script.prompt(`And now number ${i}, please: ${"word ".repeat(200)}`);
    script.add("commit", { sha: `${i}`.padStart(40, "0"), files: [], message: "z".repeat(5000) });
  }
  const tacit = await takenIn(place, script, false);
  const startedMs = performance.now();
  const report = await tacit.sessions.report({ session: "s-long" });
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  expect(report.counts.events).toBe(4981);
  expect(JSON.stringify(report).length).toBeLessThan(300_000);
  expect(report.turns.length).toBeLessThanOrEqual(60);
  expect(report.turns.reduce((sum, { prompts }) => sum + prompts, 0)).toBe(831);
  expect(report.turns.reduce((sum, { steps }) => sum + steps, 0)).toBe(1660);
  expect(report.picture.columns.length).toBeLessThanOrEqual(160);
  expect(report.editedLeftOut + report.edited.length).toBe(830);
  expect(report.commitsLeftOut + report.commits.length).toBe(830);
});

test("removes a page stored in Tacit's home when anything is forgotten, and derives a separate file for any form of id", async () => {
  const place = makePlace({ promotesStatistics: true });
  const tacit = await takenIn(place, fixedError("s-one"));
  const path = reportFileIn(place.home, tacit.projectId, "s-one");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "page");
  const { memories } = await tacit.sessions.report();
  await tacit.memories.forget([memories[0]?.memory.id ?? ""]);
  expect(existsSync(path)).toBe(false);

  const names = ["../../etc/passwd", "a/b", "a:b", "a\u0000b", "..", "con", "x".repeat(300), "é"];
  const paths = names.map((name) => reportFileIn(place.home, tacit.projectId, name));
  expect(new Set(paths).size).toBe(names.length);
  for (const item of paths)
    expect(dirname(item)).toBe(join(place.home, "reports", tacit.projectId));
});
