/**
 * Steps that several sessions took in the same order, each replayed by a separate process, are shown by another as a recipe.
 */
import { beforeEach, expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";

const START_MS = Date.UTC(2026, 8, 1, 9);

let here: ProjectProgram;

beforeEach(() => {
  here = makeProject();
});

function tacit(argv: readonly string[], input = "") {
  const ran = here.run(argv, { input });
  return { ...ran, json: () => ran.json() as Record<string, unknown> };
}

/** Returns a session as event lines: the file is changed and the commands succeed. */
function session(n: number, task: string, file: string, commands: readonly string[]): string[] {
  let at = START_MS + n * 3_600_000;
  const tick = () => {
    at += 1000;
    return at;
  };
  const line = (more: object) =>
    JSON.stringify({
      v: 1,
      session: `s${n}`,
      ts: new Date(tick()).toISOString(),
      key: `${n}:${at}`,
      ...more,
    });
  const call = (callId: string, tool: string, input: object, files: readonly string[]) => [
    line({ kind: "tool_call", callId, tool, input, files }),
    line({ kind: "tool_result", callId, tool, output: "ok", isError: false, files }),
  ];
  return [
    line({ kind: "session_start", task }),
    line({ kind: "prompt", text: task }),
    ...call("e", "edit", { old_string: "a", new_string: "b" }, [file]),
    ...commands.flatMap((command, i) => call(`c${i}`, "shell", { command }, [])),
    line({ kind: "session_end", outcome: "success" }),
  ];
}

const ROUND = ["npm test", "npm run lint", "git commit -m x"];

test("shows steps, candidates with reasons, and required effort in separate processes", () => {
  for (const n of [1, 2, 3]) {
    const lines = session(n, "fix the crash in the parser", "src/parser.ts", ROUND);
    // Every event occurs twice and the second half comes first: the time of events counts.
    const came = [...lines.slice(5), ...lines, ...lines.slice(0, 3)];
    const ran = tacit(["observe", "-", "--finalize", "--json"], came.join("\n"));
    expect(ran.status).toBe(0);
  }
  expect(tacit(["list", "--json"]).json()).toEqual([]);
  tacit(["observe", "-", "--finalize"], session(4, "x", "src/a.ts", ["cargo test"]).join("\n"));
  const waiting = tacit(["candidates", "--json"]).json() as unknown as {
    content: string;
    reason: string;
  }[];
  const reasonOf = (text: string) => waiting.find(({ content }) => content.includes(text))?.reason;
  expect(reasonOf("cargo test")).toBe("too_few_sessions");
  expect(reasonOf("To run the tests in this project, use `npm test`.")).toBe("counted_only");
  expect(reasonOf("To finish a change in this project: 1. change the code;")).toBe("counted_only");

  expect(tacit(["modules", "--worked", "--json"]).json()).toMatchObject([
    {
      module: "src",
      sessions: 4,
      changing: 4,
      edits: 4,
      files: [
        { name: "src/parser.ts", sessions: 3 },
        { name: "src/a.ts", sessions: 1 },
      ],
      commands: [
        { name: "git commit", sessions: 3 },
        { name: "npm run lint" },
        { name: "npm test" },
        { name: "cargo test" },
      ],
    },
  ]);
  expect(tacit(["modules", "--worked"]).stdout).toContain("src/parser.ts");

  const planned = tacit([
    "context",
    "--for",
    "planner",
    "--task",
    "fix the parser",
    "--json",
  ]).json();
  expect(planned["planning"]).toMatchObject({
    usualSteps: 4,
    kind: { name: "fix", sessions: 3 },
    stepLimitFactor: 1,
  });
  expect(planned["text"]).toContain("a session takes 4 steps (median of 4 sessions)");
  expect(planned["text"]).toMatch(/changes in `src`.* \(4 sessions\)/);
  expect(tacit(["prefetch", "--task", "fix the crash in the parser", "--json"]).stdout).toContain(
    "src/parser.ts",
  );
});
