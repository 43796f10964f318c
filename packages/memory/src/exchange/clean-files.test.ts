/** Forgetting reaches the files that Tacit wrote into every checkout that the store knows, proven by their bytes. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace, sessionScript } from "../testing/testing-life.ts";

const WORD = "quibblefax";
const RULE = `Always build with make ${WORD}, because plain make leaves out the signature.`;
const OTHER = "Never deploy on Fridays, because nobody watches the queues on Saturday.";
const FACTS = ".tacit/memory/conventions.md";

/** A repository with a linked worktree and a clone in which one session worked, and another project. */
async function checkouts() {
  const place = makePlace();
  const folder = join(place.root, "..");
  const names = ["project", "linked", "clone", "elsewhere"];
  const [main = "", linked = "", clone = "", elsewhere = ""] = names.map((name) =>
    join(folder, name),
  );
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd,
      stdio: "ignore",
    });
  for (const root of [main, elsewhere]) {
    mkdirSync(root, { recursive: true });
    git(root, "init", "-q");
    git(root, "commit", "-qm", `first of ${root}`, "--allow-empty");
  }
  git(main, "worktree", "add", "-q", linked);
  git(folder, "clone", "-q", main, clone);
  git(clone, "remote", "remove", "origin");
  return { place, folder, main, linked, clone, elsewhere };
}

/** Returns the files below a folder that contain the word. */
function filesWith(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(WORD));
}

/** Writes the memory files and skill files of all checkouts; a session worked in the clone. */
async function writtenEverywhere(scope: "project" | "global") {
  const at = await checkouts();
  const { place, main, linked, clone, elsewhere } = at;
  const there = await place.open({ cwd: clone });
  const { events } = sessionScript("s1").prompt("Bump the version.").end();
  await there.sessions.ingest(
    events.map((event) => ({ ...event, cwd: clone })),
    "live",
  );
  const tacit = await place.open({ cwd: main });
  const teach = { type: "convention", source: "user_taught" } as const;
  const { id } = await tacit.memories.remember({ ...teach, content: RULE, scope });
  await tacit.memories.remember({ ...teach, content: OTHER, scope });
  const skill = await tacit.memories.remember({
    type: "workflow_recipe",
    title: "Release",
    content: `Release: 1. Run make ${WORD}; 2. Tag.`,
    payload: { trigger: "Release", steps: [`Run make ${WORD}`, "Tag"], successes: 0, failures: 0 },
    source: "user_taught",
    scope,
  });
  const roots = scope === "global" ? [main, linked, clone, elsewhere] : [main, linked, clone];
  for (const cwd of roots) {
    const open = await place.open({ cwd });
    await open.exchange.refreshMemoryFiles();
    await open.exchange.refreshSkillFiles();
  }
  // A write records the folder of the project: the worktree is known by git only, and the clone by its session.
  for (const cwd of [elsewhere, main]) {
    const open = await place.open({ cwd });
    await open.memories.remember({ ...teach, content: `The folder ${cwd} has its own tests.` });
  }
  return { ...at, tacit: await place.open({ cwd: main }), roots, ids: [id ?? "", skill.id ?? ""] };
}

test.each(["project", "global"] as const)(
  "a forgotten memory of scope %s leaves no byte in any checkout or in the home",
  async (scope) => {
    const { folder, roots, tacit, ids } = await writtenEverywhere(scope);
    for (const root of roots) expect(filesWith(root)).toHaveLength(5);
    await tacit.memories.forget(ids);
    expect(filesWith(folder)).toEqual([]);
    for (const root of roots) {
      expect(readFileSync(join(root, FACTS), "utf8")).toContain("Fridays");
      expect(existsSync(join(root, ".agents"))).toBe(false);
    }
  },
);

test("forgetting the project cleans its checkouts, and leaves other projects", async () => {
  const { roots, main, elsewhere, tacit } = await writtenEverywhere("project");
  await tacit.admin.forgetProject();
  for (const root of roots) expect(readdirSync(root).filter((name) => name !== ".git")).toEqual([]);
  expect(filesWith(main)).toEqual([]);
  expect(existsSync(elsewhere)).toBe(true);
});

test("an edited file of another checkout stays and is named; other files there change only for what was forgotten", async () => {
  const { linked, clone, tacit, ids } = await writtenEverywhere("project");
  const [edited, skill] = [join(linked, FACTS), join(linked, ".claude/skills/release/SKILL.md")];
  for (const path of [edited, skill])
    writeFileSync(path, `${readFileSync(path, "utf8").replace(WORD, `${WORD} twice`)}\nAsk Ada.\n`);
  await tacit.memories.remember({
    content: "Port 80 is taken.",
    source: "user_taught",
    type: "convention",
  });
  const before = readFileSync(join(clone, FACTS), "utf8");
  await tacit.memories.forget([
    (await tacit.memories.list()).find(({ content }) => content.startsWith("Port 80"))?.id ?? "",
  ]);
  expect(readFileSync(join(clone, FACTS), "utf8")).toBe(before);
  await tacit.memories.forget(ids);
  expect(await tacit.exchange.cleanMemoryFiles()).toEqual(
    expect.arrayContaining([
      { path: edited, state: "kept", kind: "memories" },
      { path: skill, state: "kept", kind: "skill" },
    ]),
  );
  expect(filesWith(clone)).toEqual([]);
});

test("a file of another checkout that cannot be changed is named once, and the others are cleaned", async () => {
  const { linked, clone, tacit, ids, main } = await writtenEverywhere("project");
  rmSync(join(linked, FACTS));
  symlinkSync(join(clone, FACTS), join(linked, FACTS));
  await tacit.memories.forget(ids);
  expect(await tacit.exchange.cleanMemoryFiles()).toEqual([
    { path: join(linked, FACTS), state: "unusable", kind: "memories" },
  ]);
  expect(await tacit.exchange.cleanMemoryFiles()).toEqual([]);
  expect([...filesWith(main), ...filesWith(clone)]).toEqual([]);
});
