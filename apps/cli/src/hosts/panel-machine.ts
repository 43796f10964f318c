/** What `tacit panel` needs to know about the agents on this machine, as `tacit status` and `tacit learn` find it. */
import { hostsFound, REGISTERED_HOSTS } from "@tacit-memory/hooks";
import type { PanelMachine } from "@tacit-memory/panel-server";
import { findProjectTranscripts } from "@tacit-memory/transcripts";
import type { CommandContext } from "../command-context.ts";
import { connectRequest } from "./connection.ts";
import { hostStates } from "./host-state.ts";

export function panelMachine(context: CommandContext): PanelMachine {
  return {
    agents: async (status) => {
      const found = new Set(hostsFound(connectRequest(context)).map(({ name }) => name));
      const states = await hostStates(context, status);
      return states.map(({ name, isConnected, hasHooks, warning }) => {
        const title = REGISTERED_HOSTS.find((host) => host.name === name)?.title ?? name;
        return { name, title, isFound: found.has(name), isConnected, hasHooks, warning };
      });
    },
    transcripts: (root) => findProjectTranscripts(root, context.machine.env),
  };
}
