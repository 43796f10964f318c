/**
 * Tests what several sessions teach together: recipes, the effort of modules, parallel sessions, and the effort of a task.
 */
import { expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { planningLines } from "../report/planning.ts";
import {
  learn,
  openAfterSessions,
  type SessionScript,
  START_MS,
  sessionScript,
} from "../testing/testing-life.ts";
import { PROPOSE } from "./propose/limits.ts";

const HOUR_MS = 3_600_000;

/** Makes a session long enough to overlap with another that begins a second later. */
function busy(script: SessionScript): SessionScript {
  for (let i = 0; i < 25; i++) script.shell(`ls ${i}`, "");
  return script.end();
}

const round = (script: SessionScript) =>
  script
    .edit("src/a.ts", "a", "b")
    .shell("npm test", "ok")
    .shell("npm run lint", "clean")
    .shell("git commit -m x", "[main abc1234] x")
    .end();

const contents = async (tacit: Tacit, type: string) =>
  (await tacit.memories.list())
    .filter((memory) => memory.type === type)
    .map(({ content }) => content);

test("stores a recipe after three sessions of one order, and a fourth reinforces it", async () => {
  const { tacit, session } = await openAfterSessions();
  for (const n of [1, 2]) await learn(tacit, round(session(n)));
  const steps = async () =>
    (await tacit.memories.list()).filter(({ tags }) => tags.includes("steps"));
  expect(await steps()).toEqual([]);
  await learn(tacit, round(session(3)));
  expect((await steps()).map(({ content, sessions }) => [content, sessions])).toEqual([
    [
      "To finish a change in this project: 1. change the code; 2. `npm test`; 3. `npm run lint`; 4. `git commit`.",
      ["s1", "s2", "s3"],
    ],
  ]);
  await learn(tacit, round(session(4)));
  expect((await steps()).map(({ sessions }) => sessions)).toEqual([["s1", "s2", "s3", "s4"]]);
});

test("states what a module needs after ten sessions and revises it after twenty", async () => {
  const { tacit, session } = await openAfterSessions();
  // A baseline from which the module can stand out.
  for (let n = 1; n <= 10; n++)
    await learn(tacit, session(n).edit(`docs/p${n}.md`, "a", "b").end());
  const change = (n: number, ...files: readonly string[]) => {
    const script = session(n).edit(`src/api/r${n % 3}.ts`, "a", "b");
    for (const file of files) script.edit(file, "a", "b");
    return learn(tacit, script.end());
  };
  const about = async () =>
    (await tacit.memories.list()).filter(({ content }) => content.includes("change `src/api`"));
  for (let n = 20; n < 29; n++) await change(n, "web/old.ts", ...(n < 25 ? ["web/new.ts"] : []));
  expect(await about()).toEqual([]);
  await change(29, "web/old.ts");
  const [first] = await about();
  expect(first?.content).toBe(
    "When you change `src/api`, also open `web/old.ts` (opened by 10 of 10 sessions, changed by 10; by 0 of 10 other sessions).",
  );
  for (let n = 30; n < 40; n++) await change(n, "web/new.ts");
  const after = await about();
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({
    id: first?.id,
    content:
      "When you change `src/api`, also open `web/new.ts` (opened by 15 of 20 sessions, changed by 15; by 0 of 10 other sessions).",
    files: ["web/new.ts"],
  });
  expect((await tacit.memories.story(first?.id ?? "")).versions.at(-1)?.before.content).toBe(
    first?.content,
  );
});

test("does not revise a statement that a person edited", async () => {
  const { tacit, session } = await openAfterSessions();
  for (let n = 1; n <= 10; n++)
    await learn(tacit, session(n).edit(`docs/p${n}.md`, "a", "b").end());
  const change = async (n: number, files: readonly string[]) => {
    const script = session(n).edit(`src/api/r${n % 3}.ts`, "a", "b");
    for (const file of files) script.edit(file, "a", "b");
    await learn(tacit, script.end());
  };
  for (let n = 20; n < 30; n++) await change(n, ["web/old.ts"]);
  const [memory] = (await tacit.memories.list()).filter(({ content }) =>
    content.includes("change `src/api`"),
  );
  const own =
    "The API's routes and `web/old.ts` go together, because the client is written by hand.";
  await tacit.memories.edit(memory?.id ?? "", { content: own });
  for (let n = 30; n < 40; n++) await change(n, ["web/old.ts", "web/new.ts", "web/else.ts"]);
  expect((await tacit.memories.get(memory?.id ?? "")).content).toBe(own);
});

test("believes a command after two parallel sessions, or after three consecutive ones", async () => {
  const { tacit } = await openAfterSessions();
  const habit = (id: string, startMs: number, command: string) =>
    busy(sessionScript(id, startMs).edit("src/a.ts", "a", "b").shell(command, "ok"));
  await learn(tacit, habit("a", START_MS, "npm test"));
  await learn(tacit, habit("b", START_MS + 1000, "npm test"));
  expect(await contents(tacit, "workflow_recipe")).toEqual([
    "To run the tests in this project, use `npm test`.",
  ]);
  await learn(tacit, habit("c", START_MS + HOUR_MS, "npm run lint"));
  await learn(tacit, habit("d", START_MS + 2 * HOUR_MS, "npm run lint"));
  const waiting = await tacit.memories.candidates({ state: "proposed" });
  expect(waiting.find(({ content }) => content.includes("lint"))?.reason).toBe("too_few_sessions");
});

test("counts two parallel sessions that change one file as a conflict", async () => {
  const { tacit } = await openAfterSessions();
  const edits = (id: string, startMs: number) => {
    const script = sessionScript(id, startMs).edit("src/a.ts", "a", "b");
    for (let i = 0; i < 5; i++) script.shell(`pwd ${i}`, "");
    return busy(script.edit("src/a.ts", "b", "c"));
  };
  await learn(tacit, edits("a", START_MS));
  const [beside] = await learn(tacit, edits("b", START_MS + 1000));
  // Begins long after both sessions finished with the file, although the first two were open in parallel.
  const later = sessionScript("d", START_MS + 20_000);
  const [after] = await learn(tacit, busy(later.edit("src/a.ts", "c", "d")));
  const [apart] = await learn(tacit, edits("c", START_MS + HOUR_MS));
  const seen = (learned: typeof beside) =>
    learned?.signals
      .filter(({ type }) => type === "parallel_conflict")
      .map(({ subject }) => subject);
  expect(seen(beside)).toEqual(["conflict:src/a.ts"]);
  expect(seen(after)).toEqual([]);
  expect(seen(apart)).toEqual([]);
});

/** Edits each pair once, too rarely to be proposed by itself. */
function edited(pairs: number) {
  const script = sessionScript("s0", START_MS - HOUR_MS);
  for (let at = 0; at < pairs; at++)
    script.edit(`api/routes${at}.ts`, "a", "b").edit(`web/client${at}.ts`, "a", "b");
  return script.end().events;
}

test("proposes coupled files of two modules once a week, also when a session showed them", async () => {
  const { place, tacit } = await openAfterSessions();
  const commits = sessionScript("s1", START_MS);
  // One pair more than a session proposes.
  const pairs = PROPOSE.couplingPerSession + 1;
  for (let at = 0; at < pairs; at++)
    for (const file of [`api/routes${at}.ts`, `web/client${at}.ts`]) place.write(file, "");
  for (let n = 0; n < 4 * pairs; n++) {
    const at = n % pairs;
    const files = [`api/routes${at}.ts`, `web/client${at}.ts`, `docs/${n}.md`];
    commits.add("commit", { sha: `c${n}`, files, message: "m" });
  }
  await tacit.sessions.ingest(edited(pairs), "live");
  await tacit.sessions.ingest(commits.end().events, "live");
  await tacit.sessions.learnDue();
  expect(await contents(tacit, "causal_dependency")).toHaveLength(pairs);
  const db = await place.database();
  const looks = async (id: string) => {
    await tacit.sessions.ingest(
      sessionScript(id, START_MS).shell("npm test", "ok").end().events,
      "live",
    );
    expect(await tacit.sessions.learnDue()).toHaveLength(1);
    return (await db.all("SELECT kind FROM job WHERE kind LIKE 'across %'")).length;
  };
  // Within the same week nothing is analysed, whatever was counted since.
  place.clock.nowMs += 6 * 24 * HOUR_MS;
  expect(await looks("s2")).toBe(1);
  place.clock.nowMs += 24 * HOUR_MS;
  expect(await looks("s3")).toBe(2);
});

/**
 * Returns a database trigger that makes a stage fail while it writes. `when`: SQL condition for the row at which it fails.
 */
const BROKEN = (table: string, event: string, when: string) =>
  `CREATE TRIGGER broken BEFORE ${event} ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END`;
const LOOKING = "EXISTS (SELECT 1 FROM job WHERE kind LIKE 'across %' AND state = 'running')";
const SWEEPING = "EXISTS (SELECT 1 FROM job WHERE kind = 'sweep' AND state = 'running')";

async function afterSettling(broken: string) {
  const { place, tacit } = await openAfterSessions();
  const commits = sessionScript("s1", START_MS);
  const pairs = PROPOSE.couplingPerSession + 1;
  for (let n = 0; n < 4 * pairs; n++) {
    const files = [`api/routes${n % pairs}.ts`, `web/client${n % pairs}.ts`, `docs/${n}.md`];
    for (const file of files) place.write(file, "");
    commits.add("commit", { sha: `c${n}`, files, message: "m" });
  }
  await tacit.memories.remember({
    content: "The build is slow on Tuesdays.",
    source: "agent_explicit",
  });
  place.clock.nowMs += 900 * 24 * HOUR_MS;
  await tacit.sessions.ingest(edited(pairs), "live");
  await tacit.sessions.ingest(commits.end().events, "live");
  const db = await place.database();
  await db.run(broken);
  await tacit.sessions.learnDue();
  await db.run("DROP TRIGGER broken");
  const jobs = () =>
    db.all<{ kind: string; state: string; error: string | null }>(
      "SELECT substr(kind, 1, 6) AS kind, state, error FROM job ORDER BY started_at_ms, kind",
    );
  return { place, tacit, jobs, pairs };
}

test("records a failed sweep as failed and still runs the weekly analysis", async () => {
  const { tacit, jobs, pairs } = await afterSettling(BROKEN("memory", "UPDATE", SWEEPING));
  const broken = expect.stringContaining("broken on purpose");
  expect(await jobs()).toEqual([
    { kind: "across", state: "done", error: null },
    { kind: "retent", state: "done", error: null },
    { kind: "settle", state: "failed", error: broken },
    { kind: "sweep", state: "failed", error: broken },
  ]);
  expect(await contents(tacit, "causal_dependency")).toHaveLength(pairs);
});

test("repeats a failed weekly analysis the next day, not a week later", async () => {
  const { place, tacit, jobs, pairs } = await afterSettling(BROKEN("candidate", "INSERT", LOOKING));
  const broken = expect.stringContaining("broken on purpose");
  const ofLearning = (await jobs()).filter(({ kind }) => kind === "across" || kind === "settle");
  expect(ofLearning).toEqual([
    { kind: "across", state: "failed", error: broken },
    { kind: "settle", state: "failed", error: broken },
  ]);
  const looked = async (id: string, hours: number) => {
    place.clock.nowMs += hours * HOUR_MS;
    await tacit.sessions.ingest(
      sessionScript(id, START_MS).shell("npm test", "ok").end().events,
      "live",
    );
    await tacit.sessions.learnDue();
    return (await jobs()).filter(({ kind }) => kind === "across").map(({ state }) => state);
  };
  const made = async () => (await tacit.memories.candidates({ state: "promoted" })).length;
  expect(await made()).toBe(0);
  expect(await looked("s2", 12)).toEqual(["failed"]);
  expect(await looked("s3", 12)).toEqual(["failed", "done"]);
  expect(await made()).toBe(pairs);
});

test("estimates the effort of a task from earlier sessions", async () => {
  const { tacit, session } = await openAfterSessions();
  const work = (n: number, task: string, file: string, steps: number) => {
    const script = session(n).prompt(task);
    for (let i = 0; i < steps; i++) script.edit(file, `a${i}`, `b${i}`);
    return learn(tacit, script.end());
  };
  for (const n of [1, 2, 3]) await work(n, "fix the crash", "src/api/r.ts", 12);
  expect(await tacit.sessions.planning({ task: "fix it", files: ["src/api/r.ts"] })).toMatchObject({
    usualSteps: 12,
    kind: { name: "fix", sessions: 3, factor: 1 },
  });
  for (const n of [4, 5, 6, 7]) await work(n, "update the documentation", "docs/a.md", 4);
  const planning = await tacit.sessions.planning({
    task: "fix it",
    files: ["src/api/r.ts", "src/api/q.ts"],
  });
  expect(planning).toMatchObject({
    sessions: 7,
    usualSteps: 4,
    kind: { factor: 3 },
    modules: [{ module: "src/api", sessions: 3, factor: 3 }],
    stepLimitFactor: 2,
  });
  expect(planningLines(planning)).toEqual([
    "- a session takes 4 steps (median of 7 sessions)",
    "- fix tasks take 3 times the usual number of steps (3 sessions)",
    "- changes in `src/api` take 3 times the usual number of steps (3 sessions); sessions read about 0 tokens of it",
  ]);
});

test("plans nothing from too few sessions and detects an overrun in a long session", async () => {
  const { tacit, session } = await openAfterSessions();
  const planning = await tacit.sessions.planning({ task: "anything" });
  expect(planning).toMatchObject({ usualSteps: null, stepLimitFactor: 1 });
  expect(planningLines(planning)).toEqual([]);
  for (const n of [1, 2, 3]) await learn(tacit, session(n).shell("ls", "").shell("pwd", "").end());
  const long = session(4);
  for (let i = 0; i < 30; i++) long.shell(`ls ${i}`, "");
  const [learned] = await learn(tacit, long.end());
  expect(learned?.signals.map(({ type }) => type)).toContain("step_overrun");
});

test("removes the words of a forgotten memory from the statistics of sessions", async () => {
  const { place, tacit, session } = await openAfterSessions();
  const line = "AssertionError: the vault of project nightingale is sealed";
  const script = session(1).edit("src/vault.ts", "a", "b");
  await learn(tacit, script.shell("npm test", `${line}\n  at src/vault.ts:3`, 1).end());
  const db = await place.database();
  const counted = () => db.all("SELECT 1 FROM module_visit WHERE instr(body, 'nightingale') > 0");
  expect(await counted()).toHaveLength(1);
  const { id } = await tacit.memories.remember({ content: line, source: "user_taught" });
  await tacit.memories.forget([id ?? ""]);
  expect(await counted()).toEqual([]);
});
