/**
 * Other memories for agents that install from npm, driven by the tools they offer over MCP: every text stored, every
 * question asked, what comes back read in their order. Installed on demand, run in a home of their own, ended after.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Call,
  CLIENT,
  NEIGHBOURS,
  type Note,
  type Program,
  type Store,
  ToolFault,
} from "./neighbour-programs.ts";
import { peerProgram } from "./peers.ts";
import { round } from "./statistics.ts";

export interface Answers {
  /** The program with its version, and how it was driven. */
  readonly system: string;
  /** Ids for each question, best first where the program ranks; else as it gave them. */
  readonly ranked: readonly (readonly string[])[];
  /** Texts that could be had back after all were stored. */
  readonly kept: number;
  readonly storeMs: number;
  readonly askMs: number;
}

export interface Neighbours {
  /** All texts of one pool stored, all its questions asked. Who fails is skipped from then on. */
  readonly play: (
    notes: readonly Note[],
    questions: readonly string[],
    depth: number,
  ) => Promise<Answers[]>;
  /** Program → why there is no row of it. */
  readonly skipped: ReadonlyMap<string, string>;
}

interface Setup {
  readonly root: string;
  readonly say: (line: string) => void;
}

/** As far as we use it. */
interface McpClient {
  readonly Client: new (
    info: object,
  ) => {
    connect(transport: object): Promise<void>;
    callTool(
      call: object,
      schema: undefined,
      options: object,
    ): Promise<{ content?: unknown; isError?: boolean }>;
    close(): Promise<void>;
  };
  readonly StdioClientTransport: new (options: object) => object;
}

const CALL_LIMIT_MS = 60_000;
/** Those that can be had here; for the others a line and a reason. */
export async function openNeighbours({ root, say }: Setup): Promise<Neighbours> {
  const skipped = new Map<string, string>();
  const paths = new Map<Program, string>();
  const skip = (name: string, why: string) => {
    skipped.set(name, why);
    say(`SKIPPED: ${name}: ${why}`);
  };
  for (const program of NEIGHBOURS) {
    const path = peerProgram(root, program.folder, program.packages, program.program, say);
    if (path === null) skip(program.name, "could not be installed");
    else paths.set(program, path);
  }
  const client = await loadClient(join(root, ".cache", "bench-peers", "mcp-memory"));
  if (client === null) {
    for (const { name } of paths.keys()) skip(name, `${CLIENT} could not be loaded`);
    paths.clear();
  }
  return {
    skipped,
    play: async (notes, questions, depth) => {
      const all: Answers[] = [];
      for (const [program, path] of paths) {
        try {
          const pool = { notes, questions, depth };
          for (const store of program.stores)
            all.push(...(await playStore(client as McpClient, program, path, store, pool)));
        } catch (error) {
          skip(program.name, `failed: ${error instanceof Error ? error.message : String(error)}`);
          paths.delete(program);
        }
      }
      return all.filter(
        ({ system }) => ![...skipped.keys()].some((item) => system.startsWith(item)),
      );
    },
  };
}

/** Of a system's row: how much longer than ours, how much of what was stored came back. */
export function costBeside(
  answers: readonly Pick<Answers, "storeMs" | "askMs" | "kept">[],
  ours: { readonly storeMs: number; readonly askMs: number },
  counts: { readonly notes: number; readonly questions: number },
) {
  const sum = (of: (item: Pick<Answers, "storeMs" | "askMs" | "kept">) => number) =>
    answers.reduce((total, answer) => total + of(answer), 0);
  const [storeMs, askMs] = [sum((item) => item.storeMs), sum((item) => item.askMs)];
  return {
    secondsPerQuery: round(askMs / 1000 / Math.max(1, counts.questions), 4),
    queryTimeToOurs: round(askMs / ours.askMs),
    storeTimeToOurs: round(storeMs / ours.storeMs),
    keptShare: round(sum((item) => item.kept) / Math.max(1, counts.notes), 3),
  };
}

interface Pool {
  readonly notes: readonly Note[];
  readonly questions: readonly string[];
  readonly depth: number;
}

async function playStore(
  { Client, StdioClientTransport }: McpClient,
  program: Program,
  path: string,
  { store, namesOf, ways }: Store,
  { notes, questions, depth }: Pool,
): Promise<Answers[]> {
  const base = mkdtempSync(join(tmpdir(), "tacit-neighbour-"));
  const cwd = join(base, "project");
  const home = join(base, "home");
  mkdirSync(cwd);
  mkdirSync(home);
  spawnSync("git", ["init", "--quiet", cwd]);
  const client = new Client({ name: "bench", version: "1" });
  const call: Call = async (name, input) => {
    const options = { timeout: CALL_LIMIT_MS };
    const { content, isError } = await client.callTool(
      { name, arguments: input },
      undefined,
      options,
    );
    const text = ((content ?? []) as { text?: string }[]).map((item) => item.text ?? "").join("\n");
    if (isError === true) throw new ToolFault(`${name}: ${text.slice(0, 200)}`);
    return text;
  };
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path, ...program.args],
        cwd,
        env: { ...surroundings(home), ...program.env(base) },
        stderr: "ignore",
      }),
    );
    const startedAt = performance.now();
    await store(call, notes);
    const storeMs = performance.now() - startedAt;
    const names = await namesOf(call, notes);
    const stored = new Set([...names.values()].flat()).size;
    const all: Answers[] = [];
    for (const { name, ask } of ways) {
      const askedAt = performance.now();
      const found: (readonly string[])[] = [];
      for (const question of questions) found.push(await ask(call, question, depth));
      const askMs = performance.now() - askedAt;
      const ranked = found.map((item) =>
        [...new Set(item.flatMap((ref) => names.get(ref) ?? []))].slice(0, depth),
      );
      all.push({ system: `${program.name}, ${name}`, ranked, kept: stored, storeMs, askMs });
    }
    return all;
  } finally {
    await client.close().catch(() => undefined);
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

function surroundings(home: string): Record<string, string> {
  return {
    PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    APPDATA: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    DO_NOT_TRACK: "1",
    NO_UPDATE_NOTIFIER: "1",
  };
}

/** The older of the official clients: what the newer one imports has sources for our condition `source`. */
async function loadClient(folder: string): Promise<McpClient | null> {
  try {
    const { resolve } = createRequire(join(folder, "package.json"));
    const load = (path: string) => import(pathToFileURL(resolve(path)).href);
    const name = "@modelcontextprotocol/sdk/client";
    const parts = [await load(`${name}/index.js`), await load(`${name}/stdio.js`)];
    return Object.assign({}, ...parts) as McpClient;
  } catch {
    return null;
  }
}
