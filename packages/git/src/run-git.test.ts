/** Tests that a question reaches the intended repository and that a missing answer is null. */
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runGit, runGitSync, streamGit } from "./run-git.ts";

const PATIENT = { timeoutMs: 20_000 };

const SETTINGS = [
  "-c",
  "user.name=t",
  "-c",
  "user.email=t@example.com",
  "-c",
  "commit.gpgsign=false",
];

function git(folder: string, ...args: string[]): void {
  execFileSync("git", [...SETTINGS, ...args], { cwd: folder, stdio: "ignore" });
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tacit-git-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function repository(): string {
  const root = emptyFolder();
  git(root, "init", "-q", "-b", "main");
  git(root, "commit", "-qm", "first", "--allow-empty");
  return root;
}

test("asks the folder's own repository, whatever variables a git hook set", async () => {
  const root = repository();
  vi.stubEnv("GIT_DIR", join(emptyFolder(), "nowhere"));
  try {
    const output = await runGit(root, ["rev-parse", "--abbrev-ref", "HEAD"], PATIENT);
    expect(output).toBe("main\n");
  } finally {
    vi.unstubAllEnvs();
  }
});

test("git reads what is written to its standard input", async () => {
  const output = await runGit(repository(), ["cat-file", "--batch-check"], {
    ...PATIENT,
    input: "HEAD\nnothing\n",
  });
  expect(output).toMatch(/^[0-9a-f]+ commit \d+\nnothing missing\n$/);
});

test.each<[string, string[], { timeoutMs: number; maxChars?: number }]>([
  ["it fails", ["rev-parse", "--verify", "-q", "no-such-branch"], PATIENT],
  ["it says too much", ["log"], { ...PATIENT, maxChars: 5 }],
  ["its arguments are longer than the system takes", ["log", "a".repeat(3_000_000)], PATIENT],
  ["an argument is none", ["log", "a\0b"], PATIENT],
])("returns null if %s", async (_name, args, question) => {
  expect(await runGit(repository(), args, question)).toBeNull();
});

test("returns null if a pipe replaces a file that git reads", async () => {
  const root = repository();
  rmSync(join(root, ".git", "info"), { recursive: true, force: true });
  mkdirSync(join(root, ".git", "info"));
  execFileSync("mkfifo", [join(root, ".git", "info", "exclude")]);
  const question = ["ls-files", "-z", "--others", "--exclude-standard"];
  expect(await runGit(root, question, { timeoutMs: 300 })).toBeNull();
  expect(runGitSync(root, question, 300)).toEqual({ answer: null, isLate: true });
  const stream = await streamGit(root, question, 300);
  for await (const chunk of stream.stdout) expect(chunk).toBe("");
  expect(await stream.ended).toBe("late");
});

test("lists the files of the asked folder, wherever the repository's configuration points", async () => {
  const root = repository();
  const elsewhere = emptyFolder();
  writeFileSync(join(root, "own.txt"), "own\n");
  writeFileSync(join(elsewhere, "foreign.txt"), "foreign\n");
  git(root, "config", "core.worktree", elsewhere);
  const question = ["ls-files", "-z", "--others", "--exclude-standard"];
  expect(await runGit(root, question, PATIENT)).toBe("own.txt\0");
  expect(await runGit(root, ["grep", "--untracked", "-l", "f"], PATIENT)).toBe("");
});

test.each([
  ["status"],
  ["diff", "HEAD"],
  ["diff-index", "HEAD"],
  ["ls-files", "-z", "-m"],
  ["-c", "alias.log=!true", "log"],
  ["fetch"],
])("refuses git %s %s, which may run what the repository names", async (...question) => {
  await expect(runGit(repository(), question, PATIENT)).rejects.toThrow(
    /not allowed|without --cached/,
  );
});

test("no other file of the product starts git", () => {
  const product = join(import.meta.dirname, "..", "..", "..");
  const sources = ["packages", "hosts", "apps"].flatMap((folder) =>
    globSync(`${folder}/**/src/**/*.ts`, { cwd: product }),
  );
  const starting = sources.filter(
    (path) =>
      !/\.test\.ts$|\/testing-/.test(path) &&
      /\b(?:spawn|spawnSync|execFile|execFileSync|exec|execSync|fork)\(\s*["'`]git\b/.test(
        readFileSync(join(product, path), "utf8"),
      ),
  );
  expect(starting).toEqual([join("packages", "git", "src", "run-git.ts")]);
});

test("returns null outside of any repository, and an empty answer if nothing is found", async () => {
  expect(await runGit(emptyFolder(), ["log"], PATIENT)).toBeNull();
  const root = repository();
  writeFileSync(join(root, "a.txt"), "a\n");
  git(root, "add", "-A");
  expect(await runGit(root, ["grep", "-l", "zzz"], PATIENT)).toBe("");
});
