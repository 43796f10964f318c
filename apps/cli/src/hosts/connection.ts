/** Which agent hosts are told about Tacit, and what would telling them change? */
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

/** What --file says, as an absolute path. Throws "usage" where `mcp` is not among the named. */
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

/** What people call some hosts. */
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

/** The hosts of these names, each once. Throws "usage" with the list. */
export function hostsNamed(names: readonly string[]): readonly RegisteredHost[] {
  const hostNames = REGISTERED_HOSTS.map(({ name }) => name);
  const plain = names.map((name) => name.toLowerCase().replaceAll(" ", "-"));
  const wanted = new Set(plain.map((name) => oneOf("host", ALIASES[name] ?? name, hostNames)));
  return REGISTERED_HOSTS.filter(({ name }) => wanted.has(name));
}

/** Those on this machine; Claude Code, its first user, where none is. */
export function hostsToConnect(context: CommandContext): readonly RegisteredHost[] {
  const found = hostsFound(connectRequest(context));
  return found.length > 0 ? found : REGISTERED_HOSTS.slice(0, 1);
}

export interface HostConnection {
  readonly host: RegisteredHost;
  readonly isFound: boolean;
  /** Something of ours is registered with it. */
  readonly isConnected: boolean;
  /** All of it is there as this version registers it. */
  readonly isCurrent: boolean;
  /** Programs that are registered and not there any more. */
  readonly missing: readonly string[];
  /** Why its configuration cannot be read; null where it can. */
  readonly problem: unknown;
}

/** Every host we know, and how it stands. */
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

/** What the user must still do for a connected host, by what it says itself where it can be asked. */
export async function whatIsLeft(
  host: RegisteredHost,
  context: CommandContext,
): Promise<string | null> {
  const asked = await host.askWhatIsLeft?.(connectRequest(context), context.machine.userHome);
  return asked === undefined ? host.stillToDo : asked;
}
