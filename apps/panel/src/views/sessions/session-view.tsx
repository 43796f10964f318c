/** The view of one session: its turns, what went wrong and what fixed it, what was shown and why, and what was learned. */
import type {
  SessionDetail,
  SessionProblem,
  SessionShown,
  SessionTurn,
  TurnMessage,
} from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { call } from "../../data/api.ts";
import { useAgentName } from "../../data/project.ts";
import { worded } from "../../i18n/worded.ts";
import { dateTime, duration, useWords } from "../../i18n/words.ts";
import { Loaded } from "../../parts/empty.tsx";
import { useTitle } from "../../parts/heading.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { MemoryLink } from "../../parts/links/memory-link.tsx";
import { Fix } from "./fix.tsx";
import { kindsText } from "./moment-card.tsx";
import { SessionState } from "./sessions-view.tsx";
import { ShownBecause } from "./shown-because.tsx";

export function SessionView() {
  const { t } = useWords();
  const { id } = useParams({ from: "/sessions/$id" });
  const { at } = useSearch({ from: "/sessions/$id" });
  const query = useQuery({
    queryKey: ["sessions", id],
    queryFn: ({ signal }) => call("GET /api/sessions/:id", {}, { params: { id }, signal }),
  });
  return (
    <article className="view">
      <Link to="/sessions" className="back">
        <ArrowLeft size={16} aria-hidden="true" />
        {t("sessions.back")}
      </Link>
      <Loaded query={query} lines={8} isView>
        {(detail) => <Content detail={detail} meantMs={at} />}
      </Loaded>
    </article>
  );
}

export interface SessionMoment {
  /** Milliseconds since 1970; the turn at this time is shown first. */
  readonly at?: number;
}

export function readMoment(search: Readonly<Record<string, unknown>>): SessionMoment {
  const { at } = search;
  return typeof at === "number" ? { at } : {};
}

interface ContentProps {
  readonly detail: SessionDetail;
  readonly meantMs: number | undefined;
}

function Content({ detail, meantMs }: ContentProps) {
  const { t, language } = useWords();
  const agentName = useAgentName();
  const { session, steps, activeMs, branch } = detail;
  useTitle(session.task ?? t("sessions.noTask"));
  return (
    <>
      <header className="memory-head">
        <p className="meta">
          <span className="mark-type">
            {session.agent === null ? null : agentName(session.agent)}
          </span>
          <SessionState session={session} />
          <span>{dateTime(session.startedAtMs, language)}</span>
          {activeMs === 0 ? null : <span>{duration(activeMs, language)}</span>}
          {steps === 0 ? null : <span>{t("sessions.steps", { count: steps })}</span>}
          {branch === null ? null : <span>{branch}</span>}
        </p>
        <h1 className="memory-title">
          <Cited text={session.task ?? t("sessions.noTask")} />
        </h1>
        <Link to="/sessions/$id/replay" params={{ id: session.id }} className="button button-plain">
          {t("replay.open")}
        </Link>
      </header>
      <div className="columns">
        <Path turns={detail.turns} meantMs={meantMs} />
        <div>
          <Learned detail={detail} />
          <Problems problems={detail.errors} />
          <ShownHere shown={detail.shown} />
          <Left detail={detail} />
        </div>
      </div>
    </>
  );
}

interface PathProps {
  readonly turns: readonly SessionTurn[];
  readonly meantMs: number | undefined;
}

function Path({ turns, meantMs }: PathProps) {
  const { t } = useWords();
  const meant = useRef<HTMLLIElement>(null);
  useEffect(() => meant.current?.scrollIntoView({ block: "center" }), []);
  // A host dates a prompt and what followed it on different clocks, so the last turn that began by then is meant.
  const meantTurn =
    meantMs === undefined ? undefined : turns.findLast(({ fromMs }) => fromMs <= meantMs);
  const most = Math.max(1, ...turns.map(({ steps }) => steps));
  return (
    <section className="section">
      <header className="section-head">
        <h2>{t("sessions.path")}</h2>
        {turns.some(({ steps }) => steps > 0) ? <StepLegend /> : null}
      </header>
      <ol className="turns">
        {turns.map((turn) => (
          <li
            key={`${turn.fromMs} ${turn.asked}`}
            ref={turn === meantTurn ? meant : null}
            className={turn === meantTurn ? "turn turn-meant" : "turn"}
            aria-current={turn === meantTurn ? "location" : undefined}
          >
            <p className="turn-asked">
              <Cited text={turn.asked ?? t("sessions.unasked")} />
            </p>
            <StepBar turn={turn} most={most} />
            <TurnFacts turn={turn} />
            <Names names={[...turn.files, ...turn.commands]} />
            <AgentMessages
              messages={turn.messages}
              meantMs={turn === meantTurn ? meantMs : undefined}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function TurnFacts({ turn }: { readonly turn: SessionTurn }) {
  const { t, language } = useWords();
  return (
    <p className="meta">
      {turn.steps === 0 ? null : <span>{t("sessions.steps", { count: turn.steps })}</span>}
      {turn.toMs > turn.fromMs ? <span>{duration(turn.toMs - turn.fromMs, language)}</span> : null}
      {turn.errors === 0 ? null : (
        <span className="mark-flag fresh-gone">{t("sessions.errors", { count: turn.errors })}</span>
      )}
      {turn.commits === 0 ? null : (
        <span className="mark-flag fresh-intact">
          {t("sessions.commits", { count: turn.commits })}
        </span>
      )}
    </p>
  );
}

const STEP_KINDS = ["read", "edit", "run"] as const;

/** Names the colours of the bars. */
function StepLegend() {
  const { t } = useWords();
  return (
    <p className="legend">
      {STEP_KINDS.map((kind) => (
        <span key={kind} className={`legend-${kind}`}>
          {t(`stepLegend.${kind}`)}
        </span>
      ))}
    </p>
  );
}

/**
 * Shows the steps of a turn as a bar. Its length is relative to the turn with the most steps; its parts are the kinds of
 * steps.
 */
function StepBar({
  turn: { kinds, steps },
  most,
}: {
  readonly turn: SessionTurn;
  readonly most: number;
}) {
  const { word } = useWords();
  if (steps === 0) return null;
  const parts = Object.entries(kinds).filter(([, count]) => (count ?? 0) > 0);
  const text = kindsText(kinds, word);
  return (
    <div
      className="step-bar"
      role="img"
      aria-label={text}
      title={text}
      style={{ width: `${(100 * steps) / most}%` }}
    >
      {parts.map(([kind, count]) => (
        <span key={kind} className={`step step-${kind}`} style={{ flexGrow: count }} />
      ))}
    </div>
  );
}

interface MessagesProps {
  readonly messages: readonly TurnMessage[];
  /** Time that is meant, if it is in this turn: the messages are open, and the one of this time is marked. */
  readonly meantMs: number | undefined;
}

/** The agent's messages of a turn. They open on demand, because a session can contain hundreds. */
function AgentMessages({ messages, meantMs }: MessagesProps) {
  const { t } = useWords();
  if (messages.length === 0) return null;
  const isMeant = ({ atMs }: TurnMessage) => atMs === meantMs;
  return (
    <details className="turn-messages" open={meantMs !== undefined}>
      <summary>{t("sessions.messages", { count: messages.length })}</summary>
      {messages.map((message) => (
        <div
          key={message.id}
          className={isMeant(message) ? "turn-message turn-message-meant" : "turn-message"}
        >
          {message.isRetracted ? <p className="meta">{t("sessions.retracted")}</p> : null}
          <p className="turn-message-text">
            <Cited text={message.content} />
          </p>
        </div>
      ))}
    </details>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="turn-names">
      {names.map((name) => (
        <code key={name}>{name}</code>
      ))}
    </p>
  );
}

function Learned({ detail: { learned, session } }: { readonly detail: SessionDetail }) {
  const { t } = useWords();
  const none = session.standing === "running" ? t("replay.noneYet") : t("sessions.nothing");
  return (
    <section className="section">
      <h2>{t("sessions.what")}</h2>
      {learned.length === 0 ? <p className="muted">{none}</p> : null}
      <ul className="memory-list">
        {learned.map((memory) => (
          <li key={memory.id}>
            <MemoryLink memory={memory} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problems({ problems }: { readonly problems: readonly SessionProblem[] }) {
  const { t } = useWords();
  if (problems.length === 0) return null;
  return (
    <section className="section">
      <h2>{t("sessions.problems")}</h2>
      <ul className="event-list">
        {problems.map(({ line, what, atMs, times, fix }) => (
          <li
            key={`${atMs} ${line.text}`}
            className={fix === null ? "problem" : "problem problem-fixed"}
          >
            <code className="problem-line">{worded(line, t)}</code>
            <span className="meta">
              <code>{what}</code>
              {times > 1 ? <span>{t("memory.times", { count: times })}</span> : null}
            </span>
            <span className="meta">
              <Fix fix={fix} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShownHere({ shown }: { readonly shown: readonly SessionShown[] }) {
  const { t } = useWords();
  if (shown.length === 0) return null;
  return (
    <section className="section">
      <h2>{t("sessions.shown")}</h2>
      <ul className="event-list">
        {shown.map((one) => (
          <li key={`${one.atMs} ${one.memoryId}`}>
            {one.content === null ? (
              <span className="muted">{t("today.forgotten")}</span>
            ) : (
              <Link to="/memories/$id" params={{ id: one.memoryId }}>
                <Cited text={one.content} isInLink />
              </Link>
            )}
            <span className="meta">
              <ShownBecause shown={one} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Left({ detail: { openQuestions, next } }: { readonly detail: SessionDetail }) {
  const { t } = useWords();
  const lines = [...next, ...openQuestions];
  if (lines.length === 0) return null;
  return (
    <section className="section">
      <h2>{t("sessions.left")}</h2>
      <ul className="event-list">
        {lines.map((line) => (
          <li key={line}>
            <span>
              <Cited text={line} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
