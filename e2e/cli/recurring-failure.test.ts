/** A failure in two sessions, each read by a separate process, becomes a memory with its fix; in one session it waits. */
import { expect, test } from "vitest";
import { makeProject } from "../project-program.ts";

function lines(session: string, calls: readonly (readonly [string, string, boolean])[]): string {
  let n = Number(session.slice(1)) * 100;
  const ts = () => new Date(Date.UTC(2026, 8, 1, 9, 0, n++)).toISOString();
  const rows = [
    { kind: "prompt", text: "make the tests pass" },
    ...calls.flatMap(([command, output, isError], i) => [
      { kind: "tool_call", callId: `c${i}`, tool: "shell", input: { command } },
      { kind: "tool_result", callId: `c${i}`, tool: "shell", output, isError },
    ]),
    { kind: "session_end", outcome: "success" },
  ];
  return rows.map((row) => JSON.stringify({ v: 1, session, ts: ts(), ...row })).join("\n");
}

const AGAIN = [
  ["cd backend && npm run e2e", "(eval):cd:1: no such file or directory: backend", true],
  ["npm run e2e", "ok", false],
] as const;

test("finds a redundant cd by its error from the second session on", () => {
  const here = makeProject();
  const observe = (session: string) =>
    expect(here.run(["observe", "-", "--finalize"], { input: lines(session, AGAIN) }).status).toBe(
      0,
    );
  observe("s1");
  expect(here.document("list")).toEqual([]);
  expect(here.document("candidates")).toMatchObject([{ reason: "too_few_sessions" }]);
  observe("s2");
  expect(here.document("list")).toMatchObject([
    {
      type: "error_pattern",
      title: "When cd backend fails: the shell is already there",
      content:
        "When `cd backend` fails with “no such file or directory”, the shell is probably already in that folder: it stays there between calls. Run the command without `cd`, or use the absolute path.",
    },
  ]);
  const answer = here.document("recall", "cd:1: no such file or directory: backend") as {
    hits: unknown[];
  };
  expect(answer.hits).toHaveLength(1);
});
