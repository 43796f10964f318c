/** `tacit connect`: registers Tacit with the named agent hosts, or with all found on this machine. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hostsFound, MCP_FILES, REGISTERED_HOSTS, serverSnippet } from "@tacit-memory/hooks";
import { MemoryError, resolveProjectSync } from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { CONNECT_OPTIONS, connectHosts } from "../../hosts/connect-hosts.ts";
import {
  connectRequest,
  hostsNamed,
  SERVER_FILE,
  serverFilesNamed,
} from "../../hosts/connection.ts";
import { hereOf } from "../../open.ts";
import { flag } from "../../parsed-args.ts";
import { keepProgramsForPlugins } from "../../programs.ts";

const NAMES = REGISTERED_HOSTS.map(({ name }) => name).join(", ");
/** The file that most clients read in a project. */
const PROJECT_FILE = ".mcp.json";

export const connect: Command = {
  name: "connect",
  summary:
    "install hooks and the MCP server for the named agents, or for all agents on this machine",
  arguments: [{ name: "host", text: `any of ${NAMES}`, isOptional: true, isVariadic: true }],
  options: [
    ...CONNECT_OPTIONS,
    SERVER_FILE,
    {
      flags: "--programs",
      text: "only copy the programs into Tacit's home folder, for a plugin that was installed from a Git URL",
    },
  ],
  details:
    "Tacit finds an agent by its folder in your home folder or by its program on the PATH. Without a terminal, nothing " +
    "is written unless you add --yes. `tacit disconnect` restores the files byte for byte.\n" +
    "An installed package copies its programs into Tacit's home folder, so that hooks still find them when npm's cache or " +
    "node_modules is deleted; `connect` with a newer version updates the copy.\n" +
    "Use `mcp` for any other MCP client: the server entry is written to --file, or to .mcp.json of the project " +
    "if that file exists; otherwise the entry is printed.",
  examples: [
    "tacit connect --dry-run",
    "tacit connect codex --yes",
    "tacit connect mcp --file ~/.config/Claude/claude_desktop_config.json",
  ],
  run: async (input, context) => {
    if (flag(input, "programs")) {
      const folder = keepProgramsForPlugins(context.place.home);
      context.out.result({ programs: folder }, () => `${folder}: programs for plugins`);
      return;
    }
    const isAny = input.args.includes(MCP_FILES.name);
    const serverFiles = serverFilesNamed(input, context) ?? (isAny ? projectFile(context) : []);
    const request = { ...connectRequest(context), serverFiles };
    if (isAny && serverFiles.length === 0) {
      printSnippet(input, context);
      return;
    }
    const hosts = input.args.length > 0 ? hostsNamed(input.args) : hostsFound(request);
    if (hosts.length === 0) {
      throw new MemoryError("usage", {
        reason: "no agent found on this machine; name one, for example `tacit connect claude-code`",
        expected: NAMES,
      });
    }
    await connectHosts(hosts, input, context, request);
  },
};

/** Returns the project's own file if it exists. It is never created unasked. */
function projectFile(context: CommandContext): readonly string[] {
  const { root } = resolveProjectSync(hereOf(context), { home: context.place.home });
  const path = join(root, PROJECT_FILE);
  return existsSync(path) ? [path] : [];
}

/**
 * Prints the configuration snippet. Throws "usage" if other hosts were named as well, because they would be ignored silently.
 */
function printSnippet(input: ParsedArgs, context: CommandContext): void {
  if (input.args.length > 1) {
    throw new MemoryError("usage", {
      reason:
        "`tacit connect mcp` needs --file FILE, because the project has no .mcp.json; add it, or omit `mcp`",
    });
  }
  const snippet = serverSnippet(connectRequest(context));
  const document = { connected: false, changed: [], wouldChange: [], ...JSON.parse(snippet) };
  context.out.say(
    "Add this to the configuration of your MCP client, or name its file with --file:",
  );
  context.out.result(document, () => snippet.trimEnd());
}
