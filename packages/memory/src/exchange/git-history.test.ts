/** Commits of a repository's history become events with their files, whatever their messages contain. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventSchema } from "@tacit-memory/protocol";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { git } from "../testing/testing-git.ts";
import { readGitHistory } from "./git-history.ts";

const root = mkdtempSync(join(tmpdir(), "tacit-history-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function commit(message: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", message);
}

beforeAll(() => {
  git(root, "init", "-q", "-b", "main");
  commit("first", { "a.txt": "1" });
  commit("second\n\nwith a body, a \u00fc and a\ttab", { "a.txt": "2", "src/späte datei.ts": "x" });
});

async function collect(folder: string, limit?: number) {
  const events = [];
  for await (const event of readGitHistory(
    { session: "git:x", root: folder, branch: "main" },
    limit,
  )) {
    events.push(event);
  }
  return events;
}

test("reads the newest commits first, with files and the whole message", async () => {
  const [second, first, ...rest] = await collect(root);
  expect(rest).toEqual([]);
  expect(second).toMatchObject({
    message: "second\n\nwith a body, a \u00fc and a\ttab",
    files: ["a.txt", "src/späte datei.ts"],
    session: "git:x",
    added: ["src/späte datei.ts"],
  });
  expect(first?.files).toEqual(["a.txt"]);
  expect(second?.key).toBe(`commit:${second?.sha}`);
});

test("reads the repository of the folder even inside a hook of another repository", async () => {
  const other = mkdtempSync(join(tmpdir(), "tacit-history-"));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  git(other, "init", "-q");
  vi.stubEnv("GIT_DIR", join(other, ".git"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(await collect(root)).toHaveLength(2);
});

test("a renamed file has its new name and is not new", async () => {
  git(root, "mv", "a.txt", "b.txt");
  git(root, "commit", "-q", "-m", "third");
  expect((await collect(root, 1))[0]).toMatchObject({
    files: ["b.txt"],
    added: [],
    moved: [{ from: "a.txt", to: "b.txt" }],
  });
  git(root, "reset", "-q", "--hard", "HEAD~1");
});

test.each([
  ["dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com", true],
  ["Tool", "1+tool[bot]@users.noreply.github.com", true],
  ["k8s-ci-robot", "ci@example.org", true],
  ["Release Bot", "release@example.org", true],
  ["GitHub Actions", "actions@example.org", true],
  ["semantic-release-bot", "semantic-release-bot@martynus.net", true],
  ["Ada Abbot", "ada@botany.example", undefined],
  ["Renovatio Botha", "r@example.org", undefined],
])("marks commits of programs and stores no author: %s", async (name, address, isByBot) => {
  git(root, "commit", "-q", "--allow-empty", "-m", "by", `--author=${name} <${address}>`);
  const [newest] = await collect(root, 1);
  git(root, "reset", "-q", "--hard", "HEAD~1");
  expect(newest?.message).toBe("by");
  expect(newest?.isByBot).toBe(isByBot);
  expect(JSON.stringify(newest)).not.toContain(address);
});

test("every event is valid in the wire format", async () => {
  for (const event of await collect(root)) expect(eventSchema.safeParse(event).success).toBe(true);
});

test("reads at most the limit", async () => expect(await collect(root, 1)).toHaveLength(1));

test("there is no history without a repository", async () => {
  const empty = join(root, "..", "tacit-no-repository-here");
  expect(await collect(empty)).toEqual([]);
});
