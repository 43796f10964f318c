/** A failing test that an edit fixed, seen by hooks: the next session with the failure is pointed to the one that fixed it. */
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, type HookHost, hookHost } from "./hook-process.ts";

const COMMAND = "pnpm test -- test/dunning.test.ts";
const FAIL =
  "Exit code 1\n FAIL test/dunning.test.ts > level 2 after 7 days\nAssertionError: expected 1 to be 2 // Object.is equality\n";
const CAUSE =
  "Fixed: the change to summer time makes one day 23 hours long, so `Math.floor` in `daysOverdue` lost a day. It rounds now.";

let calls = 0;
async function fails(host: HookHost, session: string): Promise<string> {
  const answer = await host.tell("PostToolUseFailure", session, {
    tool_name: "Bash",
    tool_input: { command: COMMAND },
    tool_use_id: `t${++calls}`,
    error: FAIL,
  });
  return contextOf(answer);
}

test("points once to the session that fixed the failure, without a memory", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  await host.tell("UserPromptSubmit", "s1", { prompt: "The dunning test is red, please fix it." });
  expect(await fails(host, "s1")).toBe("");
  await host.tell("PostToolUse", "s1", {
    tool_name: "Edit",
    tool_input: { file_path: `${project}/dunning.ts`, old_string: "floor", new_string: "round" },
    tool_response: {},
    tool_use_id: "e1",
  });
  await host.tell("PostToolUse", "s1", {
    tool_name: "Bash",
    tool_input: { command: COMMAND },
    tool_response: { stdout: " Tests 1 passed (1)\n", stderr: "" },
    tool_use_id: "t0",
  });
  await host.tell("Stop", "s1", { last_assistant_message: CAUSE });
  await host.tell("SessionEnd", "s1", { reason: "other" });
  const tacit = await openTacit({ home, cwd: project });
  await tacit.sessions.learnDue();
  expect(await tacit.memories.list({ exceptType: "handoff" })).toEqual([]);
  await tacit.close();
  expect(await fails(host, "s2")).toMatch(
    /\[ses:[0-9a-f]{8}\] \d{4}-\d\d-\d\d: the change to summer/,
  );
  expect(await fails(host, "s2")).not.toContain("ses:");
});
