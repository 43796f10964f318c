/**
 * Tests requirements of Windows that can be checked on any system: how programs are started, and how its paths and lines are
 * read.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectIdentity } from "@tacit-memory/memory";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { CLAUDE_CODE } from "./claude-code/claude-code.ts";
import { CODEX } from "./codex/codex.ts";
import type { Host } from "./host.ts";
import { QWEN } from "./qwen/qwen.ts";
import { REGISTERED_HOSTS } from "./registration/hosts/hosts.ts";
import { planConnect } from "./registration/plan.ts";
import { testHomes } from "./registration/testing-registration.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const homes = testHomes();
afterAll(() => homes.remove());
afterEach(() => vi.unstubAllGlobals());

/** A person's editor must be visible. */
const SHOWN_ON_PURPOSE = /edit-text\.ts$/;

test("starts every program without a console window", () => {
  const sources = globSync("{hosts,apps,packages}/*/{src,bin}/**/*.{ts,mjs}", { cwd: ROOT }).filter(
    (path) => !/\.(?:test|contract)\.ts$|[\\/]testing-/.test(path) && !SHOWN_ON_PURPOSE.test(path),
  );
  const counted = sources.map((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const started = count(/(?<![.\w])(?:spawn|spawnSync|execFile|execFileSync|fork)\(/g);
    return { path, started, hidden: count(/windowsHide: true/g) };
  });
  expect(counted.filter(({ started }) => started > 0).length).toBeGreaterThan(6);
  expect(counted.filter(({ started, hidden }) => started > hidden)).toEqual([]);
});

/** Returns what each host's registration would write on Windows. */
function writtenOnWindows(): ReadonlyMap<string, string> {
  vi.stubGlobal("process", new Proxy(process, { get: platformOfWindows }));
  const request = {
    ...homes.request(),
    nodePath: "C:\\Program Files\\nodejs\\node.exe",
    hookPath: "C:\\Users\\me\\it's\\hook.cjs",
  };
  const hosts = REGISTERED_HOSTS.filter(({ name }) => name !== "opencode" && name !== "pi");
  return new Map(
    hosts.map((host) => {
      const { files } = planConnect(request, [host]);
      return [host.name, files.map(({ path, after }) => `${path}\n${after}`).join("\n")];
    }),
  );
}

function platformOfWindows(target: NodeJS.Process, key: string | symbol): unknown {
  const value = Reflect.get(target, key);
  return key === "platform" ? "win32" : typeof value === "function" ? value.bind(target) : value;
}

test("writes plain words for a host with an exec form, and a line of the Windows shell for the others", () => {
  const written = writtenOnWindows();
  const [node, hook] = ["C:\\\\Program Files\\\\nodejs\\\\node.exe", "C:\\\\Users\\\\me\\\\it"];
  expect(written.get("claude-code")).toContain(`"command": "${node}"`);
  expect(written.get("claude-code")).toMatch(
    /"args": \[\s*"-e",\s*"try[^"]+",\s*"C:\\\\Users\\\\me\\\\it's\\\\hook\.cjs"/,
  );
  for (const host of ["gemini", "qwen", "copilot", "cursor", "windsurf"])
    expect([host, written.get(host)]).toEqual([
      host,
      expect.stringContaining(
        `"& '${node}' -e 'try{module.constructor.createRequire(process.argv[1])(process.argv[1])}catch{}' '${hook}''s\\\\hook.cjs' ${host} `,
      ),
    ]);
  // cmd.exe accepts double quotes, and our words need no other quoting.
  expect(written.get("codex")).toContain(
    `\\"${node}\\" -e \\"try{module.constructor.createRequire(process.argv[1])(process.argv[1])}catch{}\\" ${hook}'s\\\\hook.cjs codex `,
  );
  // Cline runs such a file with the Node on the PATH; without an extension it would not run.
  expect(written.get("cline")).toMatch(/hooks[\\/]PostToolUse\.cjs\n/);
  expect(written.get("cline")).toContain('require("C:\\\\Users\\\\me\\\\it\'s\\\\hook.cjs")');
});

const PLACE = {
  id: "p1",
  canonical: "directory:c:/code/app",
  name: "app",
  root: "C:\\Code\\App",
  subdirectory: "",
  branch: null,
  commit: null,
  worktree: null,
  warnings: [],
} as unknown as ProjectIdentity;

function filesOf(host: Host, more: object): readonly (readonly string[])[] {
  const input = { session_id: "s1", tool_use_id: "t1", turn_id: "1", ...more };
  const call = host.decode("PostToolUse", input, PLACE, 0, {});
  return (call?.events ?? []).map((event) => ("files" in event ? (event.files ?? []) : []));
}

test.each([
  [CLAUDE_CODE, "Read", { file_path: "C:\\Code\\App\\src\\a.ts" }],
  [CLAUDE_CODE, "Edit", { file_path: "c:\\code\\app\\src\\a.ts" }],
  [CODEX, "Read", { file_path: "C:/Code/App/src/a.ts" }],
  [QWEN, "read_file", { file_path: "/c/Code/App/src/a.ts" }],
])("names files of $name's %s by their path in the project, with /", (host, tool, input) => {
  const found = filesOf(host, { tool_name: tool, tool_input: input, cwd: "C:\\Code\\App" });
  expect(found.filter((files) => files.length > 0)).toEqual([["src/a.ts"], ["src/a.ts"]]);
  const other = { file_path: "D:\\Code\\App\\src\\a.ts" };
  expect(filesOf(host, { tool_name: tool, tool_input: other }).flat()).toEqual([]);
});

test("reads a Windows shell's output with its line ends", () => {
  const stdout = "[main 1a2b3c4] Rename the port\r\n 2 files changed, 3 insertions(+)\r\n";
  const bash = { tool_name: "Bash", tool_input: { command: "git commit -m x" } };
  const input = { session_id: "s1", tool_use_id: "t1", ...bash, tool_response: { stdout } };
  const call = CLAUDE_CODE.decode("PostToolUse", input, PLACE, 0, {});
  expect(call?.events.at(-1)).toMatchObject({
    kind: "commit",
    sha: "1a2b3c4",
    message: "Rename the port",
  });
});
