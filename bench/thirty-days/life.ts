/** A home and a project of their own, and `tacit` in this process with the clock of the simulation. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { runCli } from "../../apps/cli/src/cli.ts";

// A worker that a command starts would use the machine's clock. A worker starts none.
process.env["TACIT_WORKER"] = "write-lessons";

/** Fixed, so that requests to the writer and their replies stay the same from run to run. */
export const FIRST_DAY_MS = Date.UTC(2026, 0, 5, 8);

export interface Life {
  readonly clock: { nowMs: number };
  readonly home: string;
  readonly folder: string;
  readonly json: (argv: readonly string[], input?: string) => Promise<unknown>;
  readonly print: (argv: readonly string[], input?: string) => Promise<string>;
  readonly remove: () => void;
}

export function startLife(): Life {
  const base = mkdtempSync(join(tmpdir(), "tacit-days-"));
  const [home, folder, user] = [join(base, "home"), join(base, "project"), join(base, "user")];
  for (const path of [folder, user]) mkdirSync(path);
  const clock = { nowMs: FIRST_DAY_MS };
  const print = async (argv: readonly string[], input = ""): Promise<string> => {
    const printed = { out: "", err: "" };
    const status = await runCli(argv, {
      env: { TACIT_HOME: home, HOME: user },
      platform: process.platform,
      userHome: user,
      cwd: () => folder,
      stdin: Readable.from([Buffer.from(input)]),
      stdout: { columns: 100, write: (text) => (printed.out += text) },
      stderr: { columns: 100, write: (text) => (printed.err += text) },
      nowMs: () => clock.nowMs,
    });
    if (status !== 0) throw new Error(`tacit ${argv.join(" ")}: ${printed.err}${printed.out}`);
    return printed.out;
  };
  return {
    ...{ clock, home, folder, print },
    json: async (argv, input) => JSON.parse(await print([...argv, "--json"], input)) as unknown,
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
