/** `tacit init`: the first thing to call; tells the agent hosts on this machine about Tacit. */
import type { Command } from "../command.ts";
import { CONNECT_OPTIONS, connectHosts } from "../connect-hosts.ts";
import { hostsToConnect } from "../connection.ts";

export const init: Command = {
  name: "init",
  summary: "connect the agent hosts found here: hooks that watch and tell, an MCP server to ask",
  arguments: [],
  options: CONNECT_OPTIONS,
  details:
    "Claude Code is connected where no host is found. Without a terminal and without --yes nothing is written. " +
    "`tacit disconnect` restores the files byte for byte. One host at a time: `tacit connect HOST`.",
  examples: ["tacit init --dry-run", "tacit init --yes"],
  run: async (given, world) => {
    await connectHosts(hostsToConnect(world), given, world);
  },
};
