/** Today view: shows what is new, what needs the user, and what agents were shown. */
import type { Today } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { useAgentName } from "../../data/project.ts";
import { isFirstRun, isFirstVisit, mayOfferFirstRun, todayQuery } from "../../data/today.ts";
import { compact, dateText, number, useWords } from "../../i18n/words.ts";
import { Commands, Loaded } from "../../parts/empty.tsx";
import { ViewHead } from "../../parts/heading.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { MemoryLink } from "../../parts/links/memory-link.tsx";
import { Effects, Time } from "../../parts/marks.tsx";
import { Notes } from "../../parts/notes.tsx";
import { Activity } from "./activity.tsx";
import { Needs } from "./needs.tsx";

export function TodayView() {
  const { t, language } = useWords();
  const query = useQuery(todayQuery);
  const date = new Intl.DateTimeFormat(language, {
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  return (
    <article className="view">
      <ViewHead title={t("nav.today")} lead={dateText(date, Date.now(), language)} />
      <Loaded query={query} lines={6}>
        {(today) =>
          isFirstRun(today) && mayOfferFirstRun() ? (
            <Navigate to="/start" replace />
          ) : (
            <Content today={today} />
          )
        }
      </Loaded>
    </article>
  );
}

function Content({ today }: { readonly today: Today }) {
  const { t } = useWords();
  return (
    <>
      {isFirstRun(today) ? <StartOffer /> : null}
      <Needs needs={today.needs} />
      <div className="columns">
        <Learned today={today} />
        <Shown shown={today.shown} />
      </div>
      <Activity days={today.days} />
      <div className="columns">
        <Hosts hosts={today.hosts} />
        <Numbers today={today} />
      </div>
      {today.notes.length === 0 ? null : (
        <section className="section">
          <h2>{t("today.degraded")}</h2>
          <Notes notes={today.notes} />
        </section>
      )}
    </>
  );
}

function StartOffer() {
  const { t } = useWords();
  return (
    <p className="start-offer">
      {t("start.offer")}
      <Link to="/start" className="button button-primary">
        {t("start.title")}
      </Link>
    </p>
  );
}

function Learned({ today: { learned, hasMoreLearned } }: { readonly today: Today }) {
  const { t } = useWords();
  return (
    <section className="section">
      <h2>{t(isFirstVisit ? "today.learnedFirst" : "today.learned")}</h2>
      {learned.length === 0 ? <p className="muted">{t("today.learnedNone")}</p> : null}
      <ul className="memory-list">
        {learned.map((memory) => (
          <li key={memory.id}>
            <MemoryLink memory={memory} />
          </li>
        ))}
      </ul>
      {hasMoreLearned ? (
        <Link to="/memories" className="more">
          {t("memory.back")}
        </Link>
      ) : null}
    </section>
  );
}

function Shown({ shown }: { readonly shown: Today["shown"] }) {
  const { t, word } = useWords();
  return (
    <section className="section">
      <h2>{t("today.shown")}</h2>
      {shown.recent.length === 0 ? <p className="muted">{t("today.shownNone")}</p> : null}
      <ul className="shown-list">
        {shown.recent.map(({ memoryId, title, point, atMs, sessionId, isPointer, effects }) => (
          <li key={`${memoryId} ${sessionId} ${atMs} ${point}`}>
            {title === null ? (
              <span className="muted">{t("today.forgotten")}</span>
            ) : (
              <Link to="/memories/$id" params={{ id: memoryId }}>
                <Cited text={title} isInLink />
              </Link>
            )}
            <span className="meta">
              {word("point", point)}
              {isPointer ? <span>{t("today.pointer")}</span> : null}
              <Effects effects={effects} />
              <Time atMs={atMs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hosts({ hosts }: Pick<Today, "hosts">) {
  const { t } = useWords();
  const agentName = useAgentName();
  const time = (atMs: number | null) => (atMs === null ? t("today.never") : <Time atMs={atMs} />);
  return (
    <section className="section">
      <h2>{t("today.hosts")}</h2>
      {hosts.length === 0 ? (
        <p className="muted">
          <Commands text={t("today.hostsNone")} />
        </p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("memory.agent")}</th>
              <th scope="col">{t("today.lastEvent")}</th>
              <th scope="col">{t("today.lastShown")}</th>
            </tr>
          </thead>
          <tbody>
            {hosts.map(({ agent, lastEventAtMs, lastShownAtMs }) => (
              <tr key={agent}>
                <th scope="row">{agentName(agent)}</th>
                <td>{time(lastEventAtMs)}</td>
                <td>{time(lastShownAtMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Numbers({ today: { counts, shown } }: { readonly today: Today }) {
  const { t, language } = useWords();
  const rows = [
    [number(counts.memories, language), t("today.memories", { count: counts.memories })],
    [number(counts.verified, language), t("today.verified", { count: counts.verified })],
    [number(counts.sessions, language), t("today.sessions", { count: counts.sessions })],
    [compact(shown.tokens, language), t("today.tokens")],
  ] as const;
  return (
    <section className="section">
      <dl className="numbers">
        {rows.map(([value, name]) => (
          <div key={name}>
            <dd>{value}</dd>
            <dt>{name}</dt>
          </div>
        ))}
      </dl>
    </section>
  );
}
