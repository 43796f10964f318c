/** Tests a project through its identities: a folder, a repository, a repository with a commit, and with a remote. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readModeMarker } from "@tacit-memory/project";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appendToSpool } from "../capture/spool.ts";
import { openTacit } from "../open.ts";
import { git } from "../testing/testing-git.ts";
import { momentAt } from "../workspace.ts";
import { openStore } from "./open-store.ts";
import { resolveProjectSync } from "./resolve-project.ts";

let base = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "tacit-adopt-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function openIn(folder: string) {
  return openTacit({ home: join(base, "home"), cwd: folder });
}

async function remembered(folder: string): Promise<string[]> {
  const tacit = await openIn(folder);
  const contents = (await tacit.memories.list()).map((memory) => memory.content).sort();
  await tacit.close();
  return [tacit.identity.basis, ...contents];
}

async function teach(folder: string, content: string): Promise<void> {
  const tacit = await openIn(folder);
  await tacit.memories.remember({ content, source: "user_taught" });
  await tacit.close();
}

describe("an interrupted adoption", () => {
  const cutShort = "BEFORE INSERT ON project_alias BEGIN SELECT RAISE(ABORT, 'cut short'); END";

  async function cut() {
    const folder = join(base, "project");
    mkdirSync(folder);
    await teach(folder, "The first port is 4001 here.");
    git(folder, "init", "-q", "-b", "main");
    await inStore(`CREATE TRIGGER cut_short ${cutShort}`);
    await expect(openIn(folder)).rejects.toThrow("cut short");
    return folder;
  }

  test("is completed when the project is opened next", async () => {
    const folder = await cut();
    await inStore("DROP TRIGGER cut_short");
    expect(await remembered(folder)).toEqual(["common_dir", "The first port is 4001 here."]);
  });

  test("leaves no file of the store open", async () => {
    await cut();
    expect(openFiles()).toEqual([]);
  });
});

async function inStore(sql: string): Promise<void> {
  const db = await openStore({ home: join(base, "home") }, momentAt(Date.now()));
  await db.exec(sql);
  await db.close();
}

/** Returns the store's files that this process has open; empty when the system does not list them. */
function openFiles(): string[] {
  if (!existsSync("/proc/self/fd")) return [];
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    const file = join("/proc/self/fd", fd);
    // The handle that lists the files is already closed.
    const target = existsSync(file) ? readlinkSync(file) : "";
    return target.startsWith(base) ? [target] : [];
  });
}

test("moves stored data with the project to each stronger identity", async () => {
  const folder = join(base, "project");
  mkdirSync(folder);
  await teach(folder, "The first port is 4001 here.");
  git(folder, "init", "-q", "-b", "main");
  await teach(folder, "The second queue is called orders.");
  expect(await remembered(folder)).toEqual([
    "common_dir",
    "The first port is 4001 here.",
    "The second queue is called orders.",
  ]);
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
  expect((await remembered(folder)).slice(0, 1)).toEqual(["root_commit"]);
  git(folder, "remote", "add", "origin", "git@example.com:o/r.git");
  expect(await remembered(folder)).toEqual([
    "remote",
    "The first port is 4001 here.",
    "The second queue is called orders.",
  ]);
});

test.each([
  ["automatic", 1],
  ["incognito", 0],
] as const)("gives the same result whichever process ingests first: %s", async (mode, events) => {
  const [folder, other] = [join(base, "project"), join(base, "other")];
  for (const each of [folder, other]) mkdirSync(each);
  await teach(folder, "The first port is 4001 here.");
  const first = await openIn(folder);
  await first.admin.setMode(mode);
  await first.close();
  git(folder, "init", "-q", "-b", "main");
  git(folder, "remote", "add", "origin", "git@example.com:o/r.git");
  const project = resolveProjectSync(folder, { home: join(base, "home") });
  const ts = new Date().toISOString();
  const event = {
    v: 1 as const,
    session: "s",
    ts,
    kind: "prompt" as const,
    text: "Go on.",
    key: "k",
  };
  appendToSpool(join(base, "home"), [{ project, event }], Date.now());
  const elsewhere = await openIn(other);
  await elsewhere.sessions.drain();
  await elsewhere.close();
  const tacit = await openIn(folder);
  expect([tacit.identity.basis, await tacit.admin.mode()]).toEqual(["remote", mode]);
  expect(
    [await tacit.memories.list(), await tacit.sessions.events("s")].map(({ length }) => length),
  ).toEqual([1, events]);
  await tacit.close();
});

test("opens the project with one copy when two earlier identities have the same imported memory", async () => {
  const folder = join(base, "project");
  mkdirSync(folder);
  await teach(folder, "The first port is 4001 here.");
  await inStore("UPDATE project SET root = root || '-away'");
  git(folder, "init", "-q", "-b", "main");
  await teach(folder, "The first port is 4001 there.");
  await inStore("UPDATE project SET root = replace(root, '-away', '')");
  await inStore("UPDATE memory SET external_id = 'imported'");
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
  for (let time = 0; time < 2; time++) expect(await remembered(folder)).toHaveLength(2);
});

test("keeps the mode of an unwatched folder under each identity, for hooks too", async () => {
  const folder = join(base, "project");
  mkdirSync(folder);
  const first = await openIn(folder);
  await first.admin.setMode("incognito");
  await first.close();
  git(folder, "init", "-q", "-b", "main");
  git(folder, "remote", "add", "origin", "git@example.com:o/r.git");
  const home = join(base, "home");
  // Before the project was opened under its new name.
  expect(readModeMarker(home, resolveProjectSync(folder, { home }))).toBe("incognito");
  const tacit = await openIn(folder);
  expect([tacit.identity.basis, await tacit.admin.mode()]).toEqual(["remote", "incognito"]);
  expect(readModeMarker(home, tacit.identity)).toBe("incognito");
  await tacit.admin.setMode("automatic");
  expect(readModeMarker(home, tacit.identity)).toBeNull();
  await tacit.close();
});

/** A repository with a commit and a remote. */
function cloned(name: string, remote = "git@example.com:o/r.git"): string {
  const folder = join(base, name);
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "commit", "-q", "--allow-empty", "-m", `first of ${name}`);
  git(folder, "remote", "add", "origin", remote);
  return folder;
}

const RENAMED = "git@example.com:o/renamed.git";
const CHANGES: readonly [string, (folder: string) => void][] = [
  ["renamed", (folder) => git(folder, "remote", "set-url", "origin", RENAMED)],
  ["removed", (folder) => git(folder, "remote", "remove", "origin")],
];

describe.each(CHANGES)("when the remote is %s", (_, change) => {
  test("the memories stay, and return with the remote", async () => {
    const folder = cloned("project");
    await teach(folder, "The first port is 4001 here.");
    change(folder);
    expect((await remembered(folder)).slice(1)).toEqual(["The first port is 4001 here."]);
    await teach(folder, "The second queue is called orders.");
    git(folder, "config", "remote.origin.url", "git@example.com:o/r.git");
    expect(await remembered(folder)).toEqual([
      "remote",
      "The first port is 4001 here.",
      "The second queue is called orders.",
    ]);
  });

  test.each(["off", "incognito"] as const)("the mode %s stays, for hooks too", async (mode) => {
    const folder = cloned("project");
    const home = join(base, "home");
    const first = await openIn(folder);
    await first.admin.setMode(mode);
    await first.close();
    change(folder);
    // Before the project was opened under its new name.
    expect(readModeMarker(home, resolveProjectSync(folder, { home }))).toBe(mode);
    const tacit = await openIn(folder);
    expect(await tacit.admin.mode()).toBe(mode);
    expect(readModeMarker(home, tacit.identity)).toBe(mode);
    await tacit.admin.setMode("automatic");
    expect(readModeMarker(home, tacit.identity)).toBeNull();
    await tacit.close();
  });

  test("a worktree of the same repository keeps mode and memories", async () => {
    const folder = cloned("project");
    const home = join(base, "home");
    await teach(folder, "The first port is 4001 here.");
    const first = await openIn(folder);
    await first.admin.setMode("incognito");
    await first.close();
    git(folder, "worktree", "add", "-q", join(base, "tree"));
    change(folder);
    const tree = join(base, "tree");
    expect(readModeMarker(home, resolveProjectSync(tree, { home }))).toBe("incognito");
    expect((await remembered(tree)).slice(1)).toEqual(["The first port is 4001 here."]);
  });

  test("another folder with the old remote keeps its project; this one names it", async () => {
    const folder = cloned("project");
    const other = join(base, "other");
    git(base, "clone", "-q", folder, other);
    git(other, "remote", "set-url", "origin", "git@example.com:o/r.git");
    await teach(folder, "The first port is 4001 here.");
    expect(await remembered(other)).toEqual(["remote", "The first port is 4001 here."]);
    change(other);
    expect((await remembered(other)).slice(1)).toEqual([]);
    expect(await remembered(folder)).toEqual(["remote", "The first port is 4001 here."]);
    const tacit = await openIn(other);
    expect((await tacit.admin.status()).degraded.join()).toContain(
      "tacit projects merge example.com/o/r .",
    );
    await tacit.close();
  });
});

test("the mode set in one folder ends the mode of an earlier name in all folders", async () => {
  const folder = cloned("project");
  const home = join(base, "home");
  const first = await openIn(folder);
  await first.admin.setMode("incognito");
  await first.close();
  git(folder, "worktree", "add", "-q", join(base, "tree"));
  git(folder, "remote", "set-url", "origin", RENAMED);
  const second = await openIn(join(base, "tree"));
  await second.admin.setMode("automatic");
  await second.close();
  const tacit = await openIn(folder);
  expect(await tacit.admin.mode()).toBe("automatic");
  expect(readModeMarker(home, tacit.identity)).toBeNull();
  await tacit.close();
});

test("writes a marker again that is missing, as after a restore", async () => {
  const folder = cloned("project");
  const home = join(base, "home");
  const first = await openIn(folder);
  await first.admin.setMode("off");
  await first.close();
  rmSync(join(home, "modes"), { recursive: true });
  await (await openIn(folder)).close();
  expect(readModeMarker(home, resolveProjectSync(folder, { home }))).toBe("off");
});

test("another repository with another remote in the same folder has neither mode nor memories", async () => {
  const folder = cloned("project");
  const home = join(base, "home");
  await teach(folder, "The first port is 4001 here.");
  const first = await openIn(folder);
  await first.admin.setMode("incognito");
  await first.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "commit", "-q", "--allow-empty", "-m", "another");
  git(folder, "remote", "add", "origin", RENAMED);
  expect(readModeMarker(home, resolveProjectSync(folder, { home }))).toBeNull();
  expect(await remembered(folder)).toEqual(["remote"]);
});

test("watches another repository in place of an unwatched one", async () => {
  const folder = join(base, "project");
  const home = join(base, "home");
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
  const first = await openIn(folder);
  await first.admin.setMode("off");
  await first.close();
  expect(readModeMarker(home, first.identity)).toBe("off");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "commit", "-q", "--allow-empty", "-m", "another");
  git(folder, "remote", "add", "origin", "git@example.com:o/other.git");
  expect(readModeMarker(home, resolveProjectSync(folder, { home }))).toBeNull();
});

test("does not ingest again under the next identity what was forgotten under the previous one", async () => {
  const folder = join(base, "project");
  mkdirSync(folder);
  await teach(folder, "The first port is 4001 here.");
  const first = await openIn(folder);
  await first.memories.forget((await first.memories.list()).map(({ id }) => id));
  await first.close();
  git(folder, "init", "-q", "-b", "main");
  const tacit = await openIn(folder);
  const again = await tacit.memories.remember({
    content: "The first port is 4001 here.",
    source: "observer_inferred",
  });
  expect(again).toMatchObject({ id: null, reason: "forgotten" });
  await tacit.close();
});

test("restores an earlier version of a memory under its current identity", async () => {
  const folder = join(base, "project");
  mkdirSync(folder);
  await teach(folder, "The first port is 4001 here.");
  const first = await openIn(folder);
  const [{ id = "" } = {}] = await first.memories.list();
  await first.memories.edit(id, { content: "The first port is 4002 here." });
  await first.close();
  git(folder, "init", "-q", "-b", "main");
  const tacit = await openIn(folder);
  const { content, projectId } = await tacit.memories.restore(id, 1);
  expect([content, projectId]).toEqual(["The first port is 4001 here.", tacit.projectId]);
  await tacit.close();
});

test("moves nothing to another repository in the same folder", async () => {
  const folder = join(base, "project");
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "commit", "-q", "--allow-empty", "-m", "one");
  await teach(folder, "The first repository deploys on Fridays.");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "commit", "-q", "--allow-empty", "-m", "another beginning");
  git(folder, "remote", "add", "origin", "git@example.com:o/other.git");
  expect(await remembered(folder)).toEqual(["remote"]);
});
