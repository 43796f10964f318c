/** The agents on this machine, and whether Tacit is connected with them. */
import type { AgentState } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../data/api.ts";
import { useWords } from "../../i18n/words.ts";
import { Commands, Loaded } from "../../parts/empty.tsx";

export function AgentRows() {
  const { t } = useWords();
  const query = useQuery({
    queryKey: ["agents"],
    queryFn: ({ signal }) => call("GET /api/agents", {}, { signal }),
  });
  return (
    <Loaded query={query} lines={2}>
      {({ agents }) =>
        agents.length === 0 ? (
          <p>{t("start.agentsNone")}</p>
        ) : (
          <ul className="agents">
            {agents.map((agent) => (
              <AgentRow key={agent.name} agent={agent} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function AgentRow({ agent }: { readonly agent: AgentState }) {
  const { title, name, isConnected, warning } = agent;
  return (
    <li className="agent">
      <div className="agent-words">
        <strong>{title}</strong>
        <Connection agent={agent} />
        {warning === null ? null : (
          <p className="agent-warning" lang="en">
            <Commands text={warning} />
          </p>
        )}
      </div>
      {isConnected ? null : <code>tacit connect {name}</code>}
    </li>
  );
}

function Connection({ agent: { isConnected, hasHooks } }: { readonly agent: AgentState }) {
  const { t } = useWords();
  const connected = hasHooks ? t("start.connected") : t("start.serverOnly");
  return (
    <span className={isConnected ? "mark-standing standing-verified" : "mark-standing"}>
      <span className="dot" aria-hidden="true" />
      {isConnected ? connected : t("start.notConnected")}
    </span>
  );
}
