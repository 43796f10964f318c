/**
 * Asks Codex's app server whether it trusts our hooks, one JSON object per line. Codex silently skips untrusted hooks, and
 * only it knows. Nothing is written: only the user can trust hooks.
 */
import { spawn } from "node:child_process";
import { hookEventIn } from "../edits/shell-words.ts";
import type { DisconnectRequest } from "../registered-host.ts";

/** Maximum wait for the app server, which usually answers in a fifth of a second. */
const LIMIT_MS = 5000;
const INITIALIZE = 0;
const LIST_HOOKS = 1;

/** Returns the remaining step in one sentence; null if nothing remains, undefined if Codex could not be asked. */
export async function trustLeft(
  request: DisconnectRequest,
  cwd: string,
  limitMs: number = LIMIT_MS,
): Promise<string | null | undefined> {
  const listed = await listHooks(request, cwd, limitMs);
  const ours = listed?.filter((hook) => hookEventIn(hook["command"], "codex") !== null);
  if (ours === undefined || ours.length === 0) return undefined;
  const idle = ours.filter((hook) => !isRun(hook));
  if (idle.length === 0) return null;
  return `${idle.length} of ${ours.length} hooks are skipped until you trust them: start \`codex\`, open /hooks, and approve the hooks of Tacit`;
}

function isRun({ enabled, trustStatus }: Hook): boolean {
  return enabled !== false && (trustStatus === "trusted" || trustStatus === "managed");
}

type Hook = Readonly<Record<string, unknown>>;

function listHooks(
  { env, userHome }: DisconnectRequest,
  cwd: string,
  limitMs: number,
): Promise<readonly Hook[] | null> {
  const server = spawn("codex", ["app-server"], {
    cwd,
    env: { ...env, HOME: env["HOME"] ?? userHome },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: limitMs,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  const messages = {
    [INITIALIZE]: {
      method: "initialize",
      params: {
        clientInfo: { name: "tacit", title: "Tacit", version: "0" },
        capabilities: { experimentalApi: true },
      },
    },
    [LIST_HOOKS]: { method: "hooks/list", params: { cwds: [cwd] } },
  };
  return new Promise((resolve) => {
    let text = "";
    const end = (hooks: readonly Hook[] | null): void => {
      server.kill("SIGKILL");
      resolve(hooks);
    };
    // The server may end before it has read everything; `close` then reports it.
    server.stdin.on("error", () => undefined);
    server.on("error", () => end(null));
    server.on("close", () => end(null));
    server.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      const hooks = lines.map(hooksIn).find((found) => found !== null);
      if (hooks !== undefined) end(hooks);
    });
    server.stdin.write(
      [
        { id: INITIALIZE, ...messages[INITIALIZE] },
        { method: "initialized" },
        { id: LIST_HOOKS, ...messages[LIST_HOOKS] },
      ]
        .map((message) => `${JSON.stringify(message)}\n`)
        .join(""),
    );
  });
}

/** Returns the hooks, null for a line that is not the answer. */
function hooksIn(line: string): readonly Hook[] | null {
  try {
    const { id, result } = JSON.parse(line);
    if (id !== LIST_HOOKS) return null;
    return result.data.flatMap((folder: { hooks: readonly Hook[] }) => folder.hooks);
  } catch {
    // The line is from Codex's log, or from a version with another protocol.
    return null;
  }
}
