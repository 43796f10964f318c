/** What `tacit panel` needs to know about the agents on this machine, as `tacit status` and `tacit learn` find it. */
import { REGISTERED_HOSTS } from "@tacit-memory/hooks";
import type { Status } from "@tacit-memory/memory";
import { describeFailure, type PanelMachine } from "@tacit-memory/panel-server";
import type { AgentState } from "@tacit-memory/protocol";
import { findProjectTranscripts } from "@tacit-memory/transcripts";
import type { CommandContext } from "../command-context.ts";
import { hostConnections } from "./connection.ts";
import { observedHosts } from "./host-state.ts";
import { changeHost, planHost } from "./panel-host-change.ts";

export function panelMachine(context: CommandContext): PanelMachine {
  return {
    agentNames: Object.fromEntries(
      REGISTERED_HOSTS.filter(({ program }) => program !== null).map(({ name, title }) => [
        name,
        title,
      ]),
    ),
    agents: (status) => agentStates(context, status),
    plan: (name, action) => planHost(context, name, action),
    change: (name, request) => changeHost(context, name, request),
    transcripts: (root) => findProjectTranscripts(root, context.machine.env),
  };
}

/** Leaves out the entry for any MCP client, which needs the path of a file. */
async function agentStates(
  context: CommandContext,
  status: Pick<Status, "heard" | "project">,
): Promise<AgentState[]> {
  const connections = hostConnections(context);
  const observed = await observedHosts(context, status, connections);
  const states = new Map(observed.map((host) => [host.state.name, host]));
  return connections
    .filter(({ host }) => host.program !== null)
    .map(({ host, isFound, isConnected, isCurrent, problem }) => {
      const found = states.get(host.name);
      const lastEventAt = found?.state.lastEventAt ?? null;
      return {
        name: host.name,
        title: host.title,
        isFound,
        isConnected,
        isCurrent,
        hasHooks: host.isServerOnly !== true,
        isOnlyDocumented: host.isOnlyDocumented === true,
        lastEventAtMs: lastEventAt === null ? null : Date.parse(lastEventAt),
        problem:
          problem === null
            ? (found?.problem ?? null)
            : {
                code: "config_unreadable",
                failure: describeFailure(problem),
              },
      };
    });
}
