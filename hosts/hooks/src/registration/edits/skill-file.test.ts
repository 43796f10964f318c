/** Tests our skill among those of others: created, recognized, removed, and not written if the name is taken. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CLAUDE_CODE_FILES } from "../hosts/claude-code-files.ts";
import { CODEX_FILES } from "../hosts/codex-files.ts";
import { COPILOT_FILES } from "../hosts/copilot-files.ts";
import { GEMINI_FILES } from "../hosts/gemini-files.ts";
import { QWEN_FILES } from "../hosts/qwen-files.ts";
import { planConnect } from "../plan.ts";
import type { RegisteredHost } from "../registered-host.ts";
import { connect, disconnect, testHomes } from "../testing-registration.ts";
import { SKILL } from "./skill-file.ts";

const homes = testHomes();
afterAll(() => homes.remove());

function context(host: RegisteredHost, text: string | null) {
  const request = { ...homes.request(), host };
  const path = join(host.folder(request) ?? "", "skills", "recall-first", "SKILL.md");
  if (text !== null) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return { ...request, path };
}

const HOSTS = [CLAUDE_CODE_FILES, CODEX_FILES, COPILOT_FILES, GEMINI_FILES, QWEN_FILES];

test.each(HOSTS)(
  "$title: creates the skill, recognizes it, and removes it with the folders created for it",
  (host) => {
    const at = context(host, null);
    connect(at);
    expect(readFileSync(at.path, "utf8")).toBe(SKILL);
    expect(planConnect(at, [host]).files).toEqual([]);
    disconnect(at);
    expect(existsSync(host.folder(at) ?? "")).toBe(false);
  },
);

test("removes an edited skill completely and replaces an older text of ours", () => {
  const at = context(CLAUDE_CODE_FILES, SKILL.replace("Its MCP server", "The MCP server"));
  connect(at);
  expect(readFileSync(at.path, "utf8")).toBe(SKILL);
  writeFileSync(at.path, `${SKILL}\nMy own line.\n`);
  disconnect(at);
  expect(existsSync(at.path)).toBe(false);
});

test("leaves another skill of that name alone and reports it", () => {
  const theirs = "---\nname: recall-first\ndescription: mine\n---\n";
  const at = context(CLAUDE_CODE_FILES, theirs);
  expect(planConnect(at, [at.host]).notes.join("\n")).toContain(
    "not changed, because the file exists",
  );
  connect(at);
  disconnect(at);
  expect(readFileSync(at.path, "utf8")).toBe(theirs);
});
