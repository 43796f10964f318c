/** A repository with pipes, sockets, devices, loops and huge files: every entry point answers in time. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HOOK } from "../hooks/hook-process.ts";
import { makeProject, PROGRAM, type ProjectProgram } from "../project-program.ts";

/** A command that waits for a pipe waits forever; the slowest of these takes two seconds on a busy machine. */
const LIMIT_MS = 200_000;
/** In KiB; `/dev/zero` or the huge file would need far more. */
const MEMORY_KIB = 24_000_000;

const PLANTED = ["pipe.ts", "socket.ts", "zero.ts", "loop.ts", "huge.ts", "outside.ts"] as const;

async function planted(): Promise<ProjectProgram> {
  const place = makeProject();
  const at = (name: string) => join(place.project, "src", name);
  place.write("src/plain.ts", "export function parsePort() {\n  return 7781;\n}\n");
  place.write("src/moved.ts", "export function movedPort() {\n  return 7000;\n}\n// stays\n");
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: place.project });
  writeFileSync(join(place.base, "outside.ts"), "export const canary = 'outsidecanary';\n");
  execFileSync("mkfifo", [at("pipe.ts"), join(place.project, "package.json")]);
  execFileSync("mkfifo", [join(place.project, "CLAUDE.md")]);
  symlinkSync("/dev/zero", at("zero.ts"));
  symlinkSync("loop.ts", at("loop.ts"));
  symlinkSync("../../outside.ts", at("outside.ts"));
  writeFileSync(at("huge.ts"), "");
  truncateSync(at("huge.ts"), 20_000_000_000);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(at("socket.ts"), resolve));
  onTestFinished(() => void server.close());
  return place;
}

function bounded({ project, env }: ProjectProgram, words: readonly string[], input = "") {
  const script = `ulimit -v ${MEMORY_KIB}; exec "$@"`;
  const ran = spawnSync("bash", ["-c", script, "bash", process.execPath, ...words], {
    ...{ cwd: project, env, input, encoding: "utf8", timeout: LIMIT_MS, killSignal: "SIGKILL" },
  });
  expect(ran.signal, words.join(" ")).toBeNull();
  return ran;
}

function cli(place: ProjectProgram, ...words: string[]) {
  const ran = bounded(place, [PROGRAM, ...words]);
  expect(ran.status, `${words.join(" ")}: ${ran.stderr}`).not.toBe(70);
  expect(ran.stdout + ran.stderr).not.toContain("outsidecanary");
  return ran;
}

function hook(place: ProjectProgram, event: string, more: object) {
  const payload = { session_id: "s", cwd: place.project, hook_event_name: event, ...more };
  const ran = bounded(place, [HOOK, "claude-code", event], JSON.stringify(payload));
  expect(ran.status).toBe(0);
  expect(ran.stdout).not.toContain("outsidecanary");
}

test("remember, by a passed file and by a name in the text", async () => {
  const place = await planted();
  for (const name of PLANTED) {
    cli(
      place,
      "remember",
      `The ${name} file here needs care when it is read`,
      "--file",
      `src/${name}`,
    );
    cli(
      place,
      "remember",
      `Keep src/${name} in step with src/plain.ts when the port of ${name} changes`,
    );
  }
  cli(place, "index");
  for (const name of PLANTED) {
    cli(place, "recall", `src/${name} care`);
    cli(place, "recall", "care", "--file", `src/${name}`);
    cli(place, "impact", `src/${name}`);
  }
  cli(place, "audit");
});

test("recall, context and hooks after an anchored file has moved", async () => {
  const place = await planted();
  cli(
    place,
    "remember",
    "movedPort in src/moved.ts must stay below 8000",
    "--file",
    "src/moved.ts",
  );
  cli(place, "index");
  mkdirSync(join(place.project, "lib"));
  renameSync(join(place.project, "src", "moved.ts"), join(place.project, "lib", "other.ts"));
  cli(place, "recall", "movedPort");
  cli(place, "context", "--task", "change movedPort in src/moved.ts");
  cli(place, "prefetch", "--task", "change movedPort in src/moved.ts and src/pipe.ts");
  const file = (name: string) => ({
    tool_name: "Edit",
    tool_use_id: name,
    tool_input: { file_path: join(place.project, "src", name) },
  });
  hook(place, "SessionStart", { source: "startup" });
  hook(place, "UserPromptSubmit", { prompt: "Change movedPort in src/moved.ts and src/pipe.ts" });
  for (const name of PLANTED) {
    hook(place, "PreToolUse", file(name));
    hook(place, "PostToolUse", { ...file(name), tool_response: {} });
  }
  hook(place, "SessionEnd", { reason: "other" });
});

test("invalid rule files, transcripts and histories", async () => {
  const place = await planted();
  symlinkSync("../outside.ts", join(place.project, "AGENTS.md"));
  cli(place, "import", "rules", "--json");
  cli(place, "import", "git", "--json");
  for (const name of PLANTED)
    cli(place, "import", "transcript", `src/${name}`, "--host", "claude-code");
  cli(place, "doctor", "--json");
  cli(place, "status");
});

test("an MCP session", async () => {
  const place = await planted();
  const call = (id: number, name: string, args: object) => ({
    ...{ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } },
  });
  const lines = [
    {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "t", version: "1" },
      },
    },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    call(2, "remember", {
      content: "The src/pipe.ts file of this project is a named pipe for tests",
      files: ["src/pipe.ts", "src/zero.ts"],
    }),
    call(3, "recall", {
      query: "src/pipe.ts named pipe",
      files: ["src/pipe.ts", "src/outside.ts"],
    }),
  ];
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const ran = bounded(place, [PROGRAM, "mcp"], input);
  expect(ran.stdout).toContain('"id":3');
  expect(ran.stdout).not.toContain("outsidecanary");
});

test("index, where git itself waits for a pipe in place of .gitignore", async () => {
  const place = await planted();
  execFileSync("mkfifo", [join(place.project, ".gitignore")]);
  expect(cli(place, "index").status).toBe(0);
});
