/**
 * Runs other memory programs for agents that install from npm, through their MCP tools: stores every text, asks every
 * question and reads the results in their order. Programs are installed on demand, run in a separate home and are stopped
 * afterwards.
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
  /** Program name with version and the way it was driven. */
  readonly system: string;
  /** Ids for each question, best first when the program ranks; otherwise in the program's order. */
  readonly ranked: readonly (readonly string[])[];
  /** Number of texts that could be read back after all were stored. */
  readonly stored: number;
  readonly storeMs: number;
  readonly askMs: number;
}

export interface Neighbours {
  /** Stores all texts of one pool and asks all its questions. A program that fails is skipped from then on. */
  readonly play: (
    notes: readonly Note[],
    questions: readonly string[],
    depth: number,
  ) => Promise<Answers[]>;
  /** Reason for a missing row, by program. */
  readonly skipped: ReadonlyMap<string, string>;
}

interface Setup {
  readonly root: string;
  readonly say: (line: string) => void;
}

/** The part of the MCP client that this bench uses. */
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
/** Opens the available programs; prints a line with the reason for each of the others. */
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

/** Returns, for a system's row, its time relative to Tacit's and the share of stored texts that it returned. */
export function costBeside(
  answers: readonly Pick<Answers, "storeMs" | "askMs" | "stored">[],
  ours: { readonly storeMs: number; readonly askMs: number },
  counts: { readonly notes: number; readonly questions: number },
) {
  const sum = (of: (item: Pick<Answers, "storeMs" | "askMs" | "stored">) => number) =>
    answers.reduce((total, answer) => total + of(answer), 0);
  const [storeMs, askMs] = [sum((item) => item.storeMs), sum((item) => item.askMs)];
  return {
    secondsPerQuery: round(askMs / 1000 / Math.max(1, counts.questions), 4),
    queryTimeToOurs: round(askMs / ours.askMs),
    storeTimeToOurs: round(storeMs / ours.storeMs),
    keptShare: round(sum((item) => item.stored) / Math.max(1, counts.notes), 3),
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
      all.push({ system: `${program.name}, ${name}`, ranked, stored, storeMs, askMs });
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

/** Loads the older of the official clients, because imports of the newer one have sources for our condition `source`. */
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
