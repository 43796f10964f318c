/** What is seen twice of one command, in two ways: is it one memory, found by either, and are a person's words left alone? */
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
import { withdrawUnseen } from "./unseen.ts";

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
    withdrawUnseen(db, PROJECT, session, new Set(), place.moment());
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
])(
  "%s: one memory, which says what is mended, and is told where either was",
  async (_, ...candidates) => {
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
  },
);

test("a second error that the same command mends is another way to find the cure", async () => {
  const { memories } = await learning(LINT, TYPES);
  expect(memories).toHaveLength(1);
  expect(memories[0]).toMatchObject({
    content: LINT.content,
    triggers: ["tsc-watch: command not found"],
  });
});

test("saying yes to what would be asked makes no other command", async () => {
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
])("%s is another thing to know", async (_, other) => {
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
])("a memory that %s keeps its words, and the cure gets its own", async (_, changes) => {
  const { change, learn, listAll } = await learning(habit("npm ci"));
  const { id, title, content, type } = await change(changes);
  await learn(LINT);
  const memories = await listAll();
  expect(memories).toHaveLength(2);
  expect(memories.find((memory) => memory.id === id)).toMatchObject({ title, content, type });
});

test("a memory that a person took back to what it said stays so", async () => {
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
])("what outside text may have put there waits for a person, seen %s", async (_, candidates) => {
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
])("a habit of %s and a cure of %s are %i", async (first, second, count) => {
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
});

test("a person's yes to one is no yes to what was seen before", async () => {
  const { db, place, propose, decide, listAll } = await learning(LINT);
  const [waiting] = await decide([propose(TYPES, { minSessions: 3 })]);
  const context = { session: SESSION, mode: "automatic", admission: { redaction: {} } } as const;
  await accept(db, waiting?.candidate.id ?? "", context, place.moment());
  const standings = (await listAll()).map(({ content, standing: trust }) => [content, trust]);
  expect(standings).toContainEqual([LINT.content, "believed"]);
  expect(standings).toContainEqual([TYPES.content, "verified"]);
});

test("what is taken over keeps whom it is of", async () => {
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
])("what was %s", async (what, count) => {
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
])("a second error %s is found too", async (_, error, first, count) => {
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

test("a second error is found before what else it was met by", async () => {
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
] as const)("%s is not met otherwise by being overheard once more", async (_, first, second) => {
  const { db, place, only } = await learning();
  const evidence = [{ kind: "exit_code", detail: "failed", session: "s1", atMs: 0 }] as const;
  const input = { content: LINT.content ?? "", sessions: ["s1"], evidence };
  for (const [source, triggers] of [[first, []] as const, [second, [MET]] as const])
    await admit(db, PROJECT, { ...input, source, triggers }, { redaction: {} }, place.moment());
  expect((await only()).triggers).toEqual([]);
});

test.each([
  ["first", [LINT, habit("npm ci")]],
  ["second", [habit("npm ci"), LINT]],
])("a cure that its session shows no longer leaves the habit, seen %s", async (_, candidates) => {
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

test("a second error that its session shows no longer does not find the cure", async () => {
  const { only, withdraw } = await learning(LINT, { ...TYPES, sessions: ["s3"] });
  await withdraw("s3");
  expect(await only()).toMatchObject({ content: LINT.content, triggers: [] });
});

test("of what is left the cure keeps the word, without its secrets", async () => {
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
])("a cure that is shown no longer keeps its words where it is %s", async (_, changes) => {
  const { db, change, withdraw } = await learning(habit("npm ci"), LINT);
  const { id, content } = await change(changes);
  await withdraw("s1");
  expect(await getMemory(db, id)).toMatchObject({ content });
});

test("nothing is left to what is shown no longer itself", async () => {
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
])("nothing of %s is left to what said the same words", async (_, first) => {
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
])("what none of its sessions shows any more is doubted, %s", async (_, gone) => {
  const { only, withdraw } = await learning(habit("npm ci"), LINT);
  for (const session of gone) {
    expect(await only()).toMatchObject({ needsReview: false });
    await withdraw(session);
  }
  expect(await only()).toMatchObject({ needsReview: true, standing: "hypothesis" });
});

test("a habit that its session shows no longer changes nothing of the cure", async () => {
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

test("said anew of the same command: the memory stays one", async () => {
  const { decide, propose, learn, only } = await learning(habit("npm ci"));
  const { candidate } = await learn(LINT);
  const content = `${LINT.content} It takes a minute.`;
  const facts = { revises: LINT.content ?? "" };
  await decide([propose({ ...candidate, content } as Partial<Candidate>, facts)]);
  expect(await only()).toMatchObject({ content });
});

test("secrets in what is joined stay out", async () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const { memories } = await learning(
    habit("npm ci"),
    fixOf("npm ci", `401 for ${token} on install`),
  );
  expect(JSON.stringify(memories)).not.toContain(token);
  expect(memories).toHaveLength(1);
});

test("a later session that shows the cure once more adds the words it met it by", async () => {
  const { db, propose, decide } = await learning(LINT, habit("npm ci"));
  const [first] = await decide([
    propose({ ...LINT, sessions: ["s3"], triggers: ["biome is missing here"] }),
  ]);
  expect(first?.isMerge).toBe(true);
  const [memory] = await listMemories(db, { projectId: PROJECT });
  expect(memory?.triggers).toContain("biome is missing here");
});
