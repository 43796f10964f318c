/** Importing rule files twice equals importing them once; changed rules are corrected and removed ones are withdrawn. */
import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { makePlace } from "../testing/testing-life.ts";

const UTC = "- Never store local times, always UTC.\n";
const LAYER = "- Use the repository layer for queries.\n";

/** Larger than the maximum size of a rule file. */
const UNREADABLE = "x".repeat(400_001);
const SECRET = `ghp_${"A1b2C3d4E5f6G7h8I9j0".repeat(2).slice(0, 36)}`;

/** Creates a project with these files and imports their rules. */
async function importedFrom(files: Readonly<Record<string, string>>) {
  const place = makePlace();
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  const tacit = await place.open();
  await tacit.exchange.importRules();
  return { place, tacit };
}

/** Returns content and state of every rule, including archived ones. */
async function rulesOf(tacit: Tacit): Promise<string[]> {
  const all = await tacit.memories.list({ tag: "rule-file", state: null, withSuperseded: true });
  return all
    .map(
      ({ content, state, supersededBy }) =>
        `${supersededBy === null ? state : "superseded"} ${content}`,
    )
    .sort();
}

test("rules are found by recall but never shown unasked, and importing again changes nothing", async () => {
  const place = makePlace();
  place.write("AGENTS.md", `# Data\n${UTC}${LAYER}`);
  const tacit = await place.open();
  expect(await tacit.exchange.importRules()).toMatchObject({ items: 2, imported: 2, withdrawn: 0 });
  expect(await tacit.exchange.importRules()).toMatchObject({ imported: 0, merged: 2 });
  const answer = await tacit.memories.recall({ query: "do we store local times or UTC?" });
  expect(answer.hits[0]?.memory.content).toBe("Data: Never store local times, always UTC.");
  expect(answer.abstained).toBe(true);
  expect((await tacit.brief.startBlock({ session: "s", point: "session_start" })).text).toBe("");
});

test("a rule removed from its file is archived and can be restored permanently", async () => {
  const { place, tacit } = await importedFrom({ "AGENTS.md": `${UTC}${LAYER}` });
  place.write("AGENTS.md", LAYER);
  expect(await tacit.exchange.importRules()).toMatchObject({ items: 1, merged: 1, withdrawn: 1 });
  expect((await tacit.memories.recall({ query: "local times UTC" })).hits).toEqual([]);
  const [gone] = await tacit.memories.list({ tag: "rule-file", state: "archived" });
  await tacit.memories.restore(gone?.id ?? "");
  place.write("AGENTS.md", `${LAYER}- Always write tests for new code.\n`);
  expect(await tacit.exchange.importRules()).toMatchObject({ imported: 1, withdrawn: 0 });
  expect(await rulesOf(tacit)).toEqual([
    "active Always write tests for new code.",
    "active Never store local times, always UTC.",
    "active Use the repository layer for queries.",
  ]);
});

test.each<[string, object | undefined]>([
  ["its file was read again", undefined],
  ["a person looks at new ones first", { isReviewed: true }],
])(
  "a forgotten rule stays forgotten, whatever else its file contains, where %s",
  async (_name, request) => {
    const { place, tacit } = await importedFrom({ "AGENTS.md": `${UTC}${LAYER}` });
    const [rule] = (await tacit.memories.list({ tag: "rule-file" })).filter(({ content }) =>
      content.includes("UTC"),
    );
    await tacit.memories.forget([rule?.id ?? ""]);
    const read = async (text: string) => {
      place.write("AGENTS.md", text);
      const preview = await tacit.exchange.importRules({ ...request, isPreview: true });
      const match = preview.rules.find(({ content }) => content.includes("UTC"));
      return [match?.outcome, match?.reason, (await tacit.exchange.importRules(request)).rejected];
    };
    const readStored = async () => {
      const waiting = await tacit.memories.candidates({ state: "proposed" });
      return [...(await tacit.memories.list()), ...waiting].filter(({ content }) =>
        content.includes("UTC"),
      );
    };
    const more = "- Always write tests for new code.\n";
    expect(await read(`${more}${UTC}${LAYER}`)).toEqual(["refused", "forgotten", 1]);
    expect(await read(`${UTC}${LAYER}${more}`)).toEqual(["refused", "forgotten", 1]);
    // In another file it is the same statement.
    place.write("CLAUDE.md", UTC);
    expect(await read(LAYER)).toEqual(["refused", "forgotten", 1]);
    rmSync(join(place.root, "CLAUDE.md"));
    expect(await readStored()).toEqual([]);
    // A different statement is a different rule.
    expect(
      await read(`- Never store local times, always UTC with milliseconds.\n${LAYER}`),
    ).toEqual(["new", null, 0]);
    expect(await readStored()).toHaveLength(1);
  },
);

test("a forgotten rule still in a file is reported at every import until a person teaches it again", async () => {
  const { place, tacit } = await importedFrom({ "AGENTS.md": UTC });
  const [rule] = await tacit.memories.list({ tag: "rule-file" });
  await tacit.memories.forget([rule?.id ?? ""]);
  place.write("AGENTS.md", `${LAYER}${UTC}`);
  const named = { rejected: 1, forgotten: [{ path: "AGENTS.md", line: 2 }] };
  expect(await tacit.exchange.importRules({ isPreview: true })).toMatchObject(named);
  expect(await tacit.exchange.importRules()).toMatchObject({ ...named, imported: 1 });
  expect(await tacit.exchange.importRules()).toMatchObject({ ...named, imported: 0, merged: 1 });
  await tacit.memories.remember({ content: rule?.content ?? "", source: "user_taught" });
  const taken = { rejected: 0, forgotten: [], merged: 2 };
  expect(await tacit.exchange.importRules()).toMatchObject(taken);
  place.write("AGENTS.md", `${UTC}${LAYER}`);
  expect(await tacit.exchange.importRules()).toMatchObject(taken);
  expect(await tacit.memories.list({ limit: 9 })).toHaveLength(2);
});

test("a rule that returns to its file is the same memory again", async () => {
  const { place, tacit } = await importedFrom({ "AGENTS.md": `${UTC}${LAYER}` });
  const before = (await tacit.memories.list({ tag: "rule-file" })).map(({ id }) => id).sort();
  place.write("AGENTS.md", LAYER);
  await tacit.exchange.importRules();
  place.write("AGENTS.md", `${UTC}${LAYER}`);
  expect(await tacit.exchange.importRules()).toMatchObject({
    imported: 0,
    merged: 2,
    withdrawn: 0,
  });
  expect((await tacit.memories.list({ tag: "rule-file" })).map(({ id }) => id).sort()).toEqual(
    before,
  );
});

test("a reworded rule supersedes the old one, and back again", async () => {
  const { place, tacit } = await importedFrom({
    "AGENTS.md": "- Use 2 spaces for indentation in all files.\n",
  });
  place.write("AGENTS.md", "- Use 4 spaces for indentation in all files.\n");
  expect(await tacit.exchange.importRules()).toMatchObject({
    imported: 0,
    corrected: 1,
    withdrawn: 0,
  });
  expect(await rulesOf(tacit)).toEqual([
    "active Use 4 spaces for indentation in all files.",
    "superseded Use 2 spaces for indentation in all files.",
  ]);
  place.write("AGENTS.md", "- Use 2 spaces for indentation in all files.\n");
  expect(await tacit.exchange.importRules()).toMatchObject({ merged: 1, withdrawn: 1 });
  expect(await rulesOf(tacit)).toEqual([
    "active Use 2 spaces for indentation in all files.",
    "archived Use 4 spaces for indentation in all files.",
  ]);
});

test("a small rewording is a change and not a second rule", async () => {
  const { place, tacit } = await importedFrom({
    "AGENTS.md": "- Always run the whole test suite before you push anything.\n",
  });
  place.write("AGENTS.md", "- Always run the test suite before you push anything.\n");
  expect(await tacit.exchange.importRules()).toMatchObject({ corrected: 1 });
  expect((await tacit.memories.list({ tag: "rule-file" })).map(({ content }) => content)).toEqual([
    "Always run the test suite before you push anything.",
  ]);
});

test("a rule in two files is one memory as long as either file contains it", async () => {
  const place = makePlace();
  place.write("AGENTS.md", UTC);
  place.write("apps/web/CLAUDE.md", `${UTC}${LAYER}`);
  const tacit = await place.open();
  expect(await tacit.exchange.importRules()).toMatchObject({ items: 2, imported: 2 });
  const listRules = async () =>
    (await tacit.memories.list({ tag: "rule-file" })).map(({ content, files, triggers }) => ({
      content,
      files,
      triggers,
    }));
  expect(await listRules()).toContainEqual({
    content: "Never store local times, always UTC.",
    files: ["AGENTS.md", "apps/web/CLAUDE.md"],
    triggers: [],
  });
  place.write("AGENTS.md", "Nothing is ruled in here.\n");
  expect(await tacit.exchange.importRules()).toMatchObject({ merged: 2, withdrawn: 0 });
  expect(await listRules()).toContainEqual({
    content: "Never store local times, always UTC.",
    files: ["apps/web/CLAUDE.md"],
    triggers: ["apps/web/**"],
  });
  const { hits } = await tacit.memories.recall({ query: "", files: ["apps/web/src/page.tsx"] });
  expect(hits.map(({ memory }) => memory.content).sort()).toEqual([
    "Never store local times, always UTC.",
    "Use the repository layer for queries.",
  ]);
});

test("a preview shows the outcome of each line and writes nothing", async () => {
  const { place, tacit } = await importedFrom({
    "AGENTS.md": `${UTC}\nThis describes the project at some length.\n`,
  });
  place.write(
    "AGENTS.md",
    `- Never store local time, always use UTC.\n${LAYER}\nIt describes.\n- Use it.\n`,
  );
  const preview = await tacit.exchange.importRules({ isPreview: true });
  expect(preview.rules.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
    "1 changed",
    "2 new",
  ]);
  expect(preview.left.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    "4 describes",
    "5 too_short",
  ]);
  expect(await rulesOf(tacit)).toEqual(["active Never store local times, always UTC."]);
});

test("rules for review wait, become memories when accepted, and are proposed only once", async () => {
  const place = makePlace();
  place.write("AGENTS.md", `${UTC}${LAYER}`);
  const tacit = await place.open();
  expect(await tacit.exchange.importRules({ isReviewed: true })).toMatchObject({
    imported: 0,
    waiting: 2,
  });
  expect(await tacit.memories.list()).toEqual([]);
  const [first, second] = await tacit.memories.candidates({ state: "proposed" });
  await tacit.memories.accept(first?.id ?? "");
  await tacit.memories.reject(second?.id ?? "");
  const [accepted] = await tacit.memories.list();
  expect(accepted).toMatchObject({ source: "imported", standing: "verified", tags: ["rule-file"] });
  place.write("AGENTS.md", `${LAYER}${UTC}- Always write tests for new code.\n`);
  expect(await tacit.exchange.importRules({ isReviewed: true })).toMatchObject({
    merged: 2,
    waiting: 1,
  });
  place.write("AGENTS.md", "");
  expect(await tacit.exchange.importRules({ isReviewed: true })).toMatchObject({ withdrawn: 2 });
  expect((await tacit.memories.candidates({ state: "proposed" })).length).toBe(0);
  expect(await tacit.memories.list()).toEqual([]);
  // No decision was made on the third.
  place.write("AGENTS.md", "- Always write tests for new code.\n");
  expect(await tacit.exchange.importRules({ isReviewed: true })).toMatchObject({
    merged: 0,
    waiting: 1,
  });
});

test("by reference one memory describes a file, and the memories of its rules are withdrawn", async () => {
  const { tacit } = await importedFrom({ "docs/AGENTS.md": `# Writing\n${UTC}${LAYER}` });
  expect(await tacit.exchange.importRules({ isByReference: true })).toMatchObject({
    items: 1,
    imported: 1,
    withdrawn: 2,
  });
  expect(
    (await tacit.memories.list()).map(({ content, triggers }) => ({ content, triggers })),
  ).toEqual([
    {
      content:
        "See `docs/AGENTS.md` for 2 rules that must be followed in docs/**. It speaks of: Writing.",
      triggers: ["docs/**"],
    },
  ]);
  expect(await tacit.exchange.importRules({ isByReference: true })).toMatchObject({
    imported: 0,
    merged: 1,
  });
  expect(await tacit.exchange.importRules({})).toMatchObject({ merged: 2, withdrawn: 1 });
});

test("redacts secrets in rules and reports an unreadable file", async () => {
  const place = makePlace();
  place.write("AGENTS.md", `- Always use the token ${SECRET} for the registry.\n`);
  place.write("CLAUDE.md", "@~/.ssh/notes.md\n");
  const tacit = await place.open();
  const report = await tacit.exchange.importRules();
  expect(report.problems).toHaveLength(1);
  expect(JSON.stringify(await tacit.memories.list())).not.toContain(SECRET);
  expect(report.imported).toBe(1);
});

test("an unreadable file or a missing project withdraws no rules", async () => {
  const { place, tacit } = await importedFrom({ "AGENTS.md": UTC, "CLAUDE.md": LAYER });
  place.write("AGENTS.md", UNREADABLE);
  expect(await tacit.exchange.importRules()).toMatchObject({
    merged: 1,
    withdrawn: 0,
    problems: [{ path: "AGENTS.md" }],
  });
  rmSync(place.root, { recursive: true });
  await expect(tacit.exchange.importRules()).rejects.toMatchObject({ code: "input_missing" });
  expect(await tacit.memories.list()).toHaveLength(2);
});

test("rules of an imported file stay while the importing file is unreadable and are withdrawn with its import line", async () => {
  const place = makePlace();
  place.write("CLAUDE.md", "@docs/rules.md\n");
  place.write("docs/rules.md", UTC);
  const tacit = await place.open();
  expect(await tacit.exchange.importRules()).toMatchObject({ imported: 1 });
  place.write("CLAUDE.md", UNREADABLE);
  expect(await tacit.exchange.importRules()).toMatchObject({ withdrawn: 0 });
  place.write("CLAUDE.md", LAYER);
  expect(await tacit.exchange.importRules()).toMatchObject({ imported: 1, withdrawn: 1 });
});

test("an unreadable folder withdraws no rules", async () => {
  const { place, tacit } = await importedFrom({
    ".cursor/rules/time.mdc": UTC,
    "AGENTS.md": LAYER,
  });
  // A user whom no permissions restrict needs another case: a link that leads nowhere exists but cannot be read.
  if (process.getuid?.() === 0 || process.platform === "win32") {
    rmSync(join(place.root, ".cursor/rules/time.mdc"));
    symlinkSync("nowhere", join(place.root, ".cursor/rules/time.mdc"));
  } else chmodSync(join(place.root, ".cursor/rules"), 0);
  try {
    expect(await tacit.exchange.importRules()).toMatchObject({ items: 1, withdrawn: 0 });
  } finally {
    if (process.getuid?.() !== 0) chmodSync(join(place.root, ".cursor/rules"), 0o755);
  }
  rmSync(join(place.root, ".cursor"), { recursive: true });
  place.write("AGENTS.md", `${LAYER}- Always write tests for new code.\n`);
  expect(await tacit.exchange.importRules()).toMatchObject({ withdrawn: 1 });
});

test("an import that leads nowhere does not prevent withdrawing rules of its file", async () => {
  const { place, tacit } = await importedFrom({ "CLAUDE.md": `@~/notes.md\n${UTC}${LAYER}` });
  place.write("CLAUDE.md", `@~/notes.md\n${LAYER}`);
  expect(await tacit.exchange.importRules()).toMatchObject({
    withdrawn: 1,
    problems: [{ line: 1 }],
  });
});

test("an unreadable file that is then deleted withdraws its rules, although the others are unchanged", async () => {
  const { place, tacit } = await importedFrom({ "AGENTS.md": UTC, "CLAUDE.md": LAYER });
  place.write("AGENTS.md", UNREADABLE);
  expect(await tacit.exchange.importRules()).toMatchObject({ withdrawn: 0 });
  rmSync(join(place.root, "AGENTS.md"));
  expect(await tacit.exchange.importRules()).toMatchObject({ withdrawn: 1 });
});

test("an unchanged rule is anchored to the current version of its file", async () => {
  const { place, tacit } = await importedFrom({ "AGENTS.md": UTC });
  const [rule] = await tacit.memories.list({ tag: "rule-file" });
  const freshness = async () => (await tacit.memories.freshnessOf(rule?.id ?? ""))?.freshness;
  const before = await freshness();
  place.write("AGENTS.md", `${UTC}${LAYER}`);
  expect(await freshness()).not.toBe(before);
  await tacit.exchange.importRules();
  expect(await freshness()).toBe(before);
});

test("a slightly reworded rule is not lost when new ones wait for review", async () => {
  const place = makePlace();
  const long = "Always run the whole big test suite and the linter here before you push";
  place.write("AGENTS.md", `- ${long} to main.\n`);
  const tacit = await place.open();
  await tacit.exchange.importRules();
  place.write("AGENTS.md", `- ${long} to main now.\n`);
  const report = await tacit.exchange.importRules({ isReviewed: true });
  const active = (await tacit.memories.list({ tag: "rule-file" })).length;
  expect(active + report.waiting).toBe(1);
});

test("the skipped lines of a preview show no secret either", async () => {
  const place = makePlace();
  place.write("AGENTS.md", `The registry is there for ${SECRET} and others.\n\n${UTC}`);
  const preview = await (await place.open()).exchange.importRules({ isPreview: true });
  expect(preview.left).toHaveLength(1);
  expect(JSON.stringify(preview)).not.toContain(SECRET);
});

test.each([
  [{ isReviewed: true }, 0],
  [{ isByReference: true }, 1],
])("without a request the import works as the last time: %o", async (request, active) => {
  const place = makePlace();
  place.write("AGENTS.md", UTC);
  const tacit = await place.open();
  await tacit.exchange.importRules(request);
  place.write("AGENTS.md", `${UTC}${LAYER}`);
  await tacit.exchange.importRules();
  const now = await rulesOf(tacit);
  expect(now.filter((rule) => rule.startsWith("active"))).toHaveLength(active);
  expect(now.join()).not.toContain("repository layer");
  await tacit.exchange.importRules({});
  expect((await rulesOf(tacit)).join()).toContain("repository layer");
});
