/** Starts the MCP server as clients do and exchanges messages with it line by line. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const CLI = join(ROOT, "apps", "cli", "dist", "tacit.mjs");

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly afterMs: number;
}

export interface SpawnedServer {
  readonly process: ChildProcess;
  readonly home: string;
  readonly project: string;
  /** Lines of stdout that are not JSON. */
  readonly stray: readonly string[];
  readonly send: (message: object | string) => void;
  /** Returns the answer to the request with that id; rejects if the process ends without an answer. */
  readonly answer: (id: number | string) => Promise<Answer>;
  readonly ask: (method: string, params?: object) => Promise<Answer>;
  /** Ends the process and returns how it ended; the time is measured from the call of `end`. */
  readonly end: (how: "stdin" | "pipes" | NodeJS.Signals) => Promise<Ended>;
}

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: what a server says is what the test looks at
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Ground {
  readonly home: string;
  readonly project: string;
}

const folders: string[] = [];

export function ground(): Ground {
  const folder = mkdtempSync(join(tmpdir(), "tacit-e2e-mcp-"));
  folders.push(folder);
  const project = join(folder, "project");
  mkdirSync(project);
  return { home: join(folder, "home"), project };
}

export function clearGrounds(): void {
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

export function startServer(
  { home, project }: Ground,
  env: Record<string, string> = {},
): SpawnedServer {
  const child = spawn(process.execPath, [CLI, "mcp"], {
    cwd: project,
    env: { PATH: process.env["PATH"], HOME: home, TACIT_HOME: home, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const stray: string[] = [];
  const answers = new Map<number | string, Answer>();
  const waiting = new Map<number | string, (answer: Answer) => void>();
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
  child.stdin.on("error", () => undefined);
  const exited = new Promise<Omit<Ended, "afterMs">>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });

  const take = (line: string) => {
    try {
      const message = JSON.parse(line) as Answer & { id?: number | string };
      if (message.id === undefined) return;
      answers.set(message.id, message);
      waiting.get(message.id)?.(message);
    } catch {
      stray.push(line);
    }
  };
  const answer: SpawnedServer["answer"] = async (id) => {
    const there = answers.get(id);
    if (there !== undefined) return there;
    const coming = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    const gone = exited.then(({ code, signal }) => {
      throw new Error(`the server ended (${code ?? signal}) without answering ${id}`);
    });
    return Promise.race([coming, gone]);
  };
  const send: SpawnedServer["send"] = (message) => {
    child.stdin.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
  };
  let lastId = 100;
  return {
    process: child,
    home,
    project,
    stray,
    send,
    answer,
    ask: (method, params = {}) => {
      const id = ++lastId;
      send({ jsonrpc: "2.0", id, method, params });
      return answer(id);
    },
    end: async (how) => {
      const beganAt = performance.now();
      if (how === "pipes") child.stdout.destroy();
      if (how === "stdin" || how === "pipes") child.stdin.end();
      else child.kill(how);
      const ended = await exited;
      return { ...ended, afterMs: performance.now() - beganAt };
    },
  };
}

export function initialise(version: string, name = "raw"): object {
  return {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name, version: "0" },
  };
}

/** Returns what the 2026-07-28 protocol sends with every request instead of an initialisation. */
export function modern(name = "raw"): object {
  return {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name, version: "0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
}
