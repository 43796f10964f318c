/** Tests what consolidation proposes, and what accepting or rejecting a proposal does. */
import { expect, test } from "vitest";
import type { ProposalKind } from "../../domain/changes/proposal.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { NewMemory } from "../../learn/promote/new-memory.ts";
import type { Tacit } from "../../open.ts";
import { changeMemory, insertMemory } from "../../store/memories/memories.ts";
import { DAY_MS, makePlace, type Place, someMemory } from "../../testing/testing-life.ts";
import { DREAM } from "./limits.ts";

type Some = Partial<NewMemory> & { content: string };

async function insert(place: Place, tacit: Tacit, memories: readonly Some[]) {
  const db = await place.database();
  const made = memories.map((one) => ({ ...someMemory(place, one), projectId: tacit.projectId }));
  for (const memory of made) await insertMemory(db, memory, place.moment());
  return made.map(({ id }) => id);
}

async function dreamt(...memories: readonly Some[]) {
  const place = makePlace();
  const tacit = await place.open();
  const content = "The first memory makes the project known to the store.";
  await tacit.memories.remember({ content, source: "user_taught" });
  const ids = await insert(place, tacit, memories);
  const report = await tacit.memories.dream();
  return { place, tacit, ids, report };
}

const PARAPHRASES: readonly Some[] = [
  { content: "Add a changelog entry for every user-visible change." },
  { content: "Every user-visible change needs a changelog entry." },
];
const OPPOSITES: readonly Some[] = [
  { content: "The release job signs the packages of the shop with the hardware key." },
  { content: "The release job never signs the packages of the shop with the hardware key." },
];
const ERROR = { errorFingerprint: "f00d", type: "gotcha" as const };
const ONE_ERROR: readonly Some[] = [
  {
    ...ERROR,
    content: "ECONNRESET in the uploader: the proxy closes idle sockets after a minute.",
  },
  { ...ERROR, content: "Retry the upload once when the socket was reset by the other side." },
  { ...ERROR, content: "Keep-alive must be off for the storage of pictures behind the gateway." },
];

test.each<[ProposalKind, readonly Some[]]>([
  ["merge", PARAPHRASES],
  ["contradiction", OPPOSITES],
  ["error_pattern", ONE_ERROR],
])("%s: is proposed once, and not again after a rejection", async (kind, memories) => {
  const { place, tacit, ids, report } = await dreamt(...memories);
  expect(report).toMatchObject({ merges: [], proposals: [{ kind }] });
  const [proposal, ...others] = await tacit.memories.proposals();
  expect(others).toEqual([]);
  expect([...(proposal?.memories ?? [])].sort()).toEqual([...ids].sort());
  expect((await tacit.memories.dream()).proposals).toEqual([]);
  await tacit.memories.rejectProposal(proposal?.id.slice(-8) ?? "");
  expect(await tacit.memories.proposals()).toEqual([]);
  for (const id of ids) await tacit.memories.edit(id, { addTags: ["seen"] });
  place.clock.nowMs += DAY_MS;
  expect((await tacit.memories.dream()).proposals).toEqual([]);
});

test("a dry run reports proposals and stores none", async () => {
  const place = makePlace();
  const tacit = await place.open();
  await tacit.memories.remember({ content: "The project is known.", source: "user_taught" });
  await insert(place, tacit, PARAPHRASES);
  expect((await tacit.memories.dream({ isDry: true })).proposals).toMatchObject([
    { kind: "merge" },
  ]);
  expect(await tacit.memories.proposals()).toEqual([]);
});

test("a dry run reports a pair once, though a later page finds it again", async () => {
  const place = makePlace();
  const tacit = await place.open();
  await tacit.memories.remember({ content: "The project is known.", source: "user_taught" });
  const others = Array.from({ length: DREAM.pageRows }, (_, i) => ({
    content: `${"abcdefgh"
      .split("")
      .map((letter) => `${letter}${i}${letter}`)
      .join(" ")}.`,
  }));
  const [one, other] = PARAPHRASES as [Some, Some];
  for (const memories of [[one], others, [other]]) {
    await insert(place, tacit, memories);
    place.clock.nowMs++;
  }
  const { proposals } = await tacit.memories.dream({ isDry: true });
  expect(proposals).toMatchObject([{ kind: "merge" }]);
});

async function accepted(...memories: readonly Some[]) {
  const all = await dreamt(...memories);
  const before = JSON.stringify(await all.tacit.memories.list());
  const [proposal] = await all.tacit.memories.proposals();
  const decided = await all.tacit.memories.acceptProposal(proposal?.id ?? "");
  const undone = async () => {
    await all.tacit.memories.undo();
    const plain = (text: string) => text.replace(/"(?:version|updatedAtMs)":\d+,?/g, "");
    expect(plain(JSON.stringify(await all.tacit.memories.list()))).toBe(plain(before));
    expect(await all.tacit.memories.proposals()).toHaveLength(1);
  };
  return { ...all, decided, undone };
}

test("accepting a merge merges the memories, and undo restores both memories and the proposal", async () => {
  const { tacit, ids, undone } = await accepted(...PARAPHRASES);
  const left = (await tacit.memories.list()).filter(({ id }) => ids.includes(id));
  expect(left).toMatchObject([{ observationCount: 2 }]);
  await undone();
});

test("accepting a contradiction puts both memories into review", async () => {
  const { tacit, ids, undone } = await accepted(...OPPOSITES);
  expect((await tacit.memories.list({ needsReview: true })).map(({ id }) => id).sort()).toEqual(
    [...ids].sort(),
  );
  await undone();
});

test("accepting a recurring error adds a memory that is removed when one of its sources is forgotten", async () => {
  const { tacit, ids, decided } = await accepted(...ONE_ERROR);
  expect(decided?.memory).toMatchObject({ type: "error_pattern", errorFingerprint: "f00d" });
  for (const { content } of ONE_ERROR)
    expect(decided?.memory?.content).toContain(content.slice(0, 30));
  expect((await tacit.memories.dream()).proposals).toEqual([]);
  await tacit.memories.forget([ids[0] ?? ""]);
  const left = (await tacit.memories.list()).map(({ id }) => id);
  expect(left).not.toContain(decided?.memory?.id);
  expect(left).toContain(ids[1]);
});

test("an error is proposed once, however many memories about it are added later", async () => {
  const { place, tacit, ids } = await dreamt(...ONE_ERROR);
  const fourth = { ...ERROR, content: "The upload of pictures is resumed at the last full part." };
  await insert(place, tacit, [fourth]);
  expect((await tacit.memories.dream()).proposals).toEqual([]);
  const [proposal] = await tacit.memories.proposals();
  await tacit.memories.rejectProposal(proposal?.id ?? "");
  expect((await tacit.memories.dream()).proposals).toEqual([]);
  await tacit.memories.archive(ids[0] ?? "");
  expect((await tacit.memories.dream()).proposals).toEqual([]);
});

test("an error is proposed again if the open proposal has an archived memory", async () => {
  const { place, tacit, ids } = await dreamt(...ONE_ERROR);
  const fourth = { ...ERROR, content: "The upload of pictures is resumed at the last full part." };
  await insert(place, tacit, [fourth]);
  await tacit.memories.archive(ids[0] ?? "");
  expect((await tacit.memories.dream()).proposals).toMatchObject([{ kind: "error_pattern" }]);
  expect(await tacit.memories.proposals()).toHaveLength(1);
});

const SECRET = "The token of the uploader is kept in the vault of the second team.";
const STAGED = { branch: "feature", commit: "a".repeat(40), isStaged: true } as const;

test.each<[string, Partial<NewMemory>]>([
  ["secret", { visibility: "secret" }],
  ["of a single task", { scope: "task", scopeOwner: "t1" }],
  ["of an unmerged branch", STAGED],
])("a recurring error contains nothing from a memory that is %s", async (_what, more) => {
  const { report, ids, decided } = await accepted(...ONE_ERROR, {
    ...{ ...ERROR, content: SECRET },
    ...more,
  });
  expect(report.proposals.map(({ memories }) => [...memories].sort())).toEqual([
    ids.slice(0, 3).sort(),
  ]);
  expect(decided?.memory?.content).not.toContain(SECRET.slice(0, 20));
});

test.each<[string, Partial<NewMemory>]>([
  ["audience", { visibility: "secret" }],
  ["scope", { scope: "task", scopeOwner: "t1" }],
  ["branch", STAGED],
])("a recurring error has the %s of its sources", async (_what, more) => {
  const { decided } = await accepted(...ONE_ERROR.map((one) => ({ ...one, ...more })));
  expect(decided?.memory).toMatchObject(more);
});

test("a recurring error is tainted and waits for review if a source is tainted by now", async () => {
  const { place, tacit, ids } = await dreamt(...ONE_ERROR);
  const db = await place.database();
  const source = await tacit.memories.get(ids[1] ?? "");
  await changeMemory(db, source, { ...source, isTainted: true }, "tainted", place.moment());
  const [proposal] = await tacit.memories.proposals();
  const decided = await tacit.memories.acceptProposal(proposal?.id ?? "");
  expect(decided?.memory).toMatchObject({ isTainted: true, needsReview: true });
});

test.each<[string, readonly Some[]]>([
  ["a merge", PARAPHRASES],
  ["a recurring error", ONE_ERROR],
])("%s is refused if a memory became secret since it was proposed", async (_what, memories) => {
  const { place, tacit, ids } = await dreamt(...memories);
  const db = await place.database();
  const secret = await tacit.memories.get(ids[1] ?? "");
  await changeMemory(db, secret, { ...secret, visibility: "secret" }, "moved", place.moment());
  const before = await tacit.memories.list();
  const [proposal] = await tacit.memories.proposals();
  const failure = await tacit.memories.acceptProposal(proposal?.id ?? "").catch((error) => error);
  expect(MemoryError.is(failure, "usage")).toBe(true);
  expect(await tacit.memories.list()).toEqual(before);
  expect(await tacit.memories.proposals()).toHaveLength(1);
});

test("proposes a decision that was not confirmed for a year, and archives it as outdated when accepted", async () => {
  const content = "We keep the pictures in the object store, because the disk was full.";
  const { place, tacit, ids, report } = await dreamt({ content, type: "decision" });
  expect(report.proposals).toEqual([]);
  place.clock.nowMs += 366 * DAY_MS;
  expect((await tacit.memories.dream()).proposals).toMatchObject([{ kind: "stale_decision" }]);
  const [proposal] = await tacit.memories.proposals();
  await tacit.memories.acceptProposal(proposal?.id ?? "");
  expect(await tacit.memories.get(ids[0] ?? "")).toMatchObject({
    state: "archived",
    tags: ["outdated"],
  });
});

test("proposes a link between memories that were useful at the same time twice", async () => {
  const { place, tacit, ids } = await dreamt(
    { content: "The shop is deployed by the pipeline of the second team." },
    { content: "Pictures are scaled in a worker of their own, off the main thread." },
    { content: "The invoices are numbered without a gap, as the law demands." },
  );
  const [one = "", other = "", third = ""] = ids;
  for (let i = 0; i < 2; i++) {
    place.clock.nowMs += DAY_MS;
    for (const id of [one, other, ...(i === 0 ? [third] : [])])
      await tacit.memories.feedback(id, "useful");
  }
  expect((await tacit.memories.dream()).proposals).toMatchObject([{ kind: "link" }]);
  const [proposal] = await tacit.memories.proposals();
  await tacit.memories.acceptProposal(proposal?.id ?? "");
  expect((await tacit.memories.story(one)).edges).toMatchObject([{ type: "relates_to" }]);
  expect((await tacit.memories.dream()).proposals).toEqual([]);
});

test.each<[string, readonly Some[]]>([
  [
    "one noun exchanged",
    [
      { content: "The staging database of the shop is backed up nightly." },
      { content: "The production database of the shop is backed up nightly." },
    ],
  ],
  [
    "counted by a template, of other files",
    ["parser", "printer"].map((name) => ({
      content: `src/${name}.ts and tests/${name}.test.ts change together in 9 of 10 commits.`,
      ...{ files: [`src/${name}.ts`], source: "observer_inferred" as const },
    })),
  ],
])("proposes nothing: %s", async (_name, memories) => {
  const { report } = await dreamt(...memories);
  expect(report).toMatchObject({ merges: [], proposals: [] });
});

test("does not list a proposal with an archived memory", async () => {
  const { tacit, ids } = await dreamt(...PARAPHRASES);
  await tacit.memories.archive(ids[0] ?? "");
  expect(await tacit.memories.proposals()).toEqual([]);
});

const NOTES: readonly Some[] = [
  "The importer reads files in the order of their names, not of their dates.",
  "A file with a byte order mark makes the importer skip its first column.",
  "Run `npm run import -- --dry` first: it lists the rows that would be refused.",
].map((content) => ({ content, sessions: ["s1"], tags: ["importer"], files: ["src/import.ts"] }));

test("digest: the notes of one session become one memory, derived from them, and undo takes it back", async () => {
  const { tacit, ids, report } = await dreamt(...NOTES);
  expect(report.proposals).toMatchObject([{ kind: "digest" }]);
  const [proposal] = await tacit.memories.proposals();
  const decided = await tacit.memories.acceptProposal(proposal?.id.slice(-8) ?? "");
  expect(decided?.memory).toMatchObject({
    type: "digest",
    title: expect.stringMatching(/^Session of 2026-09-01: /),
    sessions: ["s1"],
    source: "consolidated",
    tags: ["digest", "importer"],
  });
  for (const part of ["order of their names", "byte order mark", "--dry"])
    expect(decided?.memory?.content).toContain(part);
  const { edges } = await tacit.exchange.exportAll();
  expect(edges.map(({ toId }) => toId).sort()).toEqual([...ids].sort());
  expect((await tacit.memories.dream()).proposals).toEqual([]);
  await tacit.memories.undo();
  expect(await tacit.memories.list({ types: ["digest"] })).toEqual([]);
  expect(await tacit.memories.proposals()).toHaveLength(1);
});

test.each<[string, readonly Some[]]>([
  ["two notes", NOTES.slice(1)],
  ["notes of several sessions", NOTES.map((note, at) => ({ ...note, sessions: [`s${at}`] }))],
  [
    "notes of different readers",
    NOTES.map((note, at) => ({ ...note, visibility: at === 0 ? "team" : "personal" })),
  ],
  ["notes that wait for review", NOTES.map((note) => ({ ...note, needsReview: true }))],
  ["notes that a person taught", NOTES.map((note) => ({ ...note, source: "user_taught" }))],
])("digest: is not proposed for %s", async (_what, memories) => {
  expect((await dreamt(...memories)).report.proposals).toEqual([]);
});

const RELEASES: readonly Some[] = ["s1", "s2", "s3"].map((session, at) => ({
  type: "digest" as const,
  title: `Session of 2026-08-0${at + 1}: Publish the release of the shop`,
  content: [
    "- Set the version with `npm version minor`.",
    `- Write the list of changes, number ${at}.`,
    "- Build with `make release`.",
    "- The registry needs a token in the keychain before the upload.",
    "- Never push the tag before the build is green, because the tag starts the upload.",
  ].join("\n"),
  sessions: [session],
  files: ["CHANGELOG.md", "package.json"],
}));

test("procedure: digests of three sessions about the same work become steps, prerequisites and warnings", async () => {
  const { place, tacit, ids, report } = await dreamt(...RELEASES);
  expect(report.proposals).toMatchObject([{ kind: "procedure", score: 1 }]);
  const [proposal] = await tacit.memories.proposals();
  expect([...(proposal?.memories ?? [])].sort()).toEqual([...ids].sort());
  const decided = await tacit.memories.acceptProposal(proposal?.id.slice(-8) ?? "");
  expect(decided?.memory).toMatchObject({
    type: "workflow_recipe",
    title: "Publish the release of the shop",
    confidence: 0.55,
    payload: {
      trigger: "Publish the release of the shop",
      steps: [
        "Set the version with `npm version minor`.",
        expect.stringContaining("Write the list of changes"),
        "Build with `make release`.",
      ],
      prerequisites: ["The registry needs a token in the keychain before the upload."],
      warnings: [expect.stringContaining("Never push the tag")],
      successes: 0,
      failures: 0,
      sessions: 3,
    },
  });
  const path = ".agents/skills/publish-the-release-of-the-shop/SKILL.md";
  expect(await tacit.exchange.refreshSkillFiles()).toContainEqual({ path, state: "written" });
  expect(await tacit.exchange.importSkills()).toMatchObject({ read: 2, unchanged: 2 });
  place.clock.nowMs += DAY_MS;
  expect((await tacit.memories.dream()).proposals).toEqual([]);
});

test.each<[string, readonly Some[]]>([
  ["two sessions", RELEASES.slice(1)],
  [
    "other files and commands",
    RELEASES.map((digest, at) => ({
      ...digest,
      content: `The part ${at} was moved to its own folder.`,
      files: [`src/${at}.ts`],
    })),
  ],
  [
    "an overlap below a third",
    RELEASES.map((digest, at) => ({
      ...digest,
      content: `The part ${at} was moved.`,
      files: ["package.json", `a${at}.ts`, `b${at}.ts`],
    })),
  ],
])("procedure: is not proposed for %s", async (_what, memories) => {
  expect((await dreamt(...memories)).report.proposals).toEqual([]);
});

test("a procedure counts how often it worked: a success closes 15 % of the gap, a failure costs 30 %", async () => {
  const { tacit } = await dreamt(...RELEASES);
  const [proposal] = await tacit.memories.proposals();
  const { memory } = (await tacit.memories.acceptProposal(proposal?.id.slice(-8) ?? "")) ?? {};
  const id = memory?.id ?? "";
  const rated = async (verdict: "useful" | "not-useful") => {
    await tacit.memories.feedback(id, verdict);
    const { confidence, payload } = await tacit.memories.get(id);
    return [confidence, payload.successes, payload.failures];
  };
  expect(await rated("useful")).toEqual([0.6175, 1, 0]);
  expect(await rated("not-useful")).toEqual([0.43225, 1, 1]);
  for (let n = 0; n < 40; n++) await rated("not-useful");
  expect((await tacit.memories.get(id)).confidence).toBe(0.01);
  for (let n = 0; n < 60; n++) await rated("useful");
  expect((await tacit.memories.get(id)).confidence).toBe(0.99);
});
