/** Tests identity with real repositories in every layout that git knows. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ProjectError } from "./project-error.ts";
import type { ProjectIdentity } from "./project-identity.ts";
import { type ResolveOptions, resolveProjectSync } from "./resolve-project.ts";
import { rootCommitOf } from "./root-commit.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "tacit-identity-")));
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

let box = "";
let io: ResolveOptions = {};
let boxes = 0;
beforeEach(() => {
  box = join(base, `box${boxes++}`);
  mkdirSync(box);
  io = { home: join(box, "tacit-home") };
});

const SETTINGS = [
  ...[
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@example.invalid",
    "-c",
    "init.defaultBranch=main",
  ],
  ...["-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always"],
];

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", [...SETTINGS, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      // biome-ignore lint/style/noProcessEnv: git is found on the path, and nothing else is taken over
      PATH: process.env["PATH"],
      HOME: base,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
    },
  }).trim();
}

/** Makes a repository with one commit whose message is unique to it. */
function repository(name: string, remote?: string): string {
  const folder = join(box, name);
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q");
  git(folder, "commit", "-q", "--allow-empty", "-m", `${folder} begins`);
  if (remote !== undefined) git(folder, "remote", "add", "origin", remote);
  return folder;
}

const resolved = (folder: string): ProjectIdentity => resolveProjectSync(folder, io);

test("an ordinary clone has its remote, branch and commit, and no warning", () => {
  const folder = repository("app", "git@github.com:o/r.git");
  const identity = resolveProjectSync(folder, io);
  expect(identity).toEqual({
    id: expect.stringMatching(/^p_[0-9a-f]{24}$/),
    canonical: "github.com/o/r",
    basis: "remote",
    name: "r",
    root: folder,
    worktree: null,
    branch: "main",
    commit: git(folder, "rev-parse", "HEAD"),
    subdirectory: "",
    warnings: [],
  });
});

test("two clones over different protocols, with credentials and renamed, have one id", () => {
  const item = repository("one", "https://me:s3cret@GitHub.com/o/r.git");
  const two = repository("two", "ssh://git@github.com/o/r");
  renameSync(item, join(box, "renamed"));
  const first = resolved(join(box, "renamed"));
  expect(first.id).toBe(resolved(two).id);
  expect(JSON.stringify(first)).not.toContain("s3cret");
});

test("a subfolder of a monorepo has the same id and the folder as an attribute", () => {
  const folder = repository("mono", "git@h.io:o/mono.git");
  mkdirSync(join(folder, "packages", "web"), { recursive: true });
  const identity = resolved(join(folder, "packages", "web"));
  expect(identity).toMatchObject({ root: folder, subdirectory: "packages/web" });
  expect(identity.id).toBe(resolved(folder).id);
});

test.each([
  ["inside", (folder: string) => join(folder, ".worktrees", "feature")],
  ["outside", () => join(box, "feature")],
])("a linked worktree %s the repository shares its id", (_name, place) => {
  const folder = repository("app");
  git(folder, "worktree", "add", "-q", "-b", "topic/x", place(folder));
  mkdirSync(join(place(folder), "src"));
  const identity = resolved(join(place(folder), "src"));
  expect(identity).toMatchObject({
    ...{ basis: "root_commit", root: place(folder), worktree: "feature", branch: "topic/x" },
    ...{ subdirectory: "src", name: "app" },
  });
  expect(identity.commit).toBe(git(folder, "rev-parse", "HEAD"));
  expect(identity.id).toBe(resolved(folder).id);
});

test("resolves a bare repository with worktrees beside it", () => {
  const source = repository("source");
  const project = join(box, "project");
  mkdirSync(project);
  git(box, "clone", "-q", "--bare", source, join(project, ".bare"));
  writeFileSync(join(project, ".git"), "gitdir: ./.bare\n");
  git(project, "worktree", "add", "-q", join(project, "main"), "main");
  const [atTop, inTree, inBare] = [project, join(project, "main"), join(project, ".bare")].map(
    resolved,
  );
  expect(inTree).toMatchObject({ worktree: "main", branch: "main", name: "project" });
  expect(new Set([atTop?.id, inTree?.id, inBare?.id, resolved(source).id]).size).toBe(1);
});

test("resolves a bare repository on its own", () => {
  const source = repository("source");
  git(box, "clone", "-q", "--bare", source, join(box, "store.git"));
  expect(resolved(join(box, "store.git"))).toMatchObject({
    root: join(box, "store.git"),
    name: "store",
  });
});

test("a submodule is a separate project, with a relative and an absolute link", () => {
  const library = repository("library");
  const app = repository("app");
  git(app, "submodule", "--quiet", "add", library, "vendor/library");
  const inside = join(app, "vendor", "library");
  const relative = resolved(inside);
  expect(relative).toMatchObject({ root: inside, worktree: null, subdirectory: "" });
  expect(relative.id).toBe(resolved(library).id);
  expect(relative.id).not.toBe(resolved(app).id);
  writeFileSync(
    join(inside, ".git"),
    `gitdir: ${join(app, ".git", "modules", "vendor", "library")}\n`,
  );
  expect(resolved(inside)).toEqual(relative);
});

describe("without a remote", () => {
  test("identifies a clone, a renamed folder and another branch by the same first commit", () => {
    const folder = repository("app");
    const before = resolved(folder);
    git(folder, "checkout", "-q", "-b", "other");
    git(folder, "commit", "-q", "--allow-empty", "-m", "more");
    git(box, "clone", "-q", folder, join(box, "copy"));
    renameSync(folder, join(box, "renamed"));
    expect(before.basis).toBe("root_commit");
    expect(resolved(join(box, "renamed")).id).toBe(before.id);
    // The copy's remote is a folder of this machine, which identifies nothing elsewhere.
    expect(resolved(join(box, "copy")).id).toBe(before.id);
  });

  test("two repositories of the same name are two projects", () => {
    expect(resolved(repository("a/app")).id).not.toBe(resolved(repository("b/app")).id);
  });

  test("asks git once for each repository, in the first process", () => {
    const folder = repository("app");
    git(folder, "worktree", "add", "-q", join(box, "feature"));
    const calls: string[] = [];
    const counting = {
      ...io,
      rootCommitOf: (commonDir: string) => {
        calls.push(commonDir);
        return rootCommitOf(commonDir);
      },
    };
    const ids = [folder, join(box, "feature"), folder].map(
      (at) => resolveProjectSync(at, counting).id,
    );
    expect(new Set(ids).size).toBe(1);
    expect(calls).toEqual([join(folder, ".git")]);
    expect(readdirSync(join(box, "tacit-home", "identity"))).toHaveLength(1);
  });

  test("a repository recreated in the same place is another project", () => {
    const first = resolved(repository("app"));
    // Moved to another name, so that the new folder cannot get the old folder's inode.
    renameSync(join(box, "app", ".git"), join(box, "old-git"));
    git(join(box, "app"), "init", "-q");
    git(join(box, "app"), "commit", "-q", "--allow-empty", "-m", "anew");
    expect(resolved(join(box, "app")).id).not.toBe(first.id);
  });

  test("stores a failure too, until the commit changes", () => {
    const folder = repository("app");
    let callCount = 0;
    const failing = {
      ...io,
      rootCommitOf: () => {
        callCount++;
        return null;
      },
    };
    for (let i = 0; i < 3; i++) {
      expect(resolveProjectSync(folder, failing).basis).toBe("common_dir");
    }
    expect(callCount).toBe(1);
    git(folder, "commit", "-q", "--allow-empty", "-m", "more");
    resolveProjectSync(folder, failing);
    expect(callCount).toBe(2);
  });

  test("uses the common folder with a warning before the first commit and in a shallow clone", () => {
    const empty = join(box, "empty");
    mkdirSync(empty);
    git(empty, "init", "-q");
    const source = repository("source");
    git(source, "commit", "-q", "--allow-empty", "-m", "second");
    git(box, "clone", "-q", "--depth", "1", `file://${source}`, join(box, "shallow"));
    for (const folder of [empty, join(box, "shallow")]) {
      const identity = resolved(folder);
      expect(identity).toMatchObject({
        basis: "common_dir",
        warnings: [{ code: "project_without_commit" }],
      });
      expect(identity.canonical).toBe(`git-dir:${folder}/.git`);
    }
    expect(resolved(empty)).toMatchObject({ branch: "main", commit: null });
  });

  test("returns the answer with a warning if the home cannot be written", () => {
    const folder = repository("app");
    writeFileSync(join(box, "occupied"), "");
    const identity = resolveProjectSync(folder, { home: join(box, "occupied") });
    expect(identity).toMatchObject({
      basis: "root_commit",
      warnings: [{ code: "first_commit_not_stored", problem: expect.any(String) }],
    });
  });
});

test("resolves a detached HEAD and packed references", () => {
  const folder = repository("app", "git@h.io:o/r");
  const commit = git(folder, "rev-parse", "HEAD");
  git(folder, "pack-refs", "--all");
  expect(existsSync(join(folder, ".git", "refs", "heads", "main"))).toBe(false);
  expect(resolved(folder)).toMatchObject({ branch: "main", commit });
  git(folder, "checkout", "-q", "--detach");
  expect(resolved(folder)).toMatchObject({ branch: null, commit });
});

test.each([
  ["a table of references", "ref: refs/heads/.invalid\n"],
  ["a name that leaves the repository", "ref: refs/../../../secret\n"],
  ["no reference at all", "rubbish\n"],
  ["nothing", ""],
])("reads no commit from HEAD with %s, without an error", (_name, head) => {
  const folder = repository("app", "git@h.io:o/r");
  writeFileSync(join(box, "secret"), "0".repeat(40));
  writeFileSync(join(folder, ".git", "HEAD"), head);
  expect(resolved(folder)).toMatchObject({ canonical: "h.io/o/r", commit: null });
});

test("resolves several remotes, and insteadOf", () => {
  const folder = repository("app");
  git(folder, "remote", "add", "fork", "git@h.io:me/r");
  expect(resolved(folder).canonical).toBe("h.io/me/r");
  git(folder, "remote", "add", "origin", "work:o/r");
  git(folder, "config", "url.ssh://git@h.io/.insteadOf", "work:");
  expect(resolved(folder).canonical).toBe("h.io/o/r");
});

test("resolves a link to its folder, and a path inside .git to the repository", () => {
  const folder = repository("app", "git@h.io:o/r");
  mkdirSync(join(folder, "src"));
  symlinkSync(join(folder, "src"), join(box, "link"));
  expect(resolved(join(box, "link"))).toMatchObject({ root: folder, subdirectory: "src" });
  expect(resolved(join(folder, ".git", "hooks")).root).toBe(folder);
  expect(resolved(join(folder, "not", "there"))).toMatchObject({
    root: folder,
    subdirectory: "not/there",
  });
});

describe("without git", () => {
  const file = (folder: string, text: string): void =>
    writeFileSync(join(folder, ".tacit.json"), text);

  test("uses the folder itself, with a warning", () => {
    expect(resolved(box)).toMatchObject({
      ...{ basis: "directory", canonical: `directory:${box}`, root: box, subdirectory: "" },
      ...{ branch: null, commit: null, warnings: [{ code: "project_in_folder" }] },
    });
  });

  test("uses .tacit.json of a folder above, at any level", () => {
    for (const name of ["x", "y"]) {
      mkdirSync(join(box, name, "docs"), { recursive: true });
      file(join(box, name), '{"projectId": "acme-notes", "name": "Notes"}');
    }
    const identity = resolved(join(box, "x", "docs"));
    expect(identity).toMatchObject({
      ...{ basis: "config", canonical: "config:acme-notes", name: "Notes" },
      ...{ root: join(box, "x"), subdirectory: "docs", warnings: [] },
    });
    expect(resolved(join(box, "y")).id).toBe(identity.id);
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "[1]"],
    ["an id that is no text", '{"projectId": 7}'],
    ["an empty id", '{"projectId": " "}'],
  ])("reports a .tacit.json with %s as an error with its path", (_name, text) => {
    file(box, text);
    let error: unknown;
    try {
      resolved(box);
    } catch (caught) {
      error = caught;
    }
    expect(ProjectError.is(error, "config_malformed")).toBe(true);
    expect(error).toMatchObject({ facts: { path: join(box, ".tacit.json") } });
  });

  test("preserves the cause", () => {
    file(box, "{");
    expect(() => resolved(box)).toThrow(
      expect.objectContaining({ cause: expect.any(SyntaxError) }),
    );
  });

  test("warns of a malformed field of .tacit.json in a git repository", () => {
    const folder = repository("app", "git@h.io:o/r");
    file(folder, '{"projectId": 7}');
    expect(resolved(folder)).toMatchObject({
      ...{
        canonical: "h.io/o/r",
        warnings: [
          {
            code: "project_file_malformed",
            problem: expect.stringMatching(
              /\(path: .*\.tacit\.json, .*projectId is not a short text\)$/,
            ),
          },
        ],
      },
    });
  });

  test("handles a .git file that points nowhere", () => {
    writeFileSync(join(box, ".git"), "gitdir: /nowhere/at/all\n");
    expect(resolved(box)).toMatchObject({
      ...{
        basis: "directory",
        warnings: [
          { code: "git_link_broken", path: join(box, ".git"), target: "/nowhere/at/all" },
          { code: "project_in_folder" },
        ],
      },
    });
  });

  test("skips a .git that is neither a repository nor a link", () => {
    mkdirSync(join(box, "app", ".git"), { recursive: true });
    expect(resolved(join(box, "app")).basis).toBe("directory");
  });
});
