/** Runs the installed program in its own process, beside a server in the test process, so calls are asynchronous. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const LAUNCHER = fileURLToPath(new URL("../../apps/cli/bin/tacit.mjs", import.meta.url));

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly base: string;
  readonly home: string;
  readonly run: (argv: readonly string[], onStart?: (child: ChildProcess) => void) => Promise<Ran>;
  /** Runs a command with `--json` that must succeed and returns the parsed document. */
  readonly json: (argv: readonly string[]) => Promise<unknown>;
}

export function makeProgram(more: Readonly<Record<string, string>> = {}): Program {
  const base = mkdtempSync(join(tmpdir(), "tacit-e2e-models-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(project);
  const env = {
    ...process.env,
    TACIT_HOME: home,
    HOME: join(base, "user"),
    NO_COLOR: "1",
    ...more,
  };
  const run: Program["run"] = (argv, onStart) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [LAUNCHER, ...argv], { cwd: project, env });
      const printed = { stdout: "", stderr: "" };
      child.stdout.on("data", (chunk: Buffer) => (printed.stdout += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (printed.stderr += chunk.toString()));
      child.on("error", reject);
      child.on("close", (status) => resolve({ status, ...printed }));
      onStart?.(child);
    });
  return {
    base,
    home,
    run,
    json: async (argv) => {
      const ran = await run([...argv, "--json"]);
      if (ran.status !== 0) throw new Error(`${argv.join(" ")}: ${ran.status} ${ran.stderr}`);
      return JSON.parse(ran.stdout) as unknown;
    },
  };
}
