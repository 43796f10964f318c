/** Determines with which agent hosts Tacit is registered, and what registration would change. */
import { resolve } from "node:path";
import {
  type ConnectRequest,
  hostsFound,
  MCP_FILES,
  missingPrograms,
  planConnect,
  planDisconnect,
  REGISTERED_HOSTS,
  type RegisteredHost,
} from "@tacit-memory/hooks";
import { MemoryError } from "@tacit-memory/memory";
import type { OptionSpec, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../command-context.ts";
import { hereOf } from "../open.ts";
import { oneOf, text } from "../parsed-args.ts";
import { installedPrograms } from "../programs.ts";

export function connectRequest(context: CommandContext): ConnectRequest {
  const { env, userHome } = context.machine;
  const { nodePath, hookPath, launcherPath } = installedPrograms(context.place.home);
  return {
    userHome,
    env,
    home: context.place.home,
    hookPath,
    nodePath,
    mcpCommand: nodePath,
    mcpArgs: [launcherPath, "mcp"],
  };
}

export const SERVER_FILE: OptionSpec = {
  flags: "--file <file>",
  text: "for `mcp`: the configuration file of the MCP client",
};

/** Returns the value of --file as an absolute path. Throws "usage" if `mcp` is not among the named hosts. */
export function serverFilesNamed(
  input: ParsedArgs,
  context: CommandContext,
): readonly string[] | undefined {
  const file = text(input, "file");
  if (file === undefined) return undefined;
  if (!input.args.includes(MCP_FILES.name)) {
    throw new MemoryError("usage", { option: "--file", reason: "--file requires the agent `mcp`" });
  }
  return [resolve(hereOf(context), file)];
}

/** Alternative names of hosts. */
const ALIASES: Readonly<Record<string, string>> = {
  claude: "claude-code",
  claudecode: "claude-code",
  "codex-cli": "codex",
  "openai-codex": "codex",
  "gemini-cli": "gemini",
  "qwen-code": "qwen",
  "copilot-cli": "copilot",
  "github-copilot": "copilot",
  "cline-cli": "cline",
  "cursor-agent": "cursor",
  code: "vscode",
  "vs-code": "vscode",
};

/** Returns the hosts with these names, each once. Throws "usage" with the list of names. */
export function hostsNamed(names: readonly string[]): readonly RegisteredHost[] {
  const hostNames = REGISTERED_HOSTS.map(({ name }) => name);
  const plain = names.map((name) => name.toLowerCase().replaceAll(" ", "-"));
  const wanted = new Set(plain.map((name) => oneOf("host", ALIASES[name] ?? name, hostNames)));
  return REGISTERED_HOSTS.filter(({ name }) => wanted.has(name));
}

/** Returns the hosts on this machine, or Claude Code, the first host, if none is found. */
export function hostsToConnect(context: CommandContext): readonly RegisteredHost[] {
  const found = hostsFound(connectRequest(context));
  return found.length > 0 ? found : REGISTERED_HOSTS.slice(0, 1);
}

export interface HostConnection {
  readonly host: RegisteredHost;
  readonly isFound: boolean;
  /** Whether Tacit is registered with it. */
  readonly isConnected: boolean;
  /** Whether everything is registered as this version does it. */
  readonly isCurrent: boolean;
  /** Registered programs that no longer exist. */
  readonly missing: readonly string[];
  /** Error that prevents reading its configuration; null if it is readable. */
  readonly problem: unknown;
}

/** Returns the connection state of every known host. */
export function hostConnections(context: CommandContext): HostConnection[] {
  const request = connectRequest(context);
  const found = new Set(hostsFound(request));
  return REGISTERED_HOSTS.map((host) => {
    const isFound = found.has(host);
    try {
      const isConnected = planDisconnect(request, [host]).files.length > 0;
      const isCurrent = isConnected && planConnect(request, [host]).files.length === 0;
      const missing = isConnected ? missingPrograms(request, host) : [];
      return { host, isFound, isConnected, isCurrent, missing, problem: null };
    } catch (problem) {
      return { host, isFound, isConnected: false, isCurrent: false, missing: [], problem };
    }
  });
}

/** Returns what the user must still do for a connected host, according to the host itself if it can be queried. */
export async function whatIsLeft(
  host: RegisteredHost,
  context: CommandContext,
): Promise<string | null> {
  const remaining = await host.askWhatIsLeft?.(connectRequest(context), context.machine.userHome);
  return remaining === undefined ? host.stillToDo : remaining;
}
