/** Tests that reading a file shows the memories whose code is in it, also if no file was given with them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { context, type HookSetup } from "./testing-setup.ts";

const LESSON = "Reminder levels come from DUNNING_DAYS in `src/config.ts`; jobs have no defaults.";
const claudeAlone = { timestamp: undefined, workspaceRoots: undefined };

const read = (at: HookSetup, session: string, path: string) =>
  at.tell("claude-code", "PostToolUse", session, {
    ...claudeAlone,
    tool_name: "Read",
    tool_input: { file_path: join(at.project, path) },
    tool_response: { type: "text", file: { filePath: join(at.project, path), content: "" } },
    tool_use_id: `use-${path}`,
  });

test("a memory that only names a file is shown when the file is read, once per session", async () => {
  const at = context();
  mkdirSync(join(at.project, "src"));
  writeFileSync(join(at.project, "src/config.ts"), "export const DUNNING_DAYS = [7, 14];\n");
  writeFileSync(join(at.project, "src/other.ts"), "export const other = 1;\n");
  const tacit = await openTacit({ home: at.home, cwd: at.project });
  await tacit.memories.remember({ content: LESSON, type: "gotcha", source: "user_taught" });
  await tacit.close();
  expect(await read(at, "s1", "src/other.ts")).toBe("");
  expect(await read(at, "s1", "src/config.ts")).toContain(LESSON);
  expect(await read(at, "s1", "src/config.ts")).toBe("");
});
