/** First run: the agents on this machine, the past sessions that Tacit can learn from, and the way to what was learned. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { call } from "../../data/api.ts";
import { isRunning, learningQuery } from "../../data/learning.ts";
import { projectQuery } from "../../data/project.ts";
import { firstRunWasOffered } from "../../data/today.ts";
import { useWords } from "../../i18n/words.ts";
import { Loaded } from "../../parts/empty.tsx";
import { ViewHead } from "../../parts/heading.tsx";
import { AgentList } from "../agents/agent-list.tsx";
import { PastSessionsPart } from "./past-sessions.tsx";

export function StartView() {
  const { t } = useWords();
  useEffect(firstRunWasOffered, []);
  const project = useQuery(projectQuery);
  return (
    <article className="view view-narrow">
      <ViewHead
        title={t("start.title")}
        lead={t("start.lead", { project: project.data?.project ?? "…" })}
      />
      <ol className="start-steps">
        <Step title={t("start.agents")} text={t("start.agentsText")}>
          <AgentList />
        </Step>
        <Step title={t("start.past")}>
          <PastSessionsPart />
        </Step>
        <Step title={t("start.judge")}>
          <Judge />
        </Step>
      </ol>
    </article>
  );
}

interface StepProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

function Step({ title, text, children }: StepProps) {
  return (
    <li className="start-step">
      <h2>{title}</h2>
      {text === undefined ? null : <p className="muted">{text}</p>}
      {children}
    </li>
  );
}

function Judge() {
  const { t } = useWords();
  const { data } = useQuery(learningQuery);
  const query = useQuery({
    queryKey: ["learned"],
    queryFn: ({ signal }) => call("GET /api/learned", {}, { signal }),
    // What was learned is shown when learning has ended, so that a card does not change under a person's eyes.
    enabled: data !== undefined && !isRunning(data),
  });
  if (data !== undefined && isRunning(data) && query.data === undefined)
    return <p className="muted">{t("start.judgeNone")}</p>;
  return (
    <Loaded query={query} lines={1}>
      {({ total }) =>
        total === 0 ? (
          <p className="muted">{t("start.judgeNone")}</p>
        ) : (
          <>
            <p className="muted">{t("start.judgeText")}</p>
            <Link to="/start/learned" className="button button-primary">
              {t("start.judgeOpen", { count: total })}
            </Link>
          </>
        )
      }
    </Loaded>
  );
}
