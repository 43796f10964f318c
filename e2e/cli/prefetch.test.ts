/** One process ingests which files sessions and commits used; another predicts the files that a task needs. */
import { spawnSync } from "node:child_process";
import { beforeEach, expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";

let here: ProjectProgram;

beforeEach(() => {
  here = makeProject();
});

const tacit = (argv: readonly string[], input = "") => here.run(argv, { input });

function git(...args: string[]): void {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  const env = { ...here.env, GIT_CONFIG_NOSYSTEM: "1" };
  expect(spawnSync("git", [...who, ...args], { cwd: here.project, env }).status).toBe(0);
}

function session(
  id: string,
  task: string,
  files: Readonly<Record<string, "read" | "edit">>,
): string {
  const line = (seq: number, more: object) =>
    JSON.stringify({ v: 1, session: id, seq, ts: "2026-09-01T10:00:00.000Z", ...more });
  const calls = Object.entries(files).map(([path, tool], i) =>
    line(i + 1, { kind: "tool_call", callId: `c${i}`, tool, input: {}, files: [path] }),
  );
  const end = line(calls.length + 1, { kind: "session_end", outcome: "success" });
  return [line(0, { kind: "session_start", task }), ...calls, end].join("\n");
}

interface Files {
  readonly files: readonly {
    readonly path: string;
    readonly score: number;
    readonly why: string[];
  }[];
}
const paths = (answer: unknown) => (answer as Files).files.map(({ path }) => path);

const SESSIONS = [
  session("one", "Round cents half up in invoices", {
    "src/money/round.ts": "edit",
    "src/invoice/total.ts": "read",
  }),
  session("two", "New colours for the login page", { "web/login.css": "edit" }),
].join("\n");

test("predicts a session's files for a similar task in another process", () => {
  expect(tacit(["observe", "-", "--finalize"], SESSIONS).status).toBe(0);
  const answer = tacit([
    "prefetch",
    "--task",
    "invoice cents are rounded wrongly",
    "--json",
  ]).json();
  expect(paths(answer).slice(0, 2)).toEqual(["src/money/round.ts", "src/invoice/total.ts"]);
  expect((answer as Files).files[0]?.why[0]).toMatch(/changed for a similar task/);
});

test("predicts from commits on the first day and leaves out deleted files", () => {
  git("init", "-q", "-b", "main");
  here.write("src/money/round.ts", "export const round = 1;\n");
  here.write("src/old/cents.ts", "export const cents = 1;\n");
  here.write("README.md", "# shop\n");
  git("add", "-A");
  git("commit", "-qm", "Round cents half up in invoices");
  git("rm", "-q", "src/old/cents.ts");
  git("commit", "-qm", "drop the old module");
  expect(tacit(["import", "git"]).status).toBe(0);
  expect(
    paths(tacit(["prefetch", "--task", "cents are rounded wrongly", "--json"]).json()),
  ).toEqual(["src/money/round.ts", "README.md"]);
});

test("answers a batch in order, with nothing for an unknown project", () => {
  tacit(["observe", "-", "--finalize"], SESSIONS);
  const lines = [
    { id: 7, task: "login colours" },
    { id: "b", task: "invoice cents", limit: 1 },
    { id: "c", task: "anything", project: "example.com/no/such" },
  ];
  const input = lines.map((line) => JSON.stringify(line)).join("\n");
  const { stdout, status } = tacit(["prefetch", "--batch", "-", "--json"], input);
  expect(status).toBe(0);
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Files & { id: unknown });
  expect(answers.map(({ id }) => id)).toEqual([7, "b", "c"]);
  expect(answers.map(paths)).toEqual([
    expect.arrayContaining(["web/login.css"]),
    ["src/money/round.ts"],
    [],
  ]);
});

test("lists predicted files in the coder's context", () => {
  tacit(["observe", "-", "--finalize"], SESSIONS);
  const command = [
    "context",
    "--for",
    "coder",
    "--task",
    "invoice cents are rounded wrongly",
    "--json",
  ];
  expect((tacit(command).json() as { text: string }).text).toContain("src/money/round.ts");
});

test("reports missing input without a task, and the next step without a past", () => {
  const missing = tacit(["prefetch"]);
  expect(missing.status).toBe(64);
  expect(missing.stderr).toContain("add --task, --session or --batch");
  const empty = tacit(["prefetch", "--task", "cents"]);
  expect(empty.status).toBe(0);
  expect(empty.stdout).toContain("tacit learn");
  const broken = tacit(["prefetch", "--batch", "-"], '{"id":1,"task":"x"}\n{"id":2}\n');
  expect(broken.status).toBe(65);
  expect(broken.stderr).toContain("2");
});

test("predicts the next files of a running session in another process, without files it has opened", () => {
  for (const path of ["src/money/round.ts", "src/invoice/total.ts"]) here.write(path, "x");
  tacit(["observe", "-", "--finalize"], SESSIONS);
  const [start, touch] = session("three", "Cents again", { "src/money/round.ts": "read" }).split(
    "\n",
  );
  expect(tacit(["observe", "-"], `${start}\n${touch}\n`).status).toBe(0);
  const next = tacit(["prefetch", "--session", "three", "--json"]).json();
  expect(paths(next)[0]).toBe("src/invoice/total.ts");
  expect(paths(next)).not.toContain("src/money/round.ts");
  expect((next as Files).files[0]?.why).toContain(
    "used before together with files of this session",
  );
  const latest = tacit(["prefetch", "--session", "latest", "--json"]);
  expect(latest.status, latest.stderr).toBe(0);
  const unknown = tacit(["prefetch", "--session", "four"]);
  expect(unknown.status).not.toBe(0);
  expect(unknown.stderr).toContain("no such session in this project");
});

test("finds a file by words in its code in a repository without sessions", () => {
  git("init", "-q", "-b", "main");
  here.write(
    "src/a.ts",
    "export function retryPolicy(attempts: number) {\n  return attempts < 3;\n}\n",
  );
  here.write("src/b.ts", "export const colour = 'red';\n");
  const task = "Retries stop after two attempts\n\n`retryPolicy` gives up too early.";
  const answer = tacit(["prefetch", "--task", task, "--json"]).json() as Files;
  expect(paths(answer)).toEqual(["src/a.ts"]);
  expect(answer.files[0]?.why[0]).toMatch(
    /its code contains attempts, retries, policy, mostly near line 1$/,
  );
});
