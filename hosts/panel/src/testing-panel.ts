/** Panel for tests: in this process, on a separate store, with a page of two files and requests like a browser's. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { MemoryError, openTacit, type Tacit } from "@tacit-memory/memory";
import type { PanelInput, PanelOutput, PanelRoute } from "@tacit-memory/protocol";
import { onTestFinished } from "vitest";
import type { PanelMachine } from "./panel-machine.ts";
import { servePanel } from "./serve-panel.ts";

export const SCRIPT = 'document.title = "Tacit";';

export interface TestingPanel {
  readonly origin: string;
  readonly token: string;
  /** Name and value of the cookie. */
  readonly cookie: string;
  readonly folder: string;
  /** A second connection to the same store, as another process would have. */
  readonly other: Tacit;
  /** Sends a request with the cookie and the headers of the page's script. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Returns the response body of a call; throws if the call fails. */
  readonly call: <Route extends PanelRoute>(
    route: Route,
    input: PanelInput<Route>,
    params?: Readonly<Record<string, string>>,
  ) => Promise<PanelOutput<Route>>;
}

/** A machine without agents. */
export const BARE_MACHINE: PanelMachine = {
  agentNames: {},
  agents: async () => [],
  plan: () => {
    throw new MemoryError("usage", { reason: "there is no agent" });
  },
  change: async () => {
    throw new MemoryError("usage", { reason: "there is no agent" });
  },
  transcripts: async function* () {
    yield* [];
  },
};

/** Starts a panel that is closed and deleted after the test. */
export async function startPanel(
  env: Readonly<Record<string, string>> = {},
  machine: Partial<PanelMachine> = {},
): Promise<TestingPanel> {
  const folder = mkdtempSync(join(tmpdir(), "tacit-panel-"));
  const [home, cwd, pages] = [join(folder, "home"), join(folder, "project"), join(folder, "pages")];
  mkdirSync(cwd);
  mkdirSync(join(pages, "assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "not for the panel");
  writeFileSync(join(pages, "index.html"), '<meta nonce="__NONCE__"><div id="panel"></div>');
  writeFileSync(join(pages, "assets", "main-1.js.br"), brotliCompressSync(SCRIPT));
  const options = { home, cwd, env, version: "9.9.9", port: 0, pages, lookMs: 20 };
  const served = await servePanel({ ...options, machine: { ...BARE_MACHINE, ...machine } });
  const other = await openTacit({ home, cwd });
  onTestFinished(async () => {
    await served.close();
    await other.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const { origin, hash } = new URL(served.url);
  const token = new URLSearchParams(hash.slice(1)).get("token") ?? "";
  const exchanged = await post(`${origin}/api/session`, { token }, { origin });
  const cookie = exchanged.headers.get("set-cookie")?.split(";")[0] ?? "";
  const ask: TestingPanel["fetch"] = (path, init = {}) =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { cookie, origin, "sec-fetch-site": "same-origin", ...init.headers },
    });
  return { origin, token, cookie, folder, other, fetch: ask, call: caller(ask) };
}

function caller(ask: TestingPanel["fetch"]): TestingPanel["call"] {
  return async (route, input, params = {}) => {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "");
    const query = new URLSearchParams(Object.entries(input));
    const init = {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    };
    const response = await (method === "GET" ? ask(`${path}?${query}`) : ask(path, init));
    const body = (await response.json()) as PanelOutput<typeof route>;
    if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
    return body;
  };
}

export function post(url: string, body: unknown, headers: Record<string, string>) {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
