/**
 * Minimal MCP client for pi, which has none, as far as our own server needs it: JSON-RPC in lines over the standard streams
 * of a process. The first request starts the process and it ends with the session. Runs inside pi.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export interface ServerTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
}

interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
}

export interface ServerClient {
  /** Lists the tools; rejects if the server does not answer in time or ends. */
  readonly tools: (limitMs: number) => Promise<readonly ServerTool[]>;
  /** Calls a tool. Also rejects as soon as `signal` aborts: pi waits for a tool even if its user has stopped it. */
  readonly call: (
    name: string,
    input: unknown,
    limitMs: number,
    signal?: AbortSignal,
  ) => Promise<ToolAnswer>;
  /** Ends the process and rejects pending calls. */
  readonly close: () => void;
}

export interface ServerCommand {
  /** The program and its arguments. */
  readonly server: readonly string[];
  readonly home: string | null;
}

const HELLO = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "pi", version: "1" },
};

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
}

interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly waiting: Map<number, Waiting>;
  readonly isGreeted: Promise<unknown>;
}

export function serverClient({ server, home }: ServerCommand, cwd: string): ServerClient {
  let running: Running | null = null;
  let lastId = 0;

  function ask({ child, waiting }: Omit<Running, "isGreeted">, method: string, params: object) {
    const id = ++lastId;
    return new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  }

  function start(): Running {
    const [program = "", ...args] = server;
    const env = home === null ? process.env : { ...process.env, TACIT_HOME: home };
    const stdio: ["pipe", "pipe", "ignore"] = ["pipe", "pipe", "ignore"];
    const child = spawn(program, args, { cwd, env, stdio, windowsHide: true });
    const waiting = new Map<number, Waiting>();
    const end = () => {
      if (running?.child === child) running = null;
      for (const { reject } of waiting.values()) reject(new Error("Tacit's server stopped"));
      waiting.clear();
    };
    child.on("error", end);
    child.on("close", end);
    child.stdin.on("error", () => undefined);
    createInterface(child.stdout).on("line", (line) => handleLine(line, waiting));
    child.unref();
    const isGreeted = ask({ child, waiting }, "initialize", HELLO).then(() =>
      child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n'),
    );
    return { child, waiting, isGreeted };
  }

  async function request(method: string, params: object): Promise<unknown> {
    running ??= start();
    const current = running;
    await current.isGreeted;
    return ask(current, method, params);
  }

  return {
    tools: async (limitMs) => {
      const { tools } = (await within(limitMs, request("tools/list", {}))) as { tools?: unknown };
      return Array.isArray(tools) ? (tools as ServerTool[]) : [];
    },
    call: async (name, input, limitMs, signal) =>
      (await within(
        limitMs,
        request("tools/call", { name, arguments: input ?? {} }),
        signal,
      )) as ToolAnswer,
    close: () => {
      running?.child.stdin.end();
      running?.child.kill();
    },
  };
}

/** Handles a line of the server; a line that answers no request of ours is ignored. */
function handleLine(line: string, waiting: Map<number, Waiting>): void {
  const { id, result, error } = answerIn(line);
  const waitingCall = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) waitingCall?.resolve(result ?? {});
  else waitingCall?.reject(new Error(error.message ?? "Tacit's server rejected the request"));
}

interface ServerAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

function answerIn(line: string): ServerAnswer {
  try {
    return { id: -1, ...(JSON.parse(line) as object) };
  } catch {
    return { id: -1 };
  }
}

function within(limitMs: number, result: Promise<unknown>, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => () => {
      end();
      reject(new Error(reason));
    };
    const stop = fail("stopped by the user");
    const limit = setTimeout(fail(`Tacit's server did not answer within ${limitMs} ms`), limitMs);
    const end = () => {
      clearTimeout(limit);
      signal?.removeEventListener("abort", stop);
    };
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
    result.then(resolve, reject).finally(end);
  });
}
