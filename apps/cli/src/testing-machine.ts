/** A machine for tests: a separate home and project, output captured as text, no terminal. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { runCli } from "./cli.ts";
import type { Machine } from "./machine.ts";

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TestMachine {
  readonly home: string;
  readonly folder: string;
  readonly run: (argv: readonly string[], input?: string) => Promise<Ran>;
  /** Returns the document of a call that must succeed. */
  readonly json: (argv: readonly string[], input?: string) => Promise<unknown>;
  readonly remove: () => void;
}

export function testMachine(
  env: Readonly<Record<string, string>> = {},
  calledAs?: string,
  nowMs: () => number = Date.now,
  more: Partial<Machine> = {},
): TestMachine {
  const base = mkdtempSync(join(tmpdir(), "tacit-cli-"));
  const [home, folder] = [join(base, "home"), join(base, "project")];
  mkdirSync(folder);
  const run = async (argv: readonly string[], input = ""): Promise<Ran> => {
    const printed = { stdout: "", stderr: "" };
    const status = await runCli(argv, {
      env: { TACIT_HOME: home, HOME: join(base, "user"), ...env },
      platform: process.platform,
      userHome: join(base, "user"),
      cwd: () => folder,
      stdin: Readable.from([Buffer.from(input)]),
      stdout: { columns: 100, write: (text) => (printed.stdout += text) },
      stderr: { columns: 100, write: (text) => (printed.stderr += text) },
      nowMs,
      ...(calledAs === undefined ? {} : { calledAs }),
      ...more,
    });
    return { status, ...printed };
  };
  return {
    home,
    folder,
    run,
    json: async (argv, input) => {
      const ran = await run([...argv, "--json"], input);
      if (ran.status !== 0) throw new Error(`${argv.join(" ")}: ${ran.stderr}`);
      return JSON.parse(ran.stdout) as unknown;
    },
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 3 }),
  };
}
