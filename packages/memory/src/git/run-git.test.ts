/** Does a question to git reach the repository meant, and is no answer no answer? */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { git } from "../testing-git.ts";
import { makePlace } from "../testing-life.ts";
import { runGit } from "./run-git.ts";

const PATIENT = { timeoutMs: 20_000 };

function repository(): string {
  const { root } = makePlace();
  git(root, "init", "-q", "-b", "main");
  git(root, "commit", "-qm", "first", "--allow-empty");
  return root;
}

test("asked of the folder's own repository, whatever a hook of git's set", async () => {
  const root = repository();
  vi.stubEnv("GIT_DIR", join(makePlace().root, "nowhere"));
  try {
    const told = await runGit(root, ["rev-parse", "--abbrev-ref", "HEAD"], PATIENT);
    expect(told).toBe("main\n");
  } finally {
    vi.unstubAllEnvs();
  }
});

test("what is written to it is read", async () => {
  const told = await runGit(repository(), ["cat-file", "--batch-check"], {
    ...PATIENT,
    input: "HEAD\nnothing\n",
  });
  expect(told).toMatch(/^[0-9a-f]+ commit \d+\nnothing missing\n$/);
});

test.each<[string, string[], { timeoutMs: number; maxChars?: number }]>([
  ["it fails", ["rev-parse", "--verify", "-q", "no-such-branch"], PATIENT],
  ["it says too much", ["log"], { ...PATIENT, maxChars: 5 }],
  ["it waits for ever", ["-c", "alias.wait=!sleep 60", "wait"], { timeoutMs: 50 }],
  ["it has no such command", ["no-such-command"], PATIENT],
  ["its arguments are longer than the system takes", ["log", "a".repeat(3_000_000)], PATIENT],
  ["an argument is none", ["log", "a\0b"], PATIENT],
])("null where %s", async (_name, args, question) => {
  expect(await runGit(repository(), args, question)).toBeNull();
});

test("null outside of any repository, and empty where nothing is found", async () => {
  expect(await runGit(makePlace().root, ["log"], PATIENT)).toBeNull();
  const root = repository();
  writeFileSync(join(root, "a.txt"), "a\n");
  git(root, "add", "-A");
  expect(await runGit(root, ["grep", "-l", "zzz"], PATIENT)).toBe("");
});
