/** Tests the formats that are one document: SWE-agent, OpenCode, Moatless, Rovo and SpecStory. */
import { expect, test } from "vitest";
import { ofKind, outline, readContent } from "../testing-transcripts.ts";

const RULE = "=".repeat(120);

async function check(name: string, content: string, expected: readonly string[]) {
  const { events, problems } = await readContent(name, content);
  expect(problems).toEqual([]);
  expect(outline(events)).toEqual(expected);
  return events;
}

test("SWE-agent: reads the issue, commands on the open file, and the exit status", async () => {
  const state = JSON.stringify({ open_file: "/o__r/src/a.py", working_dir: "/o__r" });
  const step = (action: string, observation: string) => ({
    action,
    observation,
    state,
    thought: "",
  });
  const issue = "ISSUE:\nIt breaks.\n\nINSTRUCTIONS:\nSolve it.";
  const document = {
    environment: "swe_main",
    trajectory: [
      { ...step("open src/a.py\n", "[File: /o__r/src/a.py (9 lines total)]"), thought: "First." },
      step("edit 1:2\nx\nend_of_edit", "Your proposed edit has introduced new syntax error(s)."),
      step('search_dir "x" src', "Found 1 matches"),
      step("python -m pytest tests/test_a.py", "==== 1 failed, 2 passed in 0.12s ===="),
      step("submit", "diff"),
    ],
    history: [
      { role: "system", content: "s" },
      { role: "user", content: issue },
    ],
    info: { exit_status: "submitted" },
  };
  const events = await check("o__r-1.traj", JSON.stringify(document, null, 2), [
    "session_start",
    "prompt: It breaks.",
    "message: First.",
    "read src/a.py",
    "ok: [File: /o__r/src/a.py (9 lines total)]",
    "edit src/a.py",
    "failed: Your proposed edit has introduced new syntax error(s).",
    "search",
    "ok: Found 1 matches",
    "shell tests/test_a.py",
    "ok: ==== 1 failed, 2 passed in 0.12s ====",
    "test_run",
    "other",
    "ok: diff",
    "end: success",
  ]);
  const times = events.map((event) => event.ts);
  expect(times).toEqual([...times].sort());
  expect(new Set(times).size).toBe(times.length);
});

test.each([
  ["exit_cost", "failure"],
  ["submitted (exit_cost)", "partial"],
  [null, "partial"],
])("SWE-agent: reads the outcome of a run that ends with %s", async (exitStatus, outcome) => {
  const document = {
    trajectory: [{ action: "ls", observation: "" }],
    info: { exit_status: exitStatus },
  };
  const { events } = await readContent("x.traj", JSON.stringify(document));
  expect(ofKind(events, "session_end")[0]?.outcome).toBe(outcome);
});

test("OpenCode: reads parts by their role and exit codes, and ignores what a program added", async () => {
  const tool = (name: string, state: object) => ({
    type: "tool",
    callID: `c-${name}`,
    tool: name,
    state,
  });
  const time = { start: 1_772_988_178_000, end: 1_772_988_179_500 };
  const document = {
    info: {
      id: "ses_1",
      directory: "/srv/app",
      projectID: "p",
      time: { created: 1_772_988_177_000 },
    },
    messages: [
      {
        info: { role: "user" },
        parts: [
          { type: "text", text: "review" },
          { type: "text", text: "added", synthetic: true },
        ],
      },
      {
        info: { role: "assistant", path: { cwd: "/srv/app" } },
        parts: [
          { type: "reasoning", text: "**Plan**" },
          tool("read", {
            status: "completed",
            input: { filePath: "/srv/app/a.ts" },
            output: "x",
            time,
          }),
          tool("bash", {
            status: "completed",
            input: { command: "false" },
            output: "",
            metadata: { exit: 1 },
            time,
          }),
          tool("grep", { status: "error", input: { pattern: "x" }, error: "Error: no" }),
          tool("glob", { status: "running", input: { pattern: "*" } }),
          { type: "text", text: "Fine." },
        ],
      },
    ],
  };
  const events = await check("ses_1.jsonl", JSON.stringify(document), [
    "session_start",
    "prompt: review",
    "reasoning",
    "read a.ts",
    "ok: x",
    "shell",
    "failed: ",
    "search",
    "failed: Error: no",
    "glob",
    "message: Fine.",
    "end: partial",
  ]);
  expect(ofKind(events, "tool_result")[1]).toMatchObject({ exitCode: 1, durationMs: 1500 });
});

test("Moatless: reads actions, the tests that ran after an edit, and the end", async () => {
  const kind = (name: string) => `moatless.actions.${name}.Args`;
  const edit = { command: "str_replace", path: "src/a.py", action_args_class: kind("edit") };
  const tests = [
    { status: "PASSED" },
    { status: "PASSED" },
    { status: "FAILED" },
    { status: "SKIPPED" },
  ];
  const document = {
    metadata: { evaluation_name: "e1", instance_id: "o__r-1" },
    max_iterations: 30,
    nodes: [
      { node_id: 0, message: "<task>\nIt breaks.\n</task>" },
      {
        node_id: 1,
        action: { scratch_pad: "Search.", query: "x", action_args_class: kind("semantic_search") },
        observation: { message: "No search results", properties: {} },
      },
      {
        node_id: 2,
        action: edit,
        observation: { message: "Edited", properties: { test_results: tests } },
      },
      { node_id: 3, action: { finish_reason: "done", action_args_class: kind("finish") } },
    ],
  };
  const events = await check("o__r-1.json", JSON.stringify(document), [
    "session_start",
    "prompt: It breaks.",
    "reasoning",
    "search",
    "failed: No search results",
    "edit src/a.py",
    "ok: Edited",
    "test_run",
    "other",
    "end: success",
  ]);
  expect(ofKind(events, "test_run")[0]).toMatchObject({ passed: 2, failed: 1 });
});

test("Rovo: reads blocks between rules, and YAML arguments", async () => {
  const blocks = [
    "####\nPHASE 1\n####",
    "AGENT:\nI look.",
    "USER PROMPT:\nResolve:\n\n<problem_statement>\nIt breaks.\n</problem_statement>\n\nGo on.",
    "AGENT:\nOpen.\n\n<thinking>\nhm\n</thinking>",
    "TOOL CALL (open_files)\nfile_paths:\n- src/a.ts\n- src/b.ts\n",
    "TOOL RETURN (open_files)\n```\n['Successfully opened']\n```",
    "TOOL CALL (bash)\ncommand: |-\n  cd src\n  npx jest\n",
    "TOOL RETURN (bash)\n```\nTests:       1 failed, 2 passed, 3 total\nexit code: 1\n```",
  ];
  const text = `${"#".repeat(120)}\n${blocks.join(`\n${RULE}\n`)}`;
  const events = await check("o__r-1.txt", text, [
    "session_start",
    "message: I look.",
    "prompt: It breaks.",
    "reasoning",
    "message: Open.",
    "read src/a.ts src/b.ts",
    "ok: ['Successfully opened']",
    "shell",
    "failed: Tests:       1 failed, 2 passed, 3 total\nexit code: 1",
    "test_run",
    "end: partial",
  ]);
  expect(events[0]).toMatchObject({ task: "It breaks." });
});

test("SpecStory: reads headings, tools, reasoning and sidechains", async () => {
  const tool = (type: string, name: string, body: string) =>
    `<tool-use data-tool-type="${type}" data-tool-name="${name}"><details>\n<summary>Tool use: **${name}**</summary>\n${body}\n</details></tool-use>`;
  const agent = "_**Agent (m-1 2026-01-31 14:48:03Z)**_";
  const fenced = (text: string) => `\n\`\`\`text\n${text}\n\`\`\``;
  const text = [
    "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n",
    "<!-- Claude Code Session s-9 (2026-01-31 14:47:58Z) -->\n",
    "_**User (2026-01-31 14:47:58Z)**_\n\nFix it!\n\n---\n",
    `${agent}\n\n<think><details><summary>Thought Process</summary>\nhm\n</details></think>\n`,
    `${agent}\n\n${tool("read", "Read", ` \`/srv/app/a.ts\`\n${fenced("1→x")}`)}\n`,
    `${agent}\n\n${tool("read", "Read", ` \`/srv/app/b.ts\`\n${fenced("y")}`)}\n`,
    `${agent}\n\n${tool("read", "Read", ` \`/srv/app/c.ts\`\n${fenced("z")}`)}\n`,
    `${agent}\n\n${tool("shell", "Bash", `Run\n\n\`go test ./...\`\n${fenced("Exit code 1\n--- FAIL: TestA\nFAIL\tx/y\t0.1s")}`)}\n`,
    "_**Agent - sidechain (m-1 2026-01-31 14:49:00Z)**_\n\nAside.\n",
    `${agent}\n\nDone.`,
  ].join("\n");
  const events = await check("2026-01-31.md", text, [
    "session_start",
    "prompt: Fix it!",
    "reasoning",
    "read a.ts",
    "ok: 1→x",
    "read b.ts",
    "ok: y",
    "read c.ts",
    "ok: z",
    "shell",
    "failed: Exit code 1\n--- FAIL: TestA\nFAIL\tx/y\t0.1s",
    "test_run",
    "subagent_start",
    "message: Aside.",
    "message: Done.",
    "subagent_stop",
    "end: partial",
  ]);
  expect(events[0]).toMatchObject({ session: "s-9", agent: "specstory:claude-code" });
  expect(events[1]?.ts).toBe("2026-01-31T14:47:58.000Z");
});

test("SpecStory of editors: reads the agent's messages between its calls from one block for a whole turn", async () => {
  const use = (name: string, body: string) =>
    `<tool-use data-tool-type="x" data-tool-name="${name}">\n<details><summary>Tool use: **${name}** • Run command: go test</summary>\n\n${body}\n</details>\n</tool-use>\n\n---\n`;
  const text = [
    "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n",
    "<!-- cursor Session s-3 (2025-07-25 18:16Z) -->\n",
    "_**User (2025-08-04 15:14Z)**_\n\nFix it!\n\n---\n",
    "_**Agent (mode Agent)**_\n\nI look first.\n\n---\n",
    use("run_terminal_cmd", "```bash\ngo test\n```\n\n```\nok\n```"),
    "The cause is the **cache**.\n\n---\n",
    use("run_terminal_cmd", "```bash\ngo vet\n```"),
    "<think><details><summary>Thought Process</summary>\nhm\n</details></think>\n",
    "## Done\n\nIt works now.\n\n---\n",
    "_**User (2025-08-04 15:20Z)**_\n\nThanks.\n\n---\n",
  ].join("\n");
  await check("2025-07-25.md", text, [
    "session_start",
    "prompt: Fix it!",
    "message: I look first.",
    "shell",
    "ok: ok",
    "message: The cause is the **cache**.",
    "shell",
    "ok: ",
    "message: ## Done\n\nIt works now.",
    "prompt: Thanks.",
    "end: success",
  ]);
});

test("SpecStory of older versions: does not take an assistant's words for the user's, and ignores folded outputs", async () => {
  const text = [
    "<!-- Generated by SpecStory -->\n",
    "# Understanding the tool (2025-09-19 11:42Z)\n",
    "_**User (2025-09-19 10:03Z)**_\n\nUse it.\n\n---\n",
    "_**Assistant**_\n\nI looked.\n\n<details>\n<summary>Tool call</summary>\nan output\n</details>\n\nIt is broken.\n\n---\n",
    "_**User**_\n\nMend it.\n",
  ].join("\n");
  await check("older.md", text, [
    "session_start",
    "prompt: Use it.",
    "message: I looked.\n\n\n\nIt is broken.",
    "prompt: Mend it.",
    "end: success",
  ]);
});

test("SpecStory without times: takes the time from the file's name, and no rule for a message", async () => {
  const text = [
    "<!-- Generated by SpecStory -->\n",
    "# Available tasks (2025-04-30 13:43:23)\n",
    "_**User**_\n\nWhat is left?\n\n---\n",
    "_**Assistant**_\n\n---\n\nTwo tasks.\n\n---\n",
  ].join("\n");
  const expected = [
    "session_start",
    "prompt: What is left?",
    "message: Two tasks.",
    "end: success",
  ];
  const events = await check("2025-04-30_17-43-available-tasks.md", text, expected);
  for (const { ts } of events) expect(ts).toMatch(/^2025-04-30T17:43:/);
});
