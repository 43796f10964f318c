/** The list of agents' sessions, those last active first. */
import type { SessionRow } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../../data/api.ts";
import { useAgentName } from "../../data/project.ts";
import { dateTime, useWords } from "../../i18n/words.ts";
import { Empty, Loaded, ToStart } from "../../parts/empty.tsx";
import { ViewHead } from "../../parts/heading.tsx";
import { Cited } from "../../parts/links/cited.tsx";

export function SessionsView() {
  const { t } = useWords();
  const query = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => call("GET /api/sessions", {}, { signal }),
  });
  return (
    <article className="view">
      <ViewHead title={t("nav.sessions")} lead={t("sessions.lead")} />
      <Loaded query={query} lines={8}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty title={t("sessions.none")} text={t("sessions.noneText")}>
              <ToStart />
            </Empty>
          ) : (
            <ul className="session-list">
              {sessions.map((session) => (
                <li key={session.id}>
                  <SessionLine session={session} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </article>
  );
}

function SessionLine({ session }: { readonly session: SessionRow }) {
  const { t, language } = useWords();
  const agentName = useAgentName();
  const { id, task, agent, learned, lastEventAtMs } = session;
  return (
    <Link to="/sessions/$id" params={{ id }} className="session-line">
      <span className="session-task">
        <Cited text={task ?? t("sessions.noTask")} isInLink />
      </span>
      <span className="meta">
        {agent === null ? null : <span className="mark-type">{agentName(agent)}</span>}
        <SessionState session={session} />
        {learned === 0 ? null : (
          <span className="mark-flag flag-pinned">{t("sessions.learned", { count: learned })}</span>
        )}
        <span>{dateTime(lastEventAtMs, language)}</span>
      </span>
    </Link>
  );
}

export function SessionState({ session }: { readonly session: SessionRow }) {
  const { t, word } = useWords();
  const { outcome, standing } = session;
  if (standing === "running")
    return <span className="mark-flag flag-pinned">{t("sessions.running")}</span>;
  // Most sessions succeed, so only other outcomes get a mark.
  if (outcome === null || outcome === "success") return null;
  return <span className={`mark-flag outcome-${outcome}`}>{word("outcome", outcome)}</span>;
}
