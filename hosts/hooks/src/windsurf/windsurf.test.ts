/** Payloads of the shapes that Windsurf documents, and what is made of them. */
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { WINDSURF } from "./windsurf.ts";

const moments = momentsOf(WINDSURF);
afterAll(moments.remove);

const payload = (event: string, tool_info: object) => ({
  agent_action_name: event,
  trajectory_id: "t1",
  execution_id: "e1",
  timestamp: "2026-11-21T10:00:00Z",
  tool_info,
});
const read = (event: string, info: object) => moments.read(event, payload(event, info));

test("a prompt is kept, and not answered", () => {
  expect(read("pre_user_prompt", { user_prompt: "Rename the port." })).toEqual({
    ledger: "t1",
    ask: null,
    events: [{ agent: "windsurf", kind: "prompt", text: "Rename the port." }],
  });
});

test("a file that was written is an edit with its words", () => {
  const edits = [{ old_string: "3000", new_string: "4000" }];
  const info = { file_path: `${PROJECT_PATH}/src/app.ts`, edits };
  expect(read("post_write_code", info)?.events).toMatchObject([
    { kind: "tool_call", tool: "edit", files: ["src/app.ts"], input: { edits } },
    { kind: "tool_result", isError: false },
  ]);
});

test("of a command only that it was run: how it ended is not told", () => {
  const info = { command_line: "npm test", cwd: PROJECT_PATH };
  expect(read("post_run_command", info)?.events).toMatchObject([
    { kind: "tool_call", tool: "shell", input: { command: "npm test" } },
  ]);
  expect(WINDSURF.folderOf(payload("post_run_command", { cwd: "/there" }), {})).toBe("/there");
  expect(WINDSURF.folderOf(payload("pre_user_prompt", {}), { PWD: "/here" })).toBe("/here");
});

test("the agent's answer is a message, and the time to learn from what is over", () => {
  expect(read("post_cascade_response", { response: "Done." })).toMatchObject({
    ask: { kind: "settle", isUnawaited: true },
    events: [{ kind: "message", text: "Done." }],
  });
});

test.each(["pre_run_command", "pre_write_code", "post_mcp_tool_use", "toString"])(
  "%s is not listened to",
  (event) => expect(read(event, {})).toBeNull(),
);

test("a payload with nothing in it is no reason to fail; nothing is ever answered", () => {
  for (const event of ["pre_user_prompt", "post_write_code", "post_cascade_response"]) {
    expect(() => moments.read(event, { trajectory_id: "t1" })).not.toThrow();
    expect(moments.read(event, {})).toBeNull();
    expect(WINDSURF.encode(event, "a")).toBe("");
  }
});
