/** `tacit init`: the first command to run; registers Tacit with the agent hosts on this machine. */
import type { Command } from "../../command.ts";
import { CONNECT_OPTIONS, connectHosts } from "../../hosts/connect-hosts.ts";
import { hostsToConnect } from "../../hosts/connection.ts";

export const init: Command = {
  name: "init",
  summary: "install hooks and the MCP server for every agent found on this machine",
  arguments: [],
  options: CONNECT_OPTIONS,
  details:
    "If no agent is found, Tacit connects Claude Code. Without a terminal, nothing is written unless you add --yes. " +
    "`tacit disconnect` restores the files byte for byte. To connect a single agent, run `tacit connect HOST`.",
  examples: ["tacit init --dry-run", "tacit init --yes"],
  run: async (input, context) => {
    await connectHosts(hostsToConnect(context), input, context);
  },
};
