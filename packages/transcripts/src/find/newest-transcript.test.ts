/** Tests finding a program's newest transcript by file times alone, however many files there are. */
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inTemporaryFolder, write } from "../testing-transcripts.ts";
import { newestTranscriptMs } from "./newest-transcript.ts";

const MADE = new Date(1_795_000_000_000);
const LATER = new Date(1_795_000_900_000);

test.each([
  [
    "claude-code",
    ".claude/projects/-srv-app/s/subagents/agent-1.jsonl",
    ".claude/projects/x/notes.md",
  ],
  ["codex", ".codex/sessions/2026/11/20/rollout-1.jsonl", ".codex/sessions/2026/11/20/index.json"],
  ["gemini", ".gemini/tmp/app/chats/session-1.json", ".gemini/tmp/app/logs.json"],
  ["qwen", ".qwen/projects/app/chats/1.jsonl", ".qwen/settings.json"],
  ["copilot", ".copilot/session-state/1/events.jsonl", ".copilot/session-state/1/plan.md"],
  ["cline", ".cline/data/sessions/1/1.messages.json", ".cline/data/sessions/1/1.json"],
  ["pi", ".pi/agent/sessions/app/1.jsonl", ".pi/agent/sessions/app/1.log"],
])("finds %s's, and ignores other files beside them", async (host, path, other) => {
  await inTemporaryFolder(async (userHome) => {
    const place = { env: {}, userHome };
    expect(await newestTranscriptMs(host, place)).toBeNull();
    await utimes(await write(userHome, other, "x"), LATER, LATER);
    await utimes(await write(userHome, path, "x"), MADE, MADE);
    expect(await newestTranscriptMs(host, place)).toBe(MADE.getTime());
  });
});

test("finds none for a program whose files do not show when a session was written", async () => {
  await inTemporaryFolder(async (userHome) => {
    expect(await newestTranscriptMs("cursor", { env: {}, userHome })).toBeNull();
  });
});

test("finds the last change among more files than may be checked", async () => {
  await inTemporaryFolder(async (userHome) => {
    const projects = join(userHome, ".claude", "projects");
    for (const name of ["a", "b"]) {
      await mkdir(join(projects, name), { recursive: true });
      const files = Array.from({ length: 2100 }, (_, i) => join(projects, name, `${i}.jsonl`));
      await Promise.all(files.map((file) => writeFile(file, "")));
      await Promise.all(files.map((file) => utimes(file, MADE, MADE)));
      await utimes(join(projects, name), MADE, MADE);
    }
    await utimes(await write(projects, "new/s.jsonl", ""), LATER, LATER);
    await utimes(join(projects, "new"), LATER, LATER);
    const found = await newestTranscriptMs("claude-code", { env: {}, userHome });
    expect(found).toBe(LATER.getTime());
  });
});
