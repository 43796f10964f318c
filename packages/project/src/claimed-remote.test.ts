/** Tests which project a repository with an already known remote belongs to, with real repositories. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resolveProjectSync } from "./resolve-project.ts";
import { git, makeFolders } from "./testing-folders.ts";

const REMOTE = "https://github.com/victim/private.git";

/** Makes a home that knows the repository `repository`, with two commits. */
function victim() {
  const { root: base, home } = makeFolders();
  mkdirSync(home, { recursive: true });
  const repository = join(base, "known");
  const commit = (at: string, name: string) => {
    writeFileSync(join(at, name), name);
    git(at, "add", "-A");
    git(at, "commit", "-qm", name);
  };
  mkdirSync(repository);
  git(repository, "init", "-q", "-b", "main");
  commit(repository, "first");
  commit(repository, "second");
  git(repository, "remote", "add", "origin", REMOTE);
  const project = (at: string) => resolveProjectSync(at, { home });
  const id = project(repository).id;
  const clone = (name: string, ...more: string[]) => {
    git(base, "clone", "-q", ...more, `file://${repository}`, name);
    git(join(base, name), "remote", "set-url", "origin", REMOTE);
    return join(base, name);
  };
  return { base, home, repository, commit, project, id, clone };
}

const headOf = (at: string) => readFileSync(join(at, ".git/refs/heads/main"), "utf8").trim();

type Victim = ReturnType<typeof victim>;

describe("the same project", () =>
  test.each<[string, (at: Victim) => string]>([
    ["a clone", ({ clone }) => clone("copy")],
    ["a shallow clone", ({ clone }) => clone("copy", "--depth", "1")],
    [
      "a clone of a branch that went on",
      (at) => {
        at.commit(at.repository, "third");
        return at.clone("copy", "--depth", "1");
      },
    ],
    ["a clone of it bare", ({ clone }) => clone("copy", "--bare")],
    [
      "a worktree",
      ({ base, repository }) => {
        git(repository, "worktree", "add", "-q", join(base, "tree"));
        return join(base, "tree");
      },
    ],
    [
      "a clone's worktree",
      ({ base, clone }) => {
        git(clone("copy"), "worktree", "add", "-q", join(base, "tree"));
        return join(base, "tree");
      },
    ],
    [
      "the folder under another name",
      ({ base, repository }) => {
        renameSync(repository, join(base, "moved"));
        return join(base, "moved");
      },
    ],
    [
      "cloned anew after the first was deleted",
      ({ base, repository, clone }) => {
        const copy = clone("copy");
        rmSync(repository, { recursive: true });
        renameSync(copy, join(base, "known"));
        return repository;
      },
    ],
  ])("%s", (_name, make) => {
    const at = victim();
    const { id, basis, warnings } = at.project(make(at));
    expect({ id, basis, warnings }).toEqual({ id: at.id, basis: "remote", warnings: [] });
  }));

describe("a separate project", () =>
  test.each<[string, (at: Victim, folder: string) => void]>([
    ["a folder with nothing but the remote", () => undefined],
    ["another history", ({ commit }, folder) => commit(folder, "mine")],
    [
      "an object of the right name and other content",
      ({ repository, commit }, folder) => {
        commit(folder, "mine");
        const wanted = headOf(repository);
        const own = headOf(folder);
        const place = (sha: string) => join(folder, ".git/objects", sha.slice(0, 2), sha.slice(2));
        mkdirSync(join(folder, ".git/objects", wanted.slice(0, 2)), { recursive: true });
        renameSync(place(own), place(wanted));
        writeFileSync(join(folder, ".git/refs/heads/main"), `${wanted}\n`);
      },
    ],
  ])("%s", (_name, make) => {
    const at = victim();
    const folder = join(at.base, "spoof");
    mkdirSync(folder);
    git(folder, "init", "-q", "-b", "main");
    make(at, folder);
    appendFileSync(join(folder, ".git/config"), `[remote "origin"]\n\turl = ${REMOTE}\n`);
    const spoof = at.project(folder);
    expect(spoof.id).not.toBe(at.id);
    expect(spoof.basis).not.toBe("remote");
    expect(spoof.warnings[0]?.code).toBe("separate_project");
    // The next process gets the same answer.
    expect(at.project(folder).id).toBe(spoof.id);
    expect(at.project(at.repository).id).toBe(at.id);
  }));

test("runs nothing of the repository and fetches nothing", () => {
  const at = victim();
  const folder = join(at.base, "spoof");
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  const mark = join(at.base, "ran");
  appendFileSync(
    join(folder, ".git/config"),
    `[remote "origin"]\n\turl = ssh://x/victim\n\tpromisor = true\n[core]\n\tsshCommand = touch ${mark}\n\tfsmonitor = touch ${mark}\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "upstream"]\n\turl = ${REMOTE}\n`,
  );
  git(at.repository, "remote", "set-url", "origin", "ssh://x/victim");
  at.project(at.repository);
  expect(at.project(folder).warnings[0]?.code).toBe("separate_project");
  expect(existsSync(mark)).toBe(false);
});

test("writes nothing and asks nothing without a home", () => {
  const at = victim();
  rmSync(at.home, { recursive: true });
  expect(at.project(at.repository).id).toBe(at.id);
  expect(existsSync(at.home)).toBe(false);
});
