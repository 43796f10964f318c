/** The agents on this machine, whether Tacit is connected with them, and connecting and disconnecting them. */
import type { AgentAction, AgentProblem, AgentState, Failure } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery } from "../../data/agents.ts";
import { wordedReason } from "../../i18n/worded.ts";
import { ago, dateTime, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Commands, Loaded } from "../../parts/empty.tsx";
import { Time } from "../../parts/marks.tsx";
import { ChangeDialog } from "./change-dialog.tsx";

export function AgentList() {
  const query = useQuery(agentsQuery);
  return (
    <Loaded query={query} lines={2}>
      {({ agents }) => <Agents agents={agents} />}
    </Loaded>
  );
}

interface RequestedChange {
  readonly agent: AgentState;
  readonly action: AgentAction;
}

function Agents({ agents }: { readonly agents: readonly AgentState[] }) {
  const { t, language } = useWords();
  const [asked, setAsked] = useState<RequestedChange | null>(null);
  const present = agents.filter(({ isFound, isConnected }) => isFound || isConnected);
  const absent = agents.filter((agent) => !present.includes(agent)).map(({ title }) => title);
  return (
    <>
      {present.length === 0 ? (
        <p>{t("agents.none")}</p>
      ) : (
        <ul className="agents">
          {present.map((agent) => (
            <AgentRow
              key={agent.name}
              agent={agent}
              ask={(action) => setAsked({ agent, action })}
            />
          ))}
        </ul>
      )}
      {absent.length === 0 ? null : (
        <p className="agents-absent">
          {t("agents.absent", { names: new Intl.ListFormat(language).format(absent) })}
        </p>
      )}
      {asked === null ? null : <ChangeDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface AgentRowProps {
  readonly agent: AgentState;
  readonly ask: (action: AgentAction) => void;
}

function AgentRow({ agent, ask }: AgentRowProps) {
  const { t } = useWords();
  const { title, isConnected, isCurrent, isOnlyDocumented, problem, lastEventAtMs } = agent;
  return (
    <li className="agent">
      <div className="agent-words">
        <strong>{title}</strong>
        <Connection agent={agent} />
        {lastEventAtMs === null ? null : (
          <span className="muted">
            {t("today.lastEvent")} <Time atMs={lastEventAtMs} />
          </span>
        )}
        {problem === null ? null : (
          <p className="agent-warning">
            <Problem problem={problem} />
          </p>
        )}
        {isOnlyDocumented ? <p className="agent-note">{t("agents.onlyDocumented")}</p> : null}
      </div>
      <div className="agent-actions">
        {isConnected && isCurrent ? null : (
          <Button
            aria-label={`${isConnected ? t("agents.renew") : t("agents.connect")}: ${title}`}
            onClick={() => ask("connect")}
          >
            {isConnected ? t("agents.renew") : t("agents.connect")}
          </Button>
        )}
        {isConnected ? (
          <Button
            look="quiet"
            aria-label={`${t("agents.disconnect")}: ${title}`}
            onClick={() => ask("disconnect")}
          >
            {t("agents.disconnect")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Problem({ problem }: { readonly problem: AgentProblem }) {
  const { t, language } = useWords();
  if (problem.code === "programs_missing") {
    const programs = new Intl.ListFormat(language).format(problem.programs);
    return t("agents.programs_missing", { programs });
  }
  if (problem.code === "config_unreadable")
    return (
      <>
        {t("agents.config_unreadable")} <code>{problem.failure.values["path"]}</code>{" "}
        <Unreadable failure={problem.failure} />
      </>
    );
  const { heardAtMs, wroteAtMs } = problem;
  const wrote = ago(wroteAtMs, language);
  const text =
    heardAtMs === null
      ? t("agents.silentAlways", { wrote })
      : t("agents.silent", { wrote, heard: dateTime(heardAtMs, language) });
  return <Commands text={text} />;
}

function Unreadable({ failure: { reason, values } }: { readonly failure: Failure }) {
  const { t } = useWords();
  if (reason !== null) return <Commands text={wordedReason(reason, t)} />;
  const { line } = values;
  return line === undefined ? null : t("agents.unreadableLine", { line });
}

function Connection({ agent: { isConnected, isCurrent, hasHooks } }: Pick<AgentRowProps, "agent">) {
  const { t } = useWords();
  const connected = hasHooks ? t("agents.connected") : t("agents.serverOnly");
  const state = isConnected ? connected : t("agents.notConnected");
  return (
    <span className={isConnected ? "mark-standing standing-verified" : "mark-standing"}>
      <span className="dot" aria-hidden="true" />
      {isConnected && !isCurrent ? t("agents.outdated") : state}
    </span>
  );
}
