/** Which edits of skill files come back into the store, what stays, and what is refused. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MemoryId } from "../../domain/ids.ts";
import { makePlace, type Place } from "../../testing/testing-life.ts";
import { readSkill } from "./read-skill.ts";
import { asWritten, hashOf } from "./skill.ts";
import {
  asSkill,
  CLAUDE,
  CODEX,
  PARTS,
  PAYLOAD,
  TRIGGER,
  withProcedure,
} from "./testing-skills.ts";
import { writeSkill } from "./write-skill.ts";

describe("import", () => {
  test("an edit becomes a new version of the procedure, renews the file, and can be undone", async () => {
    const { tacit, id, edit, read } = await withProcedure();
    await tacit.exchange.refreshSkillFiles();
    edit(CODEX, "2. Tag the commit", "2. Sign the tag:\n\n   ```sh\n   git tag -s\n   ```");
    edit(CODEX, "# Release the package", "# Publish");
    edit(CODEX, /description: .*/, "description: Use before each release");
    const report = await tacit.exchange.importSkills();
    expect(report).toMatchObject({ read: 2, unchanged: 1, changed: [{ path: CODEX, id }] });
    const memory = await tacit.memories.get(id);
    expect(memory).toMatchObject({
      title: "Publish",
      version: 2,
      payload: {
        ...PAYLOAD,
        trigger: "Use before each release",
        steps: [PARTS.steps[0], "Sign the tag:\n\n```sh\ngit tag -s\n```", PARTS.steps[2]],
      },
    });
    expect(memory.content).toContain("Sign the tag");
    expect(asSkill(read(CODEX)).mark?.hash).toBe(hashOf(asSkill(read(CODEX)).skill));
    expect(await tacit.exchange.importSkills()).toMatchObject({ unchanged: 2, changed: [] });
    await tacit.exchange.refreshSkillFiles();
    expect(read(CLAUDE)).toContain("Sign the tag");
    await tacit.memories.undo();
    expect(await tacit.memories.get(id)).toMatchObject({
      title: "Release the package",
      payload: PAYLOAD,
    });
  });

  test("what changed in the file and in the store stays in both, and is reported", async () => {
    const { tacit, id, edit, read } = await withProcedure();
    await tacit.exchange.refreshSkillFiles();
    edit(CODEX, "Tag the commit", "Sign the tag");
    const edited = read(CODEX);
    const { content } = await tacit.memories.edit(id, {
      content: `${TRIGGER}: 1. Run make; 2. Wait.`,
    });
    const report = await tacit.exchange.importSkills();
    expect(report).toMatchObject({ changed: [], conflicts: [{ path: CODEX, id }] });
    expect(read(CODEX)).toBe(edited);
    expect((await tacit.memories.get(id)).content).toBe(content);
  });

  test("text that no procedure can contain stays in the file, and the file is kept", async () => {
    const { tacit, id, edit, read } = await withProcedure();
    await tacit.exchange.refreshSkillFiles();
    edit(CODEX, "## Warnings", "## Notes\n\nAsk Ada.\n\n## Warnings");
    edit(CODEX, "Tag the commit", "Sign the tag");
    edit(CODEX, "metadata:", "allowed-tools: Bash\nmetadata:");
    const { changed, refused } = await tacit.exchange.importSkills();
    expect(changed).toEqual([{ path: CODEX, id }]);
    expect(refused.map(({ reason }) => reason).join()).toMatch(
      /allowed-tools.*## Notes.*Ask Ada\./s,
    );
    expect((await tacit.memories.get(id)).payload.steps).toContain("Sign the tag");
    await tacit.exchange.refreshSkillFiles();
    expect(read(CODEX)).toContain("Ask Ada.");
  });

  const HAND = `---
name: deploy
description: Deploy the site. Use when someone asks for a new version on the server.
allowed-tools: Bash
---

# Deploy

Some background.

1. Build with \`make site\`.
2. Copy \`out\` to the server.

## Warnings

- Never on Fridays.
`;

  test("a skill that a person wrote becomes a procedure, which follows the file", async () => {
    const { place, tacit, read, edit } = await withProcedure();
    place.write(".claude/skills/deploy/SKILL.md", HAND);
    const { added } = await tacit.exchange.importSkills();
    const [one] = added;
    expect(added).toMatchObject([{ path: ".claude/skills/deploy/SKILL.md" }]);
    expect(await tacit.memories.get(one?.id ?? "")).toMatchObject({
      title: "Deploy",
      source: "imported",
      files: [".claude/skills/deploy/SKILL.md"],
      payload: {
        steps: ["Build with `make site`.", "Copy `out` to the server."],
        warnings: ["Never on Fridays."],
        successes: 0,
        failures: 0,
      },
    });
    expect(await tacit.exchange.importSkills()).toMatchObject({
      unchanged: 1,
      added: [],
      changed: [],
    });
    edit(".claude/skills/deploy/SKILL.md", "make site", "make all");
    const text = read(".claude/skills/deploy/SKILL.md");
    expect(await tacit.exchange.importSkills()).toMatchObject({ changed: [{ id: one?.id }] });
    expect((await tacit.memories.get(one?.id ?? "")).content).toContain("make all");
    await tacit.memories.edit(one?.id ?? "", { content: "Deploy: 1. Ask Ada; 2. Wait." });
    edit(".claude/skills/deploy/SKILL.md", "make all", "make pages");
    expect(await tacit.exchange.importSkills()).toMatchObject({
      changed: [],
      conflicts: [{ id: one?.id }],
    });
    expect(text).toContain("allowed-tools");
    await tacit.exchange.refreshSkillFiles();
    expect(read(".claude/skills/deploy/SKILL.md")).toBe(text.replace("make all", "make pages"));
  });

  test("a copy of Tacit's file is a skill of its own, and two different files of one name are a conflict", async () => {
    const { place, tacit, id, read } = await withProcedure();
    await tacit.exchange.refreshSkillFiles();
    place.write(
      ".agents/skills/beta/SKILL.md",
      read(CODEX).replace("Tag the commit", "Tag it beta"),
    );
    place.write(".claude/skills/deploy/SKILL.md", HAND);
    place.write(".agents/skills/deploy/SKILL.md", HAND.replace("make site", "make all"));
    const report = await tacit.exchange.importSkills();
    expect(report.added.map(({ path }) => path)).toEqual([
      ".agents/skills/beta/SKILL.md",
      ".agents/skills/deploy/SKILL.md",
    ]);
    expect(report.conflicts).toMatchObject([{ path: ".claude/skills/deploy/SKILL.md" }]);
    expect((await tacit.memories.get(id)).version).toBe(1);
  });

  test("a colleague's file restores the procedure with its history, but not its trust, and keeps its id in the file", async () => {
    const other = await withProcedure();
    await other.tacit.exchange.refreshSkillFiles();
    const place = makePlace();
    place.write(CODEX, other.read(CODEX));
    const tacit = await place.open();
    const { added } = await tacit.exchange.importSkills();
    const memory = await tacit.memories.get(added[0]?.id ?? "");
    expect(memory).toMatchObject({
      payload: PAYLOAD,
      source: "imported",
      confidence: 0.55,
      title: "Release the package",
    });
    expect(await tacit.exchange.importSkills()).toMatchObject({ unchanged: 1, added: [] });
    await tacit.exchange.refreshSkillFiles();
    expect(readFileSync(join(place.root, CODEX), "utf8")).toBe(other.read(CODEX));
    await tacit.memories.forget([memory.id]);
    expect(existsSync(join(place.root, ".agents"))).toBe(false);
  });

  test("a skill that is linked for a second agent is read once", async () => {
    const { place, tacit } = await withProcedure();
    place.write(".agents/skills/deploy/SKILL.md", HAND);
    mkdirSync(join(place.root, ".claude/skills"), { recursive: true });
    symlinkSync("../../.agents/skills/deploy", join(place.root, ".claude/skills/deploy"));
    expect(await tacit.exchange.importSkills()).toMatchObject({
      read: 1,
      added: { length: 1 },
      refused: [],
    });
  });

  test("a secret in an edit is not stored", async () => {
    const { tacit, id, edit } = await withProcedure();
    await tacit.exchange.refreshSkillFiles();
    edit(CODEX, "Tag the commit", "Use token ghp_abcdefghijklmnopqrstuvwxyz0123456789");
    await tacit.exchange.importSkills();
    expect(JSON.stringify(await tacit.memories.get(id))).not.toContain("ghp_abc");
    expect(await tacit.exchange.importSkills()).toMatchObject({ conflicts: [], changed: [] });
  });
});

const LINKED = ".agents/skills/bad/SKILL.md";

test.each<[string, RegExp, (path: string, place: Place) => unknown]>([
  ["a link", /link/, (path, place) => symlinkSync(join(place.root, "a.md"), path)],
  ["a pipe", /not a regular file/, (path) => execFileSync("mkfifo", [path])],
  ["too large", /larger than 64000 bytes/, (path) => writeFileSync(path, "---\n".repeat(50_000))],
  ["not text", /UTF-8/, (path) => writeFileSync(path, Buffer.from([45, 45, 45, 10, 0xff, 0xfe]))],
  ["without front matter", /no front matter/, (path) => writeFileSync(path, "# A skill\n")],
  [
    "without an end of its front matter",
    /does not end/,
    (path) => writeFileSync(path, "---\nname: a\n"),
  ],
  ["without a description", /no description/, (path) => writeFileSync(path, "---\nname: a\n---\n")],
  [
    "with a list as front matter",
    /not valid YAML/,
    (path) => writeFileSync(path, "---\n- a\n---\n"),
  ],
  ["with broken YAML", /not valid YAML/, (path) => writeFileSync(path, "---\na: [\n---\n")],
  [
    "with a tag that makes an object",
    /no description/,
    (path) =>
      writeFileSync(path, "---\ndescription: !!js/function 'x'\n---\n".replace("'x'", "{}")),
  ],
  [
    "with aliases that multiply",
    /not valid YAML/,
    (path) => writeFileSync(path, `---\na: &a [x, x]\nb: &b [*a, *a]\ndescription: *b\n---\n`),
  ],
  [
    "deeply nested",
    /not valid YAML/,
    (path) => writeFileSync(path, `---\na: ${"[".repeat(7900)}\n---\n`),
  ],
  [
    "with too many steps",
    /at most 50/,
    (path) => writeFileSync(path, `---\ndescription: x\n---\n## Steps\n${"1. Do it\n".repeat(51)}`),
  ],
  [
    "with a long description",
    /more than 1024/,
    (path) => writeFileSync(path, `---\ndescription: ${"x".repeat(2000)}\n---\n`),
  ],
])("a skill file that is %s is refused with the reason, and stays", async (_what, reason, make) => {
  const place = makePlace();
  const tacit = await place.open();
  const path = join(place.root, LINKED);
  mkdirSync(dirname(path), { recursive: true });
  make(path, place);
  const { ino } = lstatSync(path);
  const report = await tacit.exchange.importSkills();
  expect(report.refused).toEqual([{ path: LINKED, reason: expect.stringMatching(reason) }]);
  expect(await tacit.memories.list()).toEqual([]);
  await tacit.exchange.refreshSkillFiles();
  expect(lstatSync(path).ino).toBe(ino);
});

test.each([
  ["blanks in a heading", `# a${" ".repeat(60_000)}b`],
  ["closing marks", `# a${" #".repeat(30_000)} b`],
  ["fences", "`".repeat(60_000)],
  ["empty lines", "\n".repeat(60_000)],
  ["list marks", `## Steps\n${"- ".repeat(30_000)}`],
])("reads a file with many %s in a moment", (_what, body) => {
  const startedAt = performance.now();
  readSkill(`---\ndescription: x\n---\n${body}`);
  // Quadratic time would be several seconds.
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

const PIECES = [
  "1. ",
  "- ",
  "# ",
  "## Steps",
  "`",
  "!`",
  "```",
  "```!",
  "---",
  " ",
  "\t",
  "a",
  "b:",
  '"',
  "#",
  "<!--",
  "Use ",
];
const line = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join("")),
);
const block = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));
const list = fc.array(block, { maxLength: 6 });

test("property: reading a written skill gives the same texts and counts", () => {
  fc.assert(
    fc.property(
      fc.record({ title: line, trigger: line, steps: list, prerequisites: list, warnings: list }),
      fc.nat(500),
      (raw, successes) => {
        const skill = asWritten({ ...raw, title: `T ${raw.title}`, trigger: `T ${raw.trigger}` });
        const id = "01890000-0000-7000-8000-000000000000" as MemoryId;
        const found = asSkill(writeSkill(id, "name", { ...skill, successes, failures: 2 }));
        expect(found).toMatchObject({ skill, successes, failures: 2, loose: [] });
        expect(found.mark).toEqual({ memory: id, hash: hashOf(skill) });
      },
    ),
  );
});
