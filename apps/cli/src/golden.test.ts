/**
 * Golden files of all texts for people: the help of all commands, the output of the main commands on one small store, and the
 * errors. After a deliberate change of a text, update them with `vitest run -u` and read the difference.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ERRORS } from "@tacit-memory/memory";
import { afterEach, expect, test } from "vitest";
import { COMMAND_TABLE } from "./command-table.ts";
import { type TestMachine, testMachine } from "./testing-machine.ts";

const START_MS = Date.UTC(2026, 9, 1, 10);
const golden = (name: string) => join(import.meta.dirname, "__golden__", `${name}.txt`);

let machine: TestMachine | undefined;
afterEach(() => machine?.remove());

test("prints the help of every command", async () => {
  const at = fixedMachine();
  const names = ["", ...COMMAND_TABLE.map(({ name }) => name)];
  const groups = new Set(
    names.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""),
  );
  const calls = [...new Set([...names, ...groups])].map((name) => [
    ...name.split(" ").filter(Boolean),
    "--help",
  ]);
  await expect(await transcript(at, calls, (text) => text)).toMatchFileSnapshot(golden("help"));
});

test("prints every error with its next step", async () => {
  const rows = Object.entries(ERRORS).map(
    ([code, { exit, text, next }]) =>
      `${code} (exit status ${exit})\n  tacit: ${text}\n  next: ${next}\n`,
  );
  await expect(rows.join("\n")).toMatchFileSnapshot(golden("errors"));
});

test("prints the output of each main command on one small store", async () => {
  const at = fixedMachine();
  const empty = [
    ["status"],
    ["list"],
    ["recall", "port"],
    ["resume"],
    ["report", "--list"],
    ["doctor"],
  ];
  const before = await transcript(at, empty);
  await fill(at);
  await expect(before + (await transcript(at, CALLS))).toMatchFileSnapshot(golden("output"));
});

/** `PORT`, `GATE` and `CHARSET` stand for ids of memories, `PROJECT` for the project folder. */
const CALLS: readonly (readonly string[])[] = [
  ["status"],
  ["list"],
  ["list", "--tag", "none"],
  ["show", "PORT"],
  ["recall", "which port does the dev server use"],
  ["recall", "which port does the dev server use", "--explain"],
  ["recall", "zyzzyva quokka"],
  ["context", "--task", "change the port of the dev server"],
  ["remember", "Use pnpm 10, not npm, because the lockfile is pnpm's.", "--file", "src/none.ts"],
  ["remember", "too short"],
  ["confirm", "CHARSET"],
  ["correct", "CHARSET", "CSV exports are UTF-8 with a byte order mark for Excel."],
  ["edit", "PORT", "--title", "Dev server port"],
  ["edit", "PORT"],
  ["tag", "PORT", "add", "server"],
  ["link", "PORT", "--memory", "GATE"],
  ["pin", "PORT"],
  ["unpin", "PORT"],
  ["archive", "GATE"],
  ["restore", "GATE"],
  ["history", "PORT"],
  ["timeline", "PORT"],
  ["forget", "GATE", "--dry-run"],
  ["forget"],
  ["forget", "GATE", "--yes"],
  ["report", "--list"],
  ["report", "s-1"],
  ["resume"],
  ["gaps"],
  ["gaps", "--forget", "99"],
  ["candidates"],
  ["review"],
  ["learn", "--no-home"],
  ["prefetch", "--task", "change the port of the dev server"],
  ["index"],
  ["impact", "src/server.ts"],
  ["impact", "src/server.ts", "--explain"],
  ["impact", "src/app.ts"],
  ["deps", "src/app.ts"],
  ["deps", "src/none.ts"],
  ["modules"],
  ["dream", "--dry-run"],
  ["dream"],
  ["models", "list"],
  ["models", "use", "none", "--as", "reranker"],
  ["models", "use", "nosuch"],
  ["import", "rules", "--preview"],
  ["import", "rules"],
  ["import", "jsonl", "PROJECT/more.jsonl"],
  ["import", "export", "PROJECT/nosuch.json"],
  ["import", "git"],
  ["export", "--format", "markdown"],
  ["export", "--format", "core"],
  ["export", "--format", "claude-md"],
  ["export", "--out", "PROJECT/memories.json"],
  ["import", "export", "PROJECT/memories.json"],
  ["audit"],
  ["projects"],
  ["projects", "mode"],
  ["projects", "mode", "incognito"],
  ["stats"],
  ["explain", "PORT"],
  ["explain", "which port does the dev server use"],
  ["uninstall", "--dry-run"],
  ["config"],
  ["config", "set", "trust", "L2"],
  ["config", "get", "trust"],
  ["config", "unset", "trust"],
  ["off"],
  ["on"],
  ["connect"],
  ["disconnect"],
  ["show", "00000000"],
  ["list", "--nope"],
  ["nosuch"],
];

function fixedMachine(): TestMachine {
  let calls = 0;
  // One millisecond per call, so that the order of events is fixed and no minute passes.
  machine = testMachine({}, undefined, () => START_MS + calls++);
  return machine;
}

async function fill(at: TestMachine): Promise<void> {
  const file = (path: string, text: string) => {
    mkdirSync(dirname(join(at.folder, path)), { recursive: true });
    writeFileSync(join(at.folder, path), text);
  };
  file("src/server.ts", "export function listen(port: number) {\n  return port;\n}\n");
  file(
    "src/app.ts",
    'import { listen } from "./server.ts";\n\nexport const run = () => listen(8081);\n',
  );
  file(
    "CLAUDE.md",
    "# Rules\n\n- Always run the tests with `npm test` before a commit.\n- Never edit generated files by hand.\n",
  );
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  file(
    "more.jsonl",
    `${lines([{ content: "Feature flags are read once at start, so a change needs a restart." }, { content: "x" }])}\nnot JSON\n`,
  );
  await at.json(["import", "jsonl", "-"], lines(MEMORIES));
  await at.json(["observe", "-", "--finalize"], lines(SESSION));
}

const MEMORIES = [
  {
    content: "The dev server listens on port 8081, because the proxy holds 8080.",
    type: "gotcha",
    files: ["src/server.ts"],
    tags: ["dev"],
  },
  { content: "A release needs two approvals in the release gate.", type: "convention" },
  {
    content: "CSV exports are Latin-1, because the accounting system reads nothing else.",
    type: "decision",
    validFrom: "2026-01-01T00:00:00Z",
  },
];

const SESSION = [
  { kind: "session_start", task: "Fix the port" },
  { kind: "prompt", text: "Fix the port of the dev server." },
  ...step("a", "read", {}, { files: ["src/server.ts"] }),
  ...step(
    "b",
    "shell",
    { command: "npm test" },
    { output: "Error: port 8080 is in use", isError: true, exitCode: 1 },
  ),
  ...step("c", "edit", { old_string: "8080", new_string: "8081" }, { files: ["src/server.ts"] }),
  ...step("d", "shell", { command: "npm test" }, {}),
  { kind: "commit", sha: "abcdef0123456789", files: ["src/server.ts"], message: "Use port 8081" },
  { kind: "message", text: "Done. Next: document the port. Should the proxy move?" },
  { kind: "session_end", outcome: "success" },
].map((event, i) => ({
  v: 1,
  session: "s-1",
  seq: i,
  ts: new Date(START_MS - 3_600_000 + i * 1000).toISOString(),
  agent: "claude-code",
  branch: "main",
  ...event,
}));

function step(callId: string, tool: string, input: object, more: object) {
  return [
    { kind: "tool_call", callId, tool, input, ...more },
    { kind: "tool_result", callId, tool, output: "ok", isError: false, ...more },
  ];
}

async function transcript(
  at: TestMachine,
  calls: readonly (readonly string[])[],
  mask = (text: string) => masked(text, at),
): Promise<string> {
  const ids = await idsByName(at);
  const parts: string[] = [];
  for (const argv of calls) {
    const { status, stdout, stderr } = await at.run(
      argv.map((word) => ids.get(word) ?? word.replace("PROJECT", at.folder)),
    );
    const words = argv.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" ");
    const result = status === 0 ? "" : `[exit status ${status}]\n`;
    parts.push(`$ tacit ${words}\n${mask(stdout + stderr)}${result}`);
  }
  return `${parts.join("\n")}\n`;
}

async function idsByName(at: TestMachine): Promise<ReadonlyMap<string, string>> {
  const listed = (await at.json(["list"])) as { id: string; content: string }[];
  const named = (start: string) =>
    listed.find(({ content }) => content.startsWith(start))?.id ?? "00000000";
  return new Map([
    ["PORT", named("The dev server")],
    ["GATE", named("A release")],
    ["CHARSET", named("CSV exports")],
  ]);
}

/** Masks what differs between machines and runs: paths, ids, durations, sizes, versions, scores. */
function masked(text: string, at: TestMachine): string {
  return (
    text
      .replaceAll(dirname(at.folder), "/base")
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "ID")
      .replace(/\b(?=[a-f]*\d)[0-9a-f]{8}\b/g, "00000000")
      .replace(/"(\w+AtMs|projectId)":(?:\d+|"\w+")/g, '"$1":"…"')
      .replace(/\b\d[\d,]*(?:\.\d+)? (ms|s|kB|MB)\b/g, "N $1")
      .replace(/-?\b\d+\.\d+\b/g, "N.N")
      .replace(/\bSQLite [\dN.]+/g, "SQLite N")
      .replace(/\bvN\.N\S*/g, "vN")
      // The width of a column depends on the length of a path.
      .replace(/(\S) {2,}/g, "$1  ")
      .replace(/[ \t]+$/gm, "")
  );
}
