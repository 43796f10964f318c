/** Runs the installed program in a project and with a home that belong to one test. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";

export const PROGRAM = fileURLToPath(new URL("../apps/cli/dist/tacit.mjs", import.meta.url));

export interface ProjectProgram {
  /** Folder that contains the project and the home. */
  readonly base: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  readonly write: (path: string, content: string | Uint8Array) => void;
  readonly tacit: (...words: string[]) => ReturnType<typeof spawned>;
  /** Runs a command with `--json` that must succeed and returns the parsed document. */
  readonly document: (...words: string[]) => unknown;
  /** Runs a command, optionally with standard input or with another home beside the project. */
  readonly run: (words: readonly string[], how?: HowToRun) => Ran;
}

interface HowToRun {
  readonly input?: string;
  /** Folder name of the home; default "home". */
  readonly home?: string;
}

export type Ran = ReturnType<typeof spawned> & { readonly json: () => unknown };

/** Makes a project that is removed when the test ends. */
export function makeProject(): ProjectProgram {
  const base = mkdtempSync(join(tmpdir(), "tacit-e2e-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const project = join(base, "project");
  mkdirSync(project);
  const env = { ...process.env, TACIT_HOME: join(base, "home"), HOME: base, NO_COLOR: "1" };
  const tacit = (...words: string[]) => spawned([PROGRAM, ...words], project, env);
  return {
    base,
    project,
    env,
    tacit,
    write: (path, content) => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), content);
    },
    run: (words, { input = "", home = "home" } = {}) => {
      const ran = spawned(
        [PROGRAM, ...words],
        project,
        { ...env, TACIT_HOME: join(base, home) },
        input,
      );
      return { ...ran, json: () => JSON.parse(ran.stdout) as unknown };
    },
    document: (...words) => {
      const { status, stdout, stderr } = tacit(...words, "--json");
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout);
    },
  };
}

export function spawned(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv, input = "") {
  return spawnSync(process.execPath, words, { cwd, env, input, encoding: "utf8", maxBuffer: 1e8 });
}
