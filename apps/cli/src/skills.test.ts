/** Procedures leave as skill files and come back as edits, through the commands. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testMachine } from "./testing-machine.ts";

const HAND = `---
name: deploy
description: Deploy the site to the server
---

# Deploy

1. Build the site
2. Copy it
`;
const PATH = ".agents/skills/deploy/SKILL.md";

function place() {
  const machine = testMachine();
  onTestFinished(machine.remove);
  const file = (path: string) => join(machine.folder, path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(file(path)), { recursive: true });
    writeFileSync(file(path), text);
  };
  const added = async () => {
    const report = await machine.json(["import", "skills", "--trusted"]);
    const [one] = (report as { added: { id: string }[] }).added;
    // The file of a person stays the source; Tacit writes procedures of its own.
    await machine.run(["tag", one?.id ?? "", "remove", "rule-file"]);
    return one?.id ?? "";
  };
  const steps = async (id: string) =>
    ((await machine.json(["show", id])) as { payload: { steps: string[] } }).payload.steps;
  return { machine, file, write, added, steps };
}

test("a skill is imported, exported elsewhere, edited there and imported again", async () => {
  const { machine, file, write, added, steps } = place();
  write(PATH, HAND);
  const id = await added();
  expect((await machine.run(["import", "skills"])).stdout).toContain(
    "0 changed, 0 new, 1 unchanged",
  );
  const out = file("team");
  expect(await machine.json(["export", "--format", "skills", "--out", out])).toEqual({
    files: [{ path: "team/deploy/SKILL.md", state: "written" }],
  });
  const text = readFileSync(file("team/deploy/SKILL.md"), "utf8");
  writeFileSync(file("team/deploy/SKILL.md"), text.replace("Copy it", "Copy it twice"));
  const { stdout } = await machine.run(["import", "skills", file("team/deploy/SKILL.md")]);
  expect(stdout).toMatch(
    /1 changed, 0 new, 0 unchanged\n {2}team\/deploy\/SKILL\.md: changed [0-9a-f]{8}/,
  );
  expect(await steps(id)).toEqual(["Build the site", "Copy it twice"]);
  await machine.run(["undo"]);
  expect(await steps(id)).toEqual(["Build the site", "Copy it"]);
  await machine.run(["forget", id, "--yes"]);
  expect(existsSync(file("team/deploy"))).toBe(false);
});

test("an edited file of a forgotten procedure is named", async () => {
  const { machine, file, write, added } = place();
  write(PATH, HAND);
  const id = await added();
  await machine.run(["export", "--format", "skills", "--out", file("team")]);
  const path = file("team/deploy/SKILL.md");
  writeFileSync(path, `${readFileSync(path, "utf8")}\nAsk Ada.\n`);
  const { stderr } = await machine.run(["forget", id, "--yes"]);
  expect(stderr).toContain("team/deploy/SKILL.md was edited, so it was not changed");
  expect(existsSync(path)).toBe(true);
});

test.each([
  [["import", "skills", "nowhere"], 66],
  [["export", "--format", "skills", "--out", "file.txt"], 64],
] as const)("%j ends with %d", async (args, status) => {
  const { machine, write, file } = place();
  write("file.txt", "text");
  const found = args.map((arg) => (arg === "file.txt" ? file(arg) : arg));
  expect((await machine.run(found)).status).toBe(status);
});

test("show prints the steps, prerequisites, warnings and history of a procedure", async () => {
  const { machine, write, added } = place();
  write(PATH, `${HAND}\n## Prerequisites\n\n- A token\n\n## Warnings\n\n- Never on Fridays\n`);
  const id = await added();
  await machine.run(["feedback", id, "useful"]);
  const { stdout } = await machine.run(["show", id]);
  const rows = [
    "when            Deploy the site to the server",
    "prerequisites   A token",
    "steps           1. Build the site",
    "                2. Copy it",
    "warnings        Never on Fridays",
    "history         1 success, 0 failures",
  ];
  expect(stdout).toContain(rows.join("\n"));
  expect(await machine.json(["show", id])).toMatchObject({
    procedure: { trigger: "Deploy the site to the server", successes: 1, failures: 0 },
  });
  await machine.run(["edit", id, "--content", "Deploy: 1. Ask Ada; 2. Wait."]);
  expect((await machine.run(["show", id])).stdout).toContain("steps           1. Ask Ada");
});

test("an export without a skill file to write states why", async () => {
  const { machine, write } = place();
  const exported = async () => (await machine.run(["export", "--format", "skills"])).stdout;
  expect(await exported()).toMatch(/^no procedures yet/);
  write(PATH, HAND);
  await machine.json(["import", "skills", "--trusted"]);
  expect(await exported()).toBe(
    "no skill file to write:\n  1 procedure of skill files that a person wrote\n",
  );
  const other = place();
  other.write(PATH, HAND);
  const id = await other.added();
  await other.machine.json(["edit", id, "--visibility", "secret"]);
  const { stdout } = await other.machine.run(["export", "--format", "skills"]);
  expect(stdout).toMatch(/^no skill file to write:\n {2}1 procedure not for other people: secret/);
});
