/**
 * Tests that findings about the same command become one memory that each of them finds, and that a person's words are left
 * unchanged.
 */
import { expect, test } from "vitest";
import type { Candidate } from "../../domain/candidate.ts";
import type { Memory } from "../../domain/memory.ts";
import { matches } from "../../recall/triggers.ts";
import { findCandidate } from "../../store/memories/candidates.ts";
import { eraseMemory } from "../../store/memories/erase.ts";
import { changeMemory, getMemory } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import { PROJECT } from "../../testing/testing-life.ts";
import { promoting, SESSION } from "../../testing/testing-promoting.ts";
import { admit } from "./admit.ts";
import { accept } from "./review-candidate.ts";
import { withdrawMissingFindings } from "./withdraw-findings.ts";

const fixOf = (command: string, error: string, failed = "npm run lint"): Partial<Candidate> => ({
  type: "error_pattern",
  subject: `error:${error}`,
  title: error,
  content: `\`${failed}\` fails with “${error}” until \`${command}\` has been run.`,
  payload: { command: failed, error, fix: { kind: "command", command } },
  tags: ["error", "fix"],
  errorFingerprint: error,
});
const habit = (command: string, folder?: string): Partial<Candidate> => ({
  type: "workflow_recipe",
  signals: ["command_success"],
  subject: `command:install:${command}@${folder}`,
  title: `To install: ${command}`,
  content: `To install here use \`${command}\`${folder === undefined ? "" : ` in \`${folder}\``}.`,
  payload: { purpose: "install", command, ...(folder === undefined ? {} : { folder }) },
  tags: ["command", "install"],
  sessions: ["s2"],
});

type Session = Parameters<Awaited<ReturnType<typeof promoting>>["decide"]>[1];

async function learning(...candidates: readonly Partial<Candidate>[]) {
  const { db, place, propose, decide } = await promoting();
  const learn = async (item: Partial<Candidate>, session: Session = {}) => {
    const [promotion] = await decide([propose(item)], session);
    if (promotion === undefined) throw new Error("nothing was decided");
    return promotion;
  };
  const listAll = () => listMemories(db, { projectId: PROJECT });
  const only = async () => {
    const [memory, another] = await listAll();
    if (memory === undefined || another !== undefined) throw new Error("not one memory");
    return memory;
  };
  const change = async (changes: Partial<Memory>) => {
    const memory = await only();
    return changeMemory(db, memory, { ...memory, ...changes }, "edited", place.moment());
  };
  const withdraw = (session: string) =>
    withdrawMissingFindings(db, PROJECT, session, new Set(), place.moment());
  const ids: string[] = [];
  for (const item of candidates) ids.push((await learn(item)).memoryId ?? "none");
  const memories = await listAll();
  return { db, place, propose, decide, learn, listAll, only, change, withdraw, ids, memories };
}

const LINT = fixOf("npm ci", "biome: command not found");
const TYPES = fixOf("npm ci", "/bin/bash: line 1: tsc-watch: command not found", "npm run types");
const MET = "tsc-watch: command not found";

test.each([
  ["a cure, then the habit", LINT, habit("npm ci")],
  ["a habit, then the cure", habit("npm ci"), LINT],
])("%s: stores one memory that states the fix and is found by both", async (_, ...candidates) => {
  const { ids, memories } = await learning(...candidates);
  expect(new Set(ids).size).toBe(1);
  expect(memories).toHaveLength(1);
  expect(memories[0]).toMatchObject({
    type: "error_pattern",
    content: LINT.content,
    errorFingerprint: LINT.errorFingerprint,
    payload: LINT.payload,
    tags: expect.arrayContaining(["fix", "command"]),
    sessions: expect.arrayContaining(["s1", "s2"]),
    observationCount: 2,
  });
});

test("adds a second error that the same command fixes as another trigger of the fix", async () => {
  const { memories } = await learning(LINT, TYPES);
  expect(memories).toHaveLength(1);
  expect(memories[0]).toMatchObject({
    content: LINT.content,
    triggers: ["tsc-watch: command not found"],
  });
});

test("treats a command with a confirmation flag as the same command", async () => {
  const { memories } = await learning(
    fixOf("apt-get install -y maven", "mvn: command not found"),
    habit("apt-get install maven"),
  );
  expect(memories).toHaveLength(1);
});

test.each([
  ["another command", habit("npm install")],
  ["the same in one folder alone", habit("npm ci", "web")],
  [
    "what does not work in its place",
    { ...habit("npm ci"), payload: { command: "npm ci", refused: ["yarn"] } },
  ],
  ["what is no way of working", { ...habit("npm ci"), tags: ["search"] }],
])("stores %s as a separate memory", async (_, other) => {
  expect((await learning(LINT, other)).memories).toHaveLength(2);
  expect((await learning(other, LINT)).memories).toHaveLength(2);
});

test.each<[string, Partial<Memory>]>([
  ["a person has pinned", { isPinned: true }],
  ["a person has worded", { content: "Install with `npm ci` alone: Ben signs for the lock file." }],
  ["a person has titled", { title: "The rule for the lock file" }],
  ["a person has typed", { type: "convention" }],
  ["was shared", { visibility: "team" }],
  ["waits for a person", { needsReview: true }],
])("leaves a memory that %s unchanged and stores the fix separately", async (_, changes) => {
  const { change, learn, listAll } = await learning(habit("npm ci"));
  const { id, title, content, type } = await change(changes);
  await learn(LINT);
  const memories = await listAll();
  expect(memories).toHaveLength(2);
  expect(memories.find((memory) => memory.id === id)).toMatchObject({ title, content, type });
});

test("leaves a memory that a person reverted to its earlier wording unchanged", async () => {
  const { change, learn, listAll, only } = await learning(habit("npm ci"));
  const { type, title, content, payload } = await only();
  await learn(LINT);
  await change({ type, title, content, payload });
  await learn(TYPES);
  expect((await listAll()).map((memory) => memory.content).sort()).toEqual(
    [content, TYPES.content].sort(),
  );
});

test.each([
  ["first", [{ ...LINT, isTainted: true }, habit("npm ci")]],
  ["second", [habit("npm ci"), { ...LINT, isTainted: true }]],
])("requires review of a possibly tainted fix, seen %s", async (_, candidates) => {
  const { memories } = await learning(...candidates);
  expect(memories.find(({ content }) => content === LINT.content)).toMatchObject({
    isTainted: true,
    needsReview: true,
  });
});

test.each([
  ["main", "main again", 1],
  ["main", "feature", 2],
  ["feature", "main", 2],
  ["feature", "other", 2],
  ["feature", "feature", 1],
])(
  "merges a habit of %s and a fix of %s into this many memories: %i",
  async (first, second, count) => {
    const { learn, listAll } = await learning();
    const on = (branch: string) => ({
      branch,
      isStaged: !branch.startsWith("main"),
      commit: "a".repeat(40),
    });
    await learn(habit("npm ci"), on(first));
    await learn(LINT, on(second));
    const memories = await listAll();
    expect(memories).toHaveLength(count);
    expect(memories.find(({ content }) => content === LINT.content)).toMatchObject({
      isStaged: on(second).isStaged,
    });
  },
);

test("does not apply a person's approval to an earlier finding", async () => {
  const { db, place, propose, decide, listAll } = await learning(LINT);
  const [waiting] = await decide([propose(TYPES, { minSessions: 3 })]);
  const context = { session: SESSION, mode: "automatic", admission: { redaction: {} } } as const;
  await accept(db, waiting?.candidate.id ?? "", context, place.moment());
  const standings = (await listAll()).map(({ content, standing }) => [content, standing]);
  expect(standings).toContainEqual([LINT.content, "believed"]);
  expect(standings).toContainEqual([TYPES.content, "verified"]);
});

test("keeps the source of an imported memory", async () => {
  const imported = { externalId: "e1", createdAtMs: 5, scope: "project" as const };
  const { memories } = await learning(LINT, { ...TYPES, imported });
  expect(memories).toContainEqual(
    expect.objectContaining({ externalId: "e1", source: "imported" }),
  );
});

test.each([
  ["forgotten does not come back", 0],
  ["found wrong does not come back", 0],
  ["said by another memory is not said twice", 1],
])("handles an existing memory: what was %s", async (what, count) => {
  const { db, place, learn, listAll } = await learning();
  const taught = { content: LINT.content ?? "", source: "user_taught" } as const;
  const { id } = await admit(db, PROJECT, taught, { redaction: {} }, place.moment());
  const memory = await getMemory(db, id ?? "");
  if (what.startsWith("forgotten")) await eraseMemory(db, memory, place.moment());
  const wrong = { ...memory, state: "archived", tags: ["wrong"] } as const;
  if (what.startsWith("found")) await changeMemory(db, memory, wrong, "wrong", place.moment());
  await learn(habit("npm ci"));
  await learn(LINT);
  const contents = (await listAll()).map(({ content }) => content);
  expect(contents.filter((content) => content === LINT.content)).toHaveLength(count);
  expect(contents).toContain(habit("npm ci").content);
});

const WORKSPACE = "is not there, and neither is it in the folders above it nor among those of the";
const FULL = Array.from({ length: 12 }, (_, i) => `one more way ${i}`);

test.each<[string, string, Partial<Candidate>, number]>([
  ["that is short", "No module named yaml", {}, 1],
  ["that is too short", "E404: Not installed", {}, 2],
  ["that is cut", `Cannot find it as required by what ${"was configured ".repeat(20)}`, {}, 1],
  ["of one endless word", "x".repeat(130), {}, 2],
  ["with a star in it", "it does not know the option src/**/*.css of the list", {}, 1],
  ["that begins with a star", "**/*.css is not known to the list of options", {}, 2],
  ["where there is no room", MET, { triggers: FULL }, 2],
  ["that is known", MET, { triggers: [...FULL.slice(1), MET] }, 1],
  ["in almost the same words", `server ${WORKSPACE}`, fixOf("npm ci", `panel ${WORKSPACE}`), 1],
  ["of the same kind", "E404: Gone", { errorFingerprint: "E404: Gone" }, 1],
])("finds the fix by a second error %s", async (_, error, first, count) => {
  const { memories } = await learning({ ...LINT, ...first } as Partial<Candidate>, {
    ...fixOf("npm ci", error),
    subject: "error:2",
    sessions: ["s3"],
  });
  expect(memories).toHaveLength(count);
  const isFound = ({ errorFingerprint, triggers }: Memory) =>
    errorFingerprint === error ||
    triggers.some((trigger) => matches(trigger, error.toLowerCase(), []));
  expect(memories.some(isFound)).toBe(true);
});

test("prefers the second error over other triggers when there is no room", async () => {
  const { memories } = await learning(
    { ...LINT, triggers: FULL.slice(1) },
    { ...TYPES, triggers: ["another way"] },
  );
  expect(memories[0]?.triggers).toHaveLength(12);
  expect(memories[0]?.triggers).toContain(MET);
});

test.each([
  ["what a person taught", "user_taught", "observer_inferred"],
  ["what was seen", "observer_inferred", "user_taught"],
] as const)(
  "adds no trigger to %s when the same session shows it again",
  async (_, first, second) => {
    const { db, place, only } = await learning();
    const evidence = [{ kind: "exit_code", detail: "failed", session: "s1", atMs: 0 }] as const;
    const input = { content: LINT.content ?? "", sessions: ["s1"], evidence };
    for (const [source, triggers] of [[first, []] as const, [second, [MET]] as const])
      await admit(db, PROJECT, { ...input, source, triggers }, { redaction: {} }, place.moment());
    expect((await only()).triggers).toEqual([]);
  },
);

test.each([
  ["first", [LINT, habit("npm ci")]],
  ["second", [habit("npm ci"), LINT]],
])("keeps the habit when its session no longer shows the fix, seen %s", async (_, candidates) => {
  const { db, learn, only, withdraw } = await learning(...candidates);
  for (const _time of ["once", "again"]) {
    expect(await only()).toMatchObject({ content: LINT.content });
    await withdraw("s1");
    const { content, type } = habit("npm ci");
    expect(await only()).toMatchObject({ content, type, errorFingerprint: null });
    const left = await findCandidate(db, PROJECT, LINT.subject ?? "");
    expect(left).toMatchObject({ state: "rejected", reason: "withdrawn" });
    await learn(LINT);
  }
});

test("no longer finds the fix by a second error that its session no longer shows", async () => {
  const { only, withdraw } = await learning(LINT, { ...TYPES, sessions: ["s3"] });
  await withdraw("s3");
  expect(await only()).toMatchObject({ content: LINT.content, triggers: [] });
});

test("keeps the wording of the remaining fix, without its secrets", async () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const second = { ...fixOf("npm ci", `401 for ${token} on install`), sessions: ["s3"] };
  const { only, withdraw } = await learning(habit("npm ci"), LINT, second);
  await withdraw("s1");
  expect(await only()).toMatchObject({ payload: { fix: { command: "npm ci" } } });
  expect((await only()).content).toContain("401 for");
  expect(JSON.stringify(await only())).not.toContain(token);
});

test.each<[string, Partial<Memory>]>([
  ["pinned", { isPinned: true }],
  ["shared", { visibility: "team" }],
  ["found wrong", { state: "archived", tags: ["wrong"] }],
  ["titled by a person", { title: "The rule for the lock file" }],
])("keeps the wording of a fix that is no longer shown where it is %s", async (_, changes) => {
  const { db, change, withdraw } = await learning(habit("npm ci"), LINT);
  const { id, content } = await change(changes);
  await withdraw("s1");
  expect(await getMemory(db, id)).toMatchObject({ content });
});

test("does not fall back to a finding that is no longer shown itself", async () => {
  const { change, only, withdraw } = await learning(habit("npm ci"), LINT);
  await change({ isPinned: true });
  await withdraw("s2");
  await change({ isPinned: false });
  await withdraw("s1");
  expect(await only()).toMatchObject({ content: LINT.content });
});

test.each<[string, Partial<Candidate>]>([
  ["no command", {}],
  ["another command", LINT],
])("does not let a finding with the same wording inherit from %s", async (_, first) => {
  const { db, learn, only, withdraw } = await learning();
  const { candidate } = await learn(first);
  await learn({ subject: "error:2", content: candidate.content, sessions: ["s2"] });
  await withdraw("s1");
  expect(await findCandidate(db, PROJECT, candidate.subject)).toMatchObject({ state: "promoted" });
  expect(await only()).toMatchObject({ type: candidate.type });
});

test.each([
  ["the cure first", ["s1", "s2"]],
  ["the habit first", ["s2", "s1"]],
])("puts a memory that none of its sessions shows any more in doubt, %s", async (_, gone) => {
  const { only, withdraw } = await learning(habit("npm ci"), LINT);
  for (const session of gone) {
    expect(await only()).toMatchObject({ needsReview: false });
    await withdraw(session);
  }
  expect(await only()).toMatchObject({ needsReview: true, standing: "hypothesis" });
});

test("leaves the fix unchanged when its session no longer shows the habit", async () => {
  const { only, withdraw } = await learning(LINT, habit("npm ci"));
  const before = await only();
  await withdraw("s2");
  expect(await only()).toEqual(before);
});

test.each([
  ["mended otherwise, as it turns out: the habit stays, and the cure is another", true],
  ["mended otherwise another time: the cure stays", false],
])("%s", async (_, isAnew) => {
  const { decide, propose, learn, listAll } = await learning(habit("npm ci"));
  const { candidate } = await learn(LINT);
  const otherwise = {
    ...fixOf("npm run generate", "biome: command not found"),
    sessions: ["s1"],
  };
  const facts = { revises: isAnew ? candidate.content : null };
  await decide([propose({ ...candidate, ...otherwise } as Partial<Candidate>, facts)]);
  expect((await listAll()).map(({ content }) => content).sort()).toEqual(
    isAnew ? [habit("npm ci").content, otherwise.content].sort() : [LINT.content],
  );
});

test("keeps a single memory when a finding about the same command is revised", async () => {
  const { decide, propose, learn, only } = await learning(habit("npm ci"));
  const { candidate } = await learn(LINT);
  const content = `${LINT.content} It takes a minute.`;
  const facts = { revises: LINT.content ?? "" };
  await decide([propose({ ...candidate, content } as Partial<Candidate>, facts)]);
  expect(await only()).toMatchObject({ content });
});

test("removes secrets from a merged finding", async () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const { memories } = await learning(
    habit("npm ci"),
    fixOf("npm ci", `401 for ${token} on install`),
  );
  expect(JSON.stringify(memories)).not.toContain(token);
  expect(memories).toHaveLength(1);
});

test("adds the trigger of a later session that shows the fix again", async () => {
  const { db, propose, decide } = await learning(LINT, habit("npm ci"));
  const [first] = await decide([
    propose({ ...LINT, sessions: ["s3"], triggers: ["biome is missing here"] }),
  ]);
  expect(first?.isMerge).toBe(true);
  const [memory] = await listMemories(db, { projectId: PROJECT });
  expect(memory?.triggers).toContain("biome is missing here");
});
