/** Tests payloads of the shapes that Windsurf documents. */
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

test("stores a prompt without answering", () => {
  expect(read("pre_user_prompt", { user_prompt: "Rename the port." })).toEqual({
    ledger: "t1",
    ask: null,
    events: [{ agent: "windsurf", kind: "prompt", text: "Rename the port." }],
  });
});

test("reads a written file as an edit with its text", () => {
  const edits = [{ old_string: "3000", new_string: "4000" }];
  const info = { file_path: `${PROJECT_PATH}/src/app.ts`, edits };
  expect(read("post_write_code", info)?.events).toMatchObject([
    { kind: "tool_call", tool: "edit", files: ["src/app.ts"], input: { edits } },
    { kind: "tool_result", isError: false },
  ]);
});

test("stores only that a command was run, because its result is not reported", () => {
  const info = { command_line: "npm test", cwd: PROJECT_PATH };
  expect(read("post_run_command", info)?.events).toMatchObject([
    { kind: "tool_call", tool: "shell", input: { command: "npm test" } },
  ]);
  expect(WINDSURF.folderOf(payload("post_run_command", { cwd: "/there" }), {})).toBe("/there");
  expect(WINDSURF.folderOf(payload("pre_user_prompt", {}), { PWD: "/here" })).toBe("/here");
});

test("reads the agent's answer as a message and learns from ended sessions then", () => {
  expect(read("post_cascade_response", { response: "Done." })).toMatchObject({
    ask: { kind: "settle", isUnawaited: true },
    events: [{ kind: "message", text: "Done." }],
  });
});

test.each(["pre_run_command", "pre_write_code", "post_mcp_tool_use", "toString"])(
  "ignores %s",
  (event) => expect(read(event, {})).toBeNull(),
);

test("does not fail on an empty payload and never answers", () => {
  for (const event of ["pre_user_prompt", "post_write_code", "post_cascade_response"]) {
    expect(() => moments.read(event, { trajectory_id: "t1" })).not.toThrow();
    expect(moments.read(event, {})).toBeNull();
    expect(WINDSURF.encode(event, "a")).toBe("");
  }
});
