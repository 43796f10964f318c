/**
 * Tests what each selection of `tacit forget` leaves in the files of the home, read byte by byte, including backups and
 * reports.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRAM, spawned } from "../project-program.ts";

const base = mkdtempSync(join(tmpdir(), "tacit-forget-"));
const project = join(base, "project");
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

const run = (home: string, words: readonly string[], input = "") =>
  spawned(
    [PROGRAM, ...words],
    project,
    { ...process.env, TACIT_HOME: home, HOME: base, NO_COLOR: "1" },
    input,
  );

const MEMORIES = [
  {
    content: "The quibblefax of the harbour opens with the grey lever in winter.",
    type: "decision",
    tags: ["harbour"],
    files: ["src/harbour.ts"],
  },
  { content: "The lamp of the tower is lit by the marrowgast at dusk.", type: "fact" },
]
  .map((line) => JSON.stringify({ ...line, createdAt: "2026-01-05" }))
  .join("\n");

/** Returns a session as event lines: a prompt, a failed call and a message, about one topic. */
const session = (id: string, agent: string, topic: string) =>
  [
    { kind: "session_start" },
    { kind: "prompt", text: `Take care of the ${topic}.` },
    { kind: "tool_call", callId: "c", tool: "shell", input: { command: `make ${topic}` } },
    { kind: "tool_result", callId: "c", tool: "shell", output: `${topic}: fatal`, isError: true },
    { kind: "message", text: `The ${topic} is taken care of.` },
    { kind: "session_end", outcome: "success" },
  ]
    .map((event, i) =>
      JSON.stringify({
        v: 1,
        session: id,
        agent,
        ts: new Date(Date.now() - 9e6 + i * 1000),
        key: `k${i}`,
        ...event,
      }),
    )
    .join("\n");

const HOME = join(base, "home");

beforeAll(() => {
  mkdirSync(join(project, "src"), { recursive: true });
  writeFileSync(join(project, "src", "harbour.ts"), "export const lever = 1;\n");
  const ok = (words: readonly string[], input = "") => {
    const ran = run(HOME, words, input);
    expect(ran.status, ran.stderr).toBe(0);
  };
  ok(["import", "jsonl", "-", "--verbatim"], MEMORIES);
  const [first] = JSON.parse(run(HOME, ["list", "--type", "decision", "--json"]).stdout) as {
    id: string;
  }[];
  ok(["correct", first?.id ?? "", "--scope", "agent", "--owner", "mallory"]);
  ok(["observe", "-", "--finalize"], session("s1", "mallory", "wobblethorn"));
  ok(["observe", "-", "--finalize"], session("s2", "trent", "glimmerstoat"));
  ok(["report", "s1"]);
  ok(["recall", "quibblefax lever"]);
  ok(["doctor", "--backup"]);
});

function filesWith(home: string, word: RegExp): string[] {
  return readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(home, name);
    return statSync(path).isFile() && word.test(readFileSync(path).toString("latin1"));
  });
}

const MEMORY = /quibblefax/i;
const OTHER_MEMORY = /marrowgast/i;
const SAID = /wobblethorn/i;
const OTHER_SAID = /glimmerstoat/i;

interface Row {
  readonly by: string;
  readonly words: readonly string[];
  readonly gone: readonly RegExp[];
  readonly remaining: readonly RegExp[];
}

test.each<Row>([
  {
    by: "type",
    words: ["--type", "decision"],
    gone: [MEMORY],
    remaining: [OTHER_MEMORY, SAID, OTHER_SAID],
  },
  {
    by: "path",
    words: ["--file", "src"],
    gone: [MEMORY],
    remaining: [OTHER_MEMORY, SAID, OTHER_SAID],
  },
  {
    by: "words",
    words: ["--query", "LEVER quibblefax"],
    gone: [MEMORY],
    remaining: [OTHER_MEMORY, SAID],
  },
  {
    by: "age",
    words: ["--older-than", "0d", "--type", "fact"],
    gone: [OTHER_MEMORY],
    remaining: [MEMORY, SAID],
  },
  {
    by: "session",
    words: ["--session", "s1"],
    gone: [SAID],
    remaining: [MEMORY, OTHER_MEMORY, OTHER_SAID],
  },
  {
    by: "what was said",
    words: ["--sessions", "--query", "wobblethorn"],
    gone: [SAID],
    remaining: [MEMORY, OTHER_SAID],
  },
  {
    by: "a session's age",
    words: ["--sessions", "--older-than", "0"],
    gone: [SAID, OTHER_SAID],
    remaining: [MEMORY],
  },
  {
    by: "person",
    words: ["--owner", "mallory"],
    gone: [MEMORY, SAID],
    remaining: [OTHER_MEMORY, OTHER_SAID],
  },
  {
    by: "project",
    words: ["--everything"],
    gone: [MEMORY, OTHER_MEMORY, SAID, OTHER_SAID],
    remaining: [],
  },
])(
  "by $by: removes every word from all files, leaves the rest and keeps the backups",
  ({ words, gone, remaining }) => {
    const home = mkdtempSync(join(base, "home-"));
    cpSync(HOME, home, { recursive: true });
    for (const word of [...gone, ...remaining])
      expect(filesWith(home, word).length).toBeGreaterThan(1);

    const dry = run(home, ["forget", ...words, "--dry-run"]);
    expect(dry.status, dry.stderr).toBe(0);
    expect(dry.stdout).toMatch(/would be forgotten/);
    for (const word of gone) expect(filesWith(home, word).length).toBeGreaterThan(1);

    const refused = words[0] === "--session" ? null : run(home, ["forget", ...words]);
    if (refused !== null) expect(refused.stderr).toMatch(/add --yes to delete them/);

    const ran = run(home, ["forget", ...words, "--yes"]);
    expect(ran.status, ran.stderr).toBe(0);
    for (const word of gone) expect(filesWith(home, word), String(word)).toEqual([]);
    for (const word of remaining)
      expect(filesWith(home, word).length, String(word)).toBeGreaterThan(1);
    expect(readdirSync(join(home, "backups"))).toHaveLength(1);

    // A tombstone prevents forgotten content from being stored again.
    run(home, ["import", "jsonl", "-", "--verbatim"], MEMORIES);
    run(home, ["observe", "-", "--finalize"], session("s1", "mallory", "wobblethorn"));
    for (const word of gone.filter((item) => item !== OTHER_SAID))
      expect(filesWith(home, word), String(word)).toEqual([]);
  },
);

test.each([
  [["--session", "s1", "--everything"], /--session cannot be combined/],
  [["--sessions", "--type", "fact"], /--sessions goes with/],
  [["--everything", "--query", "x"], /choose one of/],
  [["--older-than", "soon"], /such as 90, 90d, 12w or 1y/],
] as const)("%s is refused", (words, message) => {
  const ran = run(HOME, ["forget", ...words, "--yes"]);
  expect(ran.status).toBe(64);
  expect(ran.stderr).toMatch(message);
});
