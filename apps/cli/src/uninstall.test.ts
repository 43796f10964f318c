/** Tests that `tacit uninstall` removes what it listed and nothing else. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { homeFolder } from "@tacit-memory/memory";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCli } from "./cli.ts";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let at: TestMachine;
let settings: string;
beforeEach(async () => {
  at = testMachine();
  settings = join(dirname(at.home), "user", ".claude", "settings.json");
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, SETTINGS);
  await at.json(["remember", "Ports below 1024 need the helper."]);
});
afterEach(() => at.remove());

const SETTINGS = '{\n  "model": "opus"\n}\n';

test("only shows what it would remove when there is no terminal", async () => {
  const { stdout, status } = await at.run(["uninstall"]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("Nothing was changed")]);
  expect(stdout).toContain(at.home);
  expect(existsSync(join(at.home, "memory.db"))).toBe(true);
  expect(await at.json(["uninstall", "--dry-run", "--delete-memories"])).toMatchObject({
    deleted: false,
  });
  expect(existsSync(join(at.home, "memory.db"))).toBe(true);
});

test("restores the configuration of agents and keeps memories", async () => {
  await at.run(["connect", "claude-code", "--yes"]);
  expect(readFileSync(settings, "utf8")).not.toBe(SETTINGS);
  expect((await at.run(["uninstall"])).stdout).toContain(settings);
  await at.json(["uninstall", "--yes"]);
  expect(readFileSync(settings, "utf8")).toBe(SETTINGS);
  expect(await at.json(["list"])).toHaveLength(1);
});

test("deletes the home folder with --delete-memories, and the backup can be restored", async () => {
  const backup = join(at.folder, "last.db");
  await at.json(["uninstall", "--yes", "--delete-memories", "--backup", backup]);
  expect(existsSync(at.home)).toBe(false);
  await at.run(["status"]);
  cpSync(backup, join(at.home, "last.db"));
  await at.json(["doctor", "--restore", "--from", join(at.home, "last.db")]);
  expect(await at.json(["list"])).toHaveLength(1);
});

test("removes nothing if the backup cannot be written", async () => {
  const backup = join(at.folder, "there.db");
  writeFileSync(backup, "mine");
  const { status, stderr } = await at.run([
    ...["uninstall", "--yes", "--delete-memories", "--backup", backup],
  ]);
  expect([status, stderr]).toEqual([73, expect.stringContaining("nothing was removed")]);
  expect(readFileSync(backup, "utf8")).toBe("mine");
  expect(await at.json(["list"])).toHaveLength(1);
});

test("keeps other files in the home folder", async () => {
  writeFileSync(join(at.home, "diary.txt"), "mine");
  expect((await at.run(["uninstall"])).stdout).toContain("stays: diary.txt");
  const { stdout } = await at.run(["uninstall", "--yes", "--delete-memories"]);
  expect(stdout).toMatch(/Deleted: .*memory\.db.*; these stay: diary\.txt/);
  expect(readdirSync(at.home)).toEqual(["diary.txt"]);
});

test("deletes nothing of a folder that is not Tacit's, and states so", async () => {
  const own = ["backups", "models", "spool"];
  for (const name of own) mkdirSync(join(at.folder, name));
  for (const name of ["config.json", "memory.db"]) writeFileSync(join(at.folder, name), "{}");
  const argv = ["uninstall", "--yes", "--delete-memories", "--home", at.folder];
  expect((await at.run(argv)).stderr).toContain(`${at.folder} was not deleted`);
  expect(readdirSync(at.folder).sort()).toEqual([...own, "config.json", "memory.db"].sort());
  expect((await at.run([...argv, "--backup", join(at.folder, "b.db")])).status).toBe(64);
});

test("keeps entries with common names in a folder where something else is stored", async () => {
  await at.run(["remember", "Ports below 1024 need the helper.", "--home", at.folder]);
  const own = ["code", "models", "src"];
  for (const name of own) mkdirSync(join(at.folder, name), { recursive: true });
  writeFileSync(join(at.folder, "config.json"), "{}");
  const argv = ["uninstall", "--yes", "--delete-memories", "--home", at.folder];
  expect((await at.run(argv)).stdout).toContain("config.json");
  expect(existsSync(join(at.folder, "memory.db"))).toBe(false);
  expect(readdirSync(at.folder)).toEqual(expect.arrayContaining(["config.json", ...own]));
});

test("refuses a backup in the folder that it deletes", async () => {
  const argv = ["uninstall", "--yes", "--delete-memories", "--backup"];
  for (const file of [join(at.home, "last.db"), join(at.home, "spool", "last.db")]) {
    mkdirSync(dirname(file), { recursive: true });
    expect((await at.run([...argv, file])).status).toBe(64);
  }
  expect(await at.json(["list"])).toHaveLength(1);
});

test("deletes Tacit's default home folder even if it contains no store", async () => {
  const userHome = join(dirname(at.home), "user");
  const home = homeFolder({}, process.platform, userHome);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "config.json"), "{}");
  await at.json(["uninstall", "--yes", "--delete-memories", "--home", home]);
  expect(existsSync(home)).toBe(false);
});

test("deletes everything that other commands store, and leaves a usable link to the home", async () => {
  await at.run(["learn", "--no-home"]);
  await at.run(["config", "set", "strict", "on"]);
  expect(existsSync(join(at.home, "example"))).toBe(true);
  for (const name of ["panel.html", "restoring-7.db"]) writeFileSync(join(at.home, name), "");
  const link = join(at.folder, "home-link");
  symlinkSync(at.home, link, "junction");
  await at.json(["uninstall", "--yes", "--delete-memories", "--home", link]);
  expect(readdirSync(link)).toEqual([]);
});

test("does not count or delete what a link in the home folder points to", async () => {
  const models = join(at.folder, "models");
  mkdirSync(models);
  writeFileSync(join(models, "big"), "");
  truncateSync(join(models, "big"), 50_000_000);
  symlinkSync(models, join(at.home, "models"), "junction");
  expect(await at.json(["uninstall"])).toMatchObject({
    home: { bytes: expect.toSatisfy((bytes: number) => bytes < 50_000_000) },
  });
  await at.json(["uninstall", "--yes", "--delete-memories"]);
  expect(readdirSync(models)).toEqual(["big"]);
});

test("keeps the home folder while an agent is still connected", async () => {
  await at.run(["connect", "claude-code", "--yes"]);
  writeFileSync(settings, "{ broken");
  const { status, stderr } = await at.run(["uninstall", "--yes", "--delete-memories"]);
  expect(status).not.toBe(0);
  expect(stderr).toContain("not deleted, because an agent could not be disconnected");
  expect(existsSync(join(at.home, "memory.db"))).toBe(true);
});

/** Runs `tacit uninstall` at a terminal and answers its questions in this order. Returns the questions. */
async function uninstallWith(answers: readonly string[]): Promise<string[]> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const questions: string[] = [];
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  stderr.on("data", (bytes: Buffer) => {
    const question = /\S.*(?=\[y\/N\] $|: $)/.exec(bytes.toString())?.[0];
    if (question === undefined) return;
    stdin.write(`${answers[questions.length] ?? ""}\n`);
    questions.push(question.trim());
  });
  const userHome = join(dirname(at.home), "user");
  await runCli(["uninstall"], {
    ...{ env: { TACIT_HOME: at.home }, platform: process.platform, userHome },
    ...{ cwd: () => at.folder, stdin, stderr, stdout: { write: () => true }, nowMs: Date.now },
  });
  return questions;
}

test("does not offer to delete the home folder of agents that stay connected", async () => {
  await at.run(["connect", "claude-code", "--yes"]);
  expect(await uninstallWith(["n", "y"])).toHaveLength(1);
  expect(existsSync(join(at.home, "memory.db"))).toBe(true);
  const [, second] = await uninstallWith(["y", "n"]);
  expect(second).toContain(`Delete all memories, backups and options in ${at.home}?`);
  expect(readFileSync(settings, "utf8")).toBe(SETTINGS);
});

test("removes the files in .tacit of every project with the memories, except one with edits", async () => {
  const [one, other] = ["one", "other"].map((name) => join(at.folder, name));
  for (const project of [one ?? "", other ?? ""]) {
    mkdirSync(project);
    const here = ["--project", project];
    await at.json([...here, "remember", `Ports of ${project} start at 9000.`, "--type", "fact"]);
    await at.json([...here, "export", "--format", "memory-files"]);
  }
  const edited = join(other ?? "", ".tacit", "memory", "facts.md");
  writeFileSync(edited, readFileSync(edited, "utf8").replace("9000", "7000"));
  const { stdout, stderr } = await at.run(["uninstall", "--yes", "--delete-memories"]);
  expect(stdout).toContain(`Removed: ${join(one ?? "", ".tacit", "memory", "facts.md")}`);
  expect(stderr).toContain(`${edited} stays`);
  expect(existsSync(join(one ?? "", ".tacit"))).toBe(false);
  expect(readdirSync(join(other ?? "", ".tacit"))).toEqual(["memory"]);
  expect(existsSync(at.home)).toBe(false);
});

test("--dry-run lists the files in .tacit and changes none", async () => {
  await at.run(["export", "--format", "memory-files"]);
  const files = [".tacit/MEMORY.md", ".tacit/memory/facts.md"].map((path) => join(at.folder, path));
  const before = files.map((path) => readFileSync(path, "utf8"));
  const { stdout } = await at.run(["uninstall", "--dry-run", "--delete-memories"]);
  for (const path of files) expect(stdout).toContain(`  ${path}\n`);
  expect(files.map((path) => readFileSync(path, "utf8"))).toEqual(before);
});

test("removes the files in .tacit of every worktree of a repository", async () => {
  const [main, linked] = [join(at.folder, "main"), join(at.folder, "linked")];
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: main,
      stdio: "ignore",
    });
  mkdirSync(main);
  git("init", "-q");
  git("commit", "-qm", "first", "--allow-empty");
  git("worktree", "add", "-q", linked);
  await at.json(["--project", main, "remember", "Ports start at 9000.", "--type", "fact"]);
  for (const project of [linked, main])
    await at.json(["--project", project, "export", "--format", "memory-files"]);
  // An earlier version wrote one file.
  const [folder, old] = ["memory", "MEMORY.md"].map((name) => join(linked, ".tacit", name));
  renameSync(join(folder ?? "", "facts.md"), old ?? "");
  rmSync(folder ?? "", { recursive: true });
  const files = [join(main, ".tacit", "memory", "facts.md"), old ?? ""];
  for (const file of files) expect(existsSync(file)).toBe(true);
  const { stdout } = await at.run(["uninstall", "--yes", "--delete-memories"]);
  for (const file of files) expect(stdout).toContain(`Removed: ${file}`);
  for (const tree of [main, linked]) expect(existsSync(join(tree, ".tacit"))).toBe(false);
});

test("says that memories on a server stay there", async () => {
  const url = "http://127.0.0.1:1/team";
  const argv = ["uninstall", "--delete-memories", "--set", `url=${url}`];
  for (const more of ["--dry-run", "--yes"]) {
    const { status, stderr } = await at.run([...argv, more]);
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/memories on the server http:\/\/127\.0\.0\.1:1\/team stay there/),
    ]);
    expect(stderr).toContain("tacit forget");
  }
  expect(existsSync(at.home)).toBe(false);
});
